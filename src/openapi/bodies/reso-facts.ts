import { maybeTexts } from './answer.ts'
import { component, each, flag, listOf, nullable, number, object, optional, text, timeMs, whole } from './schema.ts'

/** The facts of a home under the names that multiple listing services use. */

const ROOM = object({
  roomType: text(),
  ...maybeTexts('roomLevel', 'roomDimensions'),
  roomFeatures: listOf(text()),
})

const BATHS_AND_ROOMS = {
  bedrooms: number('0 where it is not known.'),
  bathrooms: number('0 where it is not known.'),
  ...each(number(), 'bathroomsFull', 'bathroomsThreeQuarter', 'bathroomsHalf', 'bathroomsOneQuarter', 'bathroomsFloat'),
  rooms: listOf(ROOM),
}

const STRUCTURE = {
  livingArea: nullable(text(), 'With its unit: `1,367 sqft`.'),
  aboveGradeFinishedArea: nullable(text(), 'With its unit.'),
  yearBuilt: optional(whole()),
  ...each(nullable(number()), 'stories', 'storiesTotal'),
  ...maybeTexts('levels', 'architecturalStyle', 'structureType', 'basement', 'roofType'),
  homeType: text('`SingleFamily`, `Townhouse` and the like.'),
  basementYN: nullable(flag()),
  ...each(listOf(text()), 'propertySubType', 'foundationDetails', 'constructionMaterials', 'flooring'),
}

const FEATURES = {
  ...each(listOf(text()), 'appliances', 'heating', 'cooling'),
  ...each(
    nullable(listOf(text())),
    'interiorFeatures',
    'exteriorFeatures',
    'parkingFeatures',
    'poolFeatures',
    'lotFeatures',
    'communityFeatures',
    'laundryFeatures',
    'view',
    'sewer',
    'waterSource',
    'utilities',
  ),
  ...each(
    nullable(flag()),
    'hasHeating',
    'hasCooling',
    'hasFireplace',
    'hasGarage',
    'hasAttachedGarage',
    'hasPrivatePool',
    'hasSpa',
    'hasView',
    'hasWaterfrontView',
  ),
  ...each(nullable(number('Cars.')), 'garageParkingCapacity', 'coveredParkingCapacity', 'parkingCapacity'),
}

const FEES = {
  hasAssociation: nullable(flag()),
  ...each(
    nullable(text(), '`$385 monthly`; null both for no fee and for one that is not known.'),
    'associationFee',
    'hoaFee',
    'hoaFeeTotal',
  ),
  associations: listOf(object({ name: text(), ...maybeTexts('feeFrequency', 'phone') })),
  feesAndDues: listOf(object({ type: text(), fee: text(), ...maybeTexts('name', 'phone') })),
}

const MONEY = {
  taxAnnualAmount: nullable(number(), 'Dollars a year.'),
  taxAssessedValue: nullable(number(), 'Dollars.'),
  pricePerSquareFoot: nullable(whole(), 'Dollars.'),
}

const LISTED = {
  onMarketDate: nullable(timeMs()),
  ...maybeTexts('listingId', 'listAOR', 'virtualTour'),
  ...each(nullable(flag()), 'isNewConstruction', 'furnished'),
}

export const RESO_FACTS = component(
  'ResoFacts',
  object({
    ...BATHS_AND_ROOMS,
    ...STRUCTURE,
    ...FEATURES,
    ...FEES,
    ...MONEY,
    ...LISTED,
    ...maybeTexts('elementarySchool', 'elementarySchoolDistrict', 'middleOrJuniorSchool'),
    ...maybeTexts('middleOrJuniorSchoolDistrict', 'highSchool', 'highSchoolDistrict'),
    ...maybeTexts('parcelNumber', 'zoning', 'cityRegion', 'subdivisionName'),
    lotSize: nullable(text(), 'With its unit: `1,682 sqft` or `8 Acres`.'),
    atAGlanceFacts: listOf(object({ factLabel: text(), factValue: text() }), 'Those that are known.'),
    otherFacts: listOf(object({ name: text(), value: text() })),
  }),
)
