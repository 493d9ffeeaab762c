import { FACT_KINDS, type FactKind } from '../../../../model/market-facts.ts'
import type { FactStore, FactsOfPlaces } from '../../../facts/place-facts.ts'
import type { Session } from '../../session.ts'
import { copyLine } from '../../tables/copy-lines.ts'

/** The market facts of places, in the tables `market_*`. */
export class PostgresFactStore implements FactStore {
  readonly #session: Session
  /** Number of the last part that was added; undefined before the first. */
  #part: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  take(kind: FactKind, places: readonly number[]): ReadonlyMap<number, readonly Uint8Array[]> {
    const text = `DELETE FROM catalog.market_${kind} WHERE place = ANY($1) RETURNING place, bytes`
    const stored = new Map<number, Uint8Array[]>()
    for (const { place, bytes } of this.#session.query(text, [places])) {
      const parts = stored.get(Number(place)) ?? []
      stored.set(Number(place), parts)
      parts.push(bytes as Uint8Array) // the column contains bytes
    }
    return stored
  }

  put(kind: FactKind, facts: FactsOfPlaces): void {
    this.#copy(kind, 0, facts)
  }

  /** Finds the next part's number only when a large import adds a part, because that query reads all parts. */
  addPart(kind: FactKind, facts: FactsOfPlaces): void {
    this.#part = (this.#part ?? this.#lastPart()) + 1
    this.#copy(kind, this.#part, facts)
  }

  #lastPart(): number {
    const each = FACT_KINDS.map((kind) => `SELECT max(part) AS part FROM catalog.market_${kind}`)
    const [last] = this.#session.query(`SELECT coalesce(max(part), 0) AS part FROM (${each.join(' UNION ALL ')}) parts`)
    return Number(last?.part)
  }

  #copy(kind: FactKind, part: number, facts: FactsOfPlaces): void {
    const lines = Array.from(facts)
      .filter(([, bytes]) => bytes.length > 0)
      .map(([place, bytes]) => copyLine([place, part, hex(bytes)]))
    if (lines.length > 0) this.#session.copy(`COPY catalog.market_${kind} FROM STDIN`, lines.join(''))
  }
}

function hex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`
}
