import { Random } from '../src/kit/algorithms/random.ts'
import type { Building, FloorPlan } from '../src/model/building.ts'
import { PETS, type Pet } from '../src/model/home.ts'
import { sampleTelephone } from './agents.ts'
import type { Setting } from './atlas.ts'
import { type Block, homeTypeOf, pointOf } from './block.ts'
import type { Draft } from './draft.ts'
import { drawArea, type Shared, type UnitPlan } from './dwelling.ts'
import { addressOf, SOURCE, zpidOf } from './identity.ts'
import { drawStructure, type Structure } from './structure.ts'
import { OFFICE_HOURS, SPECIAL_OFFERS } from './words/buildings.ts'
import { INVENTED_BUILDING } from './words/descriptions.ts'
import type { Economy } from './words/economies.ts'
import { BUILDING_AMENITIES } from './words/features.ts'
import { BUILDING_ENDS, NEIGHBORHOOD_NAMES } from './words/streets.ts'

/** A block with one building, and what all its units share. */
export interface House {
  readonly lotId: string
  readonly name: string
  readonly plans: readonly UnitPlan[]
  readonly stories: number
  readonly unitsPerStory: number
  readonly amenities: readonly string[]
  readonly structure: Structure
  /** `own`: a washer in every unit. `shared`: a laundry room. `mixed`: a washer in some units. */
  readonly laundry: 'own' | 'shared' | 'mixed'
  readonly cooled: boolean
  readonly parking: boolean
  /** Undefined for buildings with condominiums or shares. */
  readonly rental: RentalHouse | undefined
}

/** What the units of a rental building share. */
export interface RentalHouse {
  readonly name: string
  readonly telephone: string
  readonly managedBy: string
  readonly pets: readonly Pet[] | undefined
  readonly incomeRestricted: boolean
  readonly onSiteParking: boolean
  readonly acceptsApplications: boolean
}

/** The first `lotid` of the sample: readable, and not near any property id. */
const FIRST_LOT_ID = 20_000_000

/** The maximum number of floors, and of homes per floor, by setting. */
const MAX_STORIES: Readonly<Record<Setting, number>> = { country: 3, suburb: 5, city: 16, core: 40 }
const PER_STORY: Readonly<Record<Setting, readonly [least: number, most: number]>> = {
  country: [4, 12],
  suburb: [6, 20],
  city: [4, 10],
  core: [2, 6],
}

export function drawHouse(seed: number, block: Block): House {
  const random = new Random(seed, 'building', block.ordinal)
  const { setting, metro } = block.zip
  const perStory = random.between(...PER_STORY[setting])
  const stories = Math.min(MAX_STORIES[setting], Math.max(2, Math.round(block.size / perStory)))
  const amenities = drawAmenities(random, setting, metro.economy, stories)
  const name = `${random.pick(NEIGHBORHOOD_NAMES)} ${random.pick(buildingEnds(stories))}`
  const hasOwnLaundry = amenities.includes('In-Unit Laundry')
  return {
    lotId: String(FIRST_LOT_ID + block.ordinal),
    name,
    plans: drawPlans(random, block),
    stories,
    unitsPerStory: Math.ceil(block.size / stories),
    amenities,
    structure: drawStructure(random, block),
    laundry: hasOwnLaundry ? 'own' : amenities.includes('Shared Laundry') ? 'shared' : 'mixed',
    cooled: amenities.includes('Air Conditioning'),
    parking: amenities.includes('On-Site Parking'),
    rental: block.kind === 'rentals' ? drawRental(random, name, amenities) : undefined,
  }
}

export function sharedBy(house: House, slot: number): Shared {
  const plan = house.plans[slot % house.plans.length] as UnitPlan // every house has at least two plans
  return { plan, cooled: house.cooled, parking: house.parking }
}

/**
 * Draws amenities that fit: cooling if the metro has it, an elevator only above three floors, at most one kind of
 * laundry.
 */
function drawAmenities(random: Random, setting: Setting, economy: Economy, stories: number): readonly string[] {
  const laundry = random.pick(['In-Unit Laundry', 'Shared Laundry', ''])
  const fits: Readonly<Record<string, boolean>> = {
    'Air Conditioning': random.chance(economy.coolingShare),
    Elevator: stories > 6 || (stories > 3 && random.chance(0.7)),
    'On-Site Parking': random.chance(setting === 'core' ? 0.2 : 0.75),
    Pool: random.chance(setting === 'core' ? 0.05 : 0.1 + economy.poolShare),
    'In-Unit Laundry': laundry === 'In-Unit Laundry',
    'Shared Laundry': laundry === 'Shared Laundry',
    'Roof Deck': stories > 3 && random.chance(0.4),
  }
  const offered = random.some(BUILDING_AMENITIES, random.whole(2, 8))
  return BUILDING_AMENITIES.filter((amenity) => fits[amenity] ?? offered.includes(amenity))
}

/** Returns possible last words of a building's name. Only tall buildings are towers. */
function buildingEnds(stories: number): readonly string[] {
  return stories > 7 ? BUILDING_ENDS : BUILDING_ENDS.filter((end) => end !== 'Tower')
}

/** Returns floor plans, fewest bedrooms first. */
function drawPlans(random: Random, block: Block): UnitPlan[] {
  const count = Math.min(6, 2 + Math.floor(block.size / 18))
  const smallest = random.chance(0.35) ? 0 : 1
  return Array.from({ length: count }, (_, at) => {
    const bedrooms = Math.min(4, smallest + Math.floor((at * 3) / count + random.unit() * 0.5))
    return {
      name: bedrooms === 0 ? `Studio ${planLetter(at)}` : `${bedrooms} Bedroom ${planLetter(at)}`,
      bedrooms,
      bathroomsFull: Math.max(1, bedrooms - 1),
      bathroomsHalf: bedrooms > 1 && random.chance(0.25) ? 1 : 0,
      livingArea: drawArea(random, block, homeTypeOf(block.kind), bedrooms),
    }
  })
}

function planLetter(at: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + at)
}

function drawRental(random: Random, name: string, amenities: readonly string[]): RentalHouse {
  return {
    name,
    telephone: sampleTelephone(random),
    managedBy: `${name} Sample Management`,
    pets: random.chance(0.75) ? random.some(PETS, random.whole(1, 3)) : undefined,
    incomeRestricted: random.chance(0.12),
    onSiteParking: amenities.includes('On-Site Parking'),
    acceptsApplications: random.chance(0.6),
  }
}

/** `made`: number of units in the catalog. The sample's last building may be incomplete. */
export function buildingOf(block: Block, house: House, made: number): Building {
  const random = new Random(block.ordinal, 'building-record')
  const units = house.plans.map((): number[] => [])
  for (let slot = 0; slot < made; slot++) units[slot % units.length]?.push(zpidOf(block.firstIndex + slot))
  const floorPlans = house.plans.map(
    (plan, at): FloorPlan => ({
      name: plan.name,
      bedrooms: plan.bedrooms,
      bathrooms: plan.bathroomsFull + 0.5 * plan.bathroomsHalf,
      livingArea: plan.livingArea,
      units: units[at] ?? [],
    }),
  )
  const building: Draft<Building> = {
    lotId: house.lotId,
    source: SOURCE,
    sourceKey: `building-${block.ordinal}`,
    name: house.name,
    address: addressOf(block, `${block.firstNumber} ${block.street}`),
    point: pointOf(block, 0),
    yearBuilt: block.builtYear,
    storiesTotal: house.stories,
    description: `${house.name} has ${block.size} homes on ${house.stories} floors in ${block.zip.place.city}. ${INVENTED_BUILDING}`,
    amenities: house.amenities,
    drawnPhotos: random.whole(3, 9),
    floorPlans,
  }
  if (house.rental) {
    building.phone = house.rental.telephone
    building.managedBy = house.rental.managedBy
    if (house.rental.pets) building.pets = house.rental.pets
    building.officeHours = random.pick(OFFICE_HOURS)
    if (random.chance(0.25)) building.specialOffers = [random.pick(SPECIAL_OFFERS)]
  }
  return building
}
