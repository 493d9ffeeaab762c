import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { IdSet } from '../../kit/base/id-set.ts'
import { DELETED_LATER, isKnownLater, isOf, momentOfDeletion, momentOfRow, NEWER_STAYS } from './deletes.ts'
import { type Finding, Rejection, Withheld } from './finding.ts'
import type {
  Batch,
  Deletion,
  Dropped,
  FileContext,
  Identity,
  ListEnd,
  RecordSpec,
  RowContent,
  Settled,
  Taken,
} from './noun.ts'
import { inPieces } from './pieces.ts'
import type { RecordStore } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'
import { ofAnotherSource, RECORD_UNKNOWN } from './same-record.ts'
import { goneOf, NO_LONGER_LISTED } from './unlisted.ts'

interface Entry<R> {
  readonly existing: R | undefined
  /**
   * Index of the file whose report counts this record. Undefined if an earlier batch wrote the record, or if its row
   * counts for another record.
   */
  readonly fileNumber: number | undefined
  /** The record's rows, grouped by the set of mapped fields, in the order of the files. */
  readonly editions: [Edition<R>, ...Edition<R>[]]
  /** Whether all rows of the record come from complete lists. */
  isListed: boolean
  /** Whether the record's last row is a whole record and replaces everything known. */
  readonly isReplica: boolean
  rows: number
}

/** The records of all rows with one key, and the number of rows with this key that are still to come. */
interface KeyGroup<I> {
  readonly ids: I[]
  rowsToCome: number
}

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

/** Returns the file with the later moment. */
function laterOf(known: FileContext | undefined, file: FileContext): FileContext {
  return known && (known.asOfMs ?? 0) > (file.asOfMs ?? 0) ? known : file
}

/** Maximum number of earlier rows with which a row is compared. A whole file may share one key. */
const COMPARED_MAX = 100

/**
 * Collects records before they are written, so that all rows of a record are merged at once, in any order. If two rows
 * of one moment fall into two batches, the later batch wins.
 */
export class RecordBatch<R extends object, I extends number | string> implements Batch {
  readonly #spec: RecordSpec<R, I>
  readonly #writer: CatalogWriter
  readonly #store: RecordStore<R, I>
  readonly #entries = new Map<I, Entry<R>>()
  /** Ids of records that earlier batches of this import have written. */
  readonly #settled = new IdSet()
  /** One example record for each complete list, by the list's scope and day. */
  readonly #lists = new Map<string, R>()
  /** Ids of all records that complete lists name, including rows that cannot be used. */
  readonly #named = new IdSet()
  /**
   * Records that rows of this import delete, with the moment of the deletion. Deletions without a moment are not in the
   * map.
   */
  readonly #dropped = new Map<I, { readonly sourceKey: string; readonly momentMs: number }>()
  /** Results for records that were written before their batch was full. */
  readonly #early: Settled[] = []
  /** The latest file that is a complete list. */
  #list: FileContext | undefined
  #newestMs = Number.NEGATIVE_INFINITY
  readonly #times: KeyTimes | undefined
  /** The records to expect from later rows, by key. */
  readonly #groups = new Map<string, KeyGroup<I>>()
  /** Records for which no further row can come. */
  readonly #whole: I[] = []
  #rows = 0

  constructor(spec: RecordSpec<R, I>, writer: CatalogWriter, store: RecordStore<R, I>, times?: KeyTimes) {
    this.#spec = spec
    this.#writer = writer
    this.#store = store
    this.#times = times
  }

  get rows(): number {
    return this.#rows
  }

  get newestMs(): number {
    return this.#newestMs
  }

  expect(identities: Iterable<Identity>, source: string): void {
    const { named } = this.#spec
    if (named !== undefined) this.#store.expect(idsNamed(identities, (identity) => named(identity, source)))
  }

  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection {
    const admitted: Admitted<R>[] = []
    const findings: Finding[] = []
    for (const content of contents) {
      const made = this.#spec.make(content, file)
      if (made instanceof Rejection) return made
      if (made instanceof Withheld) return this.#withhold(made, content, file)
      const unfit = this.#store.refusal?.(this.#spec.id(made.record), made.record)
      if (unfit !== undefined) return unfit
      if (this.#isDropped(made.record, file)) {
        this.#countRow(content.sourceKey)
        return { findings: [DELETED_LATER], isMerged: true }
      }
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
    this.#countRow(contents[0]?.sourceKey ?? '')
    return { findings, isMerged }
  }

  /** Deletes the record of a row that may not be shown. */
  #withhold({ findings }: Withheld, content: RowContent, file: FileContext): Taken {
    const momentMs = momentOfRow(content)
    const dropped = this.drop({ ...content, ...(momentMs !== undefined && { momentMs }) }, file)
    const allFindings = [...content.findings, ...findings, ...dropped.findings]
    return { findings: allFindings, isMerged: false, removal: dropped.isKnown ? 'known' : 'unknown' }
  }

  drop(deletion: Deletion, file: FileContext): Dropped {
    const { source } = file
    const id = this.#spec.named?.(deletion, source)
    if (id === undefined) throw new Error('the noun has no key')
    this.#rows++
    this.#countRow(deletion.sourceKey)
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
    // An older row of the record may still come, even if the record is unknown so far.
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
    const ids = [...this.#groups.values()].flatMap((group) => group.ids)
    for (const settled of this.#write([...this.#whole.splice(0), ...ids])) {
      this.#settled.add(settled.id)
      yield settled
    }
    this.#groups.clear()
    this.#rows = 0
  }

  *settleWhole(): Generator<Settled> {
    for (const settled of this.#write(this.#whole.splice(0))) {
      yield { ...settled, isLast: !this.#settled.has(settled.id) }
    }
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

  /** Writes records of the batch. Announces each portion to the store before reading it. */
  *#write(ids: readonly I[]): Generator<Settled> {
    yield* this.#early.splice(0)
    for (const piece of inPieces(ids)) {
      this.#store.expect(piece, this.#newAmong(piece))
      for (const id of piece) {
        const entry = this.#entries.get(id)
        if (entry === undefined) continue // a later row has deleted the record
        yield this.#written(id, entry)
        this.#entries.delete(id)
        this.#rows -= entry.rows
      }
      this.#store.flush()
    }
    this.#store.flush()
  }

  *#newAmong(ids: readonly I[]): Generator<R> {
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (entry?.existing === undefined) yield* freshOf(entry)
    }
  }

  #written(id: I, entry: Entry<R>): Settled {
    const { existing, fileNumber, isListed } = entry
    const { sales, withMomentOf } = this.#spec
    const merged = this.#merged(entry, this.#settled.has(id))
    const isSame = (one: R) => isDeepStrictEqual(existing, one)
    const isUnchanged =
      existing && (isSame(merged) || (isListed && withMomentOf && isSame(withMomentOf(merged, existing))))
    const joining = isUnchanged ? undefined : this.#store.put(merged, existing)
    const outcome = isUnchanged ? 'unchanged' : existing ? 'changed' : joining ? 'joined' : 'new'
    const place = { ...(fileNumber !== undefined && { fileNumber }), ...(joining && { joining }) }
    const key: unknown = Reflect.get(merged, 'sourceKey')
    const severalRows = entry.rows > 1 && typeof key === 'string' ? { key, rows: entry.rows } : undefined
    return { id, outcome, ...place, ...(severalRows && { severalRows }), ...sales?.(existing, freshOf(entry)) }
  }

  #mention(id: I, file: FileContext): void {
    if (!file.complete) return
    this.#named.add(id)
    this.#list = laterOf(this.#list, file)
  }

  /** Whether a row of this import deletes the record at a later moment than the record states. */
  #isDropped(record: R, { source }: FileContext): boolean {
    const dropped = this.#dropped.get(this.#spec.id(record))
    if (dropped === undefined || !isOf(record, source, dropped.sourceKey)) return false
    const momentMs = this.#spec.momentOf?.(record) ?? Number.NEGATIVE_INFINITY
    return momentMs !== Number.NEGATIVE_INFINITY && momentMs < dropped.momentMs
  }

  /**
   * Handles a record that is not in the catalog. Rejects it if the file is partial, or if a newer complete list lacks
   * it.
   */
  #unknown(record: R, file: FileContext): R | Rejection {
    const { unlisted, id } = this.#spec
    const { asOfMs, listedMs } = file
    if (file.partial) return RECORD_UNKNOWN
    if (!unlisted || asOfMs === undefined || listedMs === undefined || asOfMs >= listedMs) return record
    if (this.#entries.has(id(record)) || this.#settled.has(id(record))) return record
    return unlisted(record, { ...file, asOfMs: listedMs }) ?? NO_LONGER_LISTED
  }

  /**
   * Treats files with different columns as successive imports: a file without a column leaves the column's field
   * unchanged.
   */
  #merged({ existing, editions, isReplica }: Entry<R>, sameImport: boolean): R {
    const { merge, keep } = this.#spec
    const latest = editions.at(-1)?.fresh.at(-1)
    if (isReplica && latest !== undefined) return latest
    const [first, ...others] = editions
    const merged = (known: R | undefined, { fresh, mapped }: Edition<R>, isSame: boolean) => {
      const mergeResult = merge(known, fresh, isSame)
      return known === undefined ? mergeResult : keep(mergeResult, known, mapped)
    }
    return others.reduce((known, edition) => merged(known, edition, true), merged(existing, first, sameImport))
  }

  #existing(record: R, { asOfMs, listedMs }: FileContext): R | undefined {
    const { confirmed } = this.#spec
    const id = this.#spec.id(record)
    const entry = this.#entries.get(id)
    const existing = entry ? entry.existing : this.#store.get(id)
    const isLate = asOfMs !== undefined && listedMs !== undefined && asOfMs < listedMs
    return existing && isLate && confirmed ? confirmed(existing, listedMs) : existing
  }

  /** Returns whether this is the record's first row in the import. */
  #add({ record, existing, content }: Admitted<R>, file: FileContext, isCounted: boolean): boolean {
    const { mapped, sourceKey } = content
    const { scope } = this.#spec
    const { complete, asOf, fileNumber, replica = false } = file
    if (complete && scope) this.#lists.set(`${scope(record)} ${asOf}`, record)
    const id = this.#spec.id(record)
    this.#mention(id, file)
    const entry = this.#entries.get(id)
    const isFirst = entry === undefined && !this.#settled.has(id)
    if (entry === undefined) {
      const counted = isFirst && isCounted ? fileNumber : undefined
      const editions: Entry<R>['editions'] = [{ mapped, fresh: [record] }]
      this.#entries.set(id, {
        existing,
        fileNumber: counted,
        editions,
        isListed: complete,
        isReplica: replica,
        rows: 1,
      })
      this.#groupOf(sourceKey).ids.push(id)
      return isFirst
    }
    if (!complete) entry.isListed = false
    entry.rows++
    const edition = entry.editions.find((known) => known.mapped === mapped)
    const isRepeated = isDeepStrictEqual(edition?.fresh.at(-1), record)
    if (edition && !isRepeated) edition.fresh.push(record)
    else if (!edition) entry.editions.push({ mapped, fresh: [record] })
    return false
  }

  #groupOf(sourceKey: string): KeyGroup<I> {
    const group = this.#groups.get(sourceKey)
    if (group !== undefined) return group
    const rowsToCome = this.#times?.timesOf(sourceKey) ?? Number.POSITIVE_INFINITY
    const begun = { ids: [], rowsToCome }
    this.#groups.set(sourceKey, begun)
    return begun
  }

  /** Counts a row of a key. After the key's last row, its records are complete. */
  #countRow(sourceKey: string): void {
    const group = this.#groupOf(sourceKey)
    if (--group.rowsToCome > 0) return
    this.#groups.delete(sourceKey)
    this.#whole.push(...group.ids)
  }

  /** Returns the first finding about the row, if any. */
  #oddities(record: R, existing: R | undefined): readonly Finding[] {
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

  #refusal(record: R, existing: R | undefined): Rejection | undefined {
    const { id, called, holder = sourceOf, taken, clash } = this.#spec
    const entry = this.#entries.get(id(record))
    const fresh = freshOf(entry)
    const other = entry ? fresh[0] : existing
    if (other !== undefined && holder(other) !== holder(record)) {
      return taken?.(record, other) ?? ofAnotherSource(`The ${called}`, id(record), sourceOf(other))
    }
    if (clash === undefined) return undefined
    return fresh.map((one) => clash(one, record)).find((why) => why !== undefined)
  }
}

function sourceOf(record: object): string {
  return String(Reflect.get(record, 'source') ?? '')
}

function* idsNamed<I>(identities: Iterable<Identity>, named: (identity: Identity) => I): Generator<I> {
  for (const identity of identities) yield named(identity)
}
