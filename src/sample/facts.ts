import { Lottery, type Random } from '../base/random.ts'
import type { HomeFacts, View } from '../model/home.ts'
import { type Block, isBuilding } from './block.ts'
import type { Dwelling } from './dwelling.ts'
import { mobilityScores } from './mobility.ts'
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

/**
 * The facts of a sample record. A share of them is left out, as in real sources. Keys that every dwelling has are in
 * one literal, and few are added later: objects with a thousand shapes would take most of the time to make a sample.
 */
export function factsOf(
  random: Random,
  block: Block,
  dwelling: Dwelling,
  worth: Worth,
  schools: SchoolNames,
): Draft<HomeFacts> {
  const facts = dwelling.homeType === 'LOT' ? landFacts(random, schools) : houseFacts(random, block, dwelling, schools)
  if (dwelling.lotSquareFeet > 0) facts.lotSizeSquareFeet = dwelling.lotSquareFeet
  putDues(facts, random, block, dwelling, worth)
  if (dwelling.homeType !== 'LOT') putRarities(facts, random, dwelling)
  if (block.senior) {
    facts.seniorCommunity = true
    facts.communityFeatures = random.pick(words.SENIOR_COMMUNITY)
  }
  const views = dwelling.waterfront ? WATER_VIEW : VIEWS.draw(random)
  if (views) facts.views = views
  if (dwelling.waterfront) facts.waterfront = true
  return Object.assign(facts, mobilityScores(block))
}

function landFacts(random: Random, schools: SchoolNames): Draft<HomeFacts> {
  return {
    schoolDistrict: schools.district,
    lotFeatures: random.pick(words.LOT_FEATURES),
    zoning: random.pick(words.ZONINGS),
  }
}

function houseFacts(random: Random, block: Block, dwelling: Dwelling, schools: SchoolNames): Draft<HomeFacts> {
  const { bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter, garageSpaces } = dwelling
  const parkingTotal = garageSpaces + dwelling.carportSpaces + dwelling.openSpaces
  const inUnitLaundry = random.chance(isBuilding(block) ? 0.5 : 0.9)
  // A house outside the sewer network has a septic tank and usually a well; no house in town has either.
  const septic = !isBuilding(block) && random.chance(0.16 * (1 - block.zip.urbanity))
  const well = septic && random.chance(0.75)
  return {
    bedroomsTotal: dwelling.bedrooms,
    bathrooms: bathroomsFull + 0.75 * bathroomsThreeQuarter + 0.5 * bathroomsHalf + 0.25 * bathroomsOneQuarter,
    bathroomsFull,
    bathroomsHalf,
    storiesTotal: dwelling.stories,
    garageSpaces,
    parkingTotal,
    parkingFeatures: random.pick(parkingWords(garageSpaces, parkingTotal)),
    hasHeating: true,
    heating: random.pick(words.HEATING),
    hasCooling: dwelling.cooled,
    cooling: random.pick(dwelling.cooled ? words.COOLING : words.NO_COOLING),
    fireplacesTotal: random.chance(0.35) ? 1 : 0,
    roof: random.pick(words.ROOFS),
    constructionMaterials: random.pick(words.CONSTRUCTION),
    flooring: random.pick(words.FLOORING),
    appliances: random.pick(words.APPLIANCES),
    inUnitLaundry,
    laundryFeatures: random.pick(inUnitLaundry ? words.IN_UNIT_LAUNDRY : words.SHARED_LAUNDRY),
    sewer: septic ? words.SEPTIC_TANK : words.PUBLIC_SEWER,
    waterSource: well ? words.WELL : words.PUBLIC_WATER,
    elementarySchool: schools.elementary,
    middleOrJuniorSchool: schools.middle,
    highSchool: schools.high,
    schoolDistrict: schools.district,
  }
}

function parkingWords(garageSpaces: number, parkingTotal: number): readonly (readonly string[])[] {
  if (garageSpaces > 0) return words.PARKING_GARAGE
  return parkingTotal > 0 ? words.PARKING_OPEN : words.PARKING_NONE
}

/** The interface calls absent dues incomplete HOA data. */
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

/** A style that fits the height and period of the house. */
function stylesOf({ yearBuilt, stories }: Dwelling): readonly string[] {
  const era = yearBuilt < words.POSTWAR_YEAR ? 'old' : yearBuilt < words.RECENT_YEAR ? 'postwar' : 'recent'
  return words.STYLES[era][stories === 1 ? 'low' : 'high']
}

/** Optional features, most common first. */
function putRarities(facts: Draft<HomeFacts>, random: Random, dwelling: Dwelling): void {
  const { livingArea, yearBuilt, basement } = dwelling
  if (random.chance(0.985)) facts.livingArea = livingArea
  if (random.chance(0.97)) facts.yearBuilt = yearBuilt
  if (random.chance(0.95)) facts.basement = basement
  if (basement === 'finished' && facts.livingArea !== undefined) {
    facts.belowGradeFinishedArea = Math.round(livingArea * 0.03) * 10
    facts.aboveGradeFinishedArea = livingArea - facts.belowGradeFinishedArea
  }
  if (dwelling.homeType === 'SINGLE_FAMILY') facts.architecturalStyle = random.pick(stylesOf(dwelling))
  if (dwelling.bathroomsThreeQuarter > 0) facts.bathroomsThreeQuarter = dwelling.bathroomsThreeQuarter
  if (dwelling.bathroomsOneQuarter > 0) facts.bathroomsOneQuarter = dwelling.bathroomsOneQuarter
  if (dwelling.carportSpaces > 0) facts.carportSpaces = dwelling.carportSpaces
  if (dwelling.garageSpaces > 0 && dwelling.lotSquareFeet > 0) facts.attachedGarage = random.chance(0.7)
  if (dwelling.pool) facts.privatePool = true
  const extra = random.unit()
  if (extra < 0.03) facts.spa = true
  else if (extra < 0.05) facts.furnished = true
  else if (extra < 0.2) facts.exteriorFeatures = random.pick(words.EXTERIOR)
  else if (extra < 0.5) facts.interiorFeatures = random.pick(words.INTERIOR)
  else if (extra < 0.6) facts.foundation = random.pick(words.FOUNDATIONS)
  else if (extra < 0.65) facts.utilities = random.pick(words.UTILITIES)
  else if (extra < 0.7) facts.zoning = random.pick(words.ZONINGS)
  else if (extra < 0.8) facts.communityFeatures = random.pick(words.COMMUNITY)
  else if (extra < 0.9 && yearBuilt < 1990) {
    facts.yearRenovated = Math.max(yearBuilt + 12, 2001 + random.below(22))
  }
}
