import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../catalog/nouns.ts'
import type { FieldTable } from '../model/field.ts'
import { type Finding, Rejection } from './finding.ts'
import type { FileContext, NounSpec, RecordStore, RowContent, Settled } from './noun.ts'
import type { KeyTimes } from './repeated-keys.ts'

/** A noun as an import run sees it. */
export interface ImportNoun {
  readonly noun: Noun
  readonly plural: string
  readonly fields: FieldTable
  readonly required: readonly string[]
  /** See `NounSpec`. */
  readonly someOf: readonly (readonly string[])[]
  readonly keyed: boolean
  readonly personal: boolean
  readonly wide: boolean
  /** Whether a file can be a complete list of the noun. */
  readonly listed: boolean
  /** `times`: how often keys come in the import, where that is known. */
  begin(writer: CatalogWriter, times?: KeyTimes): Batch
}

/**
 * Collects records before they are written, so that all rows of a record are merged at once and their order does not
 * matter. Across two batches it does matter for rows of the same record and moment: the later batch wins.
 */
export interface Batch {
  /** Rows held. */
  readonly rows: number
  /** Adds all records of a row, or none and returns why the row cannot be used. */
  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection
  /** Writes the changed records one by one, and clears the batch. */
  settle(): Generator<Settled>
  /** The same for those records whose rows have all been taken; the others stay. */
  settleWhole(): Generator<Settled>
  /** Marks the records missing from complete lists. Called once everything is settled. */
  finish(source: string): Generator<Settled>
}

export interface Taken {
  /** What is odd about the row. */
  readonly findings: readonly Finding[]
  /** True when earlier rows of the import had all of the row's records, so that none is counted for it. */
  readonly isMerged: boolean
}

export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun, plural, fields, required, someOf = [], keyed, personal = false, wide = false } = spec
  const listed = spec.missing !== undefined
  const begin = (writer: CatalogWriter, times?: KeyTimes) => new NounBatch(spec, writer, times)
  return { noun, plural, fields, required, someOf, keyed, personal, wide, listed, begin }
}

/** Records that are stored as they are. */
function storeOf<N extends Noun>(noun: N, writer: CatalogWriter): RecordStore<Records[N]> {
  return {
    get: (id) => writer.get(noun, id as IdOf<N>), // ids of the noun
    put(record) {
      writer.put(noun, record)
      return undefined
    },
    flush() {},
  }
}

interface Entry<R> {
  readonly existing: R | undefined
  /** Absent when the record's first row is counted for another record, or was counted in an earlier batch. */
  readonly fileNumber: number | undefined
  /** Rows of files with the same columns, in sequence. */
  readonly editions: [Edition<R>, ...Edition<R>[]]
  /** Rows of the record, and of those that are to come. */
  rows: number
  rowsToCome: number
}

/** A record that a row is used for. */
interface Admitted<R> {
  readonly record: R
  readonly existing: R | undefined
  readonly content: RowContent
}

interface Edition<R> {
  readonly mapped: ReadonlySet<string>
  readonly fresh: R[]
}

function freshOf<R>(entry: Entry<R> | undefined): readonly R[] {
  if (entry === undefined) return []
  const [first, ...others] = entry.editions
  return others.length === 0 ? first.fresh : entry.editions.flatMap(({ fresh }) => fresh)
}

/** So few that an import can be stopped between them, and so many that the records of one home often meet. */
const FLUSHED_TOGETHER = 1_000

/** Cap on the earlier rows that a row is compared with: a whole file may share one key. */
const COMPARED_MAX = 100

class NounBatch<N extends Noun> implements Batch {
  readonly #spec: NounSpec<N>
  readonly #writer: CatalogWriter
  readonly #store: RecordStore<Records[N]>
  readonly #entries = new Map<IdOf<N>, Entry<Records[N]>>()
  /** Ids settled by earlier batches of this import. */
  readonly #settled = new Set<IdOf<N>>()
  /** One record per complete list: its scope and day. */
  readonly #lists = new Map<string, Records[N]>()
  readonly #times: KeyTimes | undefined
  /** Records of which no row is to come. */
  #whole: IdOf<N>[] = []
  #rows = 0

  constructor(spec: NounSpec<N>, writer: CatalogWriter, times?: KeyTimes) {
    this.#spec = spec
    this.#writer = writer
    this.#store = spec.store?.(writer) ?? storeOf(spec.noun, writer)
    this.#times = times
  }

  get rows(): number {
    return this.#rows
  }

  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection {
    const admitted: Admitted<Records[N]>[] = []
    const findings: Finding[] = []
    for (const content of contents) {
      const made = this.#spec.make(content, file)
      if (made instanceof Rejection) return made
      const existing = this.#existing(made.record)
      const refused = this.#refusal(made.record, existing)
      if (refused) return refused
      admitted.push({ record: made.record, existing, content })
      findings.push(...content.findings, ...made.findings, ...this.#oddities(made.record, existing))
    }
    let isMerged = true
    for (const each of admitted) if (this.#add(each, file, isMerged)) isMerged = false
    this.#rows++
    return { findings, isMerged }
  }

  *settle(): Generator<Settled> {
    let settled = 0
    for (const [id, entry] of this.#entries) {
      yield this.#settledOf(id, entry)
      this.#settled.add(id)
      if (++settled % FLUSHED_TOGETHER === 0) this.#store.flush()
    }
    this.#entries.clear()
    this.#whole = []
    this.#rows = 0
    this.#store.flush()
  }

  *settleWhole(): Generator<Settled> {
    const whole = this.#whole
    this.#whole = []
    for (const id of whole) {
      const entry = this.#entries.get(id)
      if (entry === undefined) continue
      const isLast = !this.#settled.has(id)
      yield { ...this.#settledOf(id, entry), isLast }
      this.#entries.delete(id)
      this.#rows -= entry.rows
    }
    this.#store.flush()
  }

  #settledOf(id: IdOf<N>, entry: Entry<Records[N]>): Settled {
    const { existing, fileNumber } = entry
    const merged = this.#merged(entry, this.#settled.has(id))
    const isUnchanged = existing !== undefined && isDeepStrictEqual(existing, merged)
    const joining = isUnchanged ? undefined : this.#store.put(merged, existing)
    const outcome = isUnchanged ? 'unchanged' : existing ? 'changed' : joining ? 'joined' : 'new'
    const place = { ...(fileNumber !== undefined && { fileNumber }), ...(joining && { joining }) }
    return { id, outcome, ...place, ...this.#spec.sales?.(existing, freshOf(entry)) }
  }

  *finish(source: string): Generator<Settled> {
    if (this.#lists.size === 0) return
    for (const record of this.#spec.missing?.(this.#writer, source, [...this.#lists.values()]) ?? []) {
      this.#writer.put(this.#spec.noun, record)
      yield { id: this.#spec.id(record), outcome: 'gone' }
    }
  }

  /** Treats files with different columns as successive imports: none touches fields that it has no column for. */
  #merged({ existing, editions }: Entry<Records[N]>, sameImport: boolean): Records[N] {
    const { merge, keep } = this.#spec
    const [first, ...others] = editions
    const merged = (known: Records[N] | undefined, { fresh, mapped }: Edition<Records[N]>, isSame: boolean) => {
      const told = merge(known, fresh, isSame)
      return known === undefined ? told : keep(told, known, mapped)
    }
    return others.reduce((known, edition) => merged(known, edition, true), merged(existing, first, sameImport))
  }

  #existing(record: Records[N]): Records[N] | undefined {
    const id = this.#spec.id(record)
    const entry = this.#entries.get(id)
    return entry ? entry.existing : this.#store.get(id)
  }

  /** Whether this is the record's first row in the import. */
  #add(
    { record, existing, content }: Admitted<Records[N]>,
    { complete, asOf, fileNumber }: FileContext,
    isCounted: boolean,
  ): boolean {
    const { mapped, sourceKey } = content
    const { scope } = this.#spec
    if (complete && scope) this.#lists.set(`${scope(record)} ${asOf}`, record)
    const id = this.#spec.id(record)
    const entry = this.#entries.get(id)
    const isFirst = entry === undefined && !this.#settled.has(id)
    if (entry === undefined) {
      const counted = isFirst && isCounted ? fileNumber : undefined
      const rowsToCome = (this.#times?.timesOf(sourceKey) ?? Number.POSITIVE_INFINITY) - 1
      this.#entries.set(id, {
        existing,
        fileNumber: counted,
        editions: [{ mapped, fresh: [record] }],
        rows: 1,
        rowsToCome,
      })
      if (rowsToCome === 0) this.#whole.push(id)
      return isFirst
    }
    entry.rows++
    if (--entry.rowsToCome === 0) this.#whole.push(id)
    const edition = entry.editions.find((known) => known.mapped === mapped)
    const isRepeated = isDeepStrictEqual(edition?.fresh.at(-1), record)
    if (edition && !isRepeated) edition.fresh.push(record)
    else if (!edition) entry.editions.push({ mapped, fresh: [record] })
    return false
  }

  /** Returns the first finding only: contradicting many rows is no odder than contradicting one. */
  #oddities(record: Records[N], existing: Records[N] | undefined): readonly Finding[] {
    const { oddity } = this.#spec
    const id = this.#spec.id(record)
    const fresh = freshOf(this.#entries.get(id))
    const isSettled = existing !== undefined && fresh.length === 0 && this.#settled.has(id)
    if (oddity === undefined) return []
    for (const one of isSettled ? [existing] : fresh.slice(-COMPARED_MAX)) {
      const odd = oddity(one, record, isSettled)
      if (odd) return [odd]
    }
    return []
  }

  #refusal(record: Records[N], existing: Records[N] | undefined): Rejection | undefined {
    const { id, holder, taken, clash } = this.#spec
    const entry = this.#entries.get(id(record))
    const fresh = freshOf(entry)
    const other = entry ? fresh[0] : existing
    if (other !== undefined && holder(other) !== holder(record)) return taken(record, other)
    if (clash === undefined) return undefined
    return fresh.map((one) => clash(one, record)).find((why) => why !== undefined)
  }
}
