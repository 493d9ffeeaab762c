import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { PropertyHit, PropertyNode, PropertyQuery } from '../../../catalog/ports/property-search.ts'
import type { Change, ChangingNoun, StampedRecord } from '../../../catalog/ports/record-pages.ts'
import type { Words } from '../../../kit/base/words.ts'
import { shownMoment } from '../language/moments.ts'
import type { Resource } from '../resources/resource.ts'
import type { Beside, Row } from '../resources/row.ts'

/** The number of records to read in one step. A step blocks the thread for some milliseconds. */
export const AT_ONCE = 50

/** A record from which rows are made. */
export type SourceRecord = {
  readonly [N in ChangingNoun]: { readonly noun: N; readonly key: string } & StampedRecord<RecordsOf[N]>
}[ChangingNoun]

type RecordsOf = { readonly [N in ChangingNoun]: Extract<Row, { readonly noun: N }>['record'] }

/** Sorted records, in batches. */
type Batches = AsyncGenerator<readonly SourceRecord[]>

export type RecordId = readonly [noun: ChangingNoun, key: string]

/** The catalog from which rows are made, and the names and URL that rows contain. */
export interface Origin {
  readonly catalog: Catalog
  readonly words: Words
  readonly root: string
}

/**
 * The number of keys per search after the first search. Each search scans all homes and offers, so it should return
 * many.
 */
const FOUND_AT_ONCE = 500

type PropertyPlaces = Pick<PropertyQuery, 'where' | 'order' | 'after'>

/**
 * Finds matching homes and offers after a position, in the given order. The first search returns up to `limit` of them.
 */
async function* propertiesFound(places: PropertyPlaces, limit: number, origin: Origin) {
  const query = { ...places, isKeyDescending: false, offset: 0, isCounted: false }
  for (let [last, size] = [places.after, limit]; ; size = FOUND_AT_ONCE) {
    const { hits, isMore } = await origin.catalog.properties.page({
      ...query,
      limit: size,
      ...(last && { after: last }),
    })
    for (let at = 0; at < hits.length; at += AT_ONCE) yield hits.slice(at, at + AT_ONCE)
    last = hits.at(-1)
    if (!isMore || last === undefined) return
  }
}

/**
 * Reads matching homes and offers after a key, sorted by key as text. The first search returns up to `limit` of them.
 */
export async function* propertiesBehind(
  behind: string,
  where: readonly PropertyNode[],
  limit: number,
  origin: Origin,
): Batches {
  const places = { where, order: [], ...(behind !== '' && { after: { values: [], key: behind } }) }
  for await (const hits of propertiesFound(places, limit, origin)) yield await recordsAt(hits, origin)
}

/**
 * Reads matching homes and offers, sorted by the time of their last change. The first search returns up to `limit` of
 * them.
 */
export async function* propertiesByChange(
  where: readonly PropertyNode[],
  from: 'first' | 'last',
  limit: number,
  origin: Origin,
): Batches {
  const order = [{ column: 'ModificationTimestamp', isDescending: from === 'last' }] as const
  for await (const hits of propertiesFound({ where, order }, limit, origin)) {
    const momentOf = new Map(hits.map(({ key, modifiedUs }) => [key, modifiedUs]))
    // Skips a record that changed after the search. It comes again later, at the time of its new change.
    yield (await recordsAt(hits, origin)).filter(({ key, sequence }) => momentOf.get(key) === shownMoment(sequence))
  }
}

async function recordsAt(hits: readonly PropertyHit[], { catalog }: Origin): Promise<readonly SourceRecord[]> {
  const byKey = await lookUp(
    hits.map(({ noun, key }) => [noun, key]),
    catalog,
  )
  return hits.flatMap(({ noun, key }) => byKey.get(`${noun} ${key}`) ?? [])
}

/** Reads agents or offices after a key, sorted by key. */
export async function* peopleBehind(
  behind: string,
  noun: 'agent' | 'office',
  limit: number,
  { catalog }: Origin,
): Batches {
  for (let last = behind; ; ) {
    const records = await catalog.pages.between(noun, { from: last, to: LAST_TEXT }, limit + 1) // includes `from`
    const some = records.map((stamped) => sourceRecordOf(noun, stamped)).filter(({ key }) => key !== last)
    yield some
    if (records.length <= limit) return
    last = some.at(-1)?.key ?? last
  }
}

/** A string that is greater than every id. */
const LAST_TEXT = '\u{10FFFF}'

/** Compares records by key or by the time of their last change. */
type Comparing = (one: SourceRecord, other: SourceRecord) => number

export const compareByKey: Comparing = ({ key: one }, { key: other }) => (one < other ? -1 : Number(one > other))

/** Merges several sorted sources. All must have the same order. */
export async function* merged(sources: readonly Batches[], compare: Comparing): Batches {
  const waiting = sources.map((source) => ({ source, batch: [] as readonly SourceRecord[], isAtEnd: false }))
  for (;;) {
    for (const each of waiting)
      while (each.batch.length === 0 && !each.isAtEnd) {
        const { value, done } = await each.source.next()
        if (done === true) each.isAtEnd = true
        else each.batch = value
      }
    const lasts = waiting.flatMap(({ batch }) => batch.at(-1) ?? [])
    const [least] = lasts.sort(compare)
    if (least === undefined) return
    yield waiting.flatMap(({ batch }) => batch.filter((each) => compare(each, least) <= 0)).sort(compare)
    for (const each of waiting) each.batch = each.batch.filter((one) => compare(one, least) > 0)
  }
}

/** Reads the records with these keys, in this order. Skips keys that do not exist. */
export async function* recordsNamed(names: readonly RecordId[], { catalog }: Origin): Batches {
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE)
    const byKey = await lookUp(some, catalog)
    yield some.flatMap(([noun, key]) => byKey.get(`${noun} ${key}`) ?? [])
  }
}

/** Reads records. Returns them by record type and key. */
async function lookUp(names: readonly RecordId[], { pages }: Catalog): Promise<ReadonlyMap<string, SourceRecord>> {
  const byNoun = Map.groupBy(names, ([noun]) => noun)
  const read = Array.from(byNoun, async ([noun, ofNoun]) => {
    const keys = ofNoun.map(([, key]) => key)
    const records = await pages.byId(noun, noun === 'home' || noun === 'offer' ? keys.flatMap(numberWritten) : keys)
    return records.map((stamped) => sourceRecordOf(noun, stamped))
  })
  const records = (await Promise.all(read)).flat()
  return new Map(records.map((one) => [`${one.noun} ${one.key}`, one]))
}

/** Parses a numeric key. Returns a list with the number, or an empty list. */
function numberWritten(text: string): readonly number[] {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? [number] : []
}

/**
 * A range of sequence numbers, and the direction of reading: from its `first` number up, or from its `last` number
 * down.
 */
export interface DirectedSpan {
  readonly from: number
  readonly to: number
  readonly order: 'first' | 'last'
}

/** Reads the records whose last change is in a range of sequence numbers, in batches. */
export async function* changesIn(
  nouns: readonly ChangingNoun[],
  { from, to, order }: DirectedSpan,
  limit: number,
  { catalog }: Origin,
): AsyncGenerator<readonly Change[]> {
  for (let [low, high] = [from, to]; ; ) {
    const changes = await catalog.pages.changes(nouns, { from: low, to: high }, limit, order)
    yield changes
    const last = changes.at(-1)?.sequence
    if (last === undefined || changes.length < limit) return
    if (order === 'first') low = last + 1
    else high = last - 1
  }
}

/** Reads records, sorted by their last change. */
export async function* recordsByChange(
  nouns: readonly ChangingNoun[],
  span: DirectedSpan,
  limit: number,
  origin: Origin,
): Batches {
  for await (const changes of changesIn(nouns, span, limit, origin)) {
    const there = changes.filter(({ isGone }) => !isGone)
    const byKey = await lookUp(
      there.map(({ noun, id }) => [noun, String(id)]),
      origin.catalog,
    )
    // Skips a record that changed after the lookup. It comes again later, under its new sequence number.
    yield there.flatMap(({ noun, id, sequence }) => {
      const record = byKey.get(`${noun} ${id}`)
      return record?.sequence === sequence ? record : []
    })
  }
}

function sourceRecordOf<N extends ChangingNoun>(noun: N, stamped: StampedRecord<RecordsOf[N]>): SourceRecord {
  return { noun, ...stamped, key: String(Reflect.get(stamped.record, ID_KEYS[noun])) } as SourceRecord // `noun` is the type of the record
}

const ID_KEYS: Readonly<Record<ChangingNoun, string>> = {
  home: 'zpid',
  offer: 'offerId',
  agent: 'agentId',
  office: 'officeId',
}

/** Makes the rows of a resource from records. `needsPeople`: also reads the records' agents and offices. */
export async function rowsOf(
  records: readonly SourceRecord[],
  resource: Resource,
  needsPeople: boolean,
  origin: Origin,
): Promise<readonly Row[]> {
  const beside = await besideOf(records, needsPeople, origin)
  const rows = records.map((one): Row => ({ ...one, part: 0, beside }))
  const { parts } = resource
  return parts === undefined
    ? rows
    : rows.flatMap((row) => Array.from({ length: parts.count(row) }, (_, part): Row => ({ ...row, part })))
}

/** Reads the agents of records, and the agents' offices. */
async function besideOf(records: readonly SourceRecord[], needsPeople: boolean, origin: Origin): Promise<Beside> {
  const { pages } = origin.catalog
  const nobody = besideNobody(origin)
  if (!needsPeople) return nobody
  const agentIds = new Set<string>()
  const officeIds = new Set<string>()
  for (const one of records) {
    if (one.noun === 'agent' && one.record.officeId !== undefined) officeIds.add(one.record.officeId)
    if (one.noun !== 'home') continue
    const { listAgentId, coListAgentId, buyerAgentId } = one.record.listing ?? {}
    for (const id of [listAgentId, coListAgentId, buyerAgentId]) if (id !== undefined) agentIds.add(id)
  }
  const agents = await pages.byId('agent', [...agentIds])
  for (const { record } of agents) if (record.officeId !== undefined) officeIds.add(record.officeId)
  const offices = await pages.byId('office', [...officeIds])
  return {
    ...nobody,
    agents: new Map(agents.map((agent) => [agent.record.agentId, agent])),
    offices: new Map(offices.map((office) => [office.record.officeId, office])),
  }
}

export function besideNobody({ catalog, words, root }: Origin): Beside {
  return { about: catalog.about(), words, root, agents: new Map(), offices: new Map() }
}
