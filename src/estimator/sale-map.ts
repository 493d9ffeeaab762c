import { median } from '../base/median.ts'
import { HOME_TYPES } from '../model/home.ts'
import type { ComparableSale } from './appraisal.ts'
import { CANDIDATE_DAYS, comparableTypes, MAX_CANDIDATES, MAX_DISTANCE_M } from './candidates.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import type { Traits } from './likeness.ts'
import type { Sales } from './sales.ts'

/** The lowest index in `HOME_TYPES` among comparable types: the same for all of them. */
const KINDS = HOME_TYPES.map((type) => HOME_TYPES.indexOf(comparableTypes(type)[0] ?? type))

function kindOf({ inputs }: Sales, row: number): number {
  return KINDS[inputs[row * HOME_INPUTS.length + inputAt('homeType')] as number] ?? NO_KIND
}

const NO_KIND = 255

const METRES_PER_DEGREE = 111_195

/** Cells of the map, small ones first: those are enough in a city. */
const CELL_SIZES_M = [700, 2500, 8000]

/** Rings of cells around that of a home: of the largest cells they reach as far as neighbours do. */
const MAX_RINGS = 6

/** Sales by their place, for the search of neighbours while an estimator is trained. */
export class SaleMap {
  readonly #sales: Sales
  readonly #layers: readonly Layer[]
  readonly #traits: (Traits | undefined)[]
  readonly #kinds: Uint8Array
  readonly #found = new Map<number, Found>()
  /** Metres east and north, one after the other. */
  readonly #points: Float64Array

  constructor(sales: Sales) {
    this.#sales = sales
    this.#traits = Array.from({ length: sales.size })
    this.#points = pointsOf(sales)
    this.#kinds = Uint8Array.from({ length: sales.size }, (_, row) => kindOf(sales, row))
    this.#layers = CELL_SIZES_M.map((sizeM) => layerOf(this.#points, sizeM))
  }

  traits(row: number): Traits {
    const traits = this.#traits[row] ?? traitsIn(this.#sales.inputs, row * HOME_INPUTS.length)
    this.#traits[row] = traits
    return traits
  }

  /**
   * The sales nearest to that of a row, of comparable types, in the year before its day: what was known on the day
   * before. Never one of the home itself.
   */
  neighbours(row: number): ComparableSale[] {
    const { zpids, days, prices } = this.#sales
    const asOf = (days[row] as number) - 1
    const { rows, distancesM } = this.#found.get(row) ?? this.#find(row)
    return Array.from(rows, (other, i) => ({
      zpid: zpids[other] as number,
      traits: this.traits(other),
      price: prices[other] as number,
      distanceM: distancesM[i] as number,
      daysAgo: asOf - (days[other] as number),
      marketFactor: 1,
    }))
  }

  /** Kept, since several models learn from the same sales. */
  #find(row: number): Found {
    const nearest = this.#nearest(row)
    const found = {
      rows: Uint32Array.from(nearest, (near) => near.row),
      distancesM: Float32Array.from(nearest, (near) => near.distanceM),
    }
    this.#found.set(row, found)
    return found
  }

  #nearest(row: number): Near[] {
    for (const layer of this.#layers) {
      const found = this.#nearestIn(layer, row)
      if (found.length === MAX_CANDIDATES || layer === this.#layers.at(-1)) return found
    }
    return []
  }

  /** Ring by ring, until no farther cell can hold a nearer sale. */
  #nearestIn(layer: Layer, row: number): Near[] {
    const [east, north] = [this.#points[2 * row] as number, this.#points[2 * row + 1] as number]
    const found: Near[] = []
    const reachM = Math.min(MAX_DISTANCE_M, MAX_RINGS * layer.sizeM)
    for (let ring = 0; ring <= MAX_RINGS; ring++) {
      for (const cell of ringOf(layer, east, north, ring)) this.#collect(cell, row, reachM, found)
      if (found.length >= MAX_CANDIDATES && within(found, ring * layer.sizeM) >= MAX_CANDIDATES) break
    }
    return found.sort((one, other) => one.distanceM - other.distanceM || one.row - other.row).slice(0, MAX_CANDIDATES)
  }

  #collect(cell: Uint32Array, row: number, reachM: number, found: Near[]): void {
    const { zpids, days } = this.#sales
    const [day, zpid, kind] = [days[row] as number, zpids[row] as number, this.#kinds[row] as number]
    const [east, north] = [this.#points[2 * row] as number, this.#points[2 * row + 1] as number]
    for (let i = rowsBefore(cell, days, day) - 1; i >= 0; i--) {
      const other = cell[i] as number
      if (day - (days[other] as number) > CANDIDATE_DAYS) break
      if (this.#kinds[other] !== kind || zpids[other] === zpid) continue
      const [right, up] = [(this.#points[2 * other] as number) - east, (this.#points[2 * other + 1] as number) - north]
      const distanceM = Math.sqrt(right * right + up * up)
      if (distanceM <= reachM) found.push({ row: other, distanceM })
    }
  }
}

function within(found: readonly Near[], reachM: number): number {
  let count = 0
  for (const { distanceM } of found) count += Number(distanceM <= reachM)
  return count
}

/** Nearest first. */
interface Found {
  readonly rows: Uint32Array
  readonly distancesM: Float32Array
}

interface Near {
  readonly row: number
  readonly distanceM: number
}

/** Rows of each cell, oldest sale first. */
interface Layer {
  readonly sizeM: number
  readonly cells: ReadonlyMap<number, Uint32Array>
}

/** Degrees as metres: those of longitude as at the middle latitude of the market, which is exact enough for cells. */
function pointsOf({ size, inputs }: Sales): Float64Array {
  const points = new Float64Array(2 * size)
  const latitudeOf = (row: number) => inputs[row * HOME_INPUTS.length + inputAt('latitude')] as number // within the sales
  const east =
    METRES_PER_DEGREE *
    Math.cos(radians(median(Array.from({ length: size }, (_, row) => latitudeOf(row)).filter(Number.isFinite))))
  for (let row = 0; row < size; row++) {
    points[2 * row] = (inputs[row * HOME_INPUTS.length + inputAt('longitude')] as number) * east
    points[2 * row + 1] = latitudeOf(row) * METRES_PER_DEGREE
  }
  return points
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function layerOf(points: Float64Array, sizeM: number): Layer {
  const cells = new Map<number, number[]>()
  for (let row = 0; row < points.length / 2; row++) {
    const [east, north] = [points[2 * row] as number, points[2 * row + 1] as number]
    const key = keyOf(Math.floor(east / sizeM), Math.floor(north / sizeM))
    const cell = cells.get(key)
    if (cell) cell.push(row)
    else cells.set(key, [row])
  }
  return { sizeM, cells: new Map([...cells].map(([key, rows]) => [key, Uint32Array.from(rows)])) }
}

/**
 * A small whole number, which maps find soonest. Cells that are half the globe apart share one: what lies in the wrong
 * one is too far away to be found.
 */
function keyOf(column: number, line: number): number {
  return ((column & 0x7fff) << 15) | (line & 0x7fff)
}

function* ringOf({ sizeM, cells }: Layer, east: number, north: number, ring: number): Generator<Uint32Array> {
  const [column, line] = [Math.floor(east / sizeM), Math.floor(north / sizeM)]
  for (let right = -ring; right <= ring; right++) {
    const step = Math.abs(right) === ring ? 1 : 2 * ring
    for (let up = -ring; up <= ring; up += Math.max(1, step)) {
      const cell = cells.get(keyOf(column + right, line + up))
      if (cell) yield cell
    }
  }
}

/** How many of a cell's sales were before a day. */
function rowsBefore(cell: Uint32Array, days: Int32Array, day: number): number {
  let [low, high] = [0, cell.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[cell[middle] as number] as number) < day) low = middle + 1
    else high = middle
  }
  return low
}
