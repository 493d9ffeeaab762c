import type { Point } from '../../../model/home.ts'
import { EARTH_RADIUS_M } from '../../engine/great-circle.ts'
import { ringCells } from '../../engine/ring-cells.ts'
import { boxAround } from '../../facts/shape-box.ts'
import { type BoxNode, type CircleNode, type PolygonNode, ringsOf } from '../../ports/query.ts'
import { pointText, UNITS_PER_DEGREE, unitVector } from '../tables/points.ts'
import { queryText } from '../tables/words.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds, TRUE } from './conditions.ts'

/** Keys of the areas of homes without coordinates that a shape holds whole; see `home-areas.ts`. */
export type AreasHeld = (shape: BoxNode | PolygonNode | CircleNode) => readonly string[]

/** Conditions for PostgreSQL: places use the GiST index, words the GIN index. */
export function postgresDialect(areasHeld: AreasHeld): Dialect {
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
    polygon: (node, _, bind) => orHeld(inPolygon(node, bind), node, bind),
    circle: (node, _, bind) => orHeld(circleCondition(node, bind), node, bind),
    words: (node, table, bind) =>
      `zpid IN (SELECT zpid FROM ${table}_text WHERE words @@ CAST(${bind(queryText(node.words, node.phrases))} AS tsquery))`,
  }
}

/** The index finds what is in the box around the circle. `far`: the `lineSquared` from its middle. */
export function circleCondition(circle: CircleNode, bind: Bind, far = lineSquared(circle, bind)): string {
  return allHold([boxOrAnywhere(circle, (box) => inBox(box, bind)), withinCircle(circle, bind, far)])
}

function inBox({ west, south, east, north }: BoxNode, bind: Bind): string {
  const between = (from: number, to: number) =>
    `place <@ CAST(${bind(`(${pointText(to, north)},${pointText(from, south)})`)} AS box)`
  if (south > north) return FALSE
  return west <= east ? between(west, east) : oneHolds([between(west, 180), between(-180, east)])
}

/**
 * The index finds what is in the box around the rings. A point's cell tells most of the rest, at a hundredth of the cost
 * of `in_ring`, which tests points of the cells along the rings against the edges of their row.
 */
function inPolygon(polygon: PolygonNode, bind: Bind): string {
  const cells = ringCells(ringsOf(polygon))
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
    WHEN ${isSet(cells.border)} THEN catalog.in_ring(${x}, ${y}, CAST(${bind(Array.from(cells.edges))} AS float8[]), ${which})
    ELSE FALSE END`
}

/**
 * Compares straight lines through the Earth instead of arcs along it: no trigonometry per row, and, unlike a cosine,
 * exact to a nanometre per metre for the smallest circles.
 */
export function withinCircle(circle: CircleNode, bind: Bind, far = lineSquared(circle, bind)): string {
  const angle = circle.radiusM / EARTH_RADIUS_M
  if (angle >= Math.PI) return '"unitX" IS NOT NULL'
  if (angle < 0) return FALSE
  return `${far} <= CAST(${bind((2 * Math.sin(angle / 2)) ** 2)} AS double precision)`
}

/** The square of the straight line from a point to a row, in radii of the Earth; NULL for a row without coordinates. */
export function lineSquared({ latitude, longitude }: Point, bind: Bind): string {
  const [x, y, z] = unitVector(latitude, longitude)
  const square = (column: string, value: number) => {
    const at = bind(value)
    const away = `("${column}" - CAST(${at} AS double precision))`
    return `${away} * ${away}`
  }
  return `(${square('unitX', x)} + ${square('unitY', y)} + ${square('unitZ', z)})`
}

export function boxOrAnywhere(node: CircleNode, box: (around: BoxNode) => string): string {
  const around = boxAround(node)
  return around === undefined ? TRUE : box(around)
}
