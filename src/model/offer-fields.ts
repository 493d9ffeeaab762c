import {
  count,
  degrees,
  type Field,
  fallback,
  field,
  listOf,
  of,
  oneOf,
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
const squareMeters = of('square meters')

type ExtraField = `${(typeof EXTRAS)[number]}YN`

/** Fields for files with one yes-no column per extra. */
const EXTRA_FIELDS = Object.fromEntries(
  EXTRAS.map((extra) => [`${extra}YN`, field(yesNo, `Whether Extras includes ${extra}.`)]),
) as Readonly<Record<ExtraField, Field<boolean>>> // EXTRAS has all keys

/** Every offer field that an import can fill. Money is in PLN, areas are in m². */
export const OFFER_FIELDS = {
  Title: field(text, 'Title; composed of kind, area and city when absent.'),
  PropertyType: field(oneOf(OFFER_PROPERTY_TYPES), 'Kind of property.'),
  SearchType: field(oneOf(SEARCH_TYPES), 'For sale or for rent.'),
  Market: field(oneOf(MARKETS), 'New from the developer, or resale; leave out when the source does not say.'),
  OwnerType: field(oneOf(OWNER_TYPES), 'Who offers the property; leave out when the source does not say.'),
  ListPrice: field(zloty, 'Asking price; for a rental, monthly rent.'),
  HidePriceYN: field(yesNo, 'True when the price must not be shown.'),
  AdministrativeRent: field(zloty, 'Monthly administrative rent.'),
  Area: field(squareMeters, 'Area.'),
  PlotArea: field(squareMeters, 'Plot area.'),
  Rooms: field(count, 'Rooms.'),
  Floor: field(oneOf(FLOORS), 'Floor, as a word.'),
  FloorNumber: fallback(count, 'Floor as a number, 0 for the ground floor; used when Floor is empty.', 'Floor'),
  FloorsInBuilding: field(count, 'Number of floors in the building.'),
  YearBuilt: field(count, 'Year of construction.'),
  BuildingType: field(oneOf(BUILDING_TYPES), 'Kind of building.'),
  BuildingMaterial: field(oneOf(BUILDING_MATERIALS), 'Building material.'),
  Heating: field(oneOf(HEATINGS), 'Heating.'),
  Extras: field(listOf(EXTRAS), 'Extras included.'),
  ...EXTRA_FIELDS,
  Media: field(listOf(MEDIA), 'Utilities and services connected.'),
  VideoYN: field(yesNo, 'Whether there is a video.'),
  ThreeDViewYN: field(yesNo, 'Whether there is a 3D view.'),
  OpenDayYN: field(yesNo, 'Whether there is an open house.'),
  ExclusiveYN: field(yesNo, 'Whether only one agency offers the property.'),
  CreationTimestamp: field(
    time,
    'When the offer first appeared; when absent, the day of the first file that lists it.',
  ),
  ModificationTimestamp: field(time, 'When the offer was last changed; when absent, the day of the file.'),
  AgencyId: field(count, "Agency's number.", 'AgencyName'),
  AgencyName: field(text, "Agency's name.", 'AgencyId'),
  Street: field(text, 'Street, with or without the house number.'),
  District: field(text, 'District of the city.'),
  City: field(text, 'City; large cities may be spelled without Polish letters.'),
  County: field(text, 'County (powiat). May be absent if the city is also a county.'),
  Province: field(text, 'Province (województwo). May be absent if the city is also a county.'),
  Latitude: field(degrees, 'Latitude.'),
  Longitude: field(degrees, 'Longitude.'),
  Description: field(text, 'Description.'),
  PhotoURLs: field(webAddresses, 'Web addresses of the photos, in display order.'),
} as const
