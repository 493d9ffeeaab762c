import { each, type SlicedWork } from '../../../kit/threads/slices.ts'
import { areaOfKey, type HomeArea, holdsArea } from '../../facts/home-areas.ts'
import { boxOf } from '../../facts/shape-box.ts'
import type { BoxNode } from '../../ports/query.ts'
import type { AreasHeld } from './dialect.ts'

/** A row of `catalog.area`. */
export interface AreaRow {
  readonly key: string
}

/** Selects areas that are newer than a revision. Areas are never removed, since unused areas do no harm. */
export const NEWER_AREAS = 'SELECT key FROM catalog.area WHERE revision > $1'

/** The known areas (such as ZIP codes) of homes without coordinates. Each service keeps them in memory. */
export class KnownAreas {
  /** Areas by their key. */
  readonly #areas = new Map<string, HomeArea>()
  /** Keys of areas, by the whole degrees of their center. */
  readonly #cells = new Map<number, string[]>()

  /**
   * Returns the keys of the areas that lie completely within a shape. Tests only areas near the shape, since nearly
   * every ZIP code has an area.
   */
  readonly areasHeld: AreasHeld = (shape) =>
    Array.from(this.#keysIn(boxOf(shape))).filter((key) => {
      const area = this.#areas.get(key)
      return area !== undefined && holdsArea(shape, area)
    })

  #addArea(key: string): void {
    const area = areaOfKey(key)
    if (area === undefined) return
    this.#areas.set(key, area)
    const cell = degreesAt(area.latitude, area.longitude)
    const keys = this.#cells.get(cell)
    if (keys === undefined) this.#cells.set(cell, [key])
    else keys.push(key)
  }

  *add(rows: readonly AreaRow[]): SlicedWork<void> {
    yield* each(rows, ({ key }) => {
      if (!this.#areas.has(key)) this.#addArea(key)
    })
  }

  /** Returns the keys of areas that may lie in a box: all with their center in the box, and perhaps others. */
  #keysIn(box: BoxNode | undefined): Iterable<string> {
    if (box === undefined || box.west > box.east) return this.#areas.keys()
    const [south, north, west, east] = [box.south, box.north, box.west, box.east].map(Math.floor) as Four
    if ((north - south + 1) * (east - west + 1) > this.#cells.size) return this.#areas.keys()
    const keys: string[] = []
    for (let latitude = south; latitude <= north; latitude++)
      for (let longitude = west; longitude <= east; longitude++)
        for (const key of this.#cells.get(degreesAt(latitude, longitude)) ?? []) keys.push(key)
    return keys
  }
}

/** The four sides of a box. */
type Four = [number, number, number, number]

function degreesAt(latitude: number, longitude: number): number {
  return Math.floor(latitude) * 1000 + Math.floor(longitude)
}
