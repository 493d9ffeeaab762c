import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from '../model/agent.ts'
import { ACCESSIBILITY_FEATURES, EXPERIENCE_TYPES, TRAVELER_TYPES } from '../model/experience-words.ts'
import {
  BUILDING_MATERIALS,
  BUILDING_TYPES,
  EXTRAS,
  FLOORS,
  HEATINGS,
  MARKETS,
  MEDIA,
  OWNER_TYPES,
} from '../model/offer-values.ts'
import {
  type Arguments,
  as,
  choicesAs,
  dayAs,
  isSame,
  mustHave,
  numberAs,
  orAny,
  type Reader,
  rangeAs,
  spelled,
  textAs,
  textsAs,
  wordAs,
  wordsAs,
} from './call-readers.ts'
import {
  ALSO,
  AMENITIES,
  FLAGS,
  KINDS,
  type Kind,
  LISTINGS,
  ORDERS,
  PETS,
  SPACES,
  TOURS,
  TYPES,
  VIEWS,
} from './home-words.ts'

/** A call of a tool that asks what a call over HTTP asks. */
export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** Parameters that the tool cannot carry: its answer is about more than theirs. */
  readonly untold: readonly string[]
}

type Parameters = Readonly<Record<string, string>>

/**
 * The call of a tool that asks the same as an operation with these parameters, for pages that show how an agent would
 * ask; undefined where no tool does. Needs nothing but this file and its words, so that a browser can load it.
 */
export function toolCallOf(path: string, parameters: Parameters): ToolCall | undefined {
  const task = TASKS[path.toLowerCase()]
  if (task === undefined) return undefined
  const kind = kindOf(parameters)
  const into: Arguments = { ...task.always }
  const untold = Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !PAGING.has(name))
    .filter(([name, value]) => task.readers[plainName(name)]?.(value, into, kind) !== true)
    .map(([name]) => name)
  if (into.bedrooms_min === 0) delete into.bedrooms_min // no home has fewer
  return { name: task.tool, arguments: into, untold }
}

interface Task {
  readonly tool: string
  readonly always?: Arguments
  readonly readers: Readonly<Record<string, Reader>>
}

/** What tools do by themselves. */
const PAGING: ReadonlySet<string> = new Set(['page', 'explain', 'resultCount', 'nextPageCursor', 'recent_first'])

/** `daysOn…` ends in a word of the operator's. */
function plainName(name: string): string {
  return name.startsWith('daysOn') ? 'daysOn' : name
}

function kindOf({ listingStatus = '' }: Parameters): Kind {
  const kinds = Object.entries(KINDS) as [Kind, string][] // its own keys
  return kinds.find(([, status]) => isSame(listingStatus, status))?.[0] ?? 'for_sale'
}

/** `30`, `30d`, `30_days`; months have no whole number of days. */
function daysAs(name: string): Reader {
  return orAny((value, into, kind) => {
    const days = /^(\d+)(?:[\s_-]?d(?:ays?)?)?$/i.exec(value)?.[1]
    return numberAs(name, { least: 0, most: 36_500, isWhole: true })(days ?? '', into, kind)
  })
}

/** Both ends alike mean exactly so many. */
function bedroomsAs(end: 'min' | 'max'): Reader {
  return (value, into) => {
    if (isSame(value, 'No_Min') || isSame(value, 'No_Max')) return true
    const count = isSame(value, 'Studio') ? 0 : Number(value.replace('+', ''))
    const other = end === 'min' ? 'bedrooms_max' : 'bedrooms_min'
    if (!Number.isInteger(count) || count < 0 || count > (end === 'min' ? 20 : 5)) return false
    if (into[other] === count) {
      delete into[other]
      into.bedrooms = count
    } else into[`bedrooms_${end}`] = count
    return true
  }
}

const BATHS: Parameters = { OnePlus: '1', OneHalfPlus: '1.5', TwoPlus: '2', ThreePlus: '3', FourPlus: '4' }

const flagReaders: Readonly<Record<string, Reader>> = Object.fromEntries(
  Object.entries(FLAGS).flatMap(([word, { query }]) =>
    Object.entries(query).map(([parameter, text]) => [
      parameter,
      text === 'true' ? mustHave(word) : wordsAs('must_have', { [word]: text }),
    ]),
  ),
)

const polygon: Reader = (value, into) => {
  into.polygon = value.split(',').map((corner) => corner.trim().split(/\s+/).map(Number))
  return true
}

/** An edge of map bounds: two of the four corners of a polygon lie on it. */
function edgeAs(axis: 0 | 1, corners: readonly number[]): Reader {
  return (value, into) => {
    const before = (into.polygon as readonly (readonly number[])[] | undefined) ?? UNPLACED // as this put it there
    into.polygon = before.map((corner, i) =>
      corner.map((at, of) => (of === axis && corners.includes(i) ? Number(value) : at)),
    )
    return true
  }
}

const UNPLACED: readonly (readonly number[])[] = [[0, 0], [0, 0], [0, 0], [0, 0]] // biome-ignore format: four corners

function nearAs(name: string): Reader {
  return (value, into) => {
    into.near = { ...(into.near as object | undefined), [name]: Number(value) }
    return true
  }
}

const SEARCH: Task = {
  tool: 'search_homes',
  readers: {
    ...flagReaders,
    location: as('place'),
    polygon,
    southLatitude: edgeAs(0, [0, 1]),
    northLatitude: edgeAs(0, [2, 3]),
    westLongitude: edgeAs(1, [0, 3]),
    eastLongitude: edgeAs(1, [1, 2]),
    latitude: nearAs('latitude'),
    longitude: nearAs('longitude'),
    radius: nearAs('radius_miles'),
    listingStatus: wordAs('kind', KINDS),
    listingType: orAny(wordAs('seller', { agent: 'By_Agent', owner_and_other: 'By_Owner_and_Other' })),
    listPriceRange: rangeAs('price'),
    bed_min: bedroomsAs('min'),
    bed_max: bedroomsAs('max'),
    bathrooms: orAny((value, into, kind) => {
      const word = spelled(value, Object.keys(BATHS))
      return numberAs('bathrooms_min', { least: 0, most: 20 })((word && BATHS[word]) ?? value, into, kind)
    }),
    homeType: choicesAs('home_types', TYPES),
    squareFeetRange: rangeAs('sqft'),
    lotSizeRange: rangeAs('lot_sqft'),
    yearBuiltRange: rangeAs('year_built', { least: 1600, most: 2200, isWhole: true }),
    otherAmenities: choicesAs('must_have', AMENITIES),
    tours: choicesAs('must_have', TOURS),
    space: wordAs('space', SPACES),
    pets: wordsAs('pets', PETS),
    view: wordsAs('views', VIEWS),
    propertyStatus: wordsAs('also_status', ALSO),
    listingTypeOptions: wordsAs('listing_kinds', LISTINGS),
    monthlyPayment: (value, into) => {
      const most = /^max:\s*(\d{1,9})$/i.exec(value)?.[1]
      if (most !== undefined) into.payment_max = Number(most)
      return most !== undefined
    },
    downPayment: numberAs('down_payment', { least: 0 }),
    daysOn: daysAs('listed_within_days'),
    soldInLast: daysAs('sold_within_days'),
    keywords: as('keywords'),
    sortOrder: wordAs('sort', ORDERS),
  },
}

const WHICH: Readonly<Record<string, Reader>> = {
  zpid: as('id'),
  byzpid: as('id'),
  propertyaddress: as('address'),
  byaddress: as('address'),
}

function details(...include: readonly string[]): Task {
  return { tool: 'home_details', always: { include }, readers: WHICH }
}

/** Only values and taxes are told month by month or year by year. */
const charted: Reader = (value, into) => {
  if (value.startsWith('tax_')) into.include = ['tax_history']
  return value === 'zestimate_history' || value.startsWith('tax_')
}

const DETAILS: Task = { tool: 'home_details', readers: WHICH }
const MARKET_TYPES: Parameters = { all: 'All_Homes', house: 'Single_Family', condo: 'Condo' }
const RENT_TYPES: Parameters = {
  all: 'All_Property_Types',
  houses: 'Houses',
  apartments_and_condos: 'Apartments_and_Condos',
  townhomes: 'Townhomes',
}
const RENT_BEDROOMS: Parameters = {
  Studio: '0',
  '1_Bedroom': '1',
  '2_Bedroom': '2',
  '3_Bedroom': '3',
  '4_Bedroom_Plus': '4',
}
const rentBedrooms: Reader = (value, into, kind) => {
  if (isSame(value, 'All_Bedrooms')) return true
  const bedrooms = RENT_BEDROOMS[spelled(value, Object.keys(RENT_BEDROOMS)) ?? ''] ?? ''
  return numberAs('bedrooms')(bedrooms, into, kind)
}

const OFFER_TYPES: Parameters = {
  apartment: 'Apartment',
  house: 'House',
  plot: 'Plot',
  commercial: 'Commercial',
  warehouse: 'Warehouse',
  room: 'Room',
  garage: 'Garage',
  investment: 'Investment',
}
const TIMES = ['morning', 'afternoon', 'evening']
const GUESTS = { least: 0, most: 1000, isWhole: true }
const HOURS = { least: 0, most: 10_000 }

const OFFER_ORDERS: Parameters = {
  newest: 'Newest',
  price_low: 'Price_Low_to_High',
  price_high: 'Price_High_to_Low',
  area_low: 'Area_Low_to_High',
  area_high: 'Area_High_to_Low',
}

/** By the path of the operation, in lower case. */
const TASKS: Readonly<Record<string, Task>> = {
  '/search/byaddress': SEARCH,
  '/search/bypolygon': SEARCH,
  '/search/bymapbounds': SEARCH,
  '/search/bycoordinates': SEARCH,
  '/search/byaiprompt': { tool: 'search', readers: { ai_search_prompt: as('query') } },
  '/autocomplete': { tool: 'find_place', readers: { query: as('query') } },
  '/pro/byzpid': DETAILS,
  '/byzpid': DETAILS,
  '/pro/byaddress': DETAILS,
  '/byaddress': DETAILS,
  '/pricehistory': details('price_history'),
  '/taxinfo': details('tax_history'),
  '/propimages': details('photos'),
  '/climate': details('climate'),
  '/walk_transit_bike': details('scores'),
  '/graph_charts': { ...details('value_history'), readers: { ...WHICH, which: charted } },
  '/comparable_homes': { tool: 'comparables_and_value', readers: WHICH },
  '/housing_market': {
    tool: 'market',
    readers: { search_query: as('place'), home_type: wordAs('home_type', MARKET_TYPES) },
  },
  '/rental_market': {
    tool: 'rents',
    readers: {
      search_query: as('place'),
      home_type: wordAs('home_type', RENT_TYPES),
      bedrooom_type: rentBedrooms,
      bedroom_type: rentBedrooms,
    },
  },
  '/agent/search': {
    tool: 'agents',
    readers: {
      location: as('place'),
      agentName: as('name'),
      specialties: textsAs('specialties', AGENT_SPECIALTIES),
      languages: textsAs('languages', AGENT_LANGUAGES),
    },
  },
  '/agent/details': { tool: 'agents', readers: { username: as('agent') } },
  '/search/bylocation': {
    tool: 'offers_abroad',
    always: { kind: 'for_sale' },
    readers: {
      location: as('place'),
      searchType: wordAs('kind', { for_sale: 'For_Sale', for_rent: 'For_Rent' }),
      propertyType: orAny(wordAs('property_type', OFFER_TYPES)),
      priceRange: rangeAs('price'),
      areaRange: rangeAs('area'),
      roomsRange: rangeAs('rooms', { least: 1, most: 100, isWhole: true }),
      yearBuiltRange: rangeAs('year_built', { least: 1000, most: 2200, isWhole: true }),
      market: textAs('market', MARKETS),
      ownerType: textAs('offered_by', OWNER_TYPES),
      pricePerMeterRange: rangeAs('price_per_m2'),
      plotAreaRange: rangeAs('plot_area'),
      buildingType: textsAs('building_types', BUILDING_TYPES),
      floors: textsAs('floors', FLOORS),
      buildingMaterial: textsAs('materials', BUILDING_MATERIALS),
      heating: textsAs('heating', HEATINGS),
      extras: textsAs('extras', EXTRAS),
      media: textsAs('utilities', MEDIA),
      hasPhotos: mustHave('photos'),
      hasVideo: mustHave('video'),
      has3DView: mustHave('3d_view'),
      openDay: mustHave('open_day'),
      exclusiveOffer: mustHave('exclusive'),
      sortOrder: (value, into, kind) => isSame(value, 'Default') || wordAs('sort', OFFER_ORDERS)(value, into, kind),
      daysSinceCreated: numberAs('offered_within_days', { least: 0, most: 36_500, isWhole: true }),
    },
  },
  '/search/exp/bydestination': {
    tool: 'experiences',
    readers: {
      searchDestinations: as('place'),
      checkIn: dayAs('date_from'),
      checkOut: dayAs('date_to'),
      adults: numberAs('adults', GUESTS),
      children: numberAs('children', GUESTS),
      infants: numberAs('infants', GUESTS),
      pricePerGuest_min: numberAs('price_min', { least: 0 }),
      pricePerGuest_max: numberAs('price_max', { least: 0 }),
      minDuration: numberAs('hours_min', HOURS),
      maxDuration: numberAs('hours_max', HOURS),
      experienceType: textsAs('types', EXPERIENCE_TYPES),
      travelerType: textsAs('travelers', TRAVELER_TYPES),
      timeOfDay: textsAs('times', TIMES),
      accessibilityFeatures: textsAs('accessibility', ACCESSIBILITY_FEATURES),
      hostLanguages: (value, into) => value.length <= 60 && as('language')(value, into, 'for_sale'),
    },
  },
  '/usage': { tool: 'usage', readers: {} },
}
