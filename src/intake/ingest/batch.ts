import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../../catalog/ports/nouns.ts'
import { IdSet } from '../../kit/base/id-set.ts'
import type { FieldTable } from '../../model/field.ts'
import {
  DELETED_LATER,
  type Deletion,
  type Dropped,
  isKnownLater,
  isOf,
  momentOfDeletion,
  NEWER_STAYS,
} from './deletes.ts'
import { type Finding, Rejection } from './finding.ts'
import { inPieces } from './look-ahead.ts'
import type { FileContext, Identity, NounSpec, RowContent, Settled } from './noun.ts'
import { type RecordStore, storeOf } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'
import { RECORD_UNKNOWN, tooLong } from './same-record.ts'
import { goneOf, type ListEnd, NO_LONGER_LISTED } from './unlisted.ts'

/** A noun as an import run sees it. */
export interface ImportNoun {
  /** The name that mappings use. */
  readonly noun: string
  /** The noun whose records are written. Parts of homes are written with their homes. */
  readonly stored: Noun
  /** The field with the key of a part, for parts of homes; the mapping's `key` is then that of the home. */
  readonly partKey?: string
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
  /** Whether a list removes the records that it lacks, so an older list would undo a newer one's removals. */
  readonly removes: boolean
  /** Begins a batch. `times` says how often keys come in the import, where that is known. */
  begin(writer: CatalogWriter, times?: KeyTimes): Batch
}

/**
 * Collects records before they are written, so that all rows of a record are merged at once and their order does not
 * matter. Across two batches it does matter for rows of the same record and moment: the later batch wins.
 */
export interface Batch {
  readonly rows: number
  /** Announces the records that the next rows name. Absent where that saves nothing. */
  readonly expect?: (identities: readonly Identity[], source: string) => void
  /** Adds all records of a row, or none and returns why the row cannot be used. */
  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection
  drop(deletion: Deletion, file: FileContext): Dropped
  /** Records that a complete list names a record, though its row cannot be used. */
  mention(identity: Identity, file: FileContext): void
  /** Writes the changed records one by one, and clears the batch. */
  settle(): Generator<Settled>
  /** Writes only the changed records whose rows have all been taken. The others stay in the batch. */
  settleWhole(): Generator<Settled>
  /**
   * Marks or removes the records missing from complete lists. Called once everything is settled. Throws a CommandFault
   * when too many would go.
   */
  finish(source: string, end: ListEnd): Generator<Settled>
  /** The newest moment in the records taken, in milliseconds since 1970; -Infinity when they have none. */
  readonly newestMs: number
}

export interface Taken {
  /** The oddities found in the row. */
  readonly findings: readonly Finding[]
  /** True when earlier rows of the import had all of the row's records, so no record is counted for this row. */
  readonly isMerged: boolean
  /** Set when the row deletes its record: whether the catalogue or an earlier row had that record. */
  readonly removal?: 'known' | 'unknown'
}

export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun, plural, fields, required, someOf = [], keyed, personal = false, wide = false } = spec
  const removes = spec.unlisted !== undefined
  const listed = removes || spec.missing !== undefined
  const begin = (writer: CatalogWriter, times?: KeyTimes) => new NounBatch(spec, writer, times)
  return { noun, stored: noun, plural, fields, required, someOf, keyed, personal, wide, listed, removes, begin }
}

interface Entry<R> {
  readonly existing: R | undefined
  /** Absent when the record's first row is counted for another record, or was counted in an earlier batch. */
  readonly fileNumber: number | undefined
  /** Rows of files with the same columns, in sequence. */
  readonly editions: [Edition<R>, ...Edition<R>[]]
  /** Whether all its rows come from complete lists. */
  isListed: boolean
  /** Number of rows of the record, those still to come included. */
  rows: number
  rowsToCome: number
}

/** A record for which a row is used. */
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

/** Returns the file that describes the later moment. */
export function laterOf(known: FileContext | undefined, file: FileContext): FileContext {
  return known && (known.asOfMs ?? 0) > (file.asOfMs ?? 0) ? known : file
}

/** Records written together: few enough to stop between, enough that the records of one home often meet. */
const FLUSHED_TOGETHER = 1_000

/** Cap on the earlier rows with which a row is compared. A whole file may share one key. */
const COMPARED_MAX = 100

class NounBatch<N extends Noun> implements Batch {
  readonly #spec: NounSpec<N>
  readonly #writer: CatalogWriter
  readonly #store: RecordStore<N>
  readonly #entries = new Map<IdOf<N>, Entry<Records[N]>>()
  /** Ids settled by earlier batches of this import. */
  readonly #settled = new IdSet()
  /** One record for each complete list, by the list's scope and day. */
  readonly #lists = new Map<string, Records[N]>()
  /** The ids that complete lists name, also in rows that cannot be used. */
  readonly #named = new IdSet()
  /** The records deleted by rows of this import, each with the moment of its row or file. One without is left out. */
  readonly #dropped = new Map<IdOf<N>, { readonly sourceKey: string; readonly momentMs: number }>()
  /** Records that were settled before their batch was full. */
  readonly #early: Settled[] = []
  /** The latest file that is a complete list. */
  #list: FileContext | undefined
  #newestMs = Number.NEGATIVE_INFINITY
  readonly #times: KeyTimes | undefined
  readonly expect?: NonNullable<Batch['expect']>
  /** Records of which no further row will come. */
  readonly #whole: IdOf<N>[] = []
  #rows = 0

  constructor(spec: NounSpec<N>, writer: CatalogWriter, times?: KeyTimes) {
    this.#spec = spec
    this.#writer = writer
    this.#store = storeOf(spec.noun, writer)
    this.#times = times
    const { named } = spec
    if (named === undefined || this.#store.expect === undefined) return
    this.expect = (identities, source) => this.#store.expect?.(identities.map((one) => named(one, source)))
  }

  get rows(): number {
    return this.#rows
  }

  get newestMs(): number {
    return this.#newestMs
  }

  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection {
    const admitted: Admitted<Records[N]>[] = []
    const findings: Finding[] = []
    for (const content of contents) {
      const made = this.#spec.make(content, file)
      if (made instanceof Rejection) return made
      const long = tooLong(this.#spec.id(made.record))
      if (long !== undefined) return long
      if (this.#isDropped(made.record, file)) return { findings: [DELETED_LATER], isMerged: true }
      const existing = this.#existing(made.record, file)
      const record = existing ? made.record : this.#unknown(made.record, file)
      if (record instanceof Rejection) return record
      const refused = this.#refusal(record, existing)
      if (refused) return refused
      admitted.push({ record, existing, content })
      findings.push(...content.findings, ...made.findings, ...this.#oddities(record, existing))
    }
    let isMerged = true
    for (const each of admitted) {
      if (this.#add(each, file, isMerged)) isMerged = false
      this.#newestMs = Math.max(this.#newestMs, this.#spec.momentOf?.(each.record) ?? Number.NEGATIVE_INFINITY)
    }
    this.#rows++
    return { findings, isMerged }
  }

  drop(deletion: Deletion, file: FileContext): Dropped {
    const { source } = file
    const id = this.#spec.named?.(deletion, source)
    if (id === undefined) throw new Error('the noun has no key')
    this.#rows++
    this.#mention(id, file)
    const entry = this.#entries.get(id)
    if (entry) {
      this.#early.push(this.#written(id, entry))
      this.#entries.delete(id)
      this.#settled.add(id)
      this.#rows -= entry.rows
    }
    const { momentOf } = this.#spec
    const existing = this.#store.get(id)
    const isKnown = existing !== undefined && isOf(existing, source, deletion.sourceKey)
    const momentMs = momentOfDeletion(deletion, file)
    if (isKnown && isKnownLater(momentOf?.(existing), momentMs, file)) return { isKnown, findings: [NEWER_STAYS] }
    // A row of an earlier moment may still come, whether or not the record is known by now.
    if (momentMs !== Number.POSITIVE_INFINITY) this.#dropped.set(id, { sourceKey: deletion.sourceKey, momentMs })
    if (!isKnown) return { isKnown, findings: [] }
    this.#store.withdraw(id)
    this.#settled.add(id)
    this.#early.push({ id, outcome: 'removed' })
    return { isKnown: true, findings: [] }
  }

  mention(identity: Identity, file: FileContext): void {
    const id = this.#spec.named?.(identity, file.source)
    if (id !== undefined) this.#mention(id, file)
  }

  *settle(): Generator<Settled> {
    yield* this.#early.splice(0)
    let settled = 0
    for (const id of inPieces([...this.#entries.keys()], (next) => this.#tell(next))) {
      const entry = this.#entries.get(id)
      if (entry !== undefined) yield this.#written(id, entry)
      this.#settled.add(id)
      if (++settled % FLUSHED_TOGETHER === 0) this.#store.flush()
    }
    this.#entries.clear()
    this.#whole.length = 0
    this.#rows = 0
    this.#store.flush()
  }

  *settleWhole(): Generator<Settled> {
    yield* this.#early.splice(0)
    for (const id of inPieces(this.#whole.splice(0), (next) => this.#tell(next))) {
      const entry = this.#entries.get(id)
      if (entry === undefined) continue
      const isLast = !this.#settled.has(id)
      yield { ...this.#written(id, entry), isLast }
      this.#entries.delete(id)
      this.#rows -= entry.rows
    }
    this.#store.flush()
  }

  *finish(source: string, end: ListEnd): Generator<Settled> {
    const { unlisted, missing, id } = this.#spec
    if (unlisted && this.#list) {
      yield* goneOf(this.#spec, unlisted, this.#store, this.#list, (one) => this.#named.has(one), end)
    }
    if (this.#lists.size === 0) return
    for (const record of missing?.(this.#writer, source, [...this.#lists.values()]) ?? []) {
      this.#store.put(record, undefined)
      yield { id: id(record), outcome: 'gone' }
    }
    this.#store.flush()
  }

  /** Announces the records that the next write will ask for. */
  #tell(next: readonly IdOf<N>[]): void {
    this.#store.expect?.(next)
    const isNew = (id: IdOf<N>) => this.#entries.get(id)?.existing === undefined
    this.#store.expectNew?.(next.filter(isNew).flatMap((id) => freshOf(this.#entries.get(id))))
  }

  #written(id: IdOf<N>, entry: Entry<Records[N]>): Settled {
    const { existing, fileNumber, isListed } = entry
    const { sales, withMomentOf } = this.#spec
    const merged = this.#merged(entry, this.#settled.has(id))
    const isSame = (one: Records[N]) => isDeepStrictEqual(existing, one)
    const isUnchanged =
      existing && (isSame(merged) || (isListed && withMomentOf && isSame(withMomentOf(merged, existing))))
    const joining = isUnchanged ? undefined : this.#store.put(merged, existing)
    const outcome = isUnchanged ? 'unchanged' : existing ? 'changed' : joining ? 'joined' : 'new'
    const place = { ...(fileNumber !== undefined && { fileNumber }), ...(joining && { joining }) }
    return { id, outcome, ...place, ...sales?.(existing, freshOf(entry)) }
  }

  #mention(id: IdOf<N>, file: FileContext): void {
    if (!file.complete) return
    this.#named.add(id)
    this.#list = laterOf(this.#list, file)
  }

  /** Whether a row of this import deletes the record at a later moment than the record's own. */
  #isDropped(record: Records[N], { source }: FileContext): boolean {
    const dropped = this.#dropped.get(this.#spec.id(record))
    if (dropped === undefined || !isOf(record, source, dropped.sourceKey)) return false
    const momentMs = this.#spec.momentOf?.(record) ?? Number.NEGATIVE_INFINITY
    return momentMs !== Number.NEGATIVE_INFINITY && momentMs < dropped.momentMs
  }

  /** Handles an unknown record. A partial file adds none, and an older file none that a newer list lacks. */
  #unknown(record: Records[N], file: FileContext): Records[N] | Rejection {
    const { unlisted, id } = this.#spec
    const { asOfMs, listedMs } = file
    if (file.partial) return RECORD_UNKNOWN
    if (!unlisted || asOfMs === undefined || listedMs === undefined || asOfMs >= listedMs) return record
    if (this.#entries.has(id(record)) || this.#settled.has(id(record))) return record
    return unlisted(record, { ...file, asOfMs: listedMs }) ?? NO_LONGER_LISTED
  }

  /** Treats files with different columns as successive imports: none touches fields that it has no column for. */
  #merged({ existing, editions }: Entry<Records[N]>, sameImport: boolean): Records[N] {
    const { merge, keep } = this.#spec
    const [first, ...others] = editions
    const merged = (known: Records[N] | undefined, { fresh, mapped }: Edition<Records[N]>, isSame: boolean) => {
      const mergeResult = merge(known, fresh, isSame)
      return known === undefined ? mergeResult : keep(mergeResult, known, mapped)
    }
    return others.reduce((known, edition) => merged(known, edition, true), merged(existing, first, sameImport))
  }

  #existing(record: Records[N], { asOfMs, listedMs }: FileContext): Records[N] | undefined {
    const { confirmed } = this.#spec
    const id = this.#spec.id(record)
    const entry = this.#entries.get(id)
    const existing = entry ? entry.existing : this.#store.get(id)
    const isLate = asOfMs !== undefined && listedMs !== undefined && asOfMs < listedMs
    return existing && isLate && confirmed ? confirmed(existing, listedMs) : existing
  }

  /** Adds a record, and returns whether this is its first row in the import. */
  #add({ record, existing, content }: Admitted<Records[N]>, file: FileContext, isCounted: boolean): boolean {
    const { mapped, sourceKey } = content
    const { scope } = this.#spec
    const { complete, asOf, fileNumber } = file
    if (complete && scope) this.#lists.set(`${scope(record)} ${asOf}`, record)
    const id = this.#spec.id(record)
    this.#mention(id, file)
    const entry = this.#entries.get(id)
    const isFirst = entry === undefined && !this.#settled.has(id)
    if (entry === undefined) {
      const counted = isFirst && isCounted ? fileNumber : undefined
      const rowsToCome = (this.#times?.timesOf(sourceKey) ?? Number.POSITIVE_INFINITY) - 1
      this.#entries.set(id, {
        existing,
        fileNumber: counted,
        editions: [{ mapped, fresh: [record] }],
        isListed: complete,
        rows: 1,
        rowsToCome,
      })
      if (rowsToCome === 0) this.#whole.push(id)
      return isFirst
    }
    if (!complete) entry.isListed = false
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
