import type { HomeFacts, View } from '../model/home.ts'
import { type Block, isBuilding } from './block.ts'
import type { Dwelling } from './dwelling.ts'
import { Lottery, type Random } from './random.ts'
import type { SchoolNames } from './schools.ts'
import * as words from './words/features.ts'
import type { Worth } from './worth.ts'

/** A record under construction; finished ones are read-only. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] }

const VIEWS = new Lottery<readonly View[] | undefined>([
  [undefined, 80],
  [['City'], 6],
  [['Mountain'], 5],
  [['Park'], 4],
  [['Water'], 3],
  [['City', 'Water'], 1],
  [['Mountain', 'Park'], 1],
])
const WATER_VIEW: readonly View[] = ['Water']

/** Facts that the sample's records state. A share of them is left out, as sources do. */
export function factsOf(
  random: Random,
  block: Block,
  dwelling: Dwelling,
  worth: Worth,
  schools: SchoolNames,
): HomeFacts {
  const facts: Draft<HomeFacts> = {}
  if (dwelling.lotSquareFeet > 0) facts.lotSizeSquareFeet = dwelling.lotSquareFeet
  putDues(facts, random, block, dwelling, worth)
  if (block.senior) facts.seniorCommunity = true
  const views = dwelling.waterfront ? WATER_VIEW : VIEWS.draw(random)
  if (views) facts.views = views
  if (dwelling.waterfront) facts.waterfront = true
  facts.schoolDistrict = schools.district
  if (dwelling.homeType === 'LOT') {
    facts.lotFeatures = random.pick(words.LOT_FEATURES)
    facts.zoning = random.pick(words.ZONINGS)
    return facts
  }
  putSize(facts, random, dwelling)
  putBuild(facts, random, block, dwelling)
  putParking(facts, random, dwelling)
  putComfort(facts, random, block, dwelling)
  facts.elementarySchool = schools.elementary
  facts.middleOrJuniorSchool = schools.middle
  facts.highSchool = schools.high
  return facts
}

/** Absent dues are what the interface calls incomplete HOA data. */
function putDues(facts: Draft<HomeFacts>, random: Random, block: Block, dwelling: Dwelling, worth: Worth): void {
  if (block.kind === 'rentals' || random.chance(0.09)) return
  const shared = isBuilding(block) || dwelling.homeType === 'TOWNHOUSE' || block.senior
  if (!shared && !(block.subdivision && random.chance(0.6))) {
    facts.associationFee = 0
    return
  }
  const share = isBuilding(block) ? 0.0009 : shared ? 0.0005 : 0.00013
  facts.associationFee = Math.max(15, Math.round((worth.value * share * random.between(0.5, 1.8)) / 5) * 5)
  facts.associationName = `${block.subdivision ?? block.street} Owners Association`
}

function putSize(facts: Draft<HomeFacts>, random: Random, dwelling: Dwelling): void {
  const { bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter } = dwelling
  facts.bedroomsTotal = dwelling.bedrooms
  facts.bathrooms = bathroomsFull + 0.75 * bathroomsThreeQuarter + 0.5 * bathroomsHalf + 0.25 * bathroomsOneQuarter
  facts.bathroomsFull = bathroomsFull
  if (bathroomsThreeQuarter > 0) facts.bathroomsThreeQuarter = bathroomsThreeQuarter
  if (bathroomsHalf > 0) facts.bathroomsHalf = bathroomsHalf
  if (bathroomsOneQuarter > 0) facts.bathroomsOneQuarter = bathroomsOneQuarter
  if (random.chance(0.985)) facts.livingArea = dwelling.livingArea
  if (random.chance(0.97)) facts.yearBuilt = dwelling.yearBuilt
  facts.storiesTotal = dwelling.stories
  if (random.chance(0.93)) facts.basement = dwelling.basement
  if (dwelling.basement === 'finished' && facts.livingArea !== undefined) {
    facts.belowGradeFinishedArea = Math.round(dwelling.livingArea * 0.03) * 10
    facts.aboveGradeFinishedArea = dwelling.livingArea - facts.belowGradeFinishedArea
  }
}

function putBuild(facts: Draft<HomeFacts>, random: Random, block: Block, dwelling: Dwelling): void {
  if (dwelling.homeType === 'SINGLE_FAMILY' && random.chance(0.6)) facts.architecturalStyle = random.pick(words.STYLES)
  if (dwelling.homeType === 'APARTMENT') facts.structureType = block.kind === 'shares' ? 'Cooperative' : 'Apartment'
  facts.roof = random.pick(words.ROOFS)
  facts.constructionMaterials = random.pick(words.CONSTRUCTION)
  if (random.chance(0.5)) facts.foundation = random.pick(words.FOUNDATIONS)
  if (random.chance(0.6)) facts.flooring = random.pick(words.FLOORING)
  facts.sewer = words.SEWER[random.chance(0.94) ? 0 : 1] ?? []
  facts.waterSource = words.WATER[random.chance(0.95) ? 0 : 1] ?? []
  if (random.chance(0.3)) facts.utilities = random.pick(words.UTILITIES)
  if (random.chance(0.3)) facts.zoning = random.pick(words.ZONINGS)
}

function putParking(facts: Draft<HomeFacts>, random: Random, dwelling: Dwelling): void {
  const { garageSpaces, carportSpaces, openSpaces } = dwelling
  if (random.chance(0.04)) return
  facts.garageSpaces = garageSpaces
  facts.parkingTotal = garageSpaces + carportSpaces + openSpaces
  if (carportSpaces > 0) facts.carportSpaces = carportSpaces
  if (garageSpaces > 0) {
    facts.attachedGarage = random.chance(0.7)
    facts.parkingFeatures = random.pick(words.PARKING_GARAGE)
  } else {
    facts.parkingFeatures = random.pick(facts.parkingTotal > 0 ? words.PARKING_OPEN : words.PARKING_NONE)
  }
}

function putComfort(facts: Draft<HomeFacts>, random: Random, block: Block, dwelling: Dwelling): void {
  facts.hasHeating = true
  facts.heating = random.pick(words.HEATING)
  facts.hasCooling = dwelling.cooled
  facts.cooling = random.pick(dwelling.cooled ? words.COOLING : words.NO_COOLING)
  if (random.chance(0.35)) facts.fireplacesTotal = random.chance(0.8) ? 1 : 2
  if (dwelling.pool) facts.privatePool = true
  if (random.chance(0.03)) facts.spa = true
  facts.appliances = random.pick(words.APPLIANCES)
  if (random.chance(0.6)) facts.interiorFeatures = random.pick(words.INTERIOR)
  if (random.chance(0.4)) facts.exteriorFeatures = random.pick(words.EXTERIOR)
  if (dwelling.lotSquareFeet > 0 && random.chance(0.35)) facts.lotFeatures = random.pick(words.LOT_FEATURES)
  if (block.senior) facts.communityFeatures = random.pick(words.SENIOR_COMMUNITY)
  else if (random.chance(0.3)) facts.communityFeatures = random.pick(words.COMMUNITY)
  facts.inUnitLaundry = random.chance(isBuilding(block) ? 0.5 : 0.9)
  facts.laundryFeatures = random.pick(facts.inUnitLaundry ? words.IN_UNIT_LAUNDRY : words.SHARED_LAUNDRY)
  if (random.chance(0.02)) facts.furnished = true
  if (dwelling.yearBuilt < 1990 && random.chance(0.2)) {
    facts.yearRenovated = Math.max(dwelling.yearBuilt + 12, 2001 + random.below(22))
  }
}
