import type { AgentCall } from '../../service/code.ts'
import { endsOf } from '../../service/operation-fields.ts'
import type { Where } from './where.ts'

type Arguments = Readonly<Record<string, unknown>>

const KINDS: Readonly<Record<string, string>> = { For_Sale: 'for_sale', For_Rent: 'for_rent', Sold: 'sold' }

const TYPES: Readonly<Record<string, string>> = {
  Houses: 'house',
  Townhomes: 'townhouse',
  'Condos/Co-ops': 'condo',
  Apartments: 'apartment',
  'Multi-family': 'multi_family',
  'Lots-Land': 'land',
  Manufactured: 'manufactured',
}

const MUST_HAVE: Readonly<Record<string, string>> = {
  'Must have A/C': 'air_conditioning',
  'Must have pool': 'pool',
  Waterfront: 'waterfront',
  'On-site Parking': 'on_site_parking',
  'In-unit Laundry': 'in_unit_laundry',
  'Income Restricted': 'income_restricted',
}

const ORDERS: Readonly<Record<string, string>> = {
  Newest: 'newest',
  Price_Low_to_High: 'price_low',
  Price_High_to_Low: 'price_high',
  Bedrooms: 'bedrooms',
  Bathrooms: 'bathrooms',
  Square_Feet: 'sqft',
  Lot_Size: 'lot',
  Year_Built: 'year_built',
}

const VIEWS: Readonly<Record<string, string>> = { City: 'city', Mountain: 'mountain', Park: 'park', Water: 'water' }

const BATHROOMS: Readonly<Record<string, number>> = {
  OnePlus: 1,
  OneHalfPlus: 1.5,
  TwoPlus: 2,
  ThreePlus: 3,
  FourPlus: 4,
}

/** What a filter is called by the tool; undefined where it does not have it. */
const SAID: Readonly<Record<string, (text: string) => Arguments | undefined>> = {
  listingStatus: (text) => named('kind', KINDS[text]),
  sortOrder: (text) => named('sort', ORDERS[text]),
  bed_min: (text) => (text === 'Studio' || text === 'No_Min' ? {} : { bedrooms_min: Number(text) }),
  bed_max: (text) => (text === 'No_Max' ? {} : { bedrooms_max: text === 'Studio' ? 0 : Number(text) }),
  bathrooms: (text) => named('bathrooms_min', BATHROOMS[text]),
  listPriceRange: (text) => ends('price', text),
  squareFeetRange: (text) => ends('sqft', text),
  lotSizeRange: (text) => ends('lot_sqft', text),
  yearBuiltRange: (text) => ends('year_built', text),
  homeType: (text) => all('home_types', text, TYPES),
  otherAmenities: (text) => all('must_have', text, MUST_HAVE),
  haveGarage: (text) => (text === 'true' ? { must_have: ['garage'] } : undefined),
  singleStoryOnly: (text) => (text === 'true' ? { must_have: ['single_story'] } : undefined),
  hide55plusComm: (text) => (text === 'true' ? { must_have: ['not_55_plus'] } : undefined),
  view: (text) => all('views', text, VIEWS),
  keywords: (text) => ({ keywords: text }),
}

function named(name: string, value: unknown): Arguments | undefined {
  return value === undefined ? undefined : { [name]: value }
}

function ends(name: string, text: string): Arguments {
  const [min, max] = endsOf(text)
  return { ...(min !== '' && { [`${name}_min`]: Number(min) }), ...(max !== '' && { [`${name}_max`]: Number(max) }) }
}

function all(name: string, text: string, names: Readonly<Record<string, string>>): Arguments | undefined {
  const said = text.split(',').map((each) => names[each.trim()])
  return said.includes(undefined) ? undefined : { [name]: said }
}

/** The same search by an agent's tool; none where the tool cannot say all of it. */
export function agentCall(where: Where, filters: Readonly<Record<string, string>>): AgentCall | undefined {
  const said = Object.entries(filters).map(([name, text]) => SAID[name]?.(text))
  if (said.includes(undefined)) return undefined
  const needs = said.flatMap((each) => (each?.must_have as readonly string[] | undefined) ?? []) // as put in above
  return {
    name: 'search_homes',
    arguments: {
      ...Object.assign({}, ...said),
      ...(needs.length > 0 && { must_have: needs }),
      ...areaOf(where),
    },
  }
}

function areaOf(where: Where): Arguments {
  if (where.kind === 'place') return { place: where.text }
  if (where.kind === 'bounds') {
    const { west, south, east, north } = where.bounds
    const corners = [[south, west], [south, east], [north, east], [north, west]] // biome-ignore format: one line
    return { polygon: corners }
  }
  const { shape } = where
  if (shape.kind === 'polygon') return { polygon: shape.corners }
  const [latitude, longitude] = shape.center
  return { near: { latitude, longitude, radius_miles: shape.radiusMiles } }
}
