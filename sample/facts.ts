import type { Random } from '../src/kit/algorithms/random.ts'
import type { HomeFacts, View } from '../src/model/home.ts'
import type { Setting } from './atlas.ts'
import { type Block, isBuilding } from './block.ts'
import type { House } from './building.ts'
import type { Draft } from './draft.ts'
import type { Dwelling } from './dwelling.ts'
import { mobilityScores } from './mobility.ts'
import type { SchoolNames } from './schools.ts'
import type { Site } from './site.ts'
import { drawCooling, drawFireplaces, drawFoundation, drawStructure, type Structure } from './structure.ts'
import * as words from './words/features.ts'

/** Homes with equal views share one list. */
const SEEN = {
  city: ['City'],
  mountain: ['Mountain'],
  park: ['Park'],
  water: ['Water'],
  skyline: ['City', 'Water'],
  foothills: ['Mountain', 'Park'],
} as const satisfies Record<string, readonly View[]>

/** Share of homes with a view of the city. */
const CITY_SHARE: Readonly<Record<Setting, number>> = { country: 0, suburb: 0.012, city: 0.09, core: 0.24 }
const PARK_SHARE = 0.045

/** Share of homes with a second view: water or a park besides the city or mountains. */
const ALSO = 0.14

/** Minimum share of waterfront homes for a metro to have views of both city and water. */
const LEAST_WATER = 0.01

/** Share of houses with a septic tank. */
const SEPTIC_SHARE: Readonly<Record<Setting, number>> = { country: 0.4, suburb: 0.02, city: 0, core: 0 }

/**
 * Returns the facts of a home, with gaps as in real sources. One object literal has all keys, because objects of a
 * thousand different shapes would take most of the time.
 */
export function factsOf(site: Omit<Site, 'facts'>, schools: SchoolNames): Draft<HomeFacts> {
  const { random, block, dwelling } = site
  const facts = dwelling.homeType === 'LOT' ? landFacts(random, schools) : houseFacts(site, schools)
  if (dwelling.lotSquareFeet > 0) facts.lotSizeSquareFeet = dwelling.lotSquareFeet
  putDues(facts, site)
  if (dwelling.homeType !== 'LOT') putRarities(facts, random, block, dwelling)
  if (block.senior) {
    facts.seniorCommunity = true
    facts.communityFeatures = random.pick(words.SENIOR_COMMUNITY)
  }
  const views = dwelling.waterfront ? SEEN.water : drawViews(random, block)
  if (views) facts.views = views
  if (dwelling.waterfront) facts.waterfront = true
  return Object.assign(facts, mobilityScores(block))
}

/** Draws views that the place has: mountains in metros near mountains, the city in denser ZIPs. */
function drawViews(random: Random, { zip }: Block): readonly View[] | undefined {
  const { mountainShare, waterShare } = zip.metro.economy
  let luck = random.unit()
  const city = CITY_SHARE[zip.setting]
  if (luck < city) return luck < city * ALSO && waterShare >= LEAST_WATER ? SEEN.skyline : SEEN.city
  luck -= city
  if (luck < mountainShare) return luck < mountainShare * ALSO ? SEEN.foothills : SEEN.mountain
  luck -= mountainShare
  if (luck < waterShare) return SEEN.water
  luck -= waterShare
  return luck < PARK_SHARE ? SEEN.park : undefined
}

/**
 * A placeholder that reserves a fact's position. Records with their facts in the order of result rows are written
 * without copying; see `briefFirst`.
 */
const LATER = undefined as unknown as number // undefined is not written

function landFacts(random: Random, schools: SchoolNames): Draft<HomeFacts> {
  return {
    bedroomsTotal: LATER,
    bathrooms: LATER,
    livingArea: LATER,
    lotSizeSquareFeet: LATER,
    yearBuilt: LATER,
    schoolDistrict: schools.district,
    lotFeatures: random.pick(words.LOT_FEATURES),
    zoning: random.pick(words.ZONINGS),
  }
}

function houseFacts({ random, block, dwelling, house }: Omit<Site, 'facts'>, schools: SchoolNames): Draft<HomeFacts> {
  const { bathroomsFull, bathroomsThreeQuarter, bathroomsHalf, bathroomsOneQuarter, garageSpaces } = dwelling
  const parkingTotal = garageSpaces + dwelling.carportSpaces + dwelling.openSpaces
  const inUnitLaundry = hasOwnLaundry(random, house)
  const structure = house?.structure ?? drawStructure(random, block)
  // Homes with a septic tank usually have a well.
  const septic = !isBuilding(block) && random.chance(SEPTIC_SHARE[block.zip.setting])
  const well = septic && random.chance(0.75)
  return {
    bedroomsTotal: dwelling.bedrooms,
    bathrooms: bathroomsFull + 0.75 * bathroomsThreeQuarter + 0.5 * bathroomsHalf + 0.25 * bathroomsOneQuarter,
    livingArea: LATER,
    lotSizeSquareFeet: LATER,
    yearBuilt: LATER,
    bathroomsFull,
    bathroomsHalf,
    storiesTotal: dwelling.stories,
    garageSpaces,
    parkingTotal,
    parkingFeatures: random.pick(parkingWords(dwelling, isBuilding(block))),
    hasHeating: true,
    heating: structure.heating,
    hasCooling: dwelling.cooled,
    cooling: drawCooling(random, dwelling, structure),
    fireplacesTotal: drawFireplaces(random, block, dwelling),
    roof: structure.roof,
    constructionMaterials: structure.walls,
    flooring: random.pick(words.FLOORING),
    appliances: random.pick(kitchenWords(structure)),
    inUnitLaundry,
    laundryFeatures: random.pick(laundryWords(inUnitLaundry, house)),
    sewer: septic ? words.SEPTIC_TANK : words.PUBLIC_SEWER,
    waterSource: well ? words.WELL : words.PUBLIC_WATER,
    elementarySchool: schools.elementary,
    middleOrJuniorSchool: schools.middle,
    highSchool: schools.high,
    schoolDistrict: schools.district,
  }
}

/** Whether a home has its own washer. Nearly every house does. In buildings, `laundry` decides. */
function hasOwnLaundry(random: Random, house: House | undefined): boolean {
  if (house === undefined) return random.chance(0.94)
  return house.laundry === 'mixed' ? random.chance(0.5) : house.laundry === 'own'
}

function laundryWords(isOwn: boolean, house: House | undefined): readonly (readonly string[])[] {
  if (house === undefined) return isOwn ? words.HOUSE_LAUNDRY : words.NO_LAUNDRY
  return isOwn ? words.IN_UNIT_LAUNDRY : words.SHARED_LAUNDRY
}

/** A home without gas does not cook with gas. */
function kitchenWords({ heating }: Structure): readonly (readonly string[])[] {
  return heating.includes('Natural Gas') ? words.APPLIANCES : words.ELECTRIC_APPLIANCES
}

function parkingWords(
  { garageSpaces, carportSpaces, openSpaces }: Dwelling,
  isUnit: boolean,
): readonly (readonly string[])[] {
  if (garageSpaces + carportSpaces + openSpaces === 0) return words.PARKING_NONE
  if (isUnit) return garageSpaces > 0 ? words.UNIT_GARAGE : words.UNIT_PARKING
  if (garageSpaces > 0) return words.PARKING_GARAGE
  return carportSpaces > 0 ? words.PARKING_CARPORT : words.PARKING_OPEN
}

/** Adds dues. Homes without known dues match the interface's "incomplete HOA data". */
function putDues(facts: Draft<HomeFacts>, { random, block, dwelling, worth }: Omit<Site, 'facts'>): void {
  if (block.kind === 'rentals' || random.chance(0.09)) return
  const shared = isBuilding(block) || dwelling.homeType === 'TOWNHOUSE' || block.senior
  if (!shared && !(block.subdivision && random.chance(0.6))) {
    facts.associationFee = 0
    return
  }
  const share = isBuilding(block) ? 0.0009 : shared ? 0.0005 : 0.00013
  facts.associationFee = Math.max(15, Math.round(worth.value * share * random.between(0.5, 1.8)))
  facts.associationName = `${block.subdivision ?? block.street} Owners Association`
}

/** Returns architectural styles that fit the height and age of the house. */
function stylesOf({ yearBuilt, stories }: Dwelling): readonly string[] {
  const era = yearBuilt < words.POSTWAR_YEAR ? 'old' : yearBuilt < words.RECENT_YEAR ? 'postwar' : 'recent'
  return words.STYLES[era][stories === 1 ? 'low' : 'high']
}

/** Adds facts that some homes lack, most frequent first. */
function putRarities(facts: Draft<HomeFacts>, random: Random, block: Block, dwelling: Dwelling): void {
  const { livingArea, yearBuilt, basement } = dwelling
  if (random.chance(0.985)) facts.livingArea = livingArea
  if (random.chance(0.97)) facts.yearBuilt = yearBuilt
  if (random.chance(0.95)) facts.basement = basement
  if (basement === 'finished' && facts.livingArea !== undefined) {
    facts.belowGradeFinishedArea = Math.round(livingArea * 0.3)
    facts.aboveGradeFinishedArea = livingArea - facts.belowGradeFinishedArea
  }
  if (dwelling.homeType === 'SINGLE_FAMILY') facts.architecturalStyle = random.pick(stylesOf(dwelling))
  if (dwelling.bathroomsThreeQuarter > 0) facts.bathroomsThreeQuarter = dwelling.bathroomsThreeQuarter
  if (dwelling.bathroomsOneQuarter > 0) facts.bathroomsOneQuarter = dwelling.bathroomsOneQuarter
  if (dwelling.carportSpaces > 0) facts.carportSpaces = dwelling.carportSpaces
  if (dwelling.garageSpaces > 0 && dwelling.lotSquareFeet > 0) facts.attachedGarage = random.chance(0.7)
  if (dwelling.pool) facts.privatePool = true
  const extra = random.unit()
  if (extra < 0.03 && !isBuilding(block)) facts.spa = true
  else if (extra < 0.05) facts.furnished = true
  else if (extra < 0.2) facts.exteriorFeatures = random.pick(isBuilding(block) ? words.UNIT_EXTERIOR : words.EXTERIOR)
  else if (extra < 0.5) facts.interiorFeatures = random.pick(words.INTERIOR)
  else if (extra < 0.6) facts.foundation = drawFoundation(random, block, dwelling)
  else if (extra < 0.65) facts.utilities = facts.heating?.includes('Natural Gas') ? words.WITH_GAS : words.WITHOUT_GAS
  else if (extra < 0.7) facts.zoning = random.pick(words.ZONINGS)
  else if (extra < 0.8) facts.communityFeatures = random.pick(words.COMMUNITY)
  else if (extra < 0.9 && yearBuilt < 1990 && !dwelling.worn) {
    facts.yearRenovated = Math.max(yearBuilt + 12, 2001 + random.below(22))
  }
}
