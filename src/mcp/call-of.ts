import {
  ALSO,
  AMENITIES,
  type Choice,
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
type Arguments = Record<string, unknown>

/** Reads one parameter into arguments; false where the tool has no word for it. */
type Reader = (value: string, into: Arguments, kind: Kind) => boolean

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

function kindOf({ listingStatus }: Parameters): Kind {
  const kinds = Object.entries(KINDS) as [Kind, string][] // its own keys
  return kinds.find(([, status]) => status === listingStatus)?.[0] ?? 'for_sale'
}

function as(name: string): Reader {
  return (value, into) => {
    into[name] = value
    return true
  }
}

function numberAs(name: string, least = Number.NEGATIVE_INFINITY): Reader {
  return (value, into) => {
    const number = Number(value)
    if (!Number.isFinite(number) || number < least) return false
    into[name] = number
    return true
  }
}

/** A list of the operation's own words, which the tool takes as they are. */
function textsAs(name: string): Reader {
  return (value, into) => {
    into[name] = value.split(',').map((each) => each.trim())
    return true
  }
}

/** A flag that is a word of `must_have`; a false one asks for nothing. */
function mustHave(word: string): Reader {
  return (value, into) => {
    if (value === 'true') into.must_have = [...((into.must_have ?? []) as readonly string[]), word] // only words are put there
    return value === 'true' || value === 'false'
  }
}

/** `min:1, max:2`. */
function rangeAs(name: string): Reader {
  return (value, into) => {
    const [min, max] = ['min', 'max'].map((end) => new RegExp(`${end}:\\s*(\\d+(?:\\.\\d+)?)`).exec(value)?.[1])
    if (min !== undefined) into[`${name}_min`] = Number(min)
    if (max !== undefined) into[`${name}_max`] = Number(max)
    return min !== undefined || max !== undefined
  }
}

/** A list of the operation's values by the tool's words for them. */
function wordsAs(name: string, spellings: Readonly<Record<string, string>>): Reader {
  return (value, into) => {
    const given = value.split(',').map((each) => each.trim())
    const words = Object.keys(spellings).filter((word) =>
      spellings[word]?.split(',').every((each) => given.includes(each)),
    )
    const covered = new Set(words.flatMap((word) => spellings[word]?.split(',') ?? []))
    if (words.length === 0 || given.some((each) => !covered.has(each))) return false
    const before = (into[name] ?? []) as readonly string[] // only lists of words are put there
    into[name] = [...new Set([...before, ...words])]
    return true
  }
}

/** The same where the spelling depends on the kind. */
function choicesAs(name: string, choices: Readonly<Record<string, Choice>>): Reader {
  return (value, into, kind) => {
    const spelled = Object.entries(choices).flatMap(([word, choice]) => {
      const spelling = choice[kind]
      return spelling === undefined ? [] : [[word, spelling] as const]
    })
    return wordsAs(name, Object.fromEntries(spelled))(value, into, kind)
  }
}

function wordAs(name: string, spellings: Readonly<Record<string, string>>): Reader {
  return (value, into) => {
    const word = Object.keys(spellings).find((each) => spellings[each] === value)
    if (word !== undefined) into[name] = word
    return word !== undefined
  }
}

/** `30`, `30d`, `30_days`; months have no whole number of days. */
function daysAs(name: string): Reader {
  return (value, into) => {
    if (value === 'Any') return true
    const days = /^(\d+)(?:_?d(?:ays?)?)?$/.exec(value)?.[1]
    if (days !== undefined) into[name] = Number(days)
    return days !== undefined
  }
}

/** Both ends alike mean exactly so many. */
function bedroomsAs(end: 'min' | 'max'): Reader {
  return (value, into) => {
    if (value === 'No_Min' || value === 'No_Max') return true
    const count = value === 'Studio' ? 0 : Number(value.replace('+', ''))
    const other = end === 'min' ? 'bedrooms_max' : 'bedrooms_min'
    if (!Number.isInteger(count)) return false
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
    Object.entries(query).map(([parameter, text]) => [parameter, wordsAs('must_have', { [word]: text })]),
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
    listingType: (value, into) =>
      value === 'Any' ||
      wordAs('seller', { agent: 'By_Agent', owner_and_other: 'By_Owner_and_Other' })(value, into, 'for_sale'),
    listPriceRange: rangeAs('price'),
    bed_min: bedroomsAs('min'),
    bed_max: bedroomsAs('max'),
    bathrooms: (value, into, kind) => value === 'Any' || numberAs('bathrooms_min')(BATHS[value] ?? value, into, kind),
    homeType: choicesAs('home_types', TYPES),
    squareFeetRange: rangeAs('sqft'),
    lotSizeRange: rangeAs('lot_sqft'),
    yearBuiltRange: rangeAs('year_built'),
    otherAmenities: choicesAs('must_have', AMENITIES),
    tours: choicesAs('must_have', TOURS),
    space: wordAs('space', SPACES),
    pets: wordsAs('pets', PETS),
    view: wordsAs('views', VIEWS),
    propertyStatus: wordsAs('also_status', ALSO),
    listingTypeOptions: wordsAs('listing_kinds', LISTINGS),
    monthlyPayment: (value, into) => {
      const most = /^max:\s*(\d+)$/.exec(value)?.[1]
      if (most !== undefined) into.payment_max = Number(most)
      return most !== undefined
    },
    downPayment: numberAs('down_payment'),
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
const rentBedrooms: Reader = (value, into, kind) =>
  value === 'All_Bedrooms' || numberAs('bedrooms')(RENT_BEDROOMS[value] ?? 'none', into, kind)

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
      specialties: textsAs('specialties'),
      languages: textsAs('languages'),
    },
  },
  '/agent/details': { tool: 'agents', readers: { username: as('agent') } },
  '/search/bylocation': {
    tool: 'offers_abroad',
    readers: {
      location: as('place'),
      searchType: wordAs('kind', { for_sale: 'For_Sale', for_rent: 'For_Rent' }),
      propertyType: (value, into) => {
        if (value !== 'Any') into.property_type = value.toLowerCase()
        return true
      },
      priceRange: rangeAs('price'),
      areaRange: rangeAs('area'),
      roomsRange: rangeAs('rooms'),
      yearBuiltRange: rangeAs('year_built'),
      market: (value, into) => {
        if (value !== 'Any') into.market = value
        return true
      },
      ownerType: (value, into) => {
        if (value !== 'Any') into.offered_by = value
        return true
      },
      pricePerMeterRange: rangeAs('price_per_m2'),
      plotAreaRange: rangeAs('plot_area'),
      buildingType: textsAs('building_types'),
      floors: textsAs('floors'),
      buildingMaterial: textsAs('materials'),
      heating: textsAs('heating'),
      extras: textsAs('extras'),
      media: textsAs('utilities'),
      hasPhotos: mustHave('photos'),
      hasVideo: mustHave('video'),
      has3DView: mustHave('3d_view'),
      openDay: mustHave('open_day'),
      exclusiveOffer: mustHave('exclusive'),
      sortOrder: (value, into, kind) => value === 'Default' || wordAs('sort', OFFER_ORDERS)(value, into, kind),
      daysSinceCreated: numberAs('offered_within_days', 0),
    },
  },
  '/search/exp/bydestination': {
    tool: 'experiences',
    readers: {
      searchDestinations: as('place'),
      checkIn: as('date_from'),
      checkOut: as('date_to'),
      adults: numberAs('adults', 0),
      children: numberAs('children', 0),
      infants: numberAs('infants', 0),
      pricePerGuest_min: numberAs('price_min', 0),
      pricePerGuest_max: numberAs('price_max', 0),
      minDuration: numberAs('hours_min', 0),
      maxDuration: numberAs('hours_max', 0),
      experienceType: textsAs('types'),
      travelerType: textsAs('travelers'),
      timeOfDay: textsAs('times'),
      accessibilityFeatures: textsAs('accessibility'),
      hostLanguages: as('language'),
    },
  },
  '/usage': { tool: 'usage', readers: {} },
}
