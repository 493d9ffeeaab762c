import {
  CURSOR,
  detailArgument,
  input,
  numberArgument,
  type Properties,
  type ToolArguments,
  textArgument,
  wholeArgument,
  wordArgument,
} from '../arguments.ts'
import { type Constraint, locationsOf, queryOf, type Remark, requirePlaces, understood } from '../constraints.ts'
import { cursorFor, placeOf } from '../cursor.ts'
import { homeDialect } from '../dialects.ts'
import { doubtsOf } from '../doubts.ts'
import { type Detail, homeRow } from '../home-row.ts'
import { at, type Fields, isFields, listAt, numberAt, textsAt } from '../json.ts'
import { KINDS, type Kind } from '../kinds.ts'
import { Refusal } from '../refusal.ts'
import { tableOf } from '../rows.ts'
import type { Session } from '../session.ts'
import { answer, MORE, output, TABLE, type Tool } from '../tool.ts'

/** The largest page size of the operation. */
const PAGE_ROWS = 200
/** The maximum number of results on all pages of the operation together. */
const REACH_ROWS = 1000

const LIMIT = 10

const PLACES: Properties = {
  place: textArgument(
    'City with state, ZIP code, neighborhood, county, state or USA; up to 5, separated by semicolons.',
    1000,
  ),
  near: {
    type: 'object',
    description: 'Instead of place: a circle.',
    properties: {
      latitude: numberArgument([-90, 90], 'Degrees.'),
      longitude: numberArgument([-180, 180], 'Degrees.'),
      radius_miles: numberArgument([0.01, 500], 'Miles.'),
    },
    required: ['latitude', 'longitude', 'radius_miles'],
    additionalProperties: false,
  },
  polygon: {
    type: 'array',
    minItems: 3,
    maxItems: 500,
    items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
    description: 'Instead of place: corners as [latitude, longitude].',
  },
  seller: wordArgument(
    ['agent', 'owner_and_other'],
    'For sale with near or polygon: whose listings. Default agent; owner_and_other needs a second call.',
  ),
}

/** The arguments that select homes. */
const WANTED: Properties = {
  kind: wordArgument(Object.keys(KINDS), 'Kind of listings, never mixed.'),
  ...PLACES,
  ...homeDialect.properties,
}

/** The argument of other tools that contains arguments of search_homes. */
export const HOMES = {
  type: 'object',
  description: 'As arguments of search_homes: kind, place or near or polygon, filters.',
  additionalProperties: true,
} as const

/** Parses an object with arguments of search_homes. Throws a Refusal if it is invalid. */
export function homesOf(homes: Fields, session: Session): HomeSearch {
  return homeSearch(session.read(input(WANTED, ['kind']), homes), session)
}

/** A search for homes: the operation and the constraints. */
export interface HomeSearch {
  readonly kind: Kind
  readonly path: string
  readonly constraints: readonly Constraint[]
}

function homeSearch(args: ToolArguments, { door, doubts }: Session): HomeSearch {
  const kind = kindOf(args)
  doubts.push(...doubtsOf(args, kind, door.today('A')))
  const { path, constraint } = areaOf(args)
  const constraints = [
    { argument: 'kind', words: KIND_WORDS[kind], query: { listingStatus: KINDS[kind] } },
    constraint,
    ...sellerOf(args, kind),
    ...homeDialect.constraints(args, { kind, today: door.today('A'), portal: door.words.Portal }),
  ]
  return { kind, path, constraints }
}

function kindOf(args: ToolArguments): Kind {
  return (args.text('kind') ?? 'for_sale') as Kind // the schema requires this argument
}

/** Returns the constraints with the names of the places that the search found. */
export function placed({ constraints }: HomeSearch, body: Fields): readonly Constraint[] {
  const places = requirePlaces(locationsOf(body))
  return constraints.map((each) =>
    PLACES[each.argument] !== undefined && each.argument !== 'seller' && places.length > 0
      ? { ...each, words: places.join('; ') }
      : each,
  )
}

export const searchHomes: Tool = {
  name: 'search_homes',
  title: 'Search homes',
  description:
    'Homes for sale, for rent or sold in a place, with filters. One kind per call; 1 credit. Reports what was applied and the exact total. "3 bedroom" is bedrooms=3, "3+" is bedrooms_min=3. A minimum or maximum excludes unknown numbers. For more rows send cursor with the same arguments.',
  area: 'A',
  input: input(
    {
      ...WANTED,
      limit: wholeArgument([1, 50, LIMIT], 'Rows.'),
      detail: detailArgument('full adds estimates, coordinates, photo, URL.'),
      cursor: CURSOR,
    },
    ['kind'],
  ),
  output: output(
    {
      kind: { type: 'string' },
      total: { type: 'integer', description: 'Exact number of results; a rental building counts once.' },
      homes: { type: 'integer', description: 'Exact number of homes.' },
      results: TABLE,
      total_without: { ...TABLE, description: 'If nothing matches: totals without each filter.' },
      more: MORE,
      note: { type: 'string' },
    },
    ['kind', 'total', 'homes', 'results', 'more'],
  ),
  async run(args, session) {
    const kind = kindOf(args)
    const search = homeSearch(args, session)
    const { offset } = placeOf(args)
    const pageSize = pageSizeFor(offset, args.number('limit') ?? LIMIT)
    const page = Math.floor(offset / pageSize) + 1
    const paging = { pageSize: String(pageSize), ...(page > 1 && { page: String(page) }) }
    const query = { ...queryOf(search.constraints), explain: 'true', ...paging }
    const body = await session.ask(search.path, query)
    const confirmed = at(body, 'explain', 'query')
    const what = understood(
      placed(search, body),
      isFields(confirmed) ? confirmed : {},
      listAt(body, 'warnings'),
      typeRemarks(args, kind),
    )
    if (session.door.view !== undefined) session.forView = placesOf(wantedOf(args, body, offset), session.door.words)
    const data = {
      ...pageOf(args, body, kind, offset, session.door.words),
      ...withoutEach(search.constraints, listAt(body, 'explain', 'without')),
    }
    return answer(what, data, session, 'A', at(body, 'source'))
  },
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  for_sale: 'on the market for sale: active listings, and listings that also_status adds',
  for_rent: 'for rent',
  sold: 'sold, at the sale price',
}

const AREAS = ['place', 'near', 'polygon']

/**
 * Returns the operation and the constraint for the search area. Throws a Refusal unless exactly one of three arguments
 * is given.
 */
function areaOf(args: ToolArguments): { readonly path: string; readonly constraint: Constraint } {
  const [place, near, polygon] = [args.text('place'), args.fields('near'), args.pairs('polygon')]
  const ways = AREAS.filter((name) => args.has(name))
  if (ways.length !== 1) throw new Refusal('Give exactly one of "place", "near" and "polygon": a search needs a place.')
  if (place !== undefined)
    return { path: '/search/byaddress', constraint: { argument: 'place', words: place, query: { location: place } } }
  if (polygon !== undefined) {
    const corners = polygon.map(([latitude, longitude]) => `${latitude} ${longitude}`).join(',')
    const words = `inside a polygon of ${polygon.length} corners`
    return { path: '/search/bypolygon', constraint: { argument: 'polygon', words, query: { polygon: corners } } }
  }
  const [latitude = '', longitude = '', radius = ''] = ['latitude', 'longitude', 'radius_miles'].map((name) =>
    String(near?.number(name)),
  )
  const words = `within ${radius} miles of ${latitude}, ${longitude}`
  const query = { latitude, longitude, radius }
  return { path: '/search/bycoordinates', constraint: { argument: 'near', words, query } }
}

/**
 * Returns the constraint for the seller. A search by circle or polygon returns either listings of agents or all other
 * listings, so `applied` must say which.
 */
function sellerOf(args: ToolArguments, kind: Kind): Constraint[] {
  const seller = args.text('seller')
  if (kind !== 'for_sale' || args.has('place')) {
    if (seller !== undefined)
      throw new Refusal('Cannot use "seller" here: it works with kind "for_sale" and "near" or "polygon".')
    return []
  }
  if (seller !== 'owner_and_other' && args.texts('listing_kinds').includes('by_owner'))
    throw new Refusal(
      'Cannot use listing_kinds "by_owner" with seller "agent", which is the default: it works with "owner_and_other".',
    )
  return seller === 'owner_and_other'
    ? [
        {
          argument: 'seller',
          words: 'listings of owners and others, without listings of agents',
          query: { listingType: 'By_Owner_and_Other' },
        },
      ]
    : [
        {
          argument: 'seller',
          words: 'listings of agents only; for the others call again with seller owner_and_other',
          query: { listingType: 'By_Agent' },
        },
      ]
}

/**
 * For a search without results: returns how many homes match without each filter. Filters have the names of their
 * arguments.
 */
function withoutEach(constraints: readonly Constraint[], counted: readonly unknown[]): Fields {
  const rows = counted.map((each) => {
    const names = textsAt(each, 'parameters')
    const constraint = constraints.find(({ query }) => names.some((name) => query[name] !== undefined))
    return {
      filter: constraint?.argument ?? names.join(', '),
      words: constraint?.words,
      total: numberAt(each, 'results'),
    }
  })
  return rows.length === 0 ? {} : { total_without: tableOf(rows) }
}

/** Returns the smallest page size for which one page contains all requested rows, or the largest page size. */
function pageSizeFor(offset: number, limit: number): number {
  for (let size = limit; size < PAGE_ROWS; size++) if ((offset % size) + limit <= size) return size
  return PAGE_ROWS
}

/** Returns the requested results from a page of the operation. */
function wantedOf(args: ToolArguments, body: Fields, offset: number): readonly unknown[] {
  const limit = args.number('limit') ?? LIMIT
  const from = offset % pageSizeFor(offset, limit)
  return listAt(body, 'searchResults').slice(from, from + limit)
}

/** Returns the position and picture of each home for the HTML view, for any value of the argument `detail`. */
function placesOf(wanted: readonly unknown[], words: Parameters<typeof homeRow>[2]): readonly Fields[] {
  return wanted.map((result) => {
    const { id, latitude, longitude, photo } = homeRow(result, 'full', words)
    return { id, latitude, longitude, photo }
  })
}

/** Returns the requested rows as a table, with the total and the cursor. */
function pageOf(
  args: ToolArguments,
  body: Fields,
  kind: Kind,
  offset: number,
  words: Parameters<typeof homeRow>[2],
): Fields {
  const detail = (args.text('detail') ?? 'concise') as Detail // the schema allows only these words
  const wanted = wantedOf(args, body, offset)
  const total = numberAt(body, 'resultsCount', 'totalMatchingCount') ?? 0
  const results = tableOf(
    wanted.map((result) => homeRow(result, detail, words)),
    total,
  )
  const next = offset + results.rows.length
  const isMore = results.rows.length > 0 && next < Math.min(total, REACH_ROWS)
  return {
    kind,
    total,
    homes: numberAt(body, 'resultsCount', 'ungroupedResultCount') ?? 0,
    results,
    more: isMore ? cursorFor(args, { offset: next }) : null,
    ...(total > REACH_ROWS && {
      note: `Only the first ${REACH_ROWS} rows can be read. Narrow the search to see the others.`,
    }),
  }
}

/**
 * Returns remarks on home types that rentals do not distinguish. A filter for condos also finds apartments, for
 * example.
 */
function typeRemarks(args: ToolArguments, kind: Kind): Remark[] {
  if (kind !== 'for_rent') return []
  const names = args.texts('home_types')
  const flats = ['condo', 'apartment'].filter((name) => names.includes(name))
  const remarks =
    flats.length === 1
      ? [{ words: flats.join(), why: 'rental data does not separate condos from apartments; results contain both.' }]
      : []
  if (names.includes('house'))
    remarks.push({
      words: 'house',
      why: 'among rentals, houses with several homes and manufactured homes count as houses.',
    })
  return remarks
}
