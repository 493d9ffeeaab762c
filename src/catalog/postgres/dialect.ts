import type { BoxNode, PolygonNode, WordsNode } from '../query.ts'
import { boxOrAnywhere, withinCircle } from './circle.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds } from './conditions.ts'

/**
 * PostgreSQL's shapes treat numbers that differ by less than a millionth as equal. In units of 2^-30 degrees, an exact
 * conversion, that is far below the resolution of coordinates.
 */
export const UNITS_PER_DEGREE = 2 ** 30

/**
 * Conditions for PostgreSQL: places use the GiST index, words the GIN index. A self-crossing ring contains more than
 * under the even-odd rule, because PostgreSQL uses winding numbers.
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
