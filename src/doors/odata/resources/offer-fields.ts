import { dayOf } from '../../../kit/base/clock.ts'
import type { Offer } from '../../../model/offer.ts'
import { OFFER_KINDS, shownPrice } from '../../../model/offer-columns.ts'
import { asTheyAre, type Field, field, keyField, LOCAL, onlyThese } from './field.ts'

const CLASSES = Object.values(OFFER_KINDS).flatMap(({ sale, lease }) => [sale, lease])
const SUB_TYPES = Object.values(OFFER_KINDS).flatMap(({ subType = [] }) => subType)

/** Returns the number of a floor in area B, such as 0 for `Ground`; undefined for other values. */
function floorNumber(floor: string | undefined): number | undefined {
  if (floor === 'Ground') return 0
  const number = Number(floor)
  return Number.isInteger(number) ? number : undefined
}

/** Declares a list field whose only item is the value of one key. `standard`: RESO's words. */
function listOfOne(
  name: string,
  doc: string,
  key: 'buildingType' | 'buildingMaterial' | 'heating',
  ...standard: readonly string[]
): Field<Offer> {
  const words = { keys: [key], wordFor: spaced, standard: new Set(standard) }
  const read = ({ [key]: value }: Offer) => (value === undefined ? undefined : [spaced(value)])
  return field(name, 'Edm.String', doc, read, { isList: true, heldBy: [key], words })
}

function spaced(value: string): string {
  return value.replaceAll('_', ' ')
}

/** The fields of offers in area B, in RESO's words if RESO has them. Prices are in the offer's currency. */
export const OFFER_PROPERTY: readonly Field<Offer>[] = [
  field(
    'PropertyType',
    'Edm.String',
    'Class of the listing.',
    ({ propertyType, searchType }) => OFFER_KINDS[propertyType][searchType === 'For_Rent' ? 'lease' : 'sale'],
    { words: onlyThese(...CLASSES) },
  ),
  field('PropertySubType', 'Edm.String', 'Kind of property.', ({ propertyType }) => OFFER_KINDS[propertyType].subType, {
    words: onlyThese(...SUB_TYPES),
  }),
  field(
    'OfferPropertyType',
    'Edm.String',
    'Kind of property, in the second portal’s words.',
    ({ propertyType }) => propertyType,
    {
      ...LOCAL,
      words: asTheyAre('propertyType'),
    },
  ),
  field(
    'StandardStatus',
    'Edm.String',
    'Status of the listing; unknown if its source no longer lists it.',
    ({ goneSince }) => (goneSince === undefined ? 'Active' : undefined),
    { words: onlyThese('Active') },
  ),
  keyField('OffMarketDate', 'Edm.Date', 'Day on which its source stopped listing it.', 'goneSince'),
  field('ListPrice', 'Edm.Decimal', 'Asking price; for a rental, monthly rent.', shownPrice, { heldBy: ['price'] }),
  field('Currency', 'Edm.String', 'Currency of the prices.', () => 'PLN', { ...LOCAL, words: onlyThese('PLN') }),
  field('LivingArea', 'Edm.Decimal', 'Living area, in LivingAreaUnits.', ({ area }) => area),
  field('LivingAreaUnits', 'Edm.String', 'Unit of LivingArea.', () => 'Square Meters', {
    words: onlyThese('Square Meters'),
  }),
  keyField('LotSizeArea', 'Edm.Decimal', 'Lot size, in LotSizeUnits.', 'plotArea'),
  field(
    'LotSizeUnits',
    'Edm.String',
    'Unit of LotSizeArea.',
    ({ plotArea }) => (plotArea === undefined ? undefined : 'Square Meters'),
    { heldBy: ['plotArea'], words: onlyThese('Square Meters') },
  ),
  keyField('RoomsTotal', 'Edm.Int64', 'Rooms.', 'rooms'),
  field('EntryLevel', 'Edm.Int64', 'Floor, 0 for the ground floor.', ({ floor }) => floorNumber(floor), {
    heldBy: ['floor'],
  }),
  keyField('StoriesTotal', 'Edm.Int64', 'Floors of the building.', 'floorsInBuilding'),
  keyField('YearBuilt', 'Edm.Int64', 'Year built.', 'yearBuilt'),
  listOfOne('StructureType', 'Kind of building.', 'buildingType', 'House'),
  listOfOne('ConstructionMaterials', 'Walls.', 'buildingMaterial', 'Brick', 'Concrete', 'Other'),
  listOfOne('Heating', 'Heating.', 'heating'),
  keyField('OfferExtras', 'Edm.String', 'Extras included.', 'extras', {
    ...LOCAL,
    isList: true,
    words: asTheyAre('extras'),
  }),
  keyField('OfferMarket', 'Edm.String', 'New from the developer, or resale.', 'market', {
    ...LOCAL,
    words: asTheyAre('market'),
  }),
  keyField('OfferOwnerType', 'Edm.String', 'Who offers it.', 'ownerType', { ...LOCAL, words: asTheyAre('ownerType') }),
  field('UnparsedAddress', 'Edm.String', 'The address on one line.', ({ street, district, city, province }) =>
    [street, district, city, province].filter(Boolean).join(', '),
  ),
  field('City', 'Edm.String', 'City.', ({ city }) => city, { words: asTheyAre('city') }),
  field('CountyOrParish', 'Edm.String', 'County.', ({ county }) => county, { words: asTheyAre('county') }),
  field('StateOrProvince', 'Edm.String', 'Province.', ({ province }) => province, { words: asTheyAre('province') }),
  keyField('SubdivisionName', 'Edm.String', 'District.', 'district'),
  field('Country', 'Edm.String', 'Country.', () => 'PL', { words: onlyThese('PL') }),
  field('Latitude', 'Edm.Decimal', 'Latitude, north positive.', ({ point }) => point?.latitude, {
    heldBy: ['point.latitude'],
  }),
  field('Longitude', 'Edm.Decimal', 'Longitude, east positive.', ({ point }) => point?.longitude, {
    heldBy: ['point.longitude'],
  }),
  field('Coordinates', 'Edm.GeographyPoint', 'The place.', ({ point }) => point, {
    ...LOCAL,
    heldBy: ['point.latitude'],
  }),
  keyField('PublicRemarks', 'Edm.String', 'Description.', 'description'),
  field('PhotosCount', 'Edm.Int64', 'Pictures.', ({ photos, drawnPhotos }) => photos?.length ?? drawnPhotos ?? 0, {
    heldBy: ['photos', 'drawnPhotos'],
  }),
  field('OnMarketTimestamp', 'Edm.DateTimeOffset', 'When it was first offered.', ({ createdMs }) => createdMs * 1000),
  field('OnMarketDate', 'Edm.Date', 'Day on which the property was first offered.', ({ createdMs }) =>
    dayOf(createdMs),
  ),
]
