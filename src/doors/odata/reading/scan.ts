import { setImmediate as turn } from 'node:timers/promises'
import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { asText } from '../evaluate/types.ts'
import { lookupKey } from '../resources/lookup-values.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'
import type { Constraint } from './constraints.ts'
import type { Order } from './order.ts'
import { compareKeys, type Position } from './position.ts'
import { type Origin, recordsBehind, recordsByChange, rowsOf, type Source } from './records.ts'

/** Rows that may match, in an order, in batches. */
export type Batches = AsyncGenerator<readonly Row[]>

/** A question about the rows of a resource. */
export interface Asked {
  readonly schema: Schema
  readonly resource: Resource
  readonly constraints: readonly Constraint[]
  readonly needsPeople: boolean
  readonly origin: Origin
}

/** The rows that may match, in the order of their keys or of their last changes, behind a position. */
export function rowsThatMayMatch(asked: Asked, order: Order, position: Position | undefined, limit: number): Batches {
  const { name } = asked.resource
  if (name === 'Lookup') return lookupRows(asked, position)
  if (name === 'EntityEvent') return eventRows(asked, order, position, limit)
  if (order.kind === 'change') return rowsByChange(asked, order, position, limit)
  return rowsByKey(asked, position, limit)
}

async function* rowsByKey(asked: Asked, position: Position | undefined, limit: number): Batches {
  const { resource, needsPeople, origin } = asked
  const least = position?.key ?? leastKey(asked)
  if (position !== undefined && resource.parts !== undefined) {
    const sources = resource.nouns.map((noun): Source => ({ noun, keys: [position.key] }))
    for await (const records of recordsBehind(sources, '', limit, origin))
      yield afterPosition(await rowsOf(records, resource, needsPeople, origin), position)
  }
  const keys = await knownRecords(asked)
  const sources = resource.nouns.map((noun): Source => ({ noun, keys: keys.get(noun) }))
  for await (const records of recordsBehind(sources, least, limit, origin))
    yield await rowsOf(records, resource, needsPeople, origin)
}

function afterPosition(rows: readonly Row[], position: Position | undefined): readonly Row[] {
  return position === undefined ? rows : rows.filter((row) => compareKeys(row, position) > 0)
}

/** The field with the key of the record that a row tells. */
function recordKey({ key, parts }: Resource): string {
  return parts?.ownedBy ?? key
}

/** A key behind which all matches are: empty where a filter sets no bound. */
function leastKey({ resource, constraints }: Asked): string {
  const bounds = constraints
    .filter(({ field, operator }) => field === resource.key && (operator === 'gt' || operator === 'ge'))
    .map(({ operator, values: [value] }) =>
      operator === 'gt' && resource.parts === undefined ? asText(value) : before(asText(value)),
    )
  return bounds.reduce((one, other) => (other > one ? other : one), '')
}

/**
 * A text that comes before the keys of all records with a part whose key is not less than another one. Parts are told
 * from records by a dash, and signs up to it may stand in keys of records, too.
 */
function before(key: string): string {
  return (/^[^\0--]*/.exec(key)?.[0] ?? '').slice(0, -1)
}

type Known = ReadonlyMap<ChangingNoun, readonly string[]>

/** Keys of records in order, where a filter names them or searches find them; nouns of which all must be read are left out. */
async function knownRecords(asked: Asked): Promise<Known> {
  const { resource, constraints, origin } = asked
  const named = namedKeys(resource, constraints)
  if (named !== undefined) return new Map(resource.nouns.map((noun) => [noun, named.toSorted()]))
  const changed = await changedRecords(asked)
  if (changed !== undefined) return changed
  if (resource.name !== 'OpenHouse') return new Map()
  const withSome = await homesWithOpenHouses(origin.catalog)
  return withSome === undefined ? new Map() : new Map([['home', withSome]])
}

/** Keys of the homes with open houses, in order; undefined if searches do not know all of them. */
async function homesWithOpenHouses(catalog: Catalog): Promise<readonly string[] | undefined> {
  const any = { min: 0, max: Number.POSITIVE_INFINITY, orMissing: false }
  const where = [{ parameter: '$filter', node: { kind: 'range', column: 'openHouseDay', ...any } as const }]
  const zpids: string[] = []
  for (const listingClass of ['For_Sale', 'For_Rent', 'Sold'] as const)
    zpids.push(...Array.from((await catalog.search('home').selectAll({ listingClass, where }, [])).zpids, String))
  const { held } = await catalog.pages.contents('home')
  return zpids.length === held.get('listing.openHouses') ? zpids.sort() : undefined
}

const EQUALS: ReadonlySet<string> = new Set(['eq', 'in'])

/** The keys of records that a filter names. */
function namedKeys(resource: Resource, constraints: readonly Constraint[]): readonly string[] | undefined {
  for (const { field, operator, values } of constraints) {
    if (!EQUALS.has(operator)) continue
    if (field === recordKey(resource)) return [...new Set(values.map(asText))]
    if (field === resource.key) return [...new Set(values.map((value) => ownerIn(asText(value))))]
  }
  return undefined
}

function ownerIn(partKey: string): string {
  return partKey.slice(0, Math.max(0, partKey.lastIndexOf('-')))
}

/** More changes than this are not put in the order of keys: reading all records costs less. */
const CHANGES_MAX = 100_000
const CHANGES_AT_ONCE = 5000

/** The records that changed as late as a filter demands. */
async function changedRecords({ resource, constraints, origin }: Asked): Promise<Known | undefined> {
  const { from, to } = changeBounds(constraints, 'ModificationTimestamp')
  if (from === 0) return undefined
  const keys = new Map(resource.nouns.map((noun): [ChangingNoun, string[]] => [noun, []]))
  let count = 0
  for (let at = from; ; ) {
    const changes = await origin.catalog.pages.changes(resource.nouns, { from: at, to }, CHANGES_AT_ONCE)
    for (const { noun, id, isGone } of changes) if (!isGone) keys.get(noun)?.push(String(id))
    count += changes.length
    if (count > CHANGES_MAX) return undefined
    if (changes.length < CHANGES_AT_ONCE) break
    at = (changes.at(-1)?.sequence ?? at) + 1
  }
  for (const ofNoun of keys.values()) ofNoun.sort()
  return keys
}

const isChangeBound = ({ field, operator, values: [value] }: Constraint) =>
  field === 'ModificationTimestamp' && operator !== 'in' && typeof value === 'number'

/**
 * Counts the records that changed when a filter demands, without reading them. Undefined where the filter demands
 * anything else.
 */
export async function countChanged({ resource, constraints, origin }: Asked): Promise<number | undefined> {
  if (resource.nouns.length === 0 || constraints.length === 0) return undefined
  if (!constraints.every(isChangeBound)) return undefined
  const { from, to } = changeBounds(constraints, 'ModificationTimestamp')
  let count = 0
  for (let at = from; ; ) {
    const changes = await origin.catalog.pages.changes(resource.nouns, { from: at, to }, CHANGES_AT_ONCE)
    for (const { isGone } of changes) if (!isGone) count += 1
    if (changes.length < CHANGES_AT_ONCE) return count
    at = (changes.at(-1)?.sequence ?? at) + 1
    await turn()
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The sequence numbers that a filter leaves. Those of one millisecond are one moment of ModificationTimestamp. */
function changeBounds(constraints: readonly Constraint[], name: 'ModificationTimestamp' | 'EntityEventSequence'): Span {
  const unit = name === 'ModificationTimestamp' ? 1000 : 1
  const above = (value: number) => (Math.floor(value / unit) + 1) * unit
  const notBelow = (value: number) => Math.ceil(value / unit) * unit
  let from = 0
  let to = Number.MAX_SAFE_INTEGER
  for (const { field, operator, values } of constraints) {
    const numbers = values.filter((value) => typeof value === 'number' && !Number.isNaN(value)) as number[]
    if (field !== name || numbers.length === 0 || numbers.length < values.length) continue
    const least = Math.min(...numbers)
    const greatest = Math.max(...numbers)
    if (operator !== 'lt' && operator !== 'le')
      from = Math.max(from, operator === 'gt' ? above(least) : notBelow(least))
    if (operator !== 'gt' && operator !== 'ge')
      to = Math.min(to, (operator === 'lt' ? notBelow(greatest) : above(greatest)) - 1)
  }
  return { from, to }
}

/** Narrows a span of sequence numbers to those from a position on, whose record may have more parts behind it. */
function spanFrom({ from, to }: Span, order: 'first' | 'last', position: Position | undefined) {
  const last = position?.values[0]
  if (typeof last !== 'number') return { from, to, order }
  return order === 'first' ? { from: Math.max(from, last), to, order } : { from, to: Math.min(to, last), order }
}

/** Leaves out the rows of a record up to a position in it. */
function behind(rows: readonly Row[], position: Position | undefined): readonly Row[] {
  if (position === undefined) return rows
  return rows.filter(({ sequence, part }) => sequence !== position.values[0] || part > position.part)
}

async function* rowsByChange(
  { resource, constraints, needsPeople, origin }: Asked,
  { from }: Extract<Order, { kind: 'change' }>,
  position: Position | undefined,
  limit: number,
): Batches {
  const span = spanFrom(changeBounds(constraints, 'ModificationTimestamp'), from, position)
  for await (const records of recordsByChange(resource.nouns, span, limit, origin))
    yield behind(await rowsOf(records, resource, needsPeople, origin), position)
}

/** The nouns whose changes are told. */
const TOLD: readonly ChangingNoun[] = ['home', 'offer', 'agent', 'office']

async function* eventRows(
  { constraints, origin }: Asked,
  order: Order,
  position: Position | undefined,
  limit: number,
): Batches {
  const { catalog, words, root } = origin
  const direction = order.kind === 'change' ? order.from : 'first'
  const { from, to } = spanFrom(changeBounds(constraints, 'EntityEventSequence'), direction, position)
  const beside = { about: catalog.about(), words, root, agents: new Map(), offices: new Map() }
  const size = Math.min(limit, CHANGES_AT_ONCE)
  for (let [low, high] = [from, to]; ; ) {
    const changes = await catalog.pages.changes(TOLD, { from: low, to: high }, size, direction)
    const rows = changes.map(
      (record): Row => ({
        noun: 'change',
        record,
        key: String(record.sequence),
        sequence: record.sequence,
        part: 0,
        beside,
      }),
    )
    yield behind(rows, position)
    const last = changes.at(-1)?.sequence
    if (last === undefined || changes.length < size) return
    if (direction === 'first') low = last + 1
    else high = last - 1
  }
}

async function* lookupRows({ schema, origin }: Asked, position: Position | undefined): Batches {
  const { catalog, words, root } = origin
  const beside = { about: catalog.about(), words, root, agents: new Map(), offices: new Map() }
  const newest = await catalog.pages.changes(TOLD, { from: 0, to: Number.MAX_SAFE_INTEGER }, 1, 'last')
  const sequence = newest[0]?.sequence ?? 0
  const rows = schema.lookups.map(
    (record): Row => ({ noun: 'lookup', record, key: lookupKey(record), sequence, part: 0, beside }),
  )
  yield afterPosition(rows.toSorted(compareKeys), position)
}

/** The refusal of a question that would read too much. */
export function tooCostly(what: string, most: number): Fault {
  return new Fault(
    'odata.too_costly',
    `${what} reads more than ${most.toLocaleString('en-US')} records, which is more than one call may: filter by key or ModificationTimestamp, or leave ${what} out and follow @odata.nextLink.`,
  )
}
