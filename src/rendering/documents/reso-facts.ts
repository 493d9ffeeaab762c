import {
  type AnswerOf,
  component,
  each,
  type FieldsOf,
  flag,
  listOf,
  nullable,
  number,
  object,
  text,
  timeMs,
  whole,
} from '../../answers/index.ts'
import type { Home } from '../../model/home.ts'
import { currentPricePerSquareFoot } from '../../model/market-state.ts'
import { maybeTexts } from '../answer-head.ts'
import { lotSizeText } from '../lot-size.ts'
import { disclosedKept, disclosedParcel } from '../shown-address.ts'
import type { Gathered } from './gathered.ts'
import { AT_A_GLANCE, atAGlance } from './reso-at-a-glance.ts'
import { BATHS_AND_ROOMS, rooms } from './reso-baths.ts'
import { FEATURES, features } from './reso-features.ts'
import { FEES, fees } from './reso-fees.ts'
import { STRUCTURE, structure } from './reso-structure.ts'

const MONEY = {
  taxAnnualAmount: nullable(number(), 'Dollars per year.'),
  taxAssessedValue: nullable(number(), 'Dollars.'),
  pricePerSquareFoot: nullable(whole(), 'Dollars; null for a rental.'),
}

const LISTED = {
  onMarketDate: nullable(timeMs()),
  ...maybeTexts('listingId', 'listAOR', 'virtualTour'),
  ...each(nullable(flag()), 'isNewConstruction', 'furnished'),
}

const ASSIGNED_SCHOOLS = maybeTexts(
  'elementarySchool',
  'elementarySchoolDistrict',
  'middleOrJuniorSchool',
  'middleOrJuniorSchoolDistrict',
  'highSchool',
  'highSchoolDistrict',
)

export const RESO_FACTS = component(
  'ResoFacts',
  object({
    ...BATHS_AND_ROOMS,
    ...STRUCTURE,
    ...FEATURES,
    ...FEES,
    ...MONEY,
    ...LISTED,
    ...ASSIGNED_SCHOOLS,
    ...maybeTexts('parcelNumber', 'zoning', 'cityRegion', 'subdivisionName'),
    lotSize: nullable(text(), 'With its unit: `1,682 sqft` or `8 Acres`.'),
    atAGlanceFacts: AT_A_GLANCE,
    otherFacts: listOf(object({ name: text(), value: text() })),
  }),
)

/** The facts of a home under the names that multiple listing services use. */
export function resoFacts({ home }: Gathered): AnswerOf<typeof RESO_FACTS> {
  return {
    ...rooms(home.facts),
    ...structure(home),
    ...features(home.facts),
    ...fees(home.facts),
    ...money(home),
    ...listed(home),
    ...assignedSchools(home),
    parcelNumber: disclosedParcel(home) ?? null,
    zoning: home.facts.zoning ?? null,
    lotSize: lotSizeText(home.facts.lotSizeSquareFeet),
    cityRegion: home.address.city || null,
    subdivisionName: home.address.subdivision ?? null,
    atAGlanceFacts: atAGlance(home),
    otherFacts: Object.entries(disclosedKept(home)).map(([name, value]) => ({ name, value })),
  }
}

function money(home: Home): FieldsOf<typeof MONEY> {
  const { taxes } = home
  return {
    taxAnnualAmount: taxes.findLast((year) => year.taxPaid !== undefined)?.taxPaid ?? null,
    taxAssessedValue: taxes.findLast((year) => year.assessedValue !== undefined)?.assessedValue ?? null,
    pricePerSquareFoot: currentPricePerSquareFoot(home),
  }
}

function listed({ listing, facts }: Home): FieldsOf<typeof LISTED> {
  return {
    onMarketDate: listing?.onMarketMs ?? null,
    listingId: listing?.mlsId ?? null,
    listAOR: listing?.mlsName ?? null,
    virtualTour: listing?.virtualTourUrl ?? null,
    isNewConstruction: listing ? listing.newConstruction === true : null,
    furnished: facts.furnished ?? null,
  }
}

function assignedSchools({ facts }: Home): FieldsOf<typeof ASSIGNED_SCHOOLS> {
  const district = (school: string | undefined) => (school === undefined ? null : (facts.schoolDistrict ?? null))
  return {
    elementarySchool: facts.elementarySchool ?? null,
    elementarySchoolDistrict: district(facts.elementarySchool),
    middleOrJuniorSchool: facts.middleOrJuniorSchool ?? null,
    middleOrJuniorSchoolDistrict: district(facts.middleOrJuniorSchool),
    highSchool: facts.highSchool ?? null,
    highSchoolDistrict: district(facts.highSchool),
  }
}
