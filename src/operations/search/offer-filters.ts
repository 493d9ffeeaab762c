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

/** A century: nothing is offered for longer. */
const MOST_DAYS = 36_525

/** The filters of area B. */
export const offerFilters = each({
  propertyType: filter(optional(oneOf(OFFER_PROPERTY_TYPES), 'What is offered; default all kinds.'), (type) =>
    oneOfThem('propertyType', [type]),
  ),
  market: filter(
    defaulted(oneOf(['Any', ...MARKETS]), 'Any', 'New from the developer (Primary), or not (Secondary).'),
    (market) => oneOfThem('market', market === 'Any' ? [] : [market]),
  ),
  ownerType: filter(defaulted(oneOf(['Any', ...OWNER_TYPES]), 'Any', 'Who offers it.'), (type) =>
    oneOfThem('ownerType', type === 'Any' ? [] : [type]),
  ),
  priceRange: filter(
    optional(range('PLN'), 'Asking price, or rent by the month; offers that hide it are left out.'),
    (asked) => within('price', asked),
  ),
  areaRange: filter(optional(range('m²', 'least'), 'Area.'), (asked) => within('area', asked)),
  pricePerMeterRange: filter(optional(range('PLN/m²'), 'Price of a square metre.'), (asked) =>
    within('pricePerMeter', asked),
  ),
  plotAreaRange: filter(optional(range('m²', 'least'), 'Area of the plot.'), (asked) => within('plotArea', asked)),
  roomsRange: filter(optional(range('rooms', 'exact'), 'Rooms.'), (asked) => within('rooms', asked)),
  yearBuiltRange: filter(optional(range('years', 'least'), 'Year in which it was built.'), (asked) =>
    within('yearBuilt', asked),
  ),
  buildingType: filter(
    optional(listOf(BUILDING_TYPES), `Kinds of building, by comma; one of them: ${BUILDING_TYPES.join(', ')}.`),
    (asked) => oneOfThem('buildingType', asked),
  ),
  floors: filter(optional(listOf(FLOORS), `Floors, by comma; one of them: ${FLOORS.join(', ')}.`), (asked) =>
    oneOfThem('floor', asked),
  ),
  buildingMaterial: filter(
    optional(
      listOf(BUILDING_MATERIALS),
      `What it is built of, by comma; one of them: ${BUILDING_MATERIALS.join(', ')}.`,
    ),
    (asked) => oneOfThem('buildingMaterial', asked),
  ),
  heating: filter(
    optional(listOf(HEATINGS), `How it is heated, by comma; in one of these ways: ${HEATINGS.join(', ')}.`),
    (asked) => oneOfThem('heating', asked),
  ),
  extras: filter(optional(listOf(EXTRAS), `What it must have, by comma; all of them: ${EXTRAS.join(', ')}.`), all),
  media: filter(
    optional(listOf(MEDIA), `What it must be connected to, by comma; all of them: ${MEDIA.join(', ')}.`),
    all,
  ),
  daysSinceCreated: filter(
    optional(wholeNumber(0, MOST_DAYS), 'First offered within the last so many days; 0 = today.'),
    (days, { today }) => between('createdDay', today - days, Number.POSITIVE_INFINITY),
  ),
  hasPhotos: filter(optional(flag, 'With true, only offers with photos.'), (asked) => all(asked ? ['hasPhotos'] : [])),
  hasVideo: filter(optional(flag, 'With true, only offers with a video.'), (asked) => all(asked ? ['hasVideo'] : [])),
  has3DView: filter(optional(flag, 'With true, only offers with a 3D view.'), (asked) =>
    all(asked ? ['has3DView'] : []),
  ),
  openDay: filter(optional(flag, 'With true, only offers with an open day.'), (asked) => all(asked ? ['openDay'] : [])),
  exclusiveOffer: filter(optional(flag, 'With true, only exclusive offers.'), (asked) =>
    all(asked ? ['exclusiveOffer'] : []),
  ),
})
