import { median } from '../../kit/algorithms/median.ts'
import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { HOME_TYPES } from '../../model/home.ts'
import { CANDIDATE_DAYS, comparableTypes, MAX_CANDIDATES, MAX_DISTANCE_M } from './candidates.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { TRAIT_NUMBERS, writeTraits } from './likeness.ts'
import { Nearest } from './nearest.ts'
import type { Sales } from './sales.ts'
import type { KnownSales, SalesAround } from './weighing.ts'

/** For each home type, a number that it shares with all comparable types. */
const KINDS = HOME_TYPES.map((type) => HOME_TYPES.indexOf(comparableTypes(type)[0] ?? type))

/**
 * Returns a number that homes of comparable types share.
 * @param row Row of the home in `inputs`.
 */
export function kindOf(inputs: Float32Array, row: number): number {
  return KINDS[inputs[row * HOME_INPUTS.length + inputAt('homeType')] as number] ?? NO_KIND
}

const NO_KIND = 255

/** Key of sales without coordinates. No search uses this key. */
const NO_CELL = -1

const METERS_PER_DEGREE = 111_195

/** Widths of the map's cells in meters. Small cells are searched first; in a city, they are enough. */
const CELL_SIZES_M = [700, 2500, 8000]

/** How many rings of cells around a home's cell to search. Rings of the largest cells reach the maximum distance. */
const MAX_RINGS = 6

/** Initial room for the neighbors of this many sales. */
const FIRST_FOUND = 1024

/** Finds neighbors of sales by coordinates, for training. Ignores sales without coordinates. */
export class SaleMap {
  readonly sales: KnownSales
  readonly #layers: readonly Layer[]
  readonly #kinds: Uint8Array
  /**
   * For each sale: meters to the east, then meters to the north. Meters to the east are measured at the middle
   * latitude.
   */
  readonly #points: Float64Array
  /** For each sale: the factor that corrects meters to the east for its latitude; smaller in the north. */
  readonly #widths: Float64Array
  readonly #nearest = new Nearest(MAX_CANDIDATES)
  /**
   * For each row: where its neighbors are stored, plus one; 0 if they are not known yet. Several models need the same
   * neighbors.
   */
  readonly #neighborsAt: Uint32Array
  #rowsFound = 0
  #counts = new Uint8Array(FIRST_FOUND)
  #rows = new Uint32Array(FIRST_FOUND * MAX_CANDIDATES)
  #distancesM = new Float32Array(FIRST_FOUND * MAX_CANDIDATES)
  readonly #around = {
    count: 0,
    rows: new Uint32Array(MAX_CANDIDATES),
    distancesM: new Float64Array(MAX_CANDIDATES),
  }

  constructor(sales: Sales) {
    const { size, zpids, days, prices, inputs } = sales
    const traits = new Float64Array(size * TRAIT_NUMBERS)
    for (let row = 0; row < size; row++)
      writeTraits(traitsIn(inputs, row * HOME_INPUTS.length), traits, row * TRAIT_NUMBERS)
    this.sales = { zpids, days, logPrices: prices.map((price) => Math.log(price)), traits }
    const middle = median(Array.from({ length: size }, (_, row) => latitudeOf(sales, row)).filter(Number.isFinite))
    this.#points = pointsOf(sales, middle)
    const widthThere = Math.cos(radians(middle))
    this.#widths = Float64Array.from(
      { length: size },
      (_, row) => Math.cos(radians(latitudeOf(sales, row))) / widthThere,
    )
    this.#kinds = Uint8Array.from({ length: size }, (_, row) => kindOf(inputs, row))
    this.#layers = CELL_SIZES_M.map((sizeM) => layerOf(this.#points, days, sizeM))
    this.#neighborsAt = new Uint32Array(size)
  }

  /**
   * Returns the nearest comparable sales in the year before the sale in a row. Leaves out sales that were not known the
   * day before, and sales of the home itself. The next call overwrites the result.
   */
  around(row: number): SalesAround {
    const at = (this.#neighborsAt[row] as number) === 0 ? this.#find(row) : (this.#neighborsAt[row] as number) - 1
    const count = this.#counts[at] as number
    const start = at * MAX_CANDIDATES
    const { rows, distancesM } = this.#around
    for (let i = 0; i < count; i++) {
      rows[i] = this.#rows[start + i] as number
      distancesM[i] = this.#distancesM[start + i] as number
    }
    return { sales: this.sales, count, rows, distancesM }
  }

  #find(row: number): number {
    if (this.#rowsFound === this.#counts.length) this.#grow()
    const at = this.#rowsFound++
    this.#neighborsAt[row] = at + 1
    for (const layer of this.#layers) {
      this.#findIn(layer, row)
      if (this.#nearest.isFull) break
    }
    this.#counts[at] = this.#nearest.sortInto(this.#rows, this.#distancesM, at * MAX_CANDIDATES)
    return at
  }

  #grow(): void {
    const room = 2 * this.#rowsFound
    const [counts, rows, distancesM] = [this.#counts, this.#rows, this.#distancesM]
    this.#counts = new Uint8Array(room)
    this.#rows = new Uint32Array(room * MAX_CANDIDATES)
    this.#distancesM = new Float32Array(room * MAX_CANDIDATES)
    this.#counts.set(counts)
    this.#rows.set(rows)
    this.#distancesM.set(distancesM)
  }

  /** Searches ring by ring until all other cells are too far away. */
  #findIn(layer: Layer, row: number): void {
    const { sizeM } = layer
    const [east, north] = [this.#points[2 * row] as number, this.#points[2 * row + 1] as number]
    const [column, line] = [Math.floor(east / sizeM), Math.floor(north / sizeM)]
    const narrowM = sizeM * Math.min(1, this.#widths[row] as number)
    const reachM = Math.min(MAX_DISTANCE_M, MAX_RINGS * narrowM)
    this.#nearest.begin(reachM)
    for (let ring = 0; ring <= MAX_RINGS; ring++) {
      for (let right = -ring; right <= ring; right++) {
        const step = Math.abs(right) === ring ? 1 : 2 * ring
        for (let up = -ring; up <= ring; up += Math.max(1, step)) {
          const cell = layer.cells.get(keyOf(column + right, line + up))
          if (cell !== undefined) this.#collect(layer, cell, row)
        }
      }
      if (this.#nearest.isFull && this.#nearest.farthestM <= ring * narrowM) break
    }
  }

  #collect({ rows, days, points, starts }: Layer, cell: number, row: number): void {
    const { zpids } = this.sales
    const nearest = this.#nearest
    const [day, zpid, kind] = [this.sales.days[row] as number, zpids[row] as number, this.#kinds[row] as number]
    const [east, north] = [this.#points[2 * row] as number, this.#points[2 * row + 1] as number]
    const width = this.#widths[row] as number
    const start = starts[cell] as number
    const firstDay = day - CANDIDATE_DAYS
    for (let i = firstFrom(days, day, start, starts[cell + 1]) - 1; i >= start; i--) {
      if ((days[i] as number) < firstDay) break
      const right = ((points[2 * i] as number) - east) * width
      const up = (points[2 * i + 1] as number) - north
      const squared = right * right + up * up
      if (squared > nearest.limit) continue
      const other = rows[i] as number
      if (this.#kinds[other] === kind && zpids[other] !== zpid) nearest.add(other, squared)
    }
  }
}

/** Rows sorted by cell, then by day. */
interface Layer {
  readonly sizeM: number
  /** For each cell: its index in `starts`. */
  readonly cells: ReadonlyMap<number, number>
  readonly starts: Uint32Array
  readonly rows: Uint32Array
  readonly days: Int32Array
  readonly points: Float64Array
}

/** Converts degrees to meters. Longitudes use the market's middle latitude, which is exact enough for cells. */
function pointsOf(sales: Sales, middle: number): Float64Array {
  const points = new Float64Array(2 * sales.size)
  const east = METERS_PER_DEGREE * Math.cos(radians(middle))
  for (let row = 0; row < sales.size; row++) {
    points[2 * row] = (sales.inputs[row * HOME_INPUTS.length + inputAt('longitude')] as number) * east
    points[2 * row + 1] = latitudeOf(sales, row) * METERS_PER_DEGREE
  }
  return points
}

function latitudeOf({ inputs }: Sales, row: number): number {
  return inputs[row * HOME_INPUTS.length + inputAt('latitude')] as number // in bounds
}

/**
 * Returns the distance between two homes in meters, as if the earth were flat; NaN if either location is unknown. `row`
 * and `other` are the rows of the homes in their inputs.
 */
export function distanceM(inputs: Float32Array, row: number, others: Float32Array, other: number): number {
  const [home, next] = [row * HOME_INPUTS.length, other * HOME_INPUTS.length]
  const apart = (name: 'latitude' | 'longitude') =>
    (others[next + inputAt(name)] as number) - (inputs[home + inputAt(name)] as number) // in bounds
  const narrowing = Math.cos(radians(inputs[home + inputAt('latitude')] as number))
  return METERS_PER_DEGREE * Math.hypot(apart('latitude'), apart('longitude') * narrowing)
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function layerOf(points: Float64Array, days: Int32Array, sizeM: number): Layer {
  const cells = new Map<number, number>()
  const cellOf = Uint32Array.from(days, (_, row) => {
    const [east, north] = [points[2 * row] as number, points[2 * row + 1] as number]
    const key = Number.isNaN(east + north) ? NO_CELL : keyOf(Math.floor(east / sizeM), Math.floor(north / sizeM))
    const cell = cells.get(key) ?? cells.size
    if (cell === cells.size) cells.set(key, cell)
    return cell
  })
  const starts = new Uint32Array(cells.size + 1)
  for (const cell of cellOf) starts[cell + 1] = (starts[cell + 1] as number) + 1
  for (let cell = 0; cell < cells.size; cell++)
    starts[cell + 1] = (starts[cell + 1] as number) + (starts[cell] as number)
  const next = starts.slice()
  const rows = new Uint32Array(days.length)
  for (const [row, cell] of cellOf.entries()) {
    const at = next[cell] as number
    rows[at] = row
    next[cell] = at + 1
  }
  const ordered = new Float64Array(points.length)
  for (const [i, row] of rows.entries()) {
    ordered[2 * i] = points[2 * row] as number
    ordered[2 * i + 1] = points[2 * row + 1] as number
  }
  return { sizeM, cells, starts, rows, days: Int32Array.from(rows, (row) => days[row] as number), points: ordered }
}

/**
 * Returns a cell's key: a small whole number, because maps are fast with small numbers. Cells half the globe apart may
 * share a key; their sales are too far away to count.
 */
function keyOf(column: number, line: number): number {
  return ((column & 0x7fff) << 15) | (line & 0x7fff)
}
