import { Random } from '../src/kit/algorithms/random.ts'
import type { HomeType, Point } from '../src/model/home.ts'
import { type Atlas, degrees, degreesEast, KM_PER_DEGREE, type MetroArea, type Setting, type ZipArea } from './atlas.ts'
import type { Calendar } from './calendar.ts'
import { type BlockKind, BUILDING_KINDS, STREET_KINDS } from './draws.ts'
import { ZipQuota } from './quota.ts'
import { DIRECTIONS, STREET_NAMES, STREET_SUFFIXES } from './words/streets.ts'

/** What the homes of a block share. A block is a stretch of street or one building. */
export interface Block {
  /** Number of earlier blocks. */
  readonly ordinal: number
  readonly kind: BlockKind
  readonly zip: ZipArea
  /** Index of the block's first home among all homes. */
  readonly firstIndex: number
  readonly size: number
  /** The street without a house number: `NE Larkfield Ave`. */
  readonly street: string
  /** The first house number of a stretch, or the house number of a building. */
  readonly firstNumber: number
  readonly start: Point
  /** `step`: degrees from house to house. `side`: degrees from the center of the street to a house. */
  readonly step: Point
  readonly side: Point
  readonly builtYear: number
  readonly newlyBuilt: boolean
  /** Factor for the homes' value, relative to the ZIP. */
  readonly quality: number
  /** Factor for the homes' size. 1 except for mansions and luxury apartments. */
  readonly grandeur: number
  readonly neighborhood?: string
  readonly subdivision?: string
  readonly senior: boolean
  readonly waterfront: boolean
}

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

/** Number of homes on a stretch of street, which has 100 house numbers: four per home. */
const STRETCH_HOMES = 24
const STRETCHES_PER_STREET = 3
const STREET_BLOCK_MEAN = 18

/** Minimum number of units in a building, and how many more it may have. Most buildings are near the minimum. */
const LEAST_UNITS = 6
const MORE_UNITS: Readonly<Record<Setting, number>> = { country: 18, suburb: 70, city: 105, core: 115 }
const SMALLNESS = 1.9
/** Share of homes in buildings, in the core of a city. */
const CORE_BUILDING_SHARE = 0.965

/** Share of mansions among blocks of houses. */
const GRAND_SHARE = 0.02
/** Share of luxury buildings among buildings. */
const FINE_SHARE = 0.05

const NAMES = STREET_NAMES.length

export function homeTypeOf(kind: BlockKind): HomeType {
  return HOME_TYPE_OF_KIND[kind]
}

export function isBuilding({ kind }: Block): boolean {
  return isBuildingKind(kind)
}

function isBuildingKind(kind: BlockKind): boolean {
  return kind === 'condos' || kind === 'shares' || kind === 'rentals'
}

/**
 * Plans one block after another. A block depends only on the seed and earlier blocks. In a ZIP, no two streets have the
 * same name, and no two stretches of a street share house numbers.
 */
export class BlockPlanner {
  readonly #atlas: Atlas
  readonly #quota: ZipQuota
  readonly #seed: number
  readonly #calendar: Calendar
  readonly #random: Random
  readonly #stretchesOfZip = new Map<ZipArea, number>()
  /** The last street of each ZIP. */
  readonly #streetOfZip = new Map<ZipArea, Street>()
  /** How many waterfront homes each metro still needs. */
  readonly #lackAtWater = new Map<MetroArea, number>()
  #ordinal = 0
  #nextIndex = 0

  constructor(atlas: Atlas, seed: number, calendar: Calendar) {
    this.#atlas = atlas
    this.#quota = new ZipQuota(new Random(seed, 'quota'), atlas, meanSize)
    this.#seed = seed
    this.#calendar = calendar
    this.#random = new Random(seed, 'block')
  }

  next(): Block {
    return this.#quota.next((zip) => this.#layOut(zip))
  }

  #layOut(zip: ZipArea): Block {
    const random = this.#random
    random.restart(this.#seed, 'block', this.#ordinal)
    const kind = drawKind(random, zip)
    const stretch = this.#stretchesOfZip.get(zip) ?? 0
    this.#stretchesOfZip.set(zip, stretch + 1)
    const newlyBuilt = kind !== 'lots' && kind !== 'shares' && random.chance(0.07)
    const grandeur = drawGrandeur(random, zip, kind)
    const size = grandeur > 1 && kind === 'houses' ? random.whole(5, 10) : drawSize(random, zip, kind)
    const block: Block = {
      ordinal: this.#ordinal,
      kind,
      zip,
      firstIndex: this.#nextIndex,
      size,
      ...this.#layStretch(zip, kind, stretch, random),
      builtYear: newlyBuilt ? this.#calendar.thisYear : drawBuiltYear(random, zip, kind, this.#calendar.thisYear),
      newlyBuilt,
      quality: Math.exp(0.1 * random.bell()),
      grandeur,
      senior: kind !== 'lots' && zip.setting !== 'core' && random.chance(0.045),
      waterfront: this.#isAtWater(zip.metro, size),
      ...drawNeighborhood(random, zip, kind),
    }
    this.#ordinal++
    this.#nextIndex += size
    return block
  }

  /** Whether the metro's next block is at the water. Keeps the share of waterfront homes right at any time. */
  #isAtWater(metro: MetroArea, size: number): boolean {
    const lack = (this.#lackAtWater.get(metro) ?? 0) + size * metro.economy.waterShare
    const isAtWater = lack > size / 2
    this.#lackAtWater.set(metro, isAtWater ? lack - size : lack)
    return isAtWater
  }

  #layStretch(zip: ZipArea, kind: BlockKind, stretch: number, random: Random): Laid {
    const streetOrdinal = Math.floor(stretch / STRETCHES_PER_STREET)
    const street =
      stretch % STRETCHES_PER_STREET === 0 ? this.#layStreet(zip, streetOrdinal) : this.#streetOfZip.get(zip)
    if (street === undefined) throw new Error(`The streets of ZIP ${zip.place.zipcode} are not laid in order`)
    const at = stretch % STRETCHES_PER_STREET
    const firstNumber = street.firstNumber + at * 100 + (isBuildingKind(kind) ? random.below(99) : 2 * random.below(4))
    return { ...stretchOf(street, at, kind === 'townhouses' ? 4 : 9), firstNumber }
  }

  #layStreet(zip: ZipArea, ordinal: number): Street {
    const random = new Random(this.#seed ^ zip.hash, 'street', ordinal)
    const street = layStreet(random, zip, ordinal, (point) => this.#atlas.isInCounty(point, zip))
    this.#streetOfZip.set(zip, street)
    return street
  }
}

/** Returns the share of buildings among blocks that gives the right share of homes in buildings. */
function buildingShare({ metro, setting, urbanity }: ZipArea): number {
  const homes =
    setting === 'core' ? CORE_BUILDING_SHARE : Math.min(0.9, metro.economy.urbanShare * (0.15 + 1.35 * urbanity))
  return (homes * STREET_BLOCK_MEAN) / (buildingMean(setting) * (1 - homes) + STREET_BLOCK_MEAN * homes)
}

function buildingMean(setting: Setting): number {
  return LEAST_UNITS + MORE_UNITS[setting] / (SMALLNESS + 1)
}

/** Mean number of homes per block in the ZIP. */
function meanSize(zip: ZipArea): number {
  const buildings = buildingShare(zip)
  return buildings * buildingMean(zip.setting) + (1 - buildings) * STREET_BLOCK_MEAN
}

function drawKind(random: Random, zip: ZipArea): BlockKind {
  return random.chance(buildingShare(zip)) ? BUILDING_KINDS.draw(random) : STREET_KINDS[zip.setting].draw(random)
}

function drawSize(random: Random, { setting }: ZipArea, kind: BlockKind): number {
  if (isBuildingKind(kind)) return LEAST_UNITS + Math.floor(MORE_UNITS[setting] * random.unit() ** SMALLNESS)
  return kind === 'lots' ? random.whole(6, 12) : random.whole(12, STRETCH_HOMES)
}

/**
 * Draws a factor for the size of homes. Mansions are up to 3.5 times as large as other houses, luxury apartments up to
 * twice as large as others. Mansions stand on expensive land.
 */
function drawGrandeur(random: Random, { setting, pricePerSquareFoot }: ZipArea, kind: BlockKind): number {
  const luck = random.unit()
  if (kind === 'houses' && luck < GRAND_SHARE * Math.min(3, (pricePerSquareFoot / 350) ** 1.5))
    return 1.4 + 2.1 * random.unit()
  if ((kind === 'condos' || kind === 'shares') && (setting === 'city' || setting === 'core') && luck < FINE_SHARE)
    return 1.3 + 0.7 * random.unit()
  return 1
}

/** A federal standard for manufactured homes began in this year. Older ones are mobile homes. */
const FIRST_MANUFACTURED = 1976

function drawBuiltYear(random: Random, zip: ZipArea, kind: BlockKind, thisYear: number): number {
  const { oldBuiltYear } = zip.metro.economy
  const year = random.chance(0.5)
    ? Math.round(oldBuiltYear + 14 * random.bell() + 10 - 20 * zip.urbanity)
    : random.whole(oldBuiltYear, thisYear - 3)
  return Math.min(thisYear - 3, Math.max(kind === 'manufactured' ? FIRST_MANUFACTURED : 1895, year))
}

function drawNeighborhood(random: Random, zip: ZipArea, kind: BlockKind): Pick<Block, 'neighborhood' | 'subdivision'> {
  return {
    ...(random.chance(0.3 + 0.6 * zip.urbanity) && { neighborhood: random.pick(zip.neighborhoods) }),
    ...((kind === 'houses' || kind === 'townhouses') &&
      random.chance(0.7 - 0.4 * zip.urbanity) && { subdivision: random.pick(zip.subdivisions) }),
  }
}

interface Street {
  readonly name: string
  readonly firstNumber: number
  readonly middle: Point
  /** Degrees per kilometer along and across the street. */
  readonly along: Point
  readonly across: Point
}

type Laid = Pick<Block, 'street' | 'firstNumber' | 'start' | 'step' | 'side'>

const STRETCH_KM = STRETCH_HOMES * 0.009

/**
 * Number of tries to place a street in the ZIP's county. Each try rotates it around the ZIP's center and moves it
 * closer.
 */
const MOVES = 7
/** The golden angle, so that no direction is tried twice. */
const TURN = 2.4

function layStreet(random: Random, zip: ZipArea, ordinal: number, isInCounty: (point: Point) => boolean): Street {
  let distanceKm = zip.reachKm * Math.sqrt(random.unit())
  let bearing = random.unit() * 2 * Math.PI
  const gridTurn = (zip.hash % 100) / 300
  const heading = gridTurn + (random.chance(0.5) ? 0 : Math.PI / 2) + (random.chance(0.15) ? random.unit() : 0)
  const { point } = zip.place
  const perKmNorth = 1 / KM_PER_DEGREE
  const perKmEast = degreesEast(point)
  const towards = (direction: number): Point => ({
    latitude: Math.sin(direction) * perKmNorth,
    longitude: Math.cos(direction) * perKmEast,
  })
  const along = towards(heading)
  const middleNow = () => moved(point, towards(bearing), distanceKm)
  const ends = [-1.5 * STRETCH_KM, 1.5 * STRETCH_KM] as const
  const isWithin = () => ends.every((km) => isInCounty(moved(middleNow(), along, km)))
  for (let move = 0; move < MOVES && !isWithin(); move++) {
    distanceKm *= 0.85
    bearing += TURN
  }
  return {
    name: streetName(random, zip.hash, ordinal),
    firstNumber: random.whole(1, 96) * 100,
    middle: middleNow(),
    along,
    across: { latitude: Math.cos(heading) * perKmNorth, longitude: -Math.sin(heading) * perKmEast },
  }
}

function moved({ latitude, longitude }: Point, perKm: Point, km: number): Point {
  return { latitude: latitude + perKm.latitude * km, longitude: longitude + perKm.longitude * km }
}

function stretchOf({ name, middle, along, across }: Street, ordinal: number, metersBetween: number) {
  const stepKm = metersBetween / 1000
  return {
    street: name,
    start: moved(middle, along, (ordinal - 1.5) * STRETCH_KM),
    step: { latitude: along.latitude * stepKm, longitude: along.longitude * stepKm },
    side: { latitude: across.latitude * 0.014, longitude: across.longitude * 0.014 },
  }
}

/**
 * Returns a street name. A stride coprime to the number of names uses all of them before any repeats. The next round
 * has other suffixes.
 */
function streetName(random: Random, hash: number, ordinal: number): string {
  const at = ((hash >>> 4) + ordinal * 89) % NAMES
  const round = Math.floor(ordinal / NAMES)
  const suffix = STREET_SUFFIXES[((hash >>> 9) + at * 5 + round) % STREET_SUFFIXES.length]
  const direction = random.pick(DIRECTIONS)
  return `${direction}${direction && ' '}${STREET_NAMES[at]} ${suffix}`
}

/**
 * Returns the house number of home `slot` in the block: even numbers on one side of the street, odd ones on the other.
 */
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
