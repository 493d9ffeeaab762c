import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Condition, Query, QueryNode, Selection, WordsNode } from '../../../catalog/ports/query.ts'
import { joined } from '../../../kit/algorithms/joined.ts'
import { DAY_MS } from '../../../kit/base/clock.ts'
import type { ListingStatus } from '../../../model/home.ts'
import {
  dayNumberOf,
  HOME_COLUMNS,
  type HomeColumn,
  type HomeColumnName,
  type ListingClass,
  type SaleState,
} from '../../../model/home-columns.ts'
import { bare } from '../evaluate/compile.ts'
import { asText, type Operand } from '../evaluate/types.ts'
import type { Constraint } from './constraints.ts'

/** How searches find what a field says: the column, and for which classes of listing. */
interface Indexed {
  readonly column: HomeColumnName
  readonly classes: readonly ListingClass[]
  /** The column's number for a value. */
  number(value: Operand): number | undefined
}

const ALL: readonly ListingClass[] = ['For_Sale', 'For_Rent', 'Sold']
const ON_MARKET: readonly ListingClass[] = ['For_Sale', 'For_Rent']

const asNumber = (value: Operand) => (typeof value === 'number' ? value : undefined)
const asDay = (value: Operand) => (typeof value === 'string' ? dayNumberOf(value) : undefined)
const asMomentsDay = (value: Operand) => (typeof value === 'number' ? Math.floor(value / 1000 / DAY_MS) : undefined)

const INDEXED: Readonly<Record<string, Indexed>> = {
  BedroomsTotal: { column: 'bedrooms', classes: ALL, number: asNumber },
  BathroomsTotalDecimal: { column: 'bathrooms', classes: ALL, number: asNumber },
  LivingArea: { column: 'livingArea', classes: ALL, number: asNumber },
  LotSizeSquareFeet: { column: 'lotSize', classes: ALL, number: asNumber },
  YearBuilt: { column: 'yearBuilt', classes: ALL, number: asNumber },
  AssociationFee: { column: 'associationFee', classes: ALL, number: asNumber },
  ParkingTotal: { column: 'parkingSpots', classes: ALL, number: asNumber },
  ListPrice: { column: 'price', classes: ON_MARKET, number: asNumber },
  ClosePrice: { column: 'price', classes: ['Sold'], number: asNumber },
  OnMarketDate: { column: 'listedDay', classes: ALL, number: asDay },
  OnMarketTimestamp: { column: 'listedDay', classes: ALL, number: asMomentsDay },
  CloseDate: { column: 'soldDay', classes: ['Sold'], number: asDay },
}

const STATES: Readonly<Partial<Record<ListingStatus, SaleState>>> = {
  Active: 'active',
  ActiveUnderContract: 'backup',
  ComingSoon: 'coming_soon',
  Pending: 'pending',
}

/** The part of the homes from which on reading them in their own order costs less than looking each up. */
const WORTH_SHARE = 0.4

/**
 * The homes that searches find under what a filter demands, by id, in no order; undefined where searches do not know all
 * that may match, or know too many to be worth it. Searches know homes of three classes alone.
 */
export async function indexedHomes(
  constraints: readonly Constraint[],
  words: WordsNode | undefined,
  catalog: Catalog,
): Promise<Float64Array | undefined> {
  const statuses = statusesIn(constraints)
  const homes = catalog.about().counts.home
  const classes = await classesFor(statuses, catalog)
  if (classes === undefined) return undefined
  const parts: Float64Array[] = []
  for (const listingClass of classes) {
    const where = conditionsFor(constraints, words, statuses, listingClass)
    const total = await countOf({ listingClass, where }, catalog)
    if (total > homes * WORTH_SHARE) return undefined
    const { zpids } = await catalog.search('home').selectAll({ listingClass, where }, [])
    parts.push(zpids)
  }
  return joined(parts)
}

/** The homes with open houses, by id, in no order; undefined where searches do not know all of them. */
export async function homesWithOpenHouses(catalog: Catalog): Promise<Float64Array | undefined> {
  const node = {
    kind: 'range',
    column: 'openHouseDay',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    orMissing: false,
  } as const
  const where = [{ parameter: '$filter', node }]
  const byClass = await Promise.all(
    ALL.map((listingClass) => catalog.search('home').selectAll({ listingClass, where }, [])),
  )
  const { held } = await catalog.pages.contents('home')
  const zpids = joined(byClass.map((homes) => homes.zpids))
  return zpids.length === held.get('listing.openHouses') ? zpids : undefined
}

/** Columns that hold what their fields say, to the unit. */
const EXACT: ReadonlySet<HomeColumnName> = new Set<HomeColumnName>(['bedrooms', 'yearBuilt', 'price'])

/** Counts the homes that fit all constraints, by searches alone. Undefined where searches cannot count them exactly. */
export async function countedHomes(constraints: readonly Constraint[], catalog: Catalog): Promise<number | undefined> {
  const statuses = statusesIn(constraints)
  const classes = await classesFor(statuses, catalog)
  if (classes === undefined) return undefined
  const others = constraints.filter(({ field }) => field !== 'StandardStatus')
  const isOfStatusAlone = constraints.length - others.length <= (statuses === undefined ? 0 : 1)
  if (!isOfStatusAlone) return undefined
  let count = 0
  for (const listingClass of classes) {
    const nodes = others.map((constraint) => exactNode(constraint, listingClass))
    if (!nodes.every((node) => node !== undefined)) return undefined
    const where = [...stateNodes(statuses, listingClass), ...nodes].map((node) => ({ parameter: '$filter', node }))
    count += await countOf({ listingClass, where }, catalog)
  }
  return count
}

/** The node for a constraint that says just as much. */
function exactNode({ field, operator, values }: Constraint, listingClass: ListingClass): QueryNode | undefined {
  const indexed = Object.hasOwn(INDEXED, field) ? INDEXED[field] : undefined
  const [value, ...more] = values
  const number = indexed?.number(value)
  if (indexed === undefined || number === undefined || more.length > 0) return undefined
  const { column, classes } = indexed
  if (!EXACT.has(column) || !classes.includes(listingClass)) return undefined
  if (Number.isNaN(number) || number < 0 || number + 1 >= largestOf(HOME_COLUMNS[column])) return undefined
  const isOpenBelow = operator === 'lt' || operator === 'le'
  const isOpenAbove = operator === 'gt' || operator === 'ge'
  const min = isOpenBelow ? Number.NEGATIVE_INFINITY : operator === 'gt' ? Math.floor(number) + 1 : Math.ceil(number)
  const max = isOpenAbove ? Number.POSITIVE_INFINITY : operator === 'lt' ? Math.ceil(number) - 1 : Math.floor(number)
  return { kind: 'range', column, min, max, orMissing: false }
}

/** The stages that homes of some statuses are in. */
function stateNodes(statuses: Statuses, listingClass: ListingClass): readonly QueryNode[] {
  if (statuses === undefined || listingClass === 'Sold') return []
  const values = [...statuses].flatMap((status) => STATES[status as ListingStatus] ?? [])
  return [{ kind: 'oneOf', column: 'saleState', values }]
}

type Statuses = ReadonlySet<string> | undefined

/** The statuses that a match may have, as the model writes them; undefined for any. */
function statusesIn(constraints: readonly Constraint[]): Statuses {
  const demanded = constraints.filter(({ field, operator }) => field === 'StandardStatus' && EQUALS.has(operator))
  const [first] = demanded
  if (first?.values.includes(undefined)) return undefined // homes without a listing have none
  return first && new Set(first.values.map((value) => MODEL_STATUS.get(bare(asText(value))) ?? ''))
}

const EQUALS: ReadonlySet<string> = new Set(['eq', 'in'])

const MODEL_STATUS = new Map(
  ['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending', 'Closed', 'Canceled', 'Expired', 'Withdrawn'].map(
    (status) => [bare(status), status],
  ),
)

/** The classes that hold all homes of some statuses; undefined where homes outside of them may have one. */
async function classesFor(statuses: Statuses, catalog: Catalog): Promise<readonly ListingClass[] | undefined> {
  if (statuses === undefined) {
    const totals = await Promise.all(ALL.map((listingClass) => countOf({ listingClass, where: [] }, catalog)))
    const listed = totals.reduce((sum, total) => sum + total, 0)
    return listed === catalog.about().counts.home ? ALL : undefined
  }
  const asked = [...statuses].filter((status) => status !== '')
  if (asked.some((status) => status !== 'Closed' && !(status in STATES))) return undefined
  const classes = asked.some((status) => status in STATES) ? [...ON_MARKET] : []
  if (!asked.includes('Closed')) return classes
  const { values } = await catalog.pages.contents('home')
  const closed = values.get('listing.status')?.get('Closed') ?? 0
  const sold = await countOf({ listingClass: 'Sold', where: [] }, catalog)
  return sold === closed ? [...classes, 'Sold'] : undefined // leases that ended are in no class
}

async function countOf({ listingClass, where }: Selection, catalog: Catalog): Promise<number> {
  const query: Query = { listingClass, where, order: 'HomesForYou', offset: 0, limit: 0, grouped: false, today: 0 }
  return (await catalog.search('home').page(query)).ungrouped
}

function conditionsFor(
  constraints: readonly Constraint[],
  words: WordsNode | undefined,
  statuses: Statuses,
  listingClass: ListingClass,
): readonly Condition[] {
  const nodes: QueryNode[] = [...(words === undefined ? [] : [words]), ...stateNodes(statuses, listingClass)]
  for (const constraint of constraints) {
    const node = zipNode(constraint) ?? rangeNode(constraint, listingClass)
    if (node !== undefined) nodes.push(node)
  }
  return nodes.map((node) => ({ parameter: '$filter', node }))
}

function zipNode({ field, operator, values }: Constraint): QueryNode | undefined {
  if (field !== 'PostalCode' || !EQUALS.has(operator) || values.includes(undefined)) return undefined
  return { kind: 'place', regions: values.map((value) => `zipcode/${asText(value)}`) }
}

/** Columns hold rounded numbers: the bounds are wider by one step, and the whole filter decides. */
function rangeNode({ field, operator, values }: Constraint, listingClass: ListingClass): QueryNode | undefined {
  const indexed = Object.hasOwn(INDEXED, field) ? INDEXED[field] : undefined
  if (indexed === undefined || !indexed.classes.includes(listingClass)) return undefined
  const numbers = values.map((value) => indexed.number(value))
  if (!numbers.every((number) => number !== undefined)) return undefined
  const { column } = indexed
  const largest = largestOf(HOME_COLUMNS[column])
  const least = Math.min(...numbers) - 1
  const greatest = Math.max(...numbers) + 1
  const doFit = numbers.every((number) => number >= 0) && greatest < largest // neither does NaN
  if (!doFit) return undefined // a column clamps what does not fit
  const min = operator === 'lt' || operator === 'le' ? Number.NEGATIVE_INFINITY : least
  const max = operator === 'gt' || operator === 'ge' ? Number.POSITIVE_INFINITY : greatest
  return { kind: 'range', column, min, max, orMissing: false }
}

const LARGEST = { u8: 0xfe, u16: 0xfffe, u32: 0xffff_fffe, i32: 0x7fff_fffe, f64: Number.MAX_VALUE }

function largestOf({ type, scale = 1 }: HomeColumn): number {
  return LARGEST[type] / scale
}
