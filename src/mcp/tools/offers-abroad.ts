import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MEDIA,
  OWNER_TYPES,
} from '../../model/offer-values.ts'
import { type Given, input } from '../arguments.ts'
import { OFFER_TYPES } from '../call-of.ts'
import { type Constraint, chosen, chosenOf, locationsOf, queryOf, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { daysBack } from '../days.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from '../json.ts'
import { rangeOf } from '../ranges.ts'
import { Refusal } from '../refusal.ts'
import { clipped, tableOf } from '../rows.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

const KINDS: Readonly<Record<string, string>> = { for_sale: 'For_Sale', for_rent: 'For_Rent' }
const ORDERS: Readonly<Record<string, string>> = {
  newest: 'Newest',
  price_low: 'Price_Low_to_High',
  price_high: 'Price_High_to_Low',
  area_low: 'Area_Low_to_High',
  area_high: 'Area_High_to_Low',
}
/** Each with the parameter that asks for it. */
const SHOWN: Readonly<Record<string, string>> = {
  photos: 'hasPhotos',
  video: 'hasVideo',
  '3d_view': 'has3DView',
  open_day: 'openDay',
  exclusive: 'exclusiveOffer',
}
const LIMIT = 10
const LIMIT_MAX = 50

const MANY = { type: 'number', minimum: 0, maximum: 1e9 } as const

function some(description: string, values: readonly string[]) {
  return {
    type: 'array',
    minItems: 1,
    maxItems: values.length,
    items: { type: 'string', enum: values },
    description,
  } as const
}

export const offersAbroad: Tool = {
  name: 'offers_abroad',
  title: 'Offers of the second portal (Poland)',
  description:
    'Properties for sale or rent in Poland: prices in PLN, areas in square metres. Each call is about one kind; 1 credit. "3 rooms" is rooms=3, "3+" is rooms_min=3. An offer whose number is unknown or hidden never passes a minimum or maximum.',
  area: 'B',
  input: input(
    {
      kind: { type: 'string', enum: Object.keys(KINDS), description: 'Never mixed.' },
      place: {
        type: 'string',
        maxLength: 1000,
        description: 'City, "District, City", county, province or Polska; up to 5, separated by semicolons.',
      },
      property_type: { type: 'string', enum: Object.keys(OFFER_TYPES), description: 'All types if left out.' },
      price_min: { ...MANY, description: 'PLN; per month for rent.' },
      price_max: { ...MANY, description: 'Likewise.' },
      area_min: { ...MANY, description: 'Square metres.' },
      area_max: { ...MANY, description: 'Likewise.' },
      rooms: { type: 'integer', minimum: 1, maximum: 100, description: 'Exactly so many.' },
      rooms_min: { type: 'integer', minimum: 1, maximum: 100, description: 'At least so many.' },
      rooms_max: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many.' },
      year_built_min: { type: 'integer', minimum: 1000, maximum: 2200, description: 'Built in this year or later.' },
      year_built_max: { type: 'integer', minimum: 1000, maximum: 2200, description: 'Built in this year or earlier.' },
      market: { type: 'string', enum: ['Primary', 'Secondary'], description: 'New from a developer, or resale.' },
      offered_by: { type: 'string', enum: OWNER_TYPES, description: 'Anybody if left out.' },
      price_per_m2_min: { ...MANY, description: 'PLN for a square metre.' },
      price_per_m2_max: { ...MANY, description: 'Likewise.' },
      plot_area_min: { ...MANY, description: 'Square metres.' },
      plot_area_max: { ...MANY, description: 'Likewise.' },
      building_types: some('Any of these.', BUILDING_TYPES),
      floors: some('On any of these.', FLOORS),
      materials: some('Built of any of these.', BUILDING_MATERIALS),
      heating: some('Any of these.', HEATINGS),
      extras: some('All of these.', EXTRAS),
      utilities: some('All of these.', MEDIA),
      must_have: some('All of these.', Object.keys(SHOWN)),
      offered_within_days: {
        type: 'integer',
        minimum: 0,
        maximum: 36_500,
        description: 'First offered in the last so many days.',
      },
      offered_since: { type: 'string', format: 'date', description: 'First offered on this day or later.' },
      sort: { type: 'string', enum: Object.keys(ORDERS), description: 'Best first if left out.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: LIMIT_MAX,
        default: LIMIT,
        description: `Rows; ${LIMIT} if left out.`,
      },
      detail: {
        type: 'string',
        enum: ['concise', 'full'],
        description: 'full adds description, equipment, photo, URL.',
      },
      cursor: { type: 'string', maxLength: 400, description: 'From "more" of the last answer.' },
    },
    ['kind', 'place'],
  ),
  output: output({ kind: { type: 'string' }, total: { type: 'integer' }, offers: TABLE, more: MORE }, [
    'kind',
    'total',
    'offers',
    'more',
  ]),
  async run(given, session) {
    const constraints = constraintsOf(given, session.door.today('B'))
    const limit = given.number('limit') ?? LIMIT
    const { offset } = placeOf(given)
    // pages of the operation begin at multiples of their length, and a cursor anywhere
    const page = Math.floor(offset / LIMIT_MAX) + 1
    const query = queryOf(constraints)
    const body = await session.ask('B', '/search/bylocation', {
      ...query,
      resultCount: String(LIMIT_MAX),
      page: String(page),
    })
    const places = requirePlaces(locationsOf(body), 'Give a city, a county or a province of Poland.')
    const told = constraints.map((each) => (each.argument === 'place' ? { ...each, words: places.join('; ') } : each))
    const from = offset % LIMIT_MAX
    const found = listAt(body, 'searchResults').slice(from, from + limit)
    const offers = tableOf(found.map((offer) => offerRow(offer, given.text('detail') === 'full')))
    const total = numberAt(body, 'total') ?? 0
    const next = offset + offers.rows.length
    const data = {
      kind: given.text('kind'),
      total,
      offers,
      more: offers.rows.length > 0 && next < total ? cursorFor(given, { offset: next }) : null,
    }
    return answer(understood(told, undefined, listAt(body, 'warnings')), data, session, 'B', at(body, 'source'))
  },
}

function constraintsOf(given: Given, today: string): Constraint[] {
  const place = given.text('place') ?? ''
  const since = daysBack(given, { within: 'offered_within_days', since: 'offered_since' }, today)
  return [
    ...chosen(given, 'kind', 'searchType', KINDS),
    { argument: 'place', words: place, query: { location: place } },
    ...chosen(given, 'property_type', 'propertyType', OFFER_TYPES),
    ...rangeOf(given, { name: 'price', parameter: 'priceRange', what: 'known price', unit: ['', ' PLN'] }),
    ...rangeOf(given, { name: 'area', parameter: 'areaRange', what: 'area', unit: ['', ' m²'] }),
    ...roomsOf(given),
    ...rangeOf(given, { name: 'year_built', parameter: 'yearBuiltRange', what: 'built', isYear: true }),
    ...chosen(given, 'market', 'market', {}),
    ...chosen(given, 'offered_by', 'ownerType', {}, (owner) => `offered by ${owner}`),
    ...rangeOf(given, {
      name: 'price_per_m2',
      parameter: 'pricePerMeterRange',
      what: 'price of a square metre',
      unit: ['', ' PLN'],
    }),
    ...rangeOf(given, { name: 'plot_area', parameter: 'plotAreaRange', what: 'plot', unit: ['', ' m²'] }),
    ...chosenOf(given, 'building_types', 'buildingType', 'or'),
    ...chosenOf(given, 'floors', 'floors', 'or'),
    ...chosenOf(given, 'materials', 'buildingMaterial', 'or'),
    ...chosenOf(given, 'heating', 'heating', 'or'),
    ...chosenOf(given, 'extras', 'extras', 'and'),
    ...chosenOf(given, 'utilities', 'media', 'and'),
    ...given.texts('must_have').map((each) => ({
      argument: 'must_have',
      words: each.replaceAll('_', ' '),
      query: { [SHOWN[each] ?? each]: 'true' },
    })),
    ...(since === undefined
      ? []
      : [
          {
            argument: since.argument,
            words: `first offered on ${since.first} or later (${since.days} days back from today, ${today})`,
            query: { daysSinceCreated: String(since.days) },
          },
        ]),
    ...chosen(given, 'sort', 'sortOrder', ORDERS, (order) => `in order of ${order}`),
  ]
}

function roomsOf(given: Given): Constraint[] {
  const exact = given.number('rooms')
  if (exact === undefined) return rangeOf(given, { name: 'rooms', parameter: 'roomsRange', what: 'rooms' })
  if (given.has('rooms_min') || given.has('rooms_max'))
    throw new Refusal('Cannot use rooms with rooms_min or rooms_max: rooms means exactly so many.')
  return [{ argument: 'rooms', words: `exactly ${exact} rooms`, query: { roomsRange: `min:${exact}, max:${exact}` } }]
}

function offerRow(offer: unknown, full: boolean): Fields {
  const place = at(offer, 'location')
  const row = {
    id: String(numberAt(offer, 'id')),
    title: clipped(textAt(offer, 'title'), 100),
    place: [textAt(place, 'street'), textAt(place, 'district'), textAt(place, 'city')]
      .filter((each) => each !== null)
      .join(', '),
    price_pln: numberAt(offer, 'price'),
    pln_per_m2: numberAt(offer, 'pricePerMeter'),
    area_m2: numberAt(offer, 'area'),
    rooms: numberAt(offer, 'rooms'),
    type: textAt(offer, 'propertyType'),
    year: numberAt(offer, 'yearBuilt'),
    offered: textAt(offer, 'createdAt')?.slice(0, 10) ?? null,
    agency: textAt(offer, 'agency', 'name'),
  }
  if (!full) return row
  return {
    ...row,
    floor: textAt(offer, 'floor'),
    market: textAt(offer, 'market'),
    owner: textAt(offer, 'ownerType'),
    heating: textAt(offer, 'heating'),
    extras: textsAt(offer, 'extras').join(', ') || null,
    latitude: numberAt(place, 'latitude'),
    longitude: numberAt(place, 'longitude'),
    photo: textAt(listAt(offer, 'images')[0], 'medium'),
    url: textAt(offer, 'url'),
    description: clipped(textAt(offer, 'description'), 300),
  }
}
