import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { PropertyNode } from '../../../catalog/ports/property-search.ts'
import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import { asText } from '../evaluate/types.ts'
import { lookupKey } from '../resources/lookup-values.ts'
import type { Resource } from '../resources/resource.ts'
import type { Row } from '../resources/row.ts'
import type { Schema } from '../resources/schema.ts'
import type { Constraint } from './constraints.ts'
import type { Order } from './order.ts'
import { compareKeys, type Position } from './position.ts'
import {
  AT_ONCE,
  merged,
  type Origin,
  peopleBehind,
  propertiesBehind,
  recordsByChange,
  recordsNamed,
  rowsOf,
} from './records.ts'

/** Rows that may match, in an order, in batches. */
export type Batches = AsyncGenerator<readonly Row[]>

/** A request for rows of a resource. */
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
  if (position !== undefined && resource.parts !== undefined)
    for await (const records of recordsNamed(namesOf(resource, [position.key]), origin)) {
      const rows = await rowsOf(records, resource, needsPeople, origin)
      yield rows.filter((row) => compareKeys(row, position) > 0)
    }
  for await (const records of recordsBehind(asked, position?.key ?? leastKey(asked), Math.min(limit, AT_ONCE)))
    yield await rowsOf(records, resource, needsPeople, origin)
}

/** The records that may match, behind a key, in the order of keys. */
async function* recordsBehind({ resource, constraints, origin }: Asked, behind: string, limit: number) {
  const keys = namedKeys(resource, constraints) ?? (await keysWithOpenHouses(resource, origin.catalog))
  if (keys !== undefined) {
    const some = keys.filter((key) => key > behind).sort()
    yield* recordsNamed(namesOf(resource, some), origin)
    return
  }
  const sources = resource.nouns.flatMap((noun) => {
    if (noun === 'agent' || noun === 'office') return peopleBehind(behind, noun, limit, origin)
    const isFirst = noun === resource.nouns.find((each) => each === 'home' || each === 'offer')
    return isFirst ? propertiesBehind(behind, resource.name === 'Media' ? WITH_PICTURES : [], limit, origin) : []
  })
  yield* merged(sources)
}

const WITH_PICTURES: readonly PropertyNode[] = [
  { kind: 'range', column: 'PhotosCount', min: 1, max: Number.POSITIVE_INFINITY },
]

function namesOf({ nouns }: Resource, keys: readonly string[]): readonly (readonly [ChangingNoun, string])[] {
  return keys.flatMap((key) => nouns.map((noun) => [noun, key] as const))
}

/** A key behind which all matches are: empty if a filter sets no bound. */
function leastKey({ resource, constraints }: Asked): string {
  if (resource.parts !== undefined) return ''
  const bounds = constraints
    .filter(({ field, operator }) => field === resource.key && (operator === 'gt' || operator === 'ge'))
    .map(({ operator, values: [value] }) => (operator === 'gt' ? asText(value) : asText(value).slice(0, -1)))
  return bounds.reduce((one, other) => (other > one ? other : one), '')
}

const EQUALS: ReadonlySet<string> = new Set(['eq', 'in'])

/** The keys of records that a filter names. */
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

/** Keys of the homes with open houses; undefined for other resources, or if searches do not know all of the homes. */
async function keysWithOpenHouses({ name }: Resource, catalog: Catalog): Promise<readonly string[] | undefined> {
  if (name !== 'OpenHouse') return undefined
  const any = { min: 0, max: Number.POSITIVE_INFINITY, orMissing: false }
  const where = [{ parameter: '$filter', node: { kind: 'range', column: 'openHouseDay', ...any } as const }]
  const zpids: string[] = []
  for (const listingClass of ['For_Sale', 'For_Rent', 'Sold'] as const)
    zpids.push(...Array.from((await catalog.search('home').selectAll({ listingClass, where }, [])).zpids, String))
  const { held } = await catalog.pages.contents('home')
  return zpids.length === held.get('listing.openHouses') ? zpids : undefined
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
    const [value] = values
    if (field !== name || operator === 'in' || typeof value !== 'number' || Number.isNaN(value)) continue
    if (operator !== 'lt' && operator !== 'le')
      from = Math.max(from, operator === 'gt' ? above(value) : notBelow(value))
    if (operator !== 'gt' && operator !== 'ge')
      to = Math.min(to, (operator === 'lt' ? notBelow(value) : above(value)) - 1)
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
function rowsBehind(rows: readonly Row[], position: Position | undefined): readonly Row[] {
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
  for await (const records of recordsByChange(resource.nouns, span, Math.min(limit, AT_ONCE), origin))
    yield rowsBehind(await rowsOf(records, resource, needsPeople, origin), position)
}

/** Changes that are read at once. */
const CHANGES_AT_ONCE = 5000

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
    yield rowsBehind(rows, position)
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
  const isBehind = (row: Row) => position === undefined || compareKeys(row, position) > 0
  yield rows.filter(isBehind).sort(compareKeys)
}
