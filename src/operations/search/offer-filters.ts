import { OFFER_PROPERTY_TYPES } from '../../model/offer.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
} from '../../model/offer-values.ts'
import { defaulted, flag, listOf, oneOf, optional, range, wholeNumber } from '../../params/index.ts'
import { filtersOf } from '../filter-family.ts'

const { each, filter, within, between, oneOfThem, all } = filtersOf<'offer'>()

/** A century: no offer is older. */
const MAX_DAYS = 36_525

/** The filters of area B. */
export const offerFilters = each({
  propertyType: filter(defaulted(oneOf(['Any', ...OFFER_PROPERTY_TYPES]), 'Any', 'Type of property.'), (type) =>
    oneOfThem('propertyType', type === 'Any' ? [] : [type]),
  ),
  market: filter(
    defaulted(oneOf(['Any', ...MARKETS]), 'Any', 'New from a developer (Primary), or resale (Secondary).'),
    (market) => oneOfThem('market', market === 'Any' ? [] : [market]),
  ),
  ownerType: filter(defaulted(oneOf(['Any', ...OWNER_TYPES]), 'Any', 'Who is offering it.'), (type) =>
    oneOfThem('ownerType', type === 'Any' ? [] : [type]),
  ),
  priceRange: filter(
    optional(range('PLN'), 'Asking price, or monthly rent; offers with a hidden price are excluded.'),
    (given) => within('price', given),
  ),
  areaRange: filter(optional(range('m²', 'least'), 'Area.'), (given) => within('area', given)),
  pricePerMeterRange: filter(optional(range('PLN/m²'), 'Price per square metre.'), (given) =>
    within('pricePerMeter', given),
  ),
  plotAreaRange: filter(optional(range('m²', 'least'), 'Area of the plot.'), (given) => within('plotArea', given)),
  roomsRange: filter(optional(range('rooms', 'exact'), 'Number of rooms.'), (given) => within('rooms', given)),
  yearBuiltRange: filter(optional(range('years', 'least'), 'Year built.'), (given) => within('yearBuilt', given)),
  buildingType: filter(
    optional(
      listOf(BUILDING_TYPES),
      `Types of building, separated by commas; the offer has one of them: ${BUILDING_TYPES.join(', ')}.`,
    ),
    (given) => oneOfThem('buildingType', given),
  ),
  floors: filter(
    optional(listOf(FLOORS), `Floors, separated by commas; the offer is on one of them: ${FLOORS.join(', ')}.`),
    (given) => oneOfThem('floor', given),
  ),
  buildingMaterial: filter(
    optional(
      listOf(BUILDING_MATERIALS),
      `Building materials, separated by commas; the offer has one of them: ${BUILDING_MATERIALS.join(', ')}.`,
    ),
    (given) => oneOfThem('buildingMaterial', given),
  ),
  heating: filter(
    optional(
      listOf(HEATINGS),
      `Types of heating, separated by commas; the offer has one of them: ${HEATINGS.join(', ')}.`,
    ),
    (given) => oneOfThem('heating', given),
  ),
  extras: filter(
    optional(listOf(EXTRAS), `Extras that the offer must all have, separated by commas: ${EXTRAS.join(', ')}.`),
    all,
  ),
  media: filter(
    optional(listOf(MEDIA), `Utilities that the offer must all have, separated by commas: ${MEDIA.join(', ')}.`),
    all,
  ),
  daysSinceCreated: filter(
    optional(wholeNumber(0, MAX_DAYS), 'First offered within this many days; 0 = today.'),
    (days, { today }) => between('createdDay', today - days, Number.POSITIVE_INFINITY),
  ),
  hasPhotos: filter(optional(flag, 'If true, only offers with photos.'), (given) => all(given ? ['hasPhotos'] : [])),
  hasVideo: filter(optional(flag, 'If true, only offers with a video.'), (given) => all(given ? ['hasVideo'] : [])),
  has3DView: filter(optional(flag, 'If true, only offers with a 3D view.'), (given) => all(given ? ['has3DView'] : [])),
  openDay: filter(optional(flag, 'If true, only offers with an open day.'), (given) => all(given ? ['openDay'] : [])),
  exclusiveOffer: filter(optional(flag, 'If true, only exclusive offers.'), (given) =>
    all(given ? ['exclusiveOffer'] : []),
  ),
})
