import type { BoxNode, PolygonNode, WordsNode } from '../../src/catalog/query.ts'
import { boxOrAnywhere, withinCircle } from '../sql/circle.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds } from '../sql/conditions.ts'

/**
 * PostgreSQL's own shapes take two numbers for equal that differ by less than a millionth. In units of 2^-30 degrees, into
 * which degrees go without rounding, that is far less than coordinates can tell.
 */
export const UNITS_PER_DEGREE = 2 ** 30

/**
 * Conditions as PostgreSQL wants them: places through the GiST index, words through the GIN index. A ring that crosses
 * itself holds more here than the even-odd rule says: PostgreSQL counts how often it goes around a point.
 */
export const postgresDialect: Dialect = {
  oneOf(column, values, bind) {
    const [only] = values
    if (only === undefined) return FALSE
    return values.length === 1 ? `${column} = ${bind(only)}` : `${column} = ANY(${bind(values)})`
  },
  box: (node, _, bind) => inBox(node, bind),
  polygon: (node, _, bind) => `place <@ CAST(${bind(polygonText(node))} AS polygon)`,
  circle: (node, _, bind) => allHold([boxOrAnywhere(node, (box) => inBox(box, bind)), withinCircle(node, bind)]),
  words: (node, table, bind) =>
    `zpid IN (SELECT zpid FROM ${table}_text WHERE words @@ CAST(${bind(queryText(node))} AS tsquery))`,
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

function polygonText({ points }: PolygonNode): string {
  return `(${points.map(([latitude, longitude]) => pointText(longitude, latitude)).join(',')})`
}

/** Words are letters and digits only: nothing in them needs more than quotes. */
function queryText({ words, phrases }: WordsNode): string {
  const phrased = phrases.map((phrase) => phrase.map((word) => `'${word}'`).join(' <-> '))
  return [...words.map((word) => `'${word}'`), ...phrased.map((phrase) => `(${phrase})`)].join(' & ')
}
