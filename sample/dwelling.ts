import type { Random } from '../src/kit/algorithms/random.ts'
import type { HomeFacts, HomeType } from '../src/model/home.ts'
import type { Setting } from './atlas.ts'
import { type Block, homeTypeOf, isBuilding } from './block.ts'
import type { Calendar } from './calendar.ts'
import { BASEMENTS, BEDROOMS, GRAND_BEDROOMS } from './draws.ts'

/** Size and shape of a home. Its price and most facts are derived from them. */
export interface Dwelling {
  readonly homeType: HomeType
  readonly bedrooms: number
  readonly bathroomsFull: number
  readonly bathroomsThreeQuarter: number
  readonly bathroomsHalf: number
  readonly bathroomsOneQuarter: number
  /** Square feet; 0 for a lot. */
  readonly livingArea: number
  /** Square feet. 0 without land. */
  readonly lotSquareFeet: number
  /** 0 for a lot. */
  readonly yearBuilt: number
  readonly stories: number
  readonly basement: Basement
  readonly garageSpaces: number
  readonly carportSpaces: number
  readonly openSpaces: number
  readonly cooled: boolean
  readonly pool: boolean
  readonly waterfront: boolean
  /** Whether the home is in bad repair, which lowers its price. */
  readonly worn: boolean
}

/** What the units of a building share. */
export interface Shared {
  readonly plan: UnitPlan
  readonly cooled: boolean
  readonly parking: boolean
}

type Basement = NonNullable<HomeFacts['basement']>

/** What units with the same floor plan share. */
export interface UnitPlan {
  readonly name: string
  readonly bedrooms: number
  readonly bathroomsFull: number
  readonly bathroomsHalf: number
  readonly livingArea: number
}

/** Typical square feet by home type: a base, and an amount per bedroom. */
const USUAL: Readonly<Record<HomeType, readonly [base: number, perBedroom: number]>> = {
  SINGLE_FAMILY: [430, 455],
  TOWNHOUSE: [420, 390],
  CONDO: [460, 310],
  MULTI_FAMILY: [620, 430],
  APARTMENT: [450, 290],
  LOT: [0, 0],
  MANUFACTURED: [420, 300],
}

/** Share of homes in bad repair. */
const WORN_SHARE = 0.02

/** Maximum square feet of a home. */
const LARGEST_AREA = 15_000

/** Draws a home. Most homes of a block have the same type. `shared` is given for units of a building. */
export function drawDwelling(random: Random, block: Block, calendar: Calendar, shared?: Shared): Dwelling {
  const plan = shared?.plan
  const homeType = drawType(random, block)
  if (homeType === 'LOT') return lot(random, block)
  const { economy } = block.zip.metro
  const { setting, urbanity } = block.zip
  const isGrand = block.grandeur > 1 && homeType === 'SINGLE_FAMILY'
  const bedroomCount = plan?.bedrooms ?? (isGrand ? GRAND_BEDROOMS : BEDROOMS[homeType]).draw(random)
  const livingArea = plan?.livingArea ?? drawArea(random, block, homeType, bedroomCount)
  const yearBuilt = block.newlyBuilt
    ? calendar.thisYear - random.below(2)
    : isBuilding(block)
      ? block.builtYear
      : Math.min(calendar.thisYear - 2, block.builtYear + Math.round(2.5 * random.bell()))
  const stories = drawStories(random, homeType, livingArea)
  const grounded = homeType === 'SINGLE_FAMILY' || homeType === 'TOWNHOUSE' || homeType === 'MULTI_FAMILY'
  return {
    homeType,
    bedrooms: bedroomCount,
    ...(plan ? { ...plan, bathroomsThreeQuarter: 0, bathroomsOneQuarter: 0 } : drawBathrooms(random, bedroomCount)),
    livingArea,
    lotSquareFeet: plan ? 0 : drawLot(random, homeType, livingArea, urbanity, isGrand),
    yearBuilt,
    stories,
    basement: grounded && random.chance(economy.basementShare) ? BASEMENTS.draw(random) : 'none',
    ...(shared ? drawUnitParking(random, setting, shared.parking) : drawParking(random, homeType, setting, isGrand)),
    cooled: shared?.cooled ?? random.chance(Math.min(1, economy.coolingShare + (yearBuilt > 2005 ? 0.2 : 0))),
    pool: grounded && setting !== 'core' && random.chance(isGrand ? 0.3 + economy.poolShare : economy.poolShare),
    waterfront: block.waterfront,
    worn: !block.newlyBuilt && !isGrand && yearBuilt < 1995 && random.chance(WORN_SHARE),
  }
}

function drawType(random: Random, block: Block): HomeType {
  if (block.kind === 'houses' && !block.newlyBuilt && block.grandeur === 1) {
    const odd = random.unit()
    if (odd < 0.025) return 'MULTI_FAMILY'
    if (odd < 0.05) return 'LOT'
  }
  return homeTypeOf(block.kind)
}

function lot(random: Random, block: Block): Dwelling {
  const acres = random.chance(0.3 * (1 - block.zip.urbanity) ** 2) ? random.between(0.8, 12) : random.between(0.09, 0.7)
  return {
    homeType: 'LOT',
    bedrooms: 0,
    bathroomsFull: 0,
    bathroomsThreeQuarter: 0,
    bathroomsHalf: 0,
    bathroomsOneQuarter: 0,
    livingArea: 0,
    lotSquareFeet: Math.round(acres * (1.4 - block.zip.urbanity) * 43_560),
    yearBuilt: 0,
    stories: 0,
    basement: 'none',
    garageSpaces: 0,
    carportSpaces: 0,
    openSpaces: 0,
    cooled: false,
    pool: false,
    waterfront: block.waterfront,
    worn: false,
  }
}

/** Returns the typical square feet of homes of this type and size in the metro. */
export function usualArea(homeType: HomeType, bedroomCount: number, { zip }: Block): number {
  const [base, perBedroom] = USUAL[homeType]
  return (base + perBedroom * bedroomCount) * zip.metro.economy.size
}

export function drawArea(random: Random, block: Block, homeType: HomeType, bedroomCount: number): number {
  const typical = usualArea(homeType, bedroomCount, block) * block.grandeur
  return Math.min(LARGEST_AREA, Math.round(typical * (1 + 0.13 * random.bell())))
}

/** Draws full and partial baths, about two thirds of the number of bedrooms. */
function drawBathrooms(
  random: Random,
  bedroomCount: number,
): Pick<Dwelling, 'bathroomsFull' | 'bathroomsThreeQuarter' | 'bathroomsHalf' | 'bathroomsOneQuarter'> {
  const bathroomsFull = Math.max(1, Math.round(bedroomCount * 0.55 + random.between(-0.6, 0.95)))
  const luck = random.unit()
  return {
    bathroomsFull,
    bathroomsThreeQuarter: bedroomCount > 1 && luck < 0.16 ? 1 : 0,
    bathroomsHalf: bedroomCount > 1 && luck > 0.55 ? 1 : 0,
    bathroomsOneQuarter: bedroomCount > 2 && luck > 0.16 && luck < 0.175 ? 1 : 0,
  }
}

function drawStories(random: Random, homeType: HomeType, livingArea: number): number {
  if (homeType === 'MANUFACTURED') return 1
  if (homeType === 'TOWNHOUSE') return random.whole(2, 3)
  if (homeType === 'CONDO' || homeType === 'APARTMENT') return livingArea > 1000 && random.chance(0.2) ? 2 : 1
  return random.chance(livingArea < 1500 ? 0.72 : 0.28) ? 1 : random.chance(0.9) ? 2 : 3
}

function drawLot(random: Random, homeType: HomeType, livingArea: number, urbanity: number, isGrand: boolean): number {
  if (homeType === 'CONDO' || homeType === 'APARTMENT') return 0
  if (homeType === 'TOWNHOUSE') return random.whole(900, 2600)
  const isSpacious = random.chance(isGrand ? 0.5 : 0.12 * (0.9 - urbanity))
  const size = isSpacious
    ? random.between(25_000, 220_000)
    : (2600 + 11_000 * (1 - urbanity)) * random.between(0.7, 1.5)
  return Math.round(Math.max(isGrand ? size * 1.5 : size, livingArea * 0.8))
}

type Parking = Pick<Dwelling, 'garageSpaces' | 'carportSpaces' | 'openSpaces'>

const NO_PARKING: Parking = { garageSpaces: 0, carportSpaces: 0, openSpaces: 0 }

/** Share of houses, and of units, without parking. */
const PARKS_NOWHERE: Readonly<Record<Setting, readonly [houses: number, units: number]>> = {
  country: [0.03, 0.05],
  suburb: [0.06, 0.15],
  city: [0.28, 0.45],
  core: [0.85, 0.85],
}

/** Draws a unit's parking. A unit has at most one space, under the building or in the yard. */
function drawUnitParking(random: Random, setting: Setting, onSite: boolean): Parking {
  if (!onSite || random.chance(PARKS_NOWHERE[setting][1])) return NO_PARKING
  const isIndoors = setting === 'core' || random.chance(0.4)
  return isIndoors ? { ...NO_PARKING, garageSpaces: 1 } : { ...NO_PARKING, openSpaces: 1 }
}

function drawParking(random: Random, homeType: HomeType, setting: Setting, isGrand: boolean): Parking {
  if (isGrand) return { ...NO_PARKING, garageSpaces: random.whole(2, 5), openSpaces: random.whole(1, 4) }
  if (random.chance(PARKS_NOWHERE[setting][0])) return NO_PARKING
  if (homeType === 'MANUFACTURED')
    return { ...NO_PARKING, carportSpaces: random.whole(1, 2), openSpaces: random.below(2) }
  if (random.chance(0.12)) return { ...NO_PARKING, openSpaces: random.whole(1, setting === 'core' ? 1 : 3) }
  if (setting === 'core') return { ...NO_PARKING, garageSpaces: 1 }
  if (homeType === 'TOWNHOUSE' || setting === 'city')
    return { ...NO_PARKING, garageSpaces: random.whole(1, 2), openSpaces: random.below(2) }
  return { ...NO_PARKING, garageSpaces: random.chance(0.96) ? random.whole(1, 3) : 4, openSpaces: random.below(3) }
}
