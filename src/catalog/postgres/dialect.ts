import { ringCells } from '../../engine/ring-cells.ts'
import type { BoxNode, CircleNode, PolygonNode } from '../query.ts'
import { bucketsAsked, EVERYWHERE, paddedBuckets, type Whereabouts } from './buckets.ts'
import { boxOrAnywhere, withinCircle } from './circle.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds, TRUE } from './conditions.ts'
import { queryText } from './words.ts'

/**
 * PostgreSQL's shapes treat numbers that differ by less than a millionth as equal. In units of 2^-30 degrees, an exact
 * conversion, that is far below the resolution of coordinates.
 */
export const UNITS_PER_DEGREE = 2 ** 30

/** Keys of the areas of homes without coordinates that a shape holds whole; see `home-areas.ts`. */
export type AreasHeld = (shape: BoxNode | PolygonNode | CircleNode) => readonly string[]

/**
 * Conditions for PostgreSQL: places use the GiST index, words the GIN index. Where there are `whereabouts`, statements
 * look only into the buckets that can have what is asked for.
 */
export function postgresDialect(
  areasHeld: AreasHeld,
  whereabouts: () => Whereabouts | undefined = () => undefined,
): Dialect {
  const dialect = dialectIn(CATALOG, areasHeld)
  return {
    ...dialect,
    narrowed(nodes, bind) {
      const known = whereabouts()
      const within = known === undefined ? TRUE : inBuckets(bucketsAsked(nodes, known, areasHeld), bind)
      const narrow = { ...dialect, words: wordsWithin(within) }
      return { schema: CATALOG, within, isSpread: known !== undefined, shown: () => TRUE, dialect: narrow }
    },
  }
}

/** The same for a shard, of whose rows those are read that a change shows. */
export function shardDialect(areasHeld: AreasHeld, change: number): Dialect {
  const dialect = dialectIn(SHARD_SCHEMA, areasHeld)
  return {
    ...dialect,
    narrowed(_, bind) {
      const at = bind(change)
      const shown = (from: string) => `${from}since <= ${at} AND ${from}until > ${at}`
      const within = shown('')
      return {
        schema: SHARD_SCHEMA,
        within,
        shown: (table) => shown(`${table}.`),
        dialect: { ...dialect, words: wordsWithin(within) },
      }
    },
  }
}

const CATALOG = 'catalog'
export const SHARD_SCHEMA = 'plat_shard'

function dialectIn(schema: string, areasHeld: AreasHeld): Dialect {
  const orHeld = (condition: string, shape: BoxNode | PolygonNode | CircleNode, bind: Bind) => {
    const areas = areasHeld(shape)
    return areas.length === 0 ? condition : oneHolds([condition, `area = ANY(${bind(areas)})`])
  }
  return {
    oneOf(column, values, bind) {
      const [only] = values
      if (only === undefined) return FALSE
      return values.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(values)})`
    },
    box: (node, _, bind) => orHeld(inBox(node, bind), node, bind),
    polygon: (node, _, bind) => orHeld(inPolygon(node, schema, bind), node, bind),
    circle: (node, _, bind) => orHeld(circleCondition(node, bind), node, bind),
    words: wordsWithin(TRUE),
  }
}

/** One by one: the database leaves out partitions for a list of values, but not for an array that is bound. */
function inBuckets(buckets: number, bind: Bind): string {
  if (buckets === EVERYWHERE) return TRUE
  const values = paddedBuckets(buckets).map(bind)
  if (values.length === 0) return FALSE
  return values.length === 1 ? `bucket = ${values[0]}` : `bucket IN (${values.join(', ')})`
}

function wordsWithin(within: string): Dialect['words'] {
  return (node, table, bind) => {
    const holds = allHold([within, `words @@ CAST(${bind(queryText(node.words, node.phrases))} AS tsquery)`])
    return `zpid IN (SELECT zpid FROM ${table}_text WHERE ${holds})`
  }
}

/** The index finds what is in the box around the circle. */
export function circleCondition(circle: CircleNode, bind: Bind): string {
  return allHold([boxOrAnywhere(circle, (box) => inBox(box, bind)), withinCircle(circle, bind)])
}

/** A point as PostgreSQL reads it. */
export function pointText(longitude: number, latitude: number): string {
  return `(${longitude * UNITS_PER_DEGREE},${latitude * UNITS_PER_DEGREE})`
}

function inBox({ west, south, east, north }: BoxNode, bind: Bind): string {
  const between = (from: number, to: number) =>
    `place <@ CAST(${bind(`(${pointText(to, north)},${pointText(from, south)})`)} AS box)`
  if (south > north) return FALSE
  return west <= east ? between(west, east) : oneHolds([between(west, 180), between(-180, east)])
}

/**
 * The index finds what is in the box around the ring. A point's cell tells most of the rest, at a hundredth of the cost
 * of `in_ring`, which tests points of the cells along the ring against the edges of their row.
 */
function inPolygon({ points }: PolygonNode, schema: string, bind: Bind): string {
  const cells = ringCells(points.flatMap(([latitude, longitude]) => [longitude, latitude]))
  const { west, south, east, north, columnsPerDegree, rowsPerDegree } = cells
  const [x, y] = [`place[0] / ${UNITS_PER_DEGREE}`, `place[1] / ${UNITS_PER_DEGREE}`]
  const step = (at: string, from: number, perDegree: number) =>
    `floor((${at} - CAST(${bind(from)} AS float8)) * CAST(${bind(perDegree)} AS float8))::int4`
  const [column, row] = [step(x, west, columnsPerDegree), step(y, south, rowsPerDegree)]
  const integers = (values: ArrayLike<number>) => `(CAST(${bind(Array.from(values))} AS int4[]))`
  const isSet = (masks: Int32Array) => `${integers(masks)}[${row} + 1] >> ${column} & 1 = 1`
  const starts = integers(cells.rowStarts)
  const which = `${integers(cells.rowEdges)}[${starts}[${row} + 1] + 1 : ${starts}[${row} + 2]]`
  return `${inBox({ kind: 'box', west, south, east, north }, bind)} AND CASE WHEN ${isSet(cells.inside)} THEN TRUE
    WHEN ${isSet(cells.border)} THEN ${schema}.in_ring(${x}, ${y}, CAST(${bind(Array.from(cells.edges))} AS float8[]), ${which})
    ELSE FALSE END`
}
