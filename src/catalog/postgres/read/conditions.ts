import type { ListingClass } from '../../../model/home-columns.ts'
import type { HomeOrder } from '../../../model/home-orders.ts'
import { isLayerKey, LAYER } from '../../../model/layer.ts'
import { leastStored, type SearchColumn } from '../../../model/searchable.ts'
import type { OrderOf, SearchedNoun } from '../../../model/searched.ts'
import { COUNTRY_KEY } from '../../../places/regions/region-keys.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import type {
  BoxNode,
  CircleNode,
  DaysNode,
  FlagsNode,
  OneOfNode,
  PolygonNode,
  QueryNode,
  RangeNode,
  SumNode,
  WordsNode,
} from '../../ports/query.ts'
import {
  BOUNDS,
  columnOfOrder,
  quoted,
  REGION_COLUMNS,
  regionCode,
  sqlTypeOf,
  stateCode,
  tableOf,
} from '../tables/columns.ts'

export const TRUE = 'TRUE'
export const FALSE = 'FALSE'

/** Binds a value and returns its placeholder in the statement. */
export type Bind = (value: unknown) => string

/** Conditions whose SQL depends on the database. */
export interface Dialect {
  /** The column equals one of these integers. Never true if the column is NULL. */
  oneOf(column: string, values: readonly number[], bind: Bind): string
  /** Returns the state that contains all homes of a region whose key does not name its state, if the region has one. */
  onlyStateOf?(region: string): string | undefined
  box(node: BoxNode, table: string, bind: Bind): string
  polygon(node: PolygonNode, table: string, bind: Bind): string
  circle(node: CircleNode, table: string, bind: Bind): string
  /** @param within A condition on the column `state` that holds for all rows that the statement reads. */
  words(node: WordsNode, table: string, bind: Bind, within?: string): string
}

/** Describes a record type and its tables for SQL statements. */
export interface SqlNoun {
  readonly columns: Readonly<Record<string, SearchColumn<never>>>
  readonly flags: readonly string[]
  /** The column with the key, in each table of the record type. */
  readonly key: string
  /** The table with stored search results (JSON). */
  readonly cards: string
  /** The table of dates with free seats, for record types that have such dates. */
  readonly slots?: string
  /** Returns the table of a listing class. */
  tableOf(listingClass: string): string
  /** Returns the column by which an order sorts, and whether the highest value comes first. */
  order(name: string): { readonly column: string; readonly highestFirst: boolean }
  /** Returns SQL for the number of rows of a listing class, if the number is stored. */
  countOf?(listingClass: string): string
  /**
   * Returns where a row stores the codes of its places of a type: in a column, or in an array with the places of all
   * types.
   */
  places(
    type: string,
  ): { readonly column: string; readonly list?: undefined } | { readonly column?: undefined; readonly list: string }
  /** Returns a condition for rows in any of these regions. */
  place(regions: readonly string[], dialect: Dialect, bind: Bind): string
}

export const HOMES: SqlNoun = {
  columns: SEARCHED.home.columns,
  flags: SEARCHED.home.flags,
  key: 'zpid',
  cards: 'card',
  tableOf: (listingClass) => tableOf(listingClass as ListingClass), // homes have these classes
  order: (name) => orderIn(SEARCHED.home, name as HomeOrder), // of homes
  countOf: (listingClass) => `SELECT (value::json ->> '${listingClass}')::int8 FROM catalog.meta WHERE name = 'listed'`,
  places: (type) =>
    type === LAYER
      ? { list: 'layers' }
      : { column: REGION_COLUMNS.some((each) => each === type) ? quoted(type) : 'NULL::int8' },
  place(regions, dialect, bind) {
    if (regions.includes(COUNTRY_KEY)) return TRUE
    const layers = regions.filter(isLayerKey).map(regionCode)
    const isStates = regions.every((key) => key.startsWith('state/'))
    const states = isStates ? undefined : statesOf(regions, dialect)
    const inOne = oneHolds([
      ...REGION_COLUMNS.map((type) => {
        const codes = regions.filter((key) => key.startsWith(`${type}/`)).map(regionCode)
        return dialect.oneOf(quoted(type), codes, bind)
      }),
      layers.length === 0 ? FALSE : `layers && CAST(${bind(layers)} AS int8[])`,
    ])
    return states === undefined ? inOne : allHold([dialect.oneOf('state', states, bind), inOne])
  },
}

/** Number of parts in the keys of regions that begin with their state: `city/tx/austin`, `county/tx/travis`. */
const STATED: Readonly<Record<string, number>> = { state: 2, county: 3, city: 3, neighborhood: 4 }

/** Returns the codes of all states in which homes of these regions can be. Undefined if a region may be in several. */
export function statesOf(regions: readonly string[], dialect: Dialect): readonly number[] | undefined {
  const states = regions.map((key) => {
    const [type = '', first = '', ...rest] = key.split('/')
    const state = STATED[type] === rest.length + 2 ? first : dialect.onlyStateOf?.(key)
    return state === undefined ? undefined : stateCode({ state })
  })
  return states.length > 0 && states.every((code) => code !== undefined) ? [...new Set(states)] : undefined
}

/** Returns the column by which an order sorts, and whether the highest value comes first. */
export function orderIn<N extends SearchedNoun>(noun: NounDescription<N>, name: OrderOf<N>) {
  return { column: columnOfOrder(noun, name), highestFirst: noun.orders[name].highestFirst }
}

/** A query node of any record type. Its names were type-checked where the node was created. */
type AnyNounNode = QueryNode<SearchedNoun>

/** Returns the SQL condition of a node. Values are bound by `bind`. */
export function condition(
  node: AnyNounNode,
  table: string,
  dialect: Dialect,
  bind: Bind,
  noun: SqlNoun = HOMES,
): string {
  switch (node.kind) {
    case 'range':
      return range(node, columnNamed(noun, node.column), bind)
    case 'oneOf':
      return dialect.oneOf(quoted(node.column), codesOf(node, columnNamed(noun, node.column)), bind)
    case 'flags':
      return flags(node, noun, bind)
    case 'sum':
      return sum(node, noun, bind)
    case 'place':
      return noun.place(node.regions, dialect, bind)
    case 'homes':
      return dialect.oneOf(noun.key, node.zpids, bind)
    case 'box':
      return dialect.box(node, table, bind)
    case 'polygon':
      return dialect.polygon(node, table, bind)
    case 'circle':
      return dialect.circle(node, table, bind)
    case 'words':
      if (node.words.length === 0 && node.phrases.length === 0) return TRUE
      return dialect.words(node, table, bind)
    case 'any':
    case 'none': {
      const holding = oneHolds(
        node.alternatives.map((nodes) => allHold(nodes.map((each) => condition(each, table, dialect, bind, noun)))),
      )
      return node.kind === 'any' ? holding : noneHolds(holding)
    }
    case 'tags':
      return `tags && CAST(${bind(node.tags)} AS text[])`
    case 'days':
      return days(node, noun, bind)
  }
}

function columnNamed({ columns }: SqlNoun, name: string): SearchColumn<never> {
  const column = columns[name]
  if (column === undefined) throw new TypeError(`There is no column ${name}.`)
  return column
}

export function allHold(conditions: readonly string[]): string {
  const asking = conditions.filter((each) => each !== TRUE)
  if (asking.includes(FALSE)) return FALSE
  return asking.length === 0 ? TRUE : asking.join(' AND ')
}

export function oneHolds(conditions: readonly string[]): string {
  const possible = conditions.filter((each) => each !== FALSE)
  if (possible.includes(TRUE)) return TRUE
  const [only] = possible
  if (only === undefined) return FALSE
  return possible.length === 1 ? only : `(${possible.map((each) => `(${each})`).join(' OR ')})`
}

/** Negates a condition. A NULL condition, as for a row without a value, counts as false. */
export function noneHolds(one: string): string {
  if (one === TRUE) return FALSE
  return one === FALSE ? TRUE : `(${one}) IS NOT TRUE`
}

/** Rounds the bounds of an integer column to integers, so that the database compares without conversion. */
function range(
  { column, min, max, orMissing }: RangeNode<SearchedNoun>,
  known: SearchColumn<never>,
  bind: Bind,
): string {
  const { scale = 1, type } = known
  const whole = type !== 'f64'
  const from = whole ? leastStored(min, scale) : min
  const to = whole ? -leastStored(-max, scale) : max
  const name = quoted(column)
  const ends = between(name, [from, to], BOUNDS[sqlTypeOf(known)], bind)
  if (ends === FALSE) return orMissing ? `${name} IS NULL` : FALSE
  if (ends === TRUE) return orMissing ? TRUE : `${name} IS NOT NULL`
  return orMissing ? `(${name} IS NULL OR ${ends})` : ends
}

/** Omits a bound that every value satisfies. The column's type may not even be able to store the bound. */
function between(
  name: string,
  [from, to]: readonly [number, number],
  [least, greatest]: readonly [least: number, greatest: number],
  bind: Bind,
): string {
  if (from > to || from > greatest || to < least) return FALSE
  return allHold([from > least ? `${name} >= ${bind(from)}` : TRUE, to < greatest ? `${name} <= ${bind(to)}` : TRUE])
}

/**
 * Returns a condition for rows with a matching date. If a day has several slots, only the slot with the most free seats
 * is stored.
 */
function days({ from, to, least }: DaysNode, { key, slots }: SqlNoun, bind: Bind): string {
  const slot = allHold([
    between('day', [Math.ceil(from), Math.floor(to)], BOUNDS.int4, bind),
    between('seats', [Math.ceil(least), Number.POSITIVE_INFINITY], BOUNDS.int4, bind),
  ])
  return slot === FALSE || slots === undefined ? FALSE : `${key} IN (SELECT ${key} FROM ${slots} WHERE ${slot})`
}

function codesOf({ values }: OneOfNode<SearchedNoun>, known: SearchColumn<never>): number[] {
  return values.map((value) => (known.values ?? []).indexOf(value)).filter((code) => code >= 0)
}

function flags({ all, some, none }: FlagsNode<SearchedNoun>, noun: SqlNoun, bind: Bind): string {
  const [allBits, someBits, noBits] = [bits(all, noun), bits(some, noun), bits(none, noun)]
  const cared = allBits | noBits
  if ((allBits & noBits) !== 0) return FALSE
  return allHold([
    cared === 0 ? TRUE : `flags & ${bind(cared)} = ${bind(allBits)}`,
    someBits === 0 ? TRUE : `flags & ${bind(someBits)} <> 0`,
  ])
}

/** A record type has at most 31 flags, so the bits are never negative. */
function bits(names: readonly string[], noun: SqlNoun): number {
  return names.reduce((set, name) => set | (1 << noun.flags.indexOf(name)), 0)
}

/**
 * The sum is NULL if a column is NULL, and NULL is in no range. Stored numbers are divided by their scale before they
 * are weighted, as in the engine, so that the last digit is the same.
 */
function sum({ terms, min, max }: SumNode<SearchedNoun>, noun: SqlNoun, bind: Bind): string {
  const unscaled = (column: string) => {
    const { scale = 1 } = columnNamed(noun, column)
    return scale === 1 ? quoted(column) : `${quoted(column)} / ${real(scale, bind)}`
  }
  const total = terms.map(({ column, weight }) => `${unscaled(column)} * ${real(weight, bind)}`).join(' + ')
  return allHold([
    min === Number.NEGATIVE_INFINITY ? TRUE : `${total} >= ${real(min, bind)}`,
    max === Number.POSITIVE_INFINITY ? TRUE : `${total} <= ${real(max, bind)}`,
    Number.isFinite(min) || Number.isFinite(max) ? TRUE : `${total} IS NOT NULL`,
  ])
}

/** The cast makes the database treat the value as a float, not an integer. */
function real(value: number, bind: Bind): string {
  return `CAST(${bind(value)} AS double precision)`
}
