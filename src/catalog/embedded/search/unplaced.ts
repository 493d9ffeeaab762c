import type { Predicate } from '../../engine/predicate.ts'
import type { Table } from '../../engine/table.ts'
import { areaOfKey, areaOfZip, type HomeArea, holdsArea } from '../../facts/home-areas.ts'
import type { BoxNode, CircleNode, PolygonNode } from '../../ports/query.ts'
import { PerSegment } from './per-segment.ts'
import { PLACES, placeKey } from './shape.ts'

/** Rows without coordinates whose approximate area is known. */
interface Unplaced {
  readonly area: HomeArea
  readonly rows: readonly number[]
}

/** A table, with the places that its posting lists refer to. */
export interface Places {
  readonly table: Table
  /** Keys of places. A posting list refers to a place by its index here. */
  readonly places: readonly string[]
  readonly classes: readonly string[]
}

const unplaced = new PerSegment<readonly Unplaced[]>()

/**
 * Returns a predicate for a shape that also matches rows without coordinates if their whole `HomeArea` lies within the
 * shape. If there are no such rows, returns the predicate unchanged.
 */
export function orWithin(predicate: Predicate, shape: BoxNode | PolygonNode | CircleNode, places: Places): Predicate {
  const within = unplaced.of(places.table, () => unplacedIn(places)).filter(({ area }) => holdsArea(shape, area))
  if (within.length === 0) return predicate
  return { kind: 'any', of: [[predicate], [{ kind: 'rows', rows: ascending(within, places.table.rows) }]] }
}

/** Returns the rows in ascending order. Marks rows in an array, since sorting a million rows would take too long. */
function ascending(areas: readonly Unplaced[], tableRows: number): Uint32Array {
  const marks = new Uint8Array(tableRows)
  let count = 0
  for (const { rows } of areas) {
    count += rows.length
    for (const row of rows) marks[row] = 1
  }
  const inOrder = new Uint32Array(count)
  for (let row = marks.indexOf(1), at = 0; row >= 0; row = marks.indexOf(1, row + 1)) inOrder[at++] = row
  return inOrder
}

const ZIPCODE = 'zipcode'

/** Returns the rows without coordinates by area. Empty for record types without ZIP codes. */
function unplacedIn({ table, places, classes }: Places): readonly Unplaced[] {
  if (!table.manifest.columns.some(({ name }) => name === ZIPCODE)) return []
  const latitudes = table.places.latitudes.values
  const zips = table.columnOf('u32', ZIPCODE).values
  const byZip = new Map<string, number[]>()
  const withoutZip = new Set<number>()
  for (let row = 0; row < table.rows; row++) {
    if (Number.isFinite(latitudes[row])) continue
    const zipcode = String(zips[row]).padStart(5, '0')
    const rows = byZip.get(zipcode)
    if (zipcode.length > 5) withoutZip.add(row)
    else if (rows === undefined) byZip.set(zipcode, [row])
    else rows.push(row)
  }
  const ofZips = [...byZip].map(([zipcode, rows]) => ({ area: areaOfZip(zipcode), rows }))
  const ofCities = withoutZip.size === 0 ? [] : rowsByCity(withoutZip, { table, places, classes })
  return [...ofZips, ...ofCities].flatMap(({ area, rows }) => (area === undefined ? [] : [{ area, rows }]))
}

/** Finds the rows of each city in the posting lists, because no column contains the city. */
function rowsByCity(wanted: ReadonlySet<number>, { table, places, classes }: Places) {
  const lists = table.lists(PLACES)
  return places.flatMap((key, number) => {
    if (!key.startsWith('city/')) return []
    const rows = classes.flatMap((name) => {
      const { rows: all, start, end } = lists.of(placeKey(number, classes, name))
      return [...all.subarray(start, end)].filter((row) => wanted.has(row))
    })
    if (rows.length === 0) return []
    return [{ area: areaOfKey(key), rows }]
  })
}
