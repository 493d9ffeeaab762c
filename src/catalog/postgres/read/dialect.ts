import { oncePer } from '../../../kit/base/once-per.ts'
import type { Point } from '../../../model/home.ts'
import { EARTH_RADIUS_M } from '../../engine/great-circle.ts'
import { COLUMNS, ringCells } from '../../engine/ring-cells.ts'
import { boxAround } from '../../facts/shape-box.ts'
import { type BoxNode, type CircleNode, type PolygonNode, ringsOf } from '../../ports/query.ts'
import { pointText, UNITS_PER_DEGREE, unitVector } from '../tables/points.ts'
import { queryText } from '../tables/words.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds, TRUE } from './conditions.ts'

/**
 * Returns the keys of known areas (such as ZIP codes) that lie completely within a shape. Homes without coordinates
 * have such areas; see `home-areas.ts`.
 */
export type AreasHeld = (shape: BoxNode | PolygonNode | CircleNode) => readonly string[]

/** Conditions for PostgreSQL. A GiST index finds places, a GIN index finds words. */
export function postgresDialect(areasHeld: AreasHeld, onlyStateOf: Dialect['onlyStateOf'] = () => undefined): Dialect {
  const orHeld = (condition: string, shape: BoxNode | PolygonNode | CircleNode, bind: Bind) => {
    const areas = areasHeld(shape)
    return areas.length === 0 ? condition : oneHolds([condition, `area = ANY(${bind(areas)})`])
  }
  return {
    onlyStateOf,
    oneOf(column, values, bind) {
      const [only] = values
      if (only === undefined) return FALSE
      return values.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(values)})`
    },
    box: (node, _, bind) => orHeld(inBox(node, bind), node, bind),
    polygon: (node, _, bind) => orHeld(inPolygon(node, bind), node, bind),
    circle: (node, _, bind) => orHeld(circleCondition(node, bind), node, bind),
    words(node, table, bind, within = TRUE) {
      const words = `words @@ CAST(${bind(queryText(node.words, node.phrases))} AS tsquery)`
      return `zpid IN (SELECT zpid FROM ${table}_text WHERE ${allHold([within, words])})`
    },
  }
}

/** An index finds the rows in the box around the circle. `far`: `lineSquared` for the circle's center. */
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
 * An index finds the rows in the box around the rings. A grid over the polygon decides most points by their cell. In
 * cells on the border, SQL counts the edges to cross; a function would copy its arrays for each point.
 */
function inPolygon(polygon: PolygonNode, bind: Bind): string {
  const cells = cellsOf(polygon)
  const { west, south, east, north, columnsPerDegree, rowsPerDegree } = cells
  const [x, y] = [`place[0] / ${UNITS_PER_DEGREE}`, `place[1] / ${UNITS_PER_DEGREE}`]
  const step = (at: string, from: number, perDegree: number) =>
    `floor((${at} - CAST(${bind(from)} AS float8)) * CAST(${bind(perDegree)} AS float8))::int4`
  const [column, row] = [step(x, west, columnsPerDegree), step(y, south, rowsPerDegree)]
  const integers = (values: string) => `(CAST(${bind(values)} AS int4[]))`
  const isSet = (masks: string) => `${integers(masks)}[${row} + 1] >> ${column} & 1 = 1`
  const starts = integers(cells.cellStarts)
  const lists = `CAST(${bind(cells.lists)} AS int4)`
  const list = `${row} * ${lists} + ${column} * ${lists} / ${COLUMNS}`
  const which = `${integers(cells.cellEdges)}[${starts}[${list} + 1] + 1 : ${starts}[${list} + 2]]`
  const edges = `(CAST(${bind(cells.edges)} AS float8[]))`
  return `${inBox({ kind: 'box', west, south, east, north }, bind)} AND CASE WHEN ${isSet(cells.inside)} THEN TRUE
    WHEN ${isSet(cells.border)} THEN (
      SELECT crossed >= ${ON_EDGE} OR crossed & 1 = 1 FROM (SELECT sum(${CROSSINGS}) AS crossed
      FROM (SELECT ${x} AS x, ${y} AS y, ${edges}[at + 1] AS low_x, ${edges}[at + 2] AS low_y,
        ${edges}[at + 3] AS high_x, ${edges}[at + 4] AS high_y FROM unnest(${which}) AS at OFFSET 0) edge) counted)
    ELSE FALSE END`
}

/** Greater than the number of edges of any polygon. */
const ON_EDGE = 1_000_000
const [UP, ACROSS] = ['(high_y - y) * (low_x - x)', '(high_x - x) * (low_y - y)']
/** Returns SQL for degrees as an integer number of 2^-106 degrees, which is exact for doubles above 2^-53. */
const exact = (degrees: string) => {
  const units = `${degrees} * ${2 ** 44}`
  return `(trunc(${units})::int8 * ${2n ** 62n}::numeric + ((${units} - trunc(${units})) * ${2n ** 62n})::int8)`
}
/** SQL that says exactly on which side of an edge a point lies. */
const EXACT_TURN = `(${exact('high_y')} - ${exact('y')}) * (${exact('low_x')} - ${exact('x')})
  - (${exact('high_x')} - ${exact('x')}) * (${exact('low_y')} - ${exact('y')})`
/** If the difference exceeds this bound, doubles decide correctly on which side of an edge a point lies. */
const SURE = '2.2737367544323206e-13'
/**
 * 1 if a ray from the point to the east crosses the edge, `ON_EDGE` if the point is on the edge. `engine/predicates`
 * has the same rule. The higher end of an edge belongs to the edge above it.
 */
const CROSSINGS = `CASE WHEN y < low_y OR y > high_y OR (x > low_x AND x > high_x) THEN 0
  WHEN x < low_x AND x < high_x THEN (y < high_y)::int4
  WHEN low_y = high_y THEN ${ON_EDGE}
  WHEN abs(${UP} - ${ACROSS}) > ${SURE} * (abs(high_x - x) + abs(high_y - y) + abs(low_x - x) + abs(low_y - y) + ${SURE})
    THEN (${UP} > ${ACROSS} AND y < high_y)::int4
  ELSE CASE sign(${EXACT_TURN}) WHEN 0 THEN ${ON_EDGE} WHEN 1 THEN (y < high_y)::int4 ELSE 0 END END`

/** The grid cells of a polygon, computed once per call. Lists are strings in PostgreSQL's array format. */
const cellsOf = oncePer((polygon: PolygonNode) => {
  const { edges, cellEdges, cellStarts, inside, border, ...frame } = ringCells(ringsOf(polygon))
  return {
    ...frame,
    edges: arrayText(edges),
    cellEdges: arrayText(cellEdges),
    cellStarts: arrayText(cellStarts),
    inside: arrayText(inside),
    border: arrayText(border),
  }
})

/** Formats a list as a PostgreSQL array, ten times as fast as `pg` does. */
function arrayText(numbers: { join(separator: string): string }): string {
  return `{${numbers.join(',')}}`
}

/**
 * Compares straight lines through the Earth, not arcs on its surface. This needs no trigonometry per row, and is exact
 * to a nanometer per meter even for tiny circles, unlike a cosine.
 */
export function withinCircle(circle: CircleNode, bind: Bind, far = lineSquared(circle, bind)): string {
  const angle = circle.radiusM / EARTH_RADIUS_M
  if (angle >= Math.PI) return '"unitX" IS NOT NULL'
  if (angle < 0) return FALSE
  return `${far} <= CAST(${bind((2 * Math.sin(angle / 2)) ** 2)} AS double precision)`
}

/**
 * The square of the straight-line distance from a point to a row, in Earth radii. NULL for a row without coordinates.
 */
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
