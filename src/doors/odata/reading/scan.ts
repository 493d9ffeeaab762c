import type { PropertyNode } from '../../../catalog/ports/property-search.ts'
import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { asText } from '../evaluate/types.ts'
import { shownMoment } from '../language/moments.ts'
import { lookupKey } from '../resources/lookup-values.ts'
import { RESOURCE_OF } from '../resources/others.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'
import type { Constraint } from './constraints.ts'
import type { Order } from './order.ts'
import { compareKeys, type Position } from './position.ts'
import {
  AT_ONCE,
  besideNobody,
  changesIn,
  compareByKey,
  type DirectedSpan,
  merged,
  type Origin,
  peopleBehind,
  propertiesBehind,
  propertiesByChange,
  type RecordId,
  recordsByChange,
  recordsNamed,
  rowsOf,
  type SourceRecord,
} from './records.ts'

/** Batches of sorted rows. The rows may match the filter, but must still be checked. */
export type Batches = AsyncGenerator<readonly Row[]>

/** The rows to read: a resource, and what the filter says about them. */
export interface Scan {
  readonly schema: Schema
  readonly resource: Resource
  readonly constraints: readonly Constraint[]
  readonly needsPeople: boolean
  readonly origin: Origin
}

/**
 * Reads rows after a position, sorted by key or by last change. The rows may match the filter, but must still be
 * checked.
 */
export function rowsThatMayMatch(scan: Scan, order: Order, position: Position | undefined, limit: number): Batches {
  const { name } = scan.resource
  if (name === 'Lookup') return lookupRows(scan, position)
  if (name === 'EntityEvent') return eventRows(scan, order, position, limit)
  if (order.kind === 'change') return rowsByChange(scan, order, position, limit)
  return rowsByKey(scan, position, limit)
}

async function* rowsByKey(scan: Scan, position: Position | undefined, limit: number): Batches {
  const { resource, needsPeople, origin } = scan
  if (position !== undefined && resource.parts !== undefined)
    for await (const records of recordsNamed(namesOf(resource, [position.key]), origin)) {
      const rows = await rowsOf(records, resource, needsPeople, origin)
      yield rows.filter((row) => compareKeys(row, position) > 0)
    }
  for await (const records of recordsBehind(scan, position?.key ?? leastKey(scan), Math.min(limit, AT_ONCE)))
    yield await rowsOf(records, resource, needsPeople, origin)
}

/**
 * Reads records with keys after `behind`, sorted by key. The records may match the filter, but must still be checked.
 */
async function* recordsBehind(scan: Scan, behind: string, limit: number) {
  const { resource, constraints, origin } = scan
  const keys = namedKeys(resource, constraints)
  if (keys !== undefined) {
    yield* recordsNamed(inOrderOfKeys(namesOf(resource, keys), behind), origin)
    return
  }
  const sources: ReturnType<typeof recordsNamed>[] = []
  for (const noun of resource.nouns) {
    if (noun !== 'agent' && noun !== 'office') continue
    const changed = await changedPeople(noun, scan)
    sources.push(
      changed === undefined
        ? peopleBehind(behind, noun, limit, origin)
        : recordsNamed(inOrderOfKeys(changed, behind), origin),
    )
  }
  if (hasProperties(resource)) {
    const where = propertyNodes(resource, changeBounds(constraints, 'ModificationTimestamp'))
    sources.push(propertiesBehind(behind, where, limit, origin))
  }
  yield* merged(sources, compareByKey)
}

function inOrderOfKeys(names: readonly RecordId[], behind: string): readonly RecordId[] {
  return names.filter(([, key]) => key > behind).sort(([, one], [, other]) => (one < other ? -1 : 1))
}

function hasProperties({ nouns }: Resource): boolean {
  return nouns.some((noun) => noun === 'home' || noun === 'offer')
}

/** Returns the search conditions for homes and offers that changed in a range and have rows in the resource. */
function propertyNodes({ parts }: Resource, { from, to }: Span): readonly PropertyNode[] {
  const nodes: PropertyNode[] = []
  if (parts !== undefined) nodes.push({ kind: 'range', column: parts.column, min: 1, max: Number.POSITIVE_INFINITY })
  if (from > 0 || to < Number.MAX_SAFE_INTEGER)
    nodes.push({ kind: 'range', column: 'ModificationTimestamp', min: from, max: to })
  return nodes
}

function namesOf({ nouns }: Resource, keys: readonly string[]): readonly RecordId[] {
  return keys.flatMap((key) => nouns.map((noun) => [noun, key] as const))
}

/** Returns a key below the keys of all matches; empty if the filter has no lower bound. */
function leastKey({ resource, constraints }: Scan): string {
  if (resource.parts !== undefined) return ''
  const bounds = constraints
    .filter(({ field, operator }) => field === resource.key && (operator === 'gt' || operator === 'ge'))
    .map(({ operator, values: [value] }) => (operator === 'gt' ? asText(value) : asText(value).slice(0, -1)))
  return bounds.reduce((one, other) => (other > one ? other : one), '')
}

const EQUALS: ReadonlySet<string> = new Set(['eq', 'in'])

/** Returns the keys that the filter lists; undefined if it lists no keys. */
function namedKeys(resource: Resource, constraints: readonly Constraint[]): readonly string[] | undefined {
  for (const { field, operator, values } of constraints) {
    if (!EQUALS.has(operator)) continue
    if (field === (resource.parts?.ownedBy ?? resource.key)) return [...new Set(values.map(asText))]
    if (field === resource.key) return [...new Set(values.map((value) => ownerIn(asText(value))))]
  }
  return undefined
}

function ownerIn(partKey: string): string {
  return partKey.slice(0, Math.max(0, partKey.lastIndexOf('-')))
}

/** Maximum number of changes to sort by key. For more changes, it is faster to read all records. */
const CHANGES_MAX = 10_000

/**
 * Returns the agents or offices that changed in the range that the filter allows. Undefined if the filter has no
 * earliest time, or if too many changed.
 */
async function changedPeople(
  noun: 'agent' | 'office',
  { constraints, origin }: Scan,
): Promise<readonly RecordId[] | undefined> {
  const { from, to } = changeBounds(constraints, 'ModificationTimestamp')
  if (from === 0) return undefined
  const names: RecordId[] = []
  let count = 0
  for await (const changes of changesIn([noun], { from, to, order: 'first' }, CHANGES_AT_ONCE, origin)) {
    if (count > CHANGES_MAX) return undefined
    for (const { id, isGone } of changes) if (!isGone) names.push([noun, String(id)])
    count += changes.length
    await nextSlot()
  }
  return names
}

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Returns the range of sequence numbers (microseconds) that the filter allows. ModificationTimestamp has only
 * milliseconds.
 */
function changeBounds(constraints: readonly Constraint[], name: 'ModificationTimestamp' | 'EntityEventSequence'): Span {
  const unit = name === 'ModificationTimestamp' ? 1000 : 1
  const above = (value: number) => (Math.floor(value / unit) + 1) * unit
  const notBelow = (value: number) => Math.ceil(value / unit) * unit
  let from = 0
  let to = Number.MAX_SAFE_INTEGER
  for (const { field, operator, values } of constraints) {
    const [value] = values
    if (field !== name || operator === 'in' || typeof value !== 'number' || Number.isNaN(value)) continue
    if (operator !== 'lt' && operator !== 'le')
      from = Math.max(from, operator === 'gt' ? above(value) : notBelow(value))
    if (operator !== 'gt' && operator !== 'ge')
      to = Math.min(to, (operator === 'lt' ? notBelow(value) : above(value)) - 1)
  }
  return { from: Math.min(from, Number.MAX_SAFE_INTEGER), to: Math.max(to, -1) } // finite even if a bound is INF
}

/**
 * Shortens a range so that reading continues at the last position. `width`: the number of sequence numbers that rows
 * show as equal.
 */
function spanFrom({ from, to }: Span, order: DirectedSpan['order'], last: number | undefined, width = 1): DirectedSpan {
  if (last === undefined) return { from, to, order }
  return order === 'first'
    ? { from: Math.max(from, last), to, order }
    : { from, to: Math.min(to, last + width - 1), order }
}

function sequenceOf(position: Position | undefined): number | undefined {
  const [last] = position?.values ?? []
  return typeof last === 'number' ? last : undefined
}

/** Reads rows by last change. Rows of the same millisecond are sorted by key. */
async function* rowsByChange(
  { resource, constraints, needsPeople, origin }: Scan,
  { from, isKeyDescending }: Extract<Order, { kind: 'change' }>,
  position: Position | undefined,
  limit: number,
): Batches {
  const last = sequenceOf(position)
  const lastMoment = last === undefined ? undefined : shownMoment(last)
  const span = spanFrom(changeBounds(constraints, 'ModificationTimestamp'), from, lastMoment, 1000)
  const inOrder = (one: RowPlace, other: RowPlace) =>
    isKeyDescending === true ? -compareKeys(one, other) : compareKeys(one, other)
  const isBehind = (row: Row) =>
    position === undefined || shownMoment(row.sequence) !== lastMoment || inOrder(row, position) > 0
  const size = Math.min(limit, AT_ONCE)
  const isSearched = await haveFewRows(resource, origin)
  const others = isSearched ? resource.nouns.filter((noun) => noun !== 'home' && noun !== 'offer') : resource.nouns
  const sources = [
    ...(others.length > 0 ? [recordsByChange(others, span, size, origin)] : []),
    ...(isSearched ? [propertiesByChange(propertyNodes(resource, span), from, size, origin)] : []),
  ]
  const sign = from === 'first' ? 1 : -1
  const byMoment = (one: SourceRecord, other: SourceRecord) =>
    sign * (shownMoment(one.sequence) - shownMoment(other.sequence))
  let waiting: readonly Row[] = []
  for await (const records of merged(sources, byMoment)) {
    const rows = [...waiting, ...(await rowsOf(records, resource, needsPeople, origin))]
    const moments = [...Map.groupBy(rows, ({ sequence }) => shownMoment(sequence)).values()]
    waiting = moments.pop() ?? [] // the next batch may have more rows of this millisecond
    yield moments.flatMap((moment) => moment.filter(isBehind).sort(inOrder))
  }
  yield waiting.filter(isBehind).sort(inOrder)
}

/**
 * If fewer than this share of homes and offers have rows in the resource, searching for them is faster than reading all
 * changes.
 */
const FEW = 1 / 4

async function haveFewRows({ nouns, parts }: Resource, { catalog }: Origin): Promise<boolean> {
  const { counts } = catalog.about()
  let [withRows, all] = [0, 0]
  for (const noun of nouns) {
    if (parts === undefined || (noun !== 'home' && noun !== 'offer')) continue
    const { rows } = await catalog.pages.contents(noun)
    for (const key of parts.countedBy[noun] ?? []) withRows += rows.get(key)?.records ?? 0
    all += counts[noun]
  }
  return withRows < all * FEW
}

type RowPlace = Pick<Row, 'key' | 'part'>

const CHANGES_AT_ONCE = 1000

/** The record types whose changes EntityEvent reports. */
const EVENT_NOUNS: readonly ChangingNoun[] = ['home', 'offer', 'agent', 'office']

/** Whether reading applies this constraint exactly, so that events need no further check. */
export function isReadExactly({ field, operator, values }: Constraint): boolean {
  if (field === 'ResourceName') return EQUALS.has(operator)
  const [value] = values
  return field === 'EntityEventSequence' && operator !== 'in' && typeof value === 'number' && !Number.isNaN(value)
}

/** Returns the record types whose events the constraints allow. */
function nounsOfEvents(constraints: readonly Constraint[]): readonly ChangingNoun[] {
  const names = constraints.filter(({ field, operator }) => field === 'ResourceName' && EQUALS.has(operator))
  return EVENT_NOUNS.filter((noun) => names.every(({ values }) => values.includes(RESOURCE_OF[noun])))
}

async function* eventRows(
  { constraints, origin }: Scan,
  order: Order,
  position: Position | undefined,
  limit: number,
): Batches {
  const last = sequenceOf(position)
  const direction = order.kind === 'change' ? order.from : 'first'
  const span = spanFrom(changeBounds(constraints, 'EntityEventSequence'), direction, last)
  const beside = besideNobody(origin)
  const size = Math.min(limit, CHANGES_AT_ONCE)
  for await (const changes of changesIn(nounsOfEvents(constraints), span, size, origin))
    yield changes
      .filter(({ sequence }) => sequence !== last)
      .map((record) => {
        const { sequence } = record
        return { noun: 'change', record, key: String(sequence), sequence, part: 0, beside }
      })
}

/** Counts events. All constraints must pass `isReadExactly`. */
export function countEvents({ constraints, origin }: Scan): Promise<number> {
  const span = changeBounds(constraints, 'EntityEventSequence')
  return origin.catalog.pages.countChanges(nounsOfEvents(constraints), span)
}

async function* lookupRows({ schema, origin }: Scan, position: Position | undefined): Batches {
  const beside = besideNobody(origin)
  const newest = await origin.catalog.pages.changes(EVENT_NOUNS, { from: 0, to: Number.MAX_SAFE_INTEGER }, 1, 'last')
  const sequence = newest[0]?.sequence ?? 0
  const rows = schema.lookups.map(
    (record): Row => ({ noun: 'lookup', record, key: lookupKey(record), sequence, part: 0, beside }),
  )
  const isBehind = (row: Row) => position === undefined || compareKeys(row, position) > 0
  yield rows.filter(isBehind).sort(compareKeys)
}
