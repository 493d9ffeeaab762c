import { defaulted, listOf, oneOf, optional, range, wholeNumber } from '../../../kit/params/index.ts'
import { OFFER_PROPERTY_TYPES } from '../../../model/offer.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
} from '../../../model/offer-values.ts'
import { AGENT_NEED, agentDays, agentOne, agentRange, agentSeveral } from '../agent-words.ts'
import { filtersOf } from '../filter-family.ts'

const { each, filter, ranged, flagged, coded, between, oneOfThem, all } = filtersOf<'offer'>()

/** A century: longer than any offer has been online. */
const MAX_DAYS = 36_525

/** Words for property types in tools for AI agents. */
const TYPE_WORDS = {
  apartment: 'Apartment',
  house: 'House',
  plot: 'Plot',
  commercial: 'Commercial',
  warehouse: 'Warehouse',
  room: 'Room',
  garage: 'Garage',
  investment: 'Investment',
} as const

/** The filters of area B (offers). */
export const offerFilters = each('What it has', {
  propertyType: filter(
    defaulted(oneOf(['Any', ...OFFER_PROPERTY_TYPES]), 'Any', 'Type of property.'),
    (type) => oneOfThem('propertyType', type === 'Any' ? [] : [type]),
    {
      label: 'Type of property',
      group: 'Kind',
      agent: agentOne('property_type', 'All types if left out.', TYPE_WORDS),
    },
  ),
  market: filter(
    defaulted(oneOf(['Any', ...MARKETS]), 'Any', 'New from a developer (Primary), or resale (Secondary).'),
    (market) => oneOfThem('market', market === 'Any' ? [] : [market]),
    { group: 'Kind', agent: agentOne('market', 'New from a developer, or resale.', MARKETS) },
  ),
  ownerType: filter(
    defaulted(oneOf(['Any', ...OWNER_TYPES]), 'Any', 'Who is offering it.'),
    (type) => oneOfThem('ownerType', type === 'Any' ? [] : [type]),
    {
      label: 'Offered by',
      group: 'Kind',
      agent: agentOne('offered_by', 'Anybody if left out.', OWNER_TYPES, 'offered by #'),
    },
  ),
  priceRange: ranged(
    'price',
    optional(range('PLN'), 'Asking price, or monthly rent; offers with a hidden price are excluded.'),
    { group: 'Price and cost', agent: agentRange('price', 'known price', '# PLN', 'PLN; per month for rent.') },
  ),
  areaRange: ranged('area', optional(range('m²', 'least'), 'Area.'), {
    group: 'Rooms and size',
    agent: agentRange('area', 'area', '# m²', 'Square meters.'),
  }),
  pricePerMeterRange: ranged('pricePerMeter', optional(range('PLN/m²'), 'Price per square meter.'), {
    group: 'Price and cost',
    agent: agentRange('price_per_m2', 'price of a square meter', '# PLN', 'PLN for a square meter.'),
  }),
  plotAreaRange: ranged('plotArea', optional(range('m²', 'least'), 'Area of the plot.'), {
    group: 'Rooms and size',
    agent: agentRange('plot_area', 'plot', '# m²', 'Square meters.'),
  }),
  roomsRange: ranged('rooms', optional(range('rooms', 'exact'), 'Number of rooms.'), {
    group: 'Rooms and size',
    agent: agentRange('rooms', 'rooms', '#', 'Minimum number of rooms.', {
      whole: [1, 100],
      docMax: 'Maximum number of rooms.',
      docExact: 'Exact number of rooms.',
    }),
  }),
  yearBuiltRange: ranged('yearBuilt', optional(range('years', 'least'), 'Year built.'), {
    group: 'Rooms and size',
    agent: agentRange('year_built', 'built', '#', 'Built in this year or later.', {
      whole: [1000, 2200],
      isYear: true,
      docMax: 'Built in this year or earlier.',
    }),
  }),
  buildingType: coded(
    'buildingType',
    BUILDING_TYPES,
    'Types of building, separated by commas; the offer has one of them',
    {
      label: 'Type of building',
      group: 'Kind',
      agent: agentSeveral('building_types', 'or', 'Any of these.', BUILDING_TYPES),
    },
  ),
  floors: coded('floor', FLOORS, 'Floors, separated by commas; the offer is on one of them', {
    group: 'Rooms and size',
    agent: agentSeveral('floors', 'or', 'On any of these.', FLOORS),
  }),
  buildingMaterial: coded(
    'buildingMaterial',
    BUILDING_MATERIALS,
    'Building materials, separated by commas; the offer has one of them',
    { agent: agentSeveral('materials', 'or', 'Built of any of these.', BUILDING_MATERIALS) },
  ),
  heating: coded('heating', HEATINGS, 'Types of heating, separated by commas; the offer has one of them', {
    agent: agentSeveral('heating', 'or', 'Any of these.', HEATINGS),
  }),
  extras: filter(
    optional(listOf(EXTRAS), `Extras that the offer must all have, separated by commas: ${EXTRAS.join(', ')}.`),
    all,
    { agent: agentSeveral('extras', 'and', 'All of these.', EXTRAS) },
  ),
  media: filter(
    optional(listOf(MEDIA), `Utilities that the offer must all have, separated by commas: ${MEDIA.join(', ')}.`),
    all,
    { label: 'Utilities', agent: agentSeveral('utilities', 'and', 'All of these.', MEDIA) },
  ),
  daysSinceCreated: filter(
    optional(wholeNumber(0, MAX_DAYS), 'First offered within this many days; 0 = today.'),
    (days, { today }) => between('createdDay', today - days, Number.POSITIVE_INFINITY),
    {
      label: 'Days since first offered',
      group: 'When',
      agent: agentDays('offered', 'first offered', 'First offered', '#'),
    },
  ),
  hasPhotos: flagged('hasPhotos', 'If true, only offers with photos.', {
    label: 'With photos',
    agent: AGENT_NEED,
    values: { true: { agent: 'photos' } },
  }),
  hasVideo: flagged('hasVideo', 'If true, only offers with a video.', {
    label: 'With a video',
    agent: AGENT_NEED,
    values: { true: { agent: 'video' } },
  }),
  has3DView: flagged('has3DView', 'If true, only offers with a 3D view.', {
    label: 'With a 3D view',
    agent: AGENT_NEED,
    values: { true: { agent: '3d_view' } },
  }),
  openDay: flagged('openDay', 'If true, only offers with an open house.', {
    label: 'With an open house',
    agent: AGENT_NEED,
    values: { true: { agent: 'open_day' } },
  }),
  exclusiveOffer: flagged('exclusiveOffer', 'If true, only exclusive offers.', {
    label: 'Exclusive offers',
    group: 'Kind',
    agent: AGENT_NEED,
    values: { true: { agent: 'exclusive' } },
  }),
})
