import { Lottery, Random } from '../base/random.ts'
import type { HomeType, Point } from '../model/home.ts'
import { type Atlas, degrees, KM_PER_DEGREE, type ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { DIRECTIONS, STREET_NAMES, STREET_SUFFIXES } from './words/streets.ts'

/** Homes are made in blocks: both sides of a stretch of street, or one building of several units. */
export type BlockKind = 'houses' | 'townhouses' | 'multi' | 'manufactured' | 'lots' | 'condos' | 'shares' | 'rentals'

/** What neighbours share. */
export interface Block {
  /** Number of blocks made before. */
  readonly ordinal: number
  readonly kind: BlockKind
  readonly zip: ZipArea
  /** Index of its first home. */
  readonly firstIndex: number
  readonly size: number
  /** Without a house number: `NE Larkfield Ave`. */
  readonly street: string
  /** The first house number; the only one of a building. */
  readonly firstNumber: number
  readonly start: Point
  /** Degrees between houses, and from the middle of the street to a house. */
  readonly step: Point
  readonly side: Point
  readonly builtYear: number
  readonly newlyBuilt: boolean
  /** Value relative to its ZIP, as a factor. */
  readonly quality: number
  readonly neighborhood?: string
  readonly subdivision?: string
  readonly senior: boolean
  readonly waterfront: boolean
}

const STREET_KINDS = new Lottery<BlockKind>([
  ['houses', 74],
  ['townhouses', 13],
  ['multi', 4.5],
  ['manufactured', 4.5],
  ['lots', 4],
])
const BUILDING_KINDS = new Lottery<BlockKind>([
  ['rentals', 48],
  ['condos', 42],
  ['shares', 10],
])

const HOME_TYPE_OF_KIND: Readonly<Record<BlockKind, HomeType>> = {
  houses: 'SINGLE_FAMILY',
  townhouses: 'TOWNHOUSE',
  multi: 'MULTI_FAMILY',
  manufactured: 'MANUFACTURED',
  lots: 'LOT',
  condos: 'CONDO',
  shares: 'APARTMENT',
  rentals: 'APARTMENT',
}

/** A stretch has at most as many homes as fit into 100 house numbers, at four numbers per home. */
const STRETCH_HOMES = 24
const STRETCHES_PER_STREET = 3
const STREET_BLOCK_MEAN = 18
const BUILDING_MEAN = 40

const NAMES = STREET_NAMES.length

export function homeTypeOf(kind: BlockKind): HomeType {
  return HOME_TYPE_OF_KIND[kind]
}

export function isBuilding(block: Block): boolean {
  return block.kind === 'condos' || block.kind === 'shares' || block.kind === 'rentals'
}

/**
 * Lays out blocks in sequence. A block depends on the seed and the blocks before it, never on how many follow.
 * Streets of a ZIP never share a name, and stretches of a street never share a house number.
 */
export class BlockPlanner {
  readonly #atlas: Atlas
  readonly #seed: number
  readonly #calendar: Calendar
  readonly #random: Random
  readonly #stretchesOfZip = new Map<ZipArea, number>()
  #ordinal = 0
  #nextIndex = 0

  constructor(atlas: Atlas, seed: number, calendar: Calendar) {
    this.#atlas = atlas
    this.#seed = seed
    this.#calendar = calendar
    this.#random = new Random(seed, 'block')
  }

  next(): Block {
    const random = this.#random
    random.restart(this.#seed, 'block', this.#ordinal)
    const zip = this.#atlas.lottery.draw(random)
    const kind = drawKind(random, zip)
    const stretch = this.#stretchesOfZip.get(zip) ?? 0
    this.#stretchesOfZip.set(zip, stretch + 1)
    const size = drawSize(random, kind)
    const newlyBuilt = kind !== 'lots' && kind !== 'shares' && random.chance(0.07)
    const block: Block = {
      ordinal: this.#ordinal,
      kind,
      zip,
      firstIndex: this.#nextIndex,
      size,
      ...layStretch(new Random(this.#seed ^ zip.hash, 'street', Math.floor(stretch / STRETCHES_PER_STREET)), {
        zip,
        streetOrdinal: Math.floor(stretch / STRETCHES_PER_STREET),
        stretchOfStreet: stretch % STRETCHES_PER_STREET,
        metresBetween: kind === 'townhouses' ? 4 : 9,
      }),
      builtYear: newlyBuilt ? this.#calendar.thisYear : drawBuiltYear(random, zip, this.#calendar.thisYear),
      newlyBuilt,
      quality: Math.exp(0.1 * random.bell()),
      senior: kind !== 'lots' && random.chance(0.045),
      waterfront: random.chance(0.03),
      ...drawNeighborhood(random, zip, kind),
    }
    this.#ordinal++
    this.#nextIndex += size
    return block
  }
}

/** The share of blocks that are buildings, derived from the share of homes that should be in buildings. */
function drawKind(random: Random, zip: ZipArea): BlockKind {
  const homes = Math.min(0.9, zip.metro.economy.urbanShare * (0.45 + 0.9 * zip.urbanity))
  const blocks = (homes * STREET_BLOCK_MEAN) / (BUILDING_MEAN * (1 - homes) + STREET_BLOCK_MEAN * homes)
  return random.chance(blocks) ? BUILDING_KINDS.draw(random) : STREET_KINDS.draw(random)
}

function drawSize(random: Random, kind: BlockKind): number {
  if (kind === 'rentals') return 6 + Math.floor(115 * random.unit() ** 1.9)
  if (kind === 'condos' || kind === 'shares') return 6 + Math.floor(90 * random.unit() ** 2)
  return kind === 'lots' ? random.whole(6, 12) : random.whole(12, STRETCH_HOMES)
}

function drawBuiltYear(random: Random, zip: ZipArea, thisYear: number): number {
  const { oldBuiltYear } = zip.metro.economy
  const year = random.chance(0.5)
    ? Math.round(oldBuiltYear + 14 * random.bell() - 10 * zip.urbanity)
    : random.whole(oldBuiltYear, thisYear - 3)
  return Math.min(thisYear - 3, Math.max(1895, year))
}

function drawNeighborhood(random: Random, zip: ZipArea, kind: BlockKind): Pick<Block, 'neighborhood' | 'subdivision'> {
  return {
    ...(random.chance(0.3 + 0.6 * zip.urbanity) && { neighborhood: random.pick(zip.neighborhoods) }),
    ...((kind === 'houses' || kind === 'townhouses') &&
      random.chance(0.7 - 0.4 * zip.urbanity) && { subdivision: random.pick(zip.subdivisions) }),
  }
}

interface Stretch {
  readonly zip: ZipArea
  readonly streetOrdinal: number
  readonly stretchOfStreet: number
  readonly metresBetween: number
}

/** `random` belongs to the street, so that its stretches line up. */
function layStretch(
  random: Random,
  { zip, streetOrdinal, stretchOfStreet, metresBetween }: Stretch,
): Pick<Block, 'street' | 'firstNumber' | 'start' | 'step' | 'side'> {
  const distanceKm = zip.reachKm * Math.sqrt(random.unit())
  const bearing = random.unit() * 2 * Math.PI
  const gridTurn = (zip.hash % 100) / 300
  const heading = gridTurn + (random.chance(0.5) ? 0 : Math.PI / 2) + (random.chance(0.15) ? random.unit() : 0)
  const { latitude, longitude } = zip.place.point
  const perKmNorth = 1 / KM_PER_DEGREE
  const perKmEast = perKmNorth / Math.cos((latitude * Math.PI) / 180)
  const offsetKm = (stretchOfStreet - 1.5) * STRETCH_HOMES * 0.009
  const stepKm = metresBetween / 1000
  return {
    street: streetName(random, zip.hash, streetOrdinal),
    firstNumber: (random.whole(1, 96) + stretchOfStreet) * 100,
    start: {
      latitude: latitude + (distanceKm * Math.sin(bearing) + offsetKm * Math.sin(heading)) * perKmNorth,
      longitude: longitude + (distanceKm * Math.cos(bearing) + offsetKm * Math.cos(heading)) * perKmEast,
    },
    step: {
      latitude: stepKm * Math.sin(heading) * perKmNorth,
      longitude: stepKm * Math.cos(heading) * perKmEast,
    },
    side: {
      latitude: 0.014 * Math.cos(heading) * perKmNorth,
      longitude: -0.014 * Math.sin(heading) * perKmEast,
    },
  }
}

/** Steps through the names with a stride coprime to their number, and changes the suffix after each round. */
function streetName(random: Random, hash: number, ordinal: number): string {
  const at = ((hash >>> 4) + ordinal * 89) % NAMES
  const round = Math.floor(ordinal / NAMES)
  const suffix = STREET_SUFFIXES[((hash >>> 9) + at * 5 + round) % STREET_SUFFIXES.length]
  const direction = random.pick(DIRECTIONS)
  return `${direction}${direction && ' '}${STREET_NAMES[at]} ${suffix}`
}

/** House number of the block's home `slot`: even on one side of the street, odd on the other. */
export function houseNumber(block: Block, slot: number): number {
  return isBuilding(block) ? block.firstNumber : block.firstNumber + slot * 4 + (slot & 1)
}

export function pointOf(block: Block, slot: number): Point {
  const along = isBuilding(block) ? 0 : slot
  const across = slot & 1 && !isBuilding(block) ? -1 : 1
  return {
    latitude: degrees(block.start.latitude + block.step.latitude * along + block.side.latitude * across),
    longitude: degrees(block.start.longitude + block.step.longitude * along + block.side.longitude * across),
  }
}
