import { FACT_KINDS, type FactKind } from '../../../../model/market-facts.ts'
import { bytesOfRows, changedFacts, type FactRow } from '../../../facts/changed-facts.ts'
import { openFacts } from '../../../facts/fact-bytes.ts'
import { FactRows } from '../../../facts/fact-rows.ts'
import type { HomeValue, PlacedFacts } from '../../../facts/home-facts.ts'
import { ValueSums } from '../../../facts/value-sums.ts'
import type { Session } from '../../session.ts'
import { copyLine } from '../../tables/copy-lines.ts'

interface RemovedFacts {
  readonly sales: FactRow[]
  readonly rents: FactRow[]
  readonly values: HomeValue[]
}

/** Maximum number of facts to buffer, some 100 MB. More facts are stored in parts. */
const WAITING_MAX = 4_000_000

/** Number of places whose facts are read and written at a time. */
const BATCH = 500

/** Removes the market facts of changed homes from their places, and adds the new ones. */
export class PlaceFacts {
  readonly #session: Session
  readonly #waitingMax: number
  #gone = new Map<number, RemovedFacts>()
  #come = { sales: new FactRows('sales'), rents: new FactRows('rents'), values: new Map<number, ValueSums>() }
  #waiting = 0
  #places = 0
  /** Nothing has been stored yet, so all new facts are merged. */
  #isFirst = true
  /** Number of the next part to add, once a part was added. */
  #part: number | undefined

  /** @param waitingMax Smaller in tests. */
  constructor(session: Session, waitingMax = WAITING_MAX) {
    this.#session = session
    this.#waitingMax = waitingMax
  }

  /** Takes a home's facts before and after a change. */
  replace(before: PlacedFacts | undefined, after: PlacedFacts | undefined): void {
    const isSamePlace = before?.place === after?.place
    for (const kind of FACT_KINDS) {
      if (isSamePlace && JSON.stringify(before?.facts[kind]) === JSON.stringify(after?.facts[kind])) continue
      if (before) this.#take(kind, before)
      if (after) this.#add(kind, after)
    }
    if (this.#waiting > this.#waitingMax) this.store()
  }

  /**
   * Rewrites the facts of changed places. If the transaction has stored facts before, the facts of new homes become a
   * separate part, so that a large import never reads again what it has written.
   */
  store(): void {
    for (const kind of FACT_KINDS) {
      const come = this.#bytesOf(kind)
      const gone = Array.from(this.#gone).filter(([, rows]) => rows[kind].length > 0)
      const merged = new Set(gone.map(([place]) => place))
      if (this.#isFirst) for (const place of come.keys()) merged.add(place)
      this.#merge(kind, [...merged], come)
      const added = [...come].filter(([place]) => !merged.has(place))
      if (added.length > 0) this.#copy(kind, this.#nextPart(), added)
    }
    this.#isFirst = false
    this.#part = this.#part && this.#part + 1
    this.#gone = new Map()
    this.#come = { sales: new FactRows('sales'), rents: new FactRows('rents'), values: new Map() }
    this.#waiting = 0
  }

  /**
   * A part number that is not in use. It is looked up only when a large import adds a part, because the query reads all
   * parts.
   */
  #nextPart(): number {
    if (this.#part !== undefined) return this.#part
    const each = FACT_KINDS.map((kind) => `SELECT max(part) AS part FROM catalog.market_${kind}`)
    const [last] = this.#session.query(`SELECT coalesce(max(part), 0) AS part FROM (${each.join(' UNION ALL ')}) parts`)
    this.#part = Number(last?.part) + 1
    return this.#part
  }

  #take(kind: FactKind, { place, facts }: PlacedFacts): void {
    const gone = this.#gone.get(place) ?? { sales: [], rents: [], values: [] }
    this.#gone.set(place, gone)
    const rows: unknown[] = gone[kind]
    rows.push(...facts[kind]) // of the same kind
    this.#waiting += facts[kind].length
  }

  #add(kind: FactKind, { place, facts }: PlacedFacts): void {
    this.#places = Math.max(this.#places, place + 1)
    this.#waiting += facts[kind].length
    if (kind !== 'values') for (const row of facts[kind]) this.#come[kind].add(place, row)
    else if (facts.values.length > 0) {
      const sums = this.#come.values.get(place) ?? new ValueSums()
      this.#come.values.set(place, sums)
      sums.add(facts.values)
    }
  }

  /** The new facts of each place, as bytes. */
  #bytesOf(kind: FactKind): ReadonlyMap<number, Uint8Array> {
    if (kind !== 'values') return new Map(this.#come[kind].byPlace(this.#places))
    return new Map(Array.from(this.#come.values, ([place, sums]) => [place, bytesOfRows('values', [...sums.rows()])]))
  }

  /** Merges all parts of these places into one, with the new facts. */
  #merge(kind: FactKind, places: readonly number[], come: ReadonlyMap<number, Uint8Array>): void {
    const table = `catalog.market_${kind}`
    for (let at = 0; at < places.length; at += BATCH) {
      const batch = places.slice(at, at + BATCH)
      const rows = this.#session.query(`DELETE FROM ${table} WHERE place = ANY($1) RETURNING place, bytes`, [batch])
      const stored = new Map<number, Uint8Array[]>()
      for (const { place, bytes } of rows) {
        const parts = stored.get(Number(place)) ?? []
        stored.set(Number(place), parts)
        parts.push(bytes as Uint8Array) // a column of bytes
      }
      const made = batch.map((place) => {
        const parts = [...(stored.get(place) ?? []), ...(come.has(place) ? [come.get(place) as Uint8Array] : [])]
        return [place, this.#joined(kind, place, parts)] as const
      })
      this.#copy(kind, 0, made)
    }
  }

  #joined(kind: FactKind, place: number, parts: readonly Uint8Array[]): Uint8Array {
    const gone = this.#gone.get(place)
    if (kind !== 'values') {
      const [first] = parts
      const isOne = parts.length === 1 && gone === undefined
      return isOne && first !== undefined ? first : changedFacts(kind, parts, gone?.[kind] ?? [], [])
    }
    const sums = new ValueSums()
    for (const part of parts) sums.join(openFacts('values', part))
    sums.remove(gone?.values ?? [])
    return bytesOfRows('values', [...sums.rows()])
  }

  #copy(kind: FactKind, part: number, facts: readonly (readonly [place: number, bytes: Uint8Array])[]): void {
    const lines = facts
      .filter(([, bytes]) => bytes.length > 0)
      .map(([place, bytes]) => copyLine([place, part, hex(bytes)]))
    if (lines.length > 0) this.#session.copy(`COPY catalog.market_${kind} FROM STDIN`, lines.join(''))
  }
}

function hex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`
}
