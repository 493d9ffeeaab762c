import { each, type Sliced } from '../../base/slices.ts'
import type { Home } from '../../model/home.ts'
import { searchPoint } from '../../model/home-columns.ts'
import { regionKeysOf } from '../../regions/region-keys.ts'
import { areaOfCity, areaOfZip, type HomeArea, holdsArea } from '../home-areas.ts'
import type { BoxNode } from '../query.ts'
import { boxOf, bucketOf, cellAt, type Whereabouts } from './buckets.ts'
import { REGION_COLUMNS, regionCode } from './columns.ts'
import { copyLine } from './copy-lines.ts'
import type { AreasHeld } from './dialect.ts'
import { areaKey } from './search-row.ts'
import type { Session } from './session.ts'

/** A row of `catalog.whereabouts`. */
export interface WhereaboutsRow {
  readonly code: number
  readonly buckets: number
  readonly area: string | null
}

/** What is newer than a revision. Rows are added to and never removed: looking into a bucket too many does no harm. */
export const NEWER_WHEREABOUTS = 'SELECT code, buckets, area FROM catalog.whereabouts WHERE revision > $1'

/** In which buckets homes are, and where those without coordinates are known to be: held by each node. */
export class KnownWhereabouts implements Whereabouts {
  readonly #buckets = new Map<number, number>()
  /** By key. */
  readonly #areas = new Map<string, HomeArea>()
  /** Keys of areas by the whole degrees that their middle lies in. */
  readonly #cells = new Map<number, string[]>()

  /** Keys of those that a shape holds whole. Nearly every ZIP has such homes: most of them are not even looked at. */
  readonly areasHeld: AreasHeld = (shape) =>
    Array.from(this.#keysIn(boxOf(shape))).filter((key) => {
      const area = this.#areas.get(key)
      return area !== undefined && holdsArea(shape, area)
    })

  bucketsOf(code: number): number {
    return this.#buckets.get(code) ?? 0
  }

  *add(rows: readonly WhereaboutsRow[]): Sliced<void> {
    yield* each(rows, ({ code, buckets, area }) => {
      this.#buckets.set(code, buckets)
      if (area !== null && !this.#areas.has(area)) this.#addArea(area)
    })
  }

  #addArea(key: string): void {
    const area = areaOf(key)
    if (area === undefined) return
    this.#areas.set(key, area)
    const cell = degreesAt(area.latitude, area.longitude)
    const known = this.#cells.get(cell)
    if (known === undefined) this.#cells.set(cell, [key])
    else known.push(key)
  }

  /** Keys of all areas whose middle is in a box, and some around it; of all where that is simpler. */
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

/** As many as were mapped. */
type Four = [number, number, number, number]

function degreesAt(latitude: number, longitude: number): number {
  return Math.floor(latitude) * 1000 + Math.floor(longitude)
}

function areaOf(key: string): HomeArea | undefined {
  const [type, state = '', slug = ''] = key.split('/')
  return type === 'zipcode' ? areaOfZip(state) : areaOfCity(slug.replaceAll('-', ' '), state.toUpperCase())
}

/** Of the homes that a writer derives. */
export class WhereaboutsTally {
  readonly #buckets = new Map<number, number>()
  readonly #areas = new Map<number, string>()

  add(home: Home): void {
    const bit = 1 << bucketOf(home)
    const keys = regionKeysOf(home.address)
    const regions = REGION_COLUMNS.flatMap((type) => keys[type] ?? []).map(regionCode)
    const point = searchPoint(home)
    const codes = point === undefined ? regions : [...regions, cellAt(point.latitude, point.longitude)]
    for (const code of codes) this.#buckets.set(code, (this.#buckets.get(code) ?? 0) | bit)
    const area = point === undefined ? areaKey(home) : undefined
    if (area !== undefined) this.#areas.set(regionCode(area), area)
  }

  /** Adds them to those that are known. */
  store(session: Session, revision: number): void {
    if (this.#buckets.size === 0) return
    const lines = [...this.#buckets].map(([code, buckets]) =>
      copyLine([code, buckets, this.#areas.get(code), revision]),
    )
    session.query('CREATE TEMP TABLE changed_whereabouts (LIKE catalog.whereabouts) ON COMMIT DROP')
    session.copy('COPY changed_whereabouts FROM STDIN', lines.join(''))
    session.query(`INSERT INTO catalog.whereabouts AS kept SELECT * FROM changed_whereabouts
      ON CONFLICT (code) DO UPDATE SET buckets = kept.buckets | excluded.buckets,
        area = coalesce(excluded.area, kept.area), revision = excluded.revision
      WHERE kept.buckets | excluded.buckets <> kept.buckets OR excluded.area <> coalesce(kept.area, '')`)
  }
}
