import {
  count,
  degrees,
  type Field,
  fallback,
  field,
  listOf,
  of,
  oneOf,
  type RecordOf,
  text,
  time,
  webAddresses,
  yesNo,
} from './field.ts'
import { OFFER_PROPERTY_TYPES } from './offer.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
  SEARCH_TYPES,
} from './offer-values.ts'

const zloty = of('PLN')
const squareMetres = of('square metres')

type ExtraField = `${(typeof EXTRAS)[number]}YN`

/** Where a file has a column of yes and no for an extra. */
const EXTRA_FIELDS = Object.fromEntries(
  EXTRAS.map((extra) => [`${extra}YN`, field(yesNo, `Whether there is ${extra}, as one of Extras.`)]),
) as Readonly<Record<ExtraField, Field<boolean>>> // one for each extra

/** Every field of an offer of area B that an import can fill. Money in PLN, areas in m². */
export const OFFER_FIELDS = {
  Title: field(text, 'Title; when absent it is made of kind, area and city.'),
  PropertyType: field(oneOf(OFFER_PROPERTY_TYPES), 'What is offered.'),
  SearchType: field(oneOf(SEARCH_TYPES), 'For sale or for rent.'),
  Market: field(oneOf(MARKETS), 'New from the developer, or not; absent where the source does not tell.'),
  OwnerType: field(oneOf(OWNER_TYPES), 'Who offers it; absent where the source does not tell.'),
  ListPrice: field(zloty, 'Asking price; for a rental the rent by the month.'),
  HidePriceYN: field(yesNo, 'True: the price must not be shown.'),
  AdministrativeRent: field(zloty, 'Administrative rent by the month.'),
  Area: field(squareMetres, 'Area.'),
  PlotArea: field(squareMetres, 'Plot.'),
  Rooms: field(count, 'Rooms.'),
  Floor: field(oneOf(FLOORS), 'Floor in words.'),
  FloorNumber: fallback(count, 'Floor as a number, 0 for the ground floor; used when Floor is absent.', 'Floor'),
  FloorsInBuilding: field(count, 'Floors of the building.'),
  YearBuilt: field(count, 'Year of construction.'),
  BuildingType: field(oneOf(BUILDING_TYPES), 'Kind of building.'),
  BuildingMaterial: field(oneOf(BUILDING_MATERIALS), 'What it is built of.'),
  Heating: field(oneOf(HEATINGS), 'How it is heated.'),
  Extras: field(listOf(EXTRAS), 'What comes with it.'),
  ...EXTRA_FIELDS,
  Media: field(listOf(MEDIA), 'What is laid on.'),
  VideoYN: field(yesNo, 'Whether there is a film.'),
  ThreeDViewYN: field(yesNo, 'Whether there is a view in three dimensions.'),
  OpenDayYN: field(yesNo, 'Whether it has an open day.'),
  ExclusiveYN: field(yesNo, 'Whether one agency alone offers it.'),
  CreationTimestamp: field(
    time,
    'When it was first offered; when absent, the first day that a file of the source lists it.',
  ),
  ModificationTimestamp: field(time, 'When it was last changed; when absent, the day that the file speaks of.'),
  AgencyId: field(count, 'Number of the agency.', 'AgencyName'),
  AgencyName: field(text, 'Name of the agency.', 'AgencyId'),
  Street: field(text, 'Street, with or without the house number.'),
  District: field(text, 'District of the city.'),
  City: field(text, 'City; the large ones are known without Polish letters too.'),
  County: field(text, 'County (powiat); when absent, that of the city, where the city is a county of its own.'),
  Province: field(text, 'Province (województwo), likewise.'),
  Latitude: field(degrees, 'Latitude.'),
  Longitude: field(degrees, 'Longitude.'),
  Description: field(text, 'Description.'),
  PhotoURLs: field(webAddresses, 'Addresses of the photos, the first one first.'),
} as const

export type OfferRecord = RecordOf<typeof OFFER_FIELDS>
