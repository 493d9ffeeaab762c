import {
  HOME_COLUMNS,
  HOME_FLAGS,
  type HomeColumn,
  type HomeColumnName,
  type HomeFlag,
} from '../../model/home-columns.ts'
import { COUNTRY_KEY } from '../../regions/region-keys.ts'
import type {
  BoxNode,
  CircleNode,
  OneOfNode,
  PlaceNode,
  PolygonNode,
  QueryNode,
  RangeNode,
  SumNode,
  WordsNode,
} from '../query.ts'
import { BOUNDS, REGION_COLUMNS, regionCode, sqlTypeOf } from './columns.ts'

export const TRUE = 'TRUE'
export const FALSE = 'FALSE'

/** Binds a value and returns its placeholder in the statement. */
export type Bind = (value: unknown) => string

/** What differs between the two databases. Each method returns a condition on a row of `table`. */
export interface Dialect {
  /** The column is one of several whole numbers; never true for NULL. */
  oneOf(column: string, values: readonly number[], bind: Bind): string
  box(node: BoxNode, table: string, bind: Bind): string
  polygon(node: PolygonNode, table: string, bind: Bind): string
  circle(node: CircleNode, table: string, bind: Bind): string
  words(node: WordsNode, table: string, bind: Bind): string
  /** Where the tables have partitions: which of them can have homes for which all nodes hold. */
  narrowed?(nodes: readonly QueryNode[], bind: Bind): { readonly within: string; readonly dialect: Dialect }
}

/** Every node as an SQL condition; values go through `bind`. */
export function condition(node: QueryNode, table: string, dialect: Dialect, bind: Bind): string {
  switch (node.kind) {
    case 'range':
      return range(node, bind)
    case 'oneOf':
      return dialect.oneOf(quoted(node.column), codesOf(node), bind)
    case 'flags':
      return flags(node.all, node.some, node.none, bind)
    case 'sum':
      return sum(node, bind)
    case 'place':
      return place(node, dialect, bind)
    case 'homes':
      return dialect.oneOf('zpid', node.zpids, bind)
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
      return oneHolds(
        node.alternatives.map((nodes) => allHold(nodes.map((each) => condition(each, table, dialect, bind)))),
      )
  }
}

export function quoted(column: string): string {
  return `"${column}"`
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

/** Bounds of a whole-number column are whole numbers, so the database compares without conversion. */
function range({ column, min, max, orMissing }: RangeNode, bind: Bind): string {
  const { scale = 1, type }: HomeColumn = HOME_COLUMNS[column]
  const [least, greatest] = BOUNDS[sqlTypeOf(column)]
  const whole = type !== 'f64'
  const from = whole ? leastStored(min, scale) : min
  const to = whole ? -leastStored(-max, scale) : max
  const name = quoted(column)
  const impossible = from > to || from > greatest || to < least
  const ends = [
    ...(from > least ? [`${name} >= ${bind(from)}`] : []),
    ...(to < greatest ? [`${name} <= ${bind(to)}`] : []),
  ]
  if (impossible) return orMissing ? `${name} IS NULL` : FALSE
  if (ends.length === 0) return orMissing ? TRUE : `${name} IS NOT NULL`
  return orMissing ? `(${name} IS NULL OR ${ends.join(' AND ')})` : ends.join(' AND ')
}

/** The smallest stored number for at least this value: 110 for 1.1, although 1.1 × 100 is slightly more than 110. */
function leastStored(value: number, scale: number): number {
  const near = Math.round(value * scale)
  return near / scale >= value ? near : near + 1
}

function codesOf({ column, values }: OneOfNode): number[] {
  const known: HomeColumn = HOME_COLUMNS[column]
  return values.map((value) => (known.values ?? []).indexOf(value)).filter((code) => code >= 0)
}

function flags(all: readonly HomeFlag[], some: readonly HomeFlag[], none: readonly HomeFlag[], bind: Bind): string {
  const [allBits, someBits, noBits] = [bits(all), bits(some), bits(none)]
  const cared = allBits | noBits
  if ((allBits & noBits) !== 0) return FALSE
  return allHold([
    cared === 0 ? TRUE : `flags & ${bind(cared)} = ${bind(allBits)}`,
    someBits === 0 ? TRUE : `flags & ${bind(someBits)} <> 0`,
  ])
}

/** There are only 30 flags, so the bits are never negative. */
function bits(names: readonly HomeFlag[]): number {
  return names.reduce((set, name) => set | (1 << HOME_FLAGS.indexOf(name)), 0)
}

/**
 * NULL in a column makes the sum NULL, which is in no range. Stored numbers are scaled first and then weighted, as in
 * the engine: the other order changes the last digit.
 */
function sum({ terms, min, max }: SumNode, bind: Bind): string {
  const total = terms.map(({ column, weight }) => `${unscaled(column, bind)} * ${real(weight, bind)}`).join(' + ')
  return allHold([
    min === Number.NEGATIVE_INFINITY ? TRUE : `${total} >= ${real(min, bind)}`,
    max === Number.POSITIVE_INFINITY ? TRUE : `${total} <= ${real(max, bind)}`,
    Number.isFinite(min) || Number.isFinite(max) ? TRUE : `${total} IS NOT NULL`,
  ])
}

function unscaled(column: HomeColumnName, bind: Bind): string {
  const { scale = 1 }: HomeColumn = HOME_COLUMNS[column]
  return scale === 1 ? quoted(column) : `${quoted(column)} / ${real(scale, bind)}`
}

/** Both databases accept this cast, and would otherwise treat the value as an integer. */
function real(value: number, bind: Bind): string {
  return `CAST(${bind(value)} AS double precision)`
}

function place({ regions }: PlaceNode, dialect: Dialect, bind: Bind): string {
  if (regions.includes(COUNTRY_KEY)) return TRUE
  return oneHolds(
    REGION_COLUMNS.map((type) => {
      const ids = regions.filter((key) => key.startsWith(`${type}/`)).map(regionCode)
      return dialect.oneOf(quoted(type), ids, bind)
    }),
  )
}
