import { DAY_MS, dayNumber } from '../kit/base/clock.ts'
import { type NamedPlace, placesWithin } from './named-place.ts'
import { OFFER_PROPERTY_TYPES, type Offer, type OfferPropertyType } from './offer.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
  type SEARCH_TYPES,
} from './offer-values.ts'
import { bitsOf, codeOf, type SearchColumn, type SearchOrder } from './searchable.ts'

export type OfferClass = (typeof SEARCH_TYPES)[number]

/** RESO class and subtype for each type of property. The class differs between sale and rent. */
export const OFFER_KINDS: Readonly<Record<OfferPropertyType, { sale: string; lease: string; subType?: string }>> = {
  Apartment: { sale: 'Residential', lease: 'Residential Lease', subType: 'Apartment' },
  House: { sale: 'Residential', lease: 'Residential Lease', subType: 'Single Family Residence' },
  Plot: { sale: 'Land', lease: 'Land', subType: 'Unimproved Land' },
  Commercial: { sale: 'Commercial Sale', lease: 'Commercial Lease' },
  Warehouse: { sale: 'Commercial Sale', lease: 'Commercial Lease', subType: 'Warehouse' },
  Room: { sale: 'Residential', lease: 'Residential Lease' },
  Garage: { sale: 'Residential', lease: 'Residential Lease', subType: 'Deeded Parking' },
  Investment: { sale: 'Residential', lease: 'Residential Lease' },
}

/** The offer's class in searches. Undefined if its source no longer lists it. */
export function offerClassOf({ goneSince, searchType }: Offer): OfferClass | undefined {
  return goneSince === undefined ? searchType : undefined
}

/** The price in answers and searches. Undefined if hidden. */
export function shownPrice({ price, hidePrice }: Offer): number | undefined {
  return hidePrice === true ? undefined : price
}

/** PLN per square meter, rounded to the grosz. */
export function pricePerMeter(offer: Offer): number | undefined {
  const price = shownPrice(offer)
  return price === undefined || offer.area <= 0 ? undefined : Math.round((price / offer.area) * 100) / 100
}

export function hasPhotos({ photos, drawnPhotos = 0 }: Offer): boolean {
  return photos === undefined ? drawnPhotos > 0 : photos.length > 0
}

/** Every column that offer searches filter or sort by. */
export const OFFER_COLUMNS = {
  propertyType: {
    type: 'u8',
    unit: 'code',
    doc: 'What is offered.',
    values: OFFER_PROPERTY_TYPES,
    of: (offer) => codeOf(OFFER_PROPERTY_TYPES, offer.propertyType),
  },
  market: {
    type: 'u8',
    unit: 'code',
    doc: 'New from the developer, or resale.',
    values: MARKETS,
    of: (offer) => codeOf(MARKETS, offer.market),
  },
  ownerType: {
    type: 'u8',
    unit: 'code',
    doc: 'Who offers it.',
    values: OWNER_TYPES,
    of: (offer) => codeOf(OWNER_TYPES, offer.ownerType),
  },
  price: { type: 'f64', unit: 'PLN', doc: 'Asking price, or monthly rent.', of: shownPrice },
  area: { type: 'f64', unit: 'm²', doc: 'Area.', of: (offer) => offer.area },
  pricePerMeter: { type: 'f64', unit: 'PLN/m²', doc: 'Price per square meter.', of: pricePerMeter },
  plotArea: { type: 'f64', unit: 'm²', doc: 'Plot.', of: (offer) => offer.plotArea },
  rooms: { type: 'u16', unit: 'rooms', doc: 'Rooms.', of: (offer) => offer.rooms },
  yearBuilt: { type: 'u16', unit: 'year', doc: 'Year built.', of: (offer) => offer.yearBuilt },
  buildingType: {
    type: 'u8',
    unit: 'code',
    doc: 'Kind of building.',
    values: BUILDING_TYPES,
    of: (offer) => codeOf(BUILDING_TYPES, offer.buildingType),
  },
  floor: { type: 'u8', unit: 'code', doc: 'Floor.', values: FLOORS, of: (offer) => codeOf(FLOORS, offer.floor) },
  buildingMaterial: {
    type: 'u8',
    unit: 'code',
    doc: 'Building material.',
    values: BUILDING_MATERIALS,
    of: (offer) => codeOf(BUILDING_MATERIALS, offer.buildingMaterial),
  },
  heating: {
    type: 'u8',
    unit: 'code',
    doc: 'Heating.',
    values: HEATINGS,
    of: (offer) => codeOf(HEATINGS, offer.heating),
  },
  createdDay: {
    type: 'i32',
    unit: 'day number',
    doc: 'Day it was first offered.',
    of: (offer) => dayNumber(offer.createdMs),
  },
} as const satisfies Record<string, SearchColumn<Offer>>

const PRESENTATION = ['hasPhotos', 'hasVideo', 'has3DView', 'openDay', 'exclusiveOffer'] as const

/** Bits of the column `flags`, in order. */
export const OFFER_FLAGS = [...EXTRAS, ...MEDIA, ...PRESENTATION] as const
const FLAG_TESTS: readonly ((offer: Offer) => boolean | undefined)[] = [
  ...EXTRAS.map((extra) => (offer: Offer) => offer.extras.includes(extra)),
  ...MEDIA.map((medium) => (offer: Offer) => offer.media.includes(medium)),
  hasPhotos,
  (offer) => offer.hasVideo,
  (offer) => offer.has3DView,
  (offer) => offer.openDay,
  (offer) => offer.exclusiveOffer,
]

export function offerFlagsOf(offer: Offer): number {
  return bitsOf(FLAG_TESTS, offer)
}

/** Bonuses in the default order: an offer counts as newer by this many days. */
const EXCLUSIVE_DAYS = 14
const COMPLETE_DAYS = 10
const PHOTO_DAYS = 0.5
const MAX_PHOTOS = 20

/**
 * The default order: day of the offer, plus bonus days for completeness, photos and exclusivity. It does not depend on
 * today's date.
 */
function merit(offer: Offer): number {
  const { rooms, yearBuilt, buildingType, buildingMaterial, heating, exclusiveOffer } = offer
  const facts = [shownPrice(offer), rooms, yearBuilt, buildingType, buildingMaterial, heating]
  const complete = facts.filter((fact) => fact !== undefined).length / facts.length
  const photos = Math.min(offer.photos?.length ?? offer.drawnPhotos ?? 0, MAX_PHOTOS)
  const merits = complete * COMPLETE_DAYS + photos * PHOTO_DAYS + (exclusiveOffer ? EXCLUSIVE_DAYS : 0)
  return offer.createdMs / DAY_MS + merits
}

export const OFFER_ORDERS = {
  Merit: { doc: 'Freshness, completeness, photos, exclusive offers.', highestFirst: true, of: merit },
  Newest: { doc: 'Latest offer first.', highestFirst: true, of: (offer) => offer.createdMs },
  PriceAscending: { doc: 'Cheapest first.', highestFirst: false, of: shownPrice },
  PriceDescending: { doc: 'Most expensive first.', highestFirst: true, of: shownPrice },
  AreaAscending: { doc: 'Smallest first.', highestFirst: false, of: (offer) => offer.area },
  AreaDescending: { doc: 'Largest first.', highestFirst: true, of: (offer) => offer.area },
  PricePerMeterAscending: { doc: 'Lowest price per square meter first.', highestFirst: false, of: pricePerMeter },
  PricePerMeterDescending: { doc: 'Highest price per square meter first.', highestFirst: true, of: pricePerMeter },
} as const satisfies Record<string, SearchOrder<Offer>>

export type OfferOrder = keyof typeof OFFER_ORDERS

const COUNTRY = 'Polska'

/** The places that contain an offer, largest first. */
export function offerPlaces({ province, county, city, district }: Offer): NamedPlace[] {
  return placesWithin([
    ['country', COUNTRY],
    ['province', province],
    ['county', county],
    ['city', city],
    ['district', district],
  ])
}
