import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import { IdSet } from '../../kit/base/id-set.ts'
import type { FieldTable } from '../../model/field.ts'
import type { Home, Listing, ListingPart } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import { type Batch, type ImportNoun, laterOf, type Taken } from './batch.ts'
import {
  DELETED_LATER,
  type Deletion,
  type Dropped,
  isKnownLater,
  isOf,
  MOMENT_FIELD,
  momentOfDeletion,
  NEWER_STAYS,
} from './deletes.ts'
import { type Finding, Rejection } from './finding.ts'
import type { FileContext, Identity, Made, RowContent, Settled } from './noun.ts'
import { type RecordStore, storeOf } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'
import { type ListEnd, NO_LONGER_LISTED, refuseTooMany } from './unlisted.ts'
import { type Fills, withUnmapped } from './unmapped.ts'

/** Stands for a part that may not be shown. If it was shown before, it is removed. */
export class Withheld {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    this.findings = findings
  }
}

/** Describes how rows become parts of homes from the same source. */
export interface PartSpec<P extends ListingPart> {
  readonly noun: string
  readonly plural: string
  readonly fields: FieldTable
  /** The field that holds the key of the part. */
  readonly partKey: string
  /** Further fields that a mapping must fill. */
  readonly needed: readonly string[]
  readonly fills: Fills
  make(content: RowContent): Made<P> | Withheld | Rejection
  of(listing: Listing): readonly P[]
  /** Returns the listing with other parts, which come in no order. */
  into(listing: Listing, parts: readonly P[]): Listing
}

export function partNoun<P extends ListingPart>(spec: PartSpec<P>): ImportNoun {
  const { noun, plural, fields, partKey, needed } = spec
  return {
    noun,
    stored: 'home',
    partKey,
    plural,
    fields,
    required: [partKey],
    someOf: [needed],
    keyed: true,
    personal: false,
    wide: false,
    listed: true,
    removes: true,
    begin: (writer, times) => new PartBatch(spec, writer, times),
  }
}

/** A home to which rows of the batch belong. */
interface Entry<P> {
  readonly home: Home
  readonly listing: Listing
  /** The home's parts by key, after the rows so far. */
  readonly parts: Map<string, P>
  /** The parts that rows of the batch name, with the catalogue's part and the file whose row is counted for each. */
  readonly touched: Map<string, { readonly before: P | undefined; fileNumber?: number }>
  rowsToCome: number
  rows: number
}

const HOME_UNKNOWN = new Rejection(
  'home.unknown',
  'The source has told of no home with this key: import its homes first.',
  'the home is not in the catalogue',
)
const LISTING_UNKNOWN = new Rejection(
  'home.unlisted',
  'The home has no listing that the row could belong to.',
  'the home has no listing',
)

/** Number of homes that are written at a time. */
const FLUSHED_TOGETHER = 1_000

/** Applies rows in their order, each unless a later moment is known. Homes are written with all of their parts. */
class PartBatch<P extends ListingPart> implements Batch {
  readonly #spec: PartSpec<P>
  readonly #store: RecordStore<'home'>
  readonly expect?: NonNullable<Batch['expect']>
  readonly #times: KeyTimes | undefined
  readonly #entries = new Map<number, Entry<P>>()
  /** Homes whose rows are all in the batch. */
  readonly #whole: number[] = []
  /** Parts named by earlier rows, of homes that may have more rows, and these homes themselves. */
  readonly #settled = new IdSet()
  readonly #settledHomes = new IdSet()
  /** The parts that complete lists name. */
  readonly #named = new IdSet()
  /** The parts deleted by rows of this import, with the moment of the row or of its file. */
  readonly #dropped = new Map<string, number>()
  #list: FileContext | undefined
  #newestMs = Number.NEGATIVE_INFINITY
  #rows = 0

  constructor(spec: PartSpec<P>, writer: CatalogWriter, times?: KeyTimes) {
    this.#spec = spec
    this.#store = storeOf('home', writer)
    if (this.#store.expect !== undefined)
      this.expect = (identities, source) => this.#store.expect?.(identities.map((one) => zpidOf(one, { source })))
    this.#times = times
  }

  get rows(): number {
    return this.#rows
  }

  get newestMs(): number {
    return this.#newestMs
  }

  take([content]: readonly RowContent[], file: FileContext): Taken | Rejection {
    if (content === undefined) throw new Error('a row has one part')
    const made = this.#spec.make(content)
    if (made instanceof Rejection) return made
    const momentMs = momentIn(content)
    if (made instanceof Withheld) {
      const { isKnown, findings } = this.drop({ ...content, ...(momentMs !== undefined && { momentMs }) }, file)
      const allFindings = [...content.findings, ...made.findings, ...findings]
      return { findings: allFindings, isMerged: false, removal: isKnown ? 'known' : 'unknown' }
    }
    const entry = this.#entryOf(content, file)
    if (entry instanceof Rejection) return entry
    const key = keyOf(content)
    const toldMs = momentMs ?? file.asOfMs
    const id = idOf(entry.home, key)
    this.#mention(id, file)
    const findings = [...content.findings, ...made.findings]
    if (toldMs !== undefined && toldMs < (this.#dropped.get(id) ?? Number.NEGATIVE_INFINITY)) {
      this.#add(entry)
      return { findings: [...findings, DELETED_LATER], isMerged: true }
    }
    const existing = entry.parts.get(key)
    if (existing === undefined && isOlderThanList(file)) {
      this.#add(entry)
      return NO_LONGER_LISTED
    }
    const isMerged = entry.touched.has(key) || this.#settled.has(id)
    const counted = isMerged ? {} : { fileNumber: file.fileNumber }
    if (!entry.touched.has(key)) entry.touched.set(key, { before: existing, ...counted })
    entry.parts.set(
      key,
      this.#merged({ ...made.record, key, ...(toldMs !== undefined && { toldMs }) }, existing, content, file),
    )
    this.#newestMs = Math.max(this.#newestMs, toldMs ?? Number.NEGATIVE_INFINITY)
    this.#add(entry)
    return { findings, isMerged }
  }

  drop(deletion: Deletion, file: FileContext): Dropped {
    const entry = this.#entryOf(deletion, file)
    if (entry instanceof Rejection) return { isKnown: false, findings: [] }
    const key = keyOf(deletion)
    const id = idOf(entry.home, key)
    this.#mention(id, file)
    this.#add(entry)
    const existing = entry.parts.get(key)
    const momentMs = momentOfDeletion(deletion, file)
    if (existing !== undefined && isKnownLater(existing.toldMs, momentMs, file)) {
      return { isKnown: true, findings: [NEWER_STAYS] }
    }
    if (momentMs !== Number.POSITIVE_INFINITY) this.#dropped.set(id, momentMs)
    if (existing === undefined) return { isKnown: false, findings: [] }
    if (!entry.touched.has(key)) entry.touched.set(key, { before: existing })
    entry.parts.delete(key)
    return { isKnown: true, findings: [] }
  }

  mention(identity: Identity, file: FileContext): void {
    if (file.complete) this.#mention(idOf({ zpid: zpidOf(identity, file) }, keyOf(identity)), file)
  }

  *settle(): Generator<Settled> {
    let written = 0
    for (const [zpid, entry] of this.#entries) {
      for (const key of entry.touched.keys()) this.#settled.add(idOf(entry.home, key))
      this.#settledHomes.add(zpid)
      yield* this.#written(entry)
      if (++written % FLUSHED_TOGETHER === 0) this.#store.flush()
    }
    this.#entries.clear()
    this.#whole.length = 0
    this.#rows = 0
    this.#store.flush()
  }

  *settleWhole(): Generator<Settled> {
    for (const zpid of this.#whole.splice(0)) {
      const entry = this.#entries.get(zpid)
      if (entry === undefined) continue
      const isLast = !this.#settledHomes.has(zpid)
      for (const settled of this.#written(entry)) yield { ...settled, isLast }
      this.#entries.delete(zpid)
      this.#rows -= entry.rows
    }
    this.#store.flush()
  }

  /** A complete list takes away the parts of its source's homes that it does not name; those without a key stay. */
  *finish(source: string, { maxGone }: ListEnd): Generator<Settled> {
    const list = this.#list
    if (list === undefined) return
    let [named, going] = [0, 0]
    const homes: number[] = []
    for (const zpid of this.#store.idsOf(source)) {
      const parts = this.#partsOf(this.#store.get(zpid), source)
      const missing = parts.filter((part) => this.#isMissing(zpid, part, list)).length
      named += parts.length - missing
      going += missing
      if (missing > 0) homes.push(zpid)
    }
    refuseTooMany({ going, named, maxGone, plural: this.#spec.plural, source })
    for (const [count, zpid] of homes.entries()) {
      const home = this.#store.get(zpid)
      const { missing = [], stay = [] } = Object.groupBy(this.#partsOf(home, source), (part) =>
        this.#isMissing(zpid, part, list) ? 'missing' : 'stay',
      )
      if (home?.listing) this.#store.put({ ...home, listing: this.#spec.into(home.listing, stay) }, home)
      for (const { key = '' } of missing) yield { id: idOf({ zpid }, key), outcome: 'gone' }
      if (count % FLUSHED_TOGETHER === 0) this.#store.flush()
    }
    this.#store.flush()
  }

  #partsOf(home: Home | undefined, source: string): readonly P[] {
    if (home?.listing === undefined || !isOf(home, source)) return []
    return this.#spec.of(home.listing).filter(({ key }) => key !== undefined)
  }

  #isMissing(zpid: number, { key = '', toldMs = Number.NEGATIVE_INFINITY }: P, { asOfMs = 0 }: FileContext): boolean {
    return toldMs <= asOfMs && !this.#named.has(idOf({ zpid }, key))
  }

  #mention(id: string, file: FileContext): void {
    if (!file.complete) return
    this.#named.add(id)
    this.#list = laterOf(this.#list, file)
  }

  #entryOf(identity: Identity, file: FileContext): Entry<P> | Rejection {
    const zpid = zpidOf(identity, file)
    const existing = this.#entries.get(zpid)
    if (existing !== undefined) return existing
    const home = this.#store.get(zpid)
    if (home === undefined || !isOf(home, file.source, identity.sourceKey)) return HOME_UNKNOWN
    if (home.listing === undefined) return LISTING_UNKNOWN
    const parts = new Map(this.#partsOf(home, file.source).map((part) => [part.key ?? '', part]))
    const rowsToCome = this.#times?.timesOf(identity.sourceKey) ?? Number.POSITIVE_INFINITY
    const entry = { home, listing: home.listing, parts, touched: new Map(), rowsToCome, rows: 0 }
    this.#entries.set(zpid, entry)
    return entry
  }

  #add(entry: Entry<P>): void {
    entry.rows++
    this.#rows++
    if (--entry.rowsToCome === 0) this.#whole.push(entry.home.zpid)
  }

  /** Merges a row into the known part, which stays unchanged when it is of a later moment. */
  #merged(told: P, known: P | undefined, { mapped }: RowContent, file: FileContext): P {
    if (known === undefined) return told
    const listedMs = isOlderThanList(file) ? file.listedMs : undefined
    const knownMs = Math.max(known.toldMs ?? Number.NEGATIVE_INFINITY, listedMs ?? Number.NEGATIVE_INFINITY)
    if (told.toldMs !== undefined && told.toldMs < knownMs) return known
    const kept = withUnmapped(told, known, this.#spec.fills, mapped)
    // A row without a moment is as recent as the catalogue's part.
    const isTimeless = told.toldMs === undefined && !mapped.has(MOMENT_FIELD) && known.toldMs !== undefined
    const merged = isTimeless ? { ...kept, toldMs: known.toldMs } : kept
    // A part that a list only confirms need not be written anew.
    return file.complete && isDeepStrictEqual({ ...merged, toldMs: 0 }, { ...known, toldMs: 0 }) ? known : merged
  }

  /** Writes a home whose parts have changed, and tells what became of each. */
  *#written({ home, listing, parts, touched }: Entry<P>): Generator<Settled> {
    let isChanged = false
    for (const [key, { before, fileNumber }] of touched) {
      const after = parts.get(key)
      const isSame = isDeepStrictEqual(before, after)
      isChanged ||= !isSame
      const counted = fileNumber === undefined ? {} : { fileNumber }
      const outcome = after === undefined ? 'removed' : before === undefined ? 'new' : isSame ? 'unchanged' : 'changed'
      yield { id: idOf(home, key), outcome, ...counted }
    }
    if (isChanged) this.#store.put({ ...home, listing: this.#spec.into(listing, [...parts.values()]) }, home)
  }
}

function zpidOf({ zpid, sourceKey }: Identity, { source }: Pick<FileContext, 'source'>): number {
  return zpid ?? derivedZpid(source, sourceKey)
}

function keyOf({ partKey }: Identity): string {
  if (partKey === undefined) throw new Error('the row names no part')
  return partKey
}

function idOf({ zpid }: Pick<Home, 'zpid'>, key: string): string {
  return `${zpid} ${key}`
}

function momentIn({ record }: RowContent): number | undefined {
  const moment = record[MOMENT_FIELD]
  return typeof moment === 'number' ? moment : undefined
}

/** Whether the file describes a time before the newest complete list. */
function isOlderThanList({ asOfMs, listedMs }: Pick<FileContext, 'asOfMs' | 'listedMs'>): boolean {
  return asOfMs !== undefined && listedMs !== undefined && asOfMs < listedMs
}
