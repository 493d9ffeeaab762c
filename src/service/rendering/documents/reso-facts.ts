import { MAYBE_TEXT } from '../../../kit/answers/answer-head.ts'
import {
  component,
  flag,
  listOf,
  nullable,
  number,
  object,
  objectFrom,
  text,
  timeMs,
  whole,
} from '../../../kit/answers/index.ts'
import type { Home, HomeFacts } from '../../../model/home.ts'
import { currentPricePerSquareFoot } from '../../../model/market-state.ts'
import { BEDROOMS, shownBedrooms } from '../bedrooms.ts'
import { lotSizeText } from '../lot-size.ts'
import { lastAssessed } from '../tax-history.ts'
import { daysText } from './activity.ts'
import type { Gathered } from './gathered.ts'
import { AT_A_GLANCE, atAGlance } from './reso-at-a-glance.ts'
import { BATHS_AND_ROOMS } from './reso-baths.ts'
import { FEATURES } from './reso-features.ts'
import { FEES } from './reso-fees.ts'
import { STRUCTURE } from './reso-structure.ts'

const ASSIGNED_SCHOOLS = objectFrom<HomeFacts>()({
  elementarySchool: [MAYBE_TEXT, ({ elementarySchool }) => elementarySchool],
  elementarySchoolDistrict: [MAYBE_TEXT, (facts) => districtOf(facts.elementarySchool, facts)],
  middleOrJuniorSchool: [MAYBE_TEXT, ({ middleOrJuniorSchool }) => middleOrJuniorSchool],
  middleOrJuniorSchoolDistrict: [MAYBE_TEXT, (facts) => districtOf(facts.middleOrJuniorSchool, facts)],
  highSchool: [MAYBE_TEXT, ({ highSchool }) => highSchool],
  highSchoolDistrict: [MAYBE_TEXT, (facts) => districtOf(facts.highSchool, facts)],
})

function districtOf(school: string | undefined, { schoolDistrict }: HomeFacts): string | undefined {
  return school === undefined ? undefined : schoolDistrict
}

const factsOf = ({ facts }: Home) => facts

const OF_HOME = objectFrom<Home>()({
  ...STRUCTURE.keys,
  ...FEATURES.within(factsOf),
  ...FEES.within(factsOf),
  taxAnnualAmount: [
    nullable(number(), 'Dollars per year.'),
    ({ taxes }) => taxes.findLast(({ taxPaid }) => taxPaid !== undefined)?.taxPaid,
  ],
  taxAssessedValue: [nullable(number(), 'Dollars.'), (home) => lastAssessed(home)?.assessedValue],
  pricePerSquareFoot: [nullable(whole(), 'Dollars; null for a rental.'), currentPricePerSquareFoot],
  onMarketDate: [nullable(timeMs()), ({ listing }) => listing?.onMarketMs],
  cumulativeDaysOnMarket: [
    nullable(text(), 'With its unit: `42 days`.'),
    ({ listing }) => (listing?.cumulativeDaysOnMarket === undefined ? null : daysText(listing.cumulativeDaysOnMarket)),
  ],
  listingId: [MAYBE_TEXT, ({ listing }) => listing?.mlsId],
  listAOR: [MAYBE_TEXT, ({ listing }) => listing?.mlsName],
  virtualTour: [MAYBE_TEXT, ({ listing }) => listing?.virtualTourUrl],
  isNewConstruction: [nullable(flag()), ({ listing }) => listing && listing.newConstruction === true],
  furnished: [nullable(flag()), ({ facts }) => facts.furnished],
  ...ASSIGNED_SCHOOLS.within(factsOf),
  parcelNumber: [MAYBE_TEXT, ({ parcelNumber }) => parcelNumber],
  zoning: [MAYBE_TEXT, ({ facts }) => facts.zoning],
  lotSize: [
    nullable(text(), 'With its unit: `1,682 sqft` or `8 Acres`.'),
    ({ facts }) => lotSizeText(facts.lotSizeSquareFeet),
  ],
  cityRegion: [MAYBE_TEXT, ({ address }) => address.city || null],
  subdivisionName: [MAYBE_TEXT, ({ address }) => address.subdivision],
  atAGlanceFacts: [AT_A_GLANCE, atAGlance],
  otherFacts: [
    listOf(object({ name: text(), value: text() })),
    ({ facts }) => Object.entries(facts.other ?? {}).map(([name, value]) => ({ name, value })),
  ],
})

/** The facts of a home, under the names that multiple listing services use. */
export const RESO_FACTS = component(
  'ResoFacts',
  objectFrom<Pick<Gathered, 'home' | 'surroundings'>>()({
    bedrooms: [BEDROOMS, shownBedrooms],
    ...BATHS_AND_ROOMS.keys,
    ...OF_HOME.within(({ home }: Pick<Gathered, 'home'>) => home),
  }),
)
