import { boxOrAnywhere, withinCircle } from '../../src/catalog/postgres/circle.ts'
import { allHold, type Bind, type Dialect, FALSE, oneHolds } from '../../src/catalog/postgres/conditions.ts'
import type { BoxNode, PolygonNode, WordsNode } from '../../src/catalog/query.ts'
import { edgesOf, isInside } from '../../src/engine/predicates/polygon-edges.ts'

/** The function of SQL that tests a ring of a `Rings`. */
export const IN_RING = 'in_ring'

/** Rings of the statement that runs: SQLite knows no polygons, so it asks a function of ours about each place. */
export class Rings {
  readonly #tests: ((longitude: number, latitude: number) => boolean)[] = []

  clear(): void {
    this.#tests.length = 0
  }

  /** Its number, for IN_RING. */
  add({ points }: PolygonNode): number {
    const edges = edgesOf([points.flatMap(([latitude, longitude]) => [longitude, latitude])])
    const all = Uint32Array.from(points, (_, i) => i * 4)
    return this.#tests.push((x, y) => isInside(edges, all, 0, all.length, x, y)) - 1
  }

  holds(number: number, longitude: number, latitude: number): number {
    return this.#tests[number]?.(longitude, latitude) ? 1 : 0
  }
}

/** Conditions as SQLite wants them: places through the R*Tree, words through FTS5. */
export function sqliteDialect(rings: Rings): Dialect {
  return {
    oneOf(column, values, bind) {
      return values.length === 0 ? FALSE : `${column} IN (${values.map(bind).join(', ')})`
    },
    box: (node, table, bind) => box(node, table, bind),
    polygon: (node, table, bind) => {
      const around = { kind: 'box', ...bounds(node) } as const
      const exact = `${IN_RING}(${bind(rings.add(node))}, longitude, latitude)`
      return allHold([nearBox(around, table, bind), exact])
    },
    circle: (node, table, bind) =>
      allHold([boxOrAnywhere(node, (around) => nearBox(around, table, bind)), withinCircle(node, bind)]),
    // The plus keeps SQLite from going through all homes with a word where a place has far fewer.
    words: (node, table, bind) =>
      `+row IN (SELECT rowid FROM ${table}_text WHERE ${table}_text MATCH ${bind(matchText(node))})`,
  }
}

/** The tree keeps places in 32 bits, rounded outwards: it finds every place of the box, and a few beside it. */
function nearBox({ west, south, east, north }: BoxNode, table: string, bind: Bind): string {
  const near = `west <= ${bind(east)} AND east >= ${bind(west)} AND south <= ${bind(north)} AND north >= ${bind(south)}`
  return `row IN (SELECT id FROM ${table}_place WHERE ${near})`
}

function box(node: BoxNode, table: string, bind: Bind): string {
  const between = (west: number, east: number) =>
    allHold([
      nearBox({ ...node, west, east }, table, bind),
      `longitude BETWEEN ${bind(west)} AND ${bind(east)}`,
      `latitude BETWEEN ${bind(node.south)} AND ${bind(node.north)}`,
    ])
  return node.west <= node.east
    ? between(node.west, node.east)
    : oneHolds([between(node.west, 180), between(-180, node.east)])
}

function bounds({ points }: PolygonNode): Omit<BoxNode, 'kind'> {
  const [latitudes, longitudes] = [points.map(([latitude]) => latitude), points.map(([, longitude]) => longitude)]
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

function matchText({ words, phrases }: WordsNode): string {
  const phrased = [...words.map((word) => [word]), ...phrases]
  return phrased.map((phrase) => `"${phrase.join(' ')}"`).join(' AND ')
}
