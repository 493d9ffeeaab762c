import { AGENT_LANGUAGES, AGENT_SPECIALTIES } from '../../model/agent.ts'
import { as, dayAs, isSame, numberAs, orNone, spelled, textsAs, wordAs } from './call-readers.ts'
import { experienceDialect, homeDialect, offerDialect, offerKind, offerOrder } from './dialects.ts'
import { type Arguments, KINDS, type Kind, type Reader } from './kinds.ts'
import { WHAT_IF_PARAMETERS } from './what-if-facts.ts'

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
 * ask; undefined where no tool does. Everything that this file
 * imports can be loaded by a browser.
 */
export function toolCallOf(path: string, parameters: Parameters): ToolCall | undefined {
  const task = TASKS[path.toLowerCase()]
  if (task === undefined) return undefined
  const kind = kindOf(parameters)
  const into: Arguments = { ...task.always }
  const untold = Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !PAGING.has(name))
    .filter(([name, value]) => task.readers[declaredName(name)]?.(value, into, kind) !== true)
    .map(([name]) => name)
  if (into.bedrooms_min === 0) delete into.bedrooms_min // no home has fewer
  return { name: task.tool, arguments: into, untold }
}

interface Task {
  readonly tool: string
  readonly always?: Arguments
  readonly readers: Readonly<Record<string, Reader>>
}

/** Parameters that tools set by themselves, and facets, which another tool tells. */
const PAGING: ReadonlySet<string> = new Set([
  'page',
  'pageSize',
  'explain',
  'resultCount',
  'nextPageCursor',
  'recent_first',
  'facets',
])

/** `daysOn…` ends in a word of the operator's. */
function declaredName(name: string): string {
  return name.startsWith('daysOn') ? 'daysOn{Portal}' : name
}

function kindOf({ listingStatus = '' }: Parameters): Kind {
  const kinds = Object.entries(KINDS) as [Kind, string][] // its own keys
  return kinds.find(([, status]) => isSame(listingStatus, status))?.[0] ?? 'for_sale'
}

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
    ...homeDialect.readers,
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
    listingType: orNone('Any', wordAs('seller', { agent: 'By_Agent', owner_and_other: 'By_Owner_and_Other' })),
  },
}

const WHICH: Readonly<Record<string, Reader>> = {
  zpid: as('id'),
  byzpid: as('id'),
  propertyaddress: as('address'),
  byaddress: as('address'),
}

const WHAT_IF_READERS = Object.fromEntries(
  Object.entries(WHAT_IF_PARAMETERS).map(([name, parameter]) => [parameter, whatIfAs(name)]),
)

function whatIfAs(name: string): Reader {
  return (value, into, kind) => {
    const facts: Arguments = { ...(into.what_if as object | undefined) } // only this puts it there
    const isRead = numberAs(name)(value, facts, kind)
    if (isRead) into.what_if = facts
    return isRead
  }
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
  '/similar': details('similar'),
  '/graph_charts': { ...details('value_history'), readers: { ...WHICH, which: charted } },
  '/comparable_homes': { tool: 'comparables_and_value', readers: WHICH },
  '/valuation/what_if': { tool: 'comparables_and_value', readers: { ...WHICH, ...WHAT_IF_READERS } },
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
      ...offerKind.readers,
      ...offerDialect.readers,
      ...offerOrder.readers,
    },
  },
  '/search/exp/bydestination': {
    tool: 'experiences',
    readers: {
      searchDestinations: as('place'),
      checkIn: dayAs('date_from'),
      checkOut: dayAs('date_to'),
      ...experienceDialect.readers,
    },
  },
  '/usage': { tool: 'usage', readers: {} },
}
