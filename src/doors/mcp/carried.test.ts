import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, worded } from '../../service/operations/index.ts'
import { examplesIn } from '../openapi/examples.ts'
import type { InputSchema } from './arguments.ts'
import { homeDialect } from './dialects.ts'
import type { Door } from './door.ts'
import { runTool, type Tool } from './tool.ts'
import { TOOLS } from './tools/index.ts'
import { WHAT_IF_PARAMETERS } from './what-if-facts.ts'

const WORDS = { Portal: 'Portal', portal: 'portal' }

type Arguments = Readonly<Record<string, unknown>>

const AROUND = [
  { place: 'Austin, TX' },
  { near: { latitude: 30, longitude: -97, radius_miles: 2 } },
  {
    polygon: [
      [30, -97],
      [31, -97],
      [31, -98],
    ],
  },
]

/** Calls that together use every argument of search_homes, in the form of saved_search, whats_new and summarize. */
const SAVED = AROUND.flatMap((where) =>
  ['for_sale', 'for_rent', 'sold'].flatMap((kind) => {
    const others = Object.entries(homeDialect.properties).flatMap(([name, schema]) =>
      valuesOf(schema).map((value) => ({ [name]: value })),
    )
    return [{}, ...others].map((other) => ({
      action: 'make',
      homes: { ...where, kind, ...(kind === 'for_sale' && { payment_max: 5000, travel_minutes: 20 }), ...other },
    }))
  }),
)

/**
 * Basic calls by tool. The test adds each further argument to them. Tools without an entry are called with an id, or
 * without arguments.
 */
const BEGINNINGS: Readonly<Record<string, readonly Arguments[]>> = {
  find_place: [{ query: 'Aus' }],
  search_homes: AROUND.flatMap((where) => [
    { ...where, kind: 'for_sale', payment_max: 5000, travel_minutes: 20 },
    { ...where, kind: 'for_rent' },
    { ...where, kind: 'sold' },
  ]),
  home_details: [{ id: '7' }, { address: '1 Elm St, Austin, TX 78701' }],
  monthly_cost: [{ id: '7', price: 9 }, { address: '1 Elm St, Austin, TX 78701', price: 9 }, { price: 9 }],
  comparables_and_value: [
    { id: '7' },
    {
      id: '7',
      what_if: Object.fromEntries(
        Object.keys(WHAT_IF_PARAMETERS).map((name) => [name, name.startsWith('year') ? 2000 : 2]),
      ),
    },
  ],
  market: [{ place: 'Austin, TX' }],
  rents: [{ place: 'Austin, TX' }],
  agents: [{ place: 'Austin, TX' }, { place: 'Austin, TX', sold_price_max: 9 }, { agent: 'ann' }],
  owners: [{ name: 'acme' }, { owner: 'o' }],
  offers_abroad: [{ place: 'Warszawa', kind: 'for_sale' }],
  experiences: [{ place: 'Paris, France' }, { place: 'Paris, France', date_from: '2026-06-14', date_to: '2026-06-15' }],
  saved_search: [{ action: 'list' }, ...SAVED],
  summarize: SAVED.map(({ homes }) => ({ homes })),
  whats_new: SAVED.map(({ homes }) => ({ homes, since: 'now' })),
  search: [{ query: 'houses in Texas' }, { query: '1 Elm St, Austin, TX 78701' }],
}

const BY_CURSOR = 'cursor replaces it'

/** Parameters that no tool needs: agents want current data, and `summarize` covers all results. */
const OF_NO_TOOL: ReadonlySet<string> = new Set(['as_of', 'changes', 'facets'])

/** Parameters that no argument of a tool sets, by tool and operation, with the reason. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'find_place /autocomplete': {
    latitude: 'an agent gets names, and does not know the location of its user',
    longitude: 'see latitude',
  },
  ...Object.fromEntries(
    ['byaddress', 'bycoordinates', 'bypolygon'].map((name) => [
      `saved_search /search/${name}`,
      {
        page: 'the search runs once',
        part: 'see search_homes',
        ...(name === 'byaddress' && { listingType: 'see search_homes' }),
      },
    ]),
  ),
  'summarize /search/facets': {
    northLatitude: 'polygon replaces all four',
    southLatitude: 'see northLatitude',
    eastLongitude: 'see northLatitude',
    westLongitude: 'see northLatitude',
  },
  'whats_new /changes': {
    before: 'an agent continues from its cursor, oldest first',
    kinds: 'rows and counts show the kinds',
    records: 'the tool reports no changes of agents',
    wait: 'an agent calls again',
    northLatitude: 'polygon replaces all four',
    southLatitude: 'see northLatitude',
    eastLongitude: 'see northLatitude',
    westLongitude: 'see northLatitude',
  },
  'search_homes /search/byaddress': {
    page: BY_CURSOR,
    part: 'only for plans with whole results, which are too long for an agent',
    listingType: 'searches by place return listings of agents and of owners',
  },
  'search_homes /search/bycoordinates': { page: BY_CURSOR, part: 'see /search/byaddress' },
  'search_homes /search/bypolygon': { page: BY_CURSOR, part: 'see /search/byaddress' },
  'home_details /similar': { bylotid: 'a building is not a home' },
  'market /housing_market': { exclude_rentalMarketTrends: 'the tool rents reports them' },
  'rents /rental_market': { bedroom_type: 'another spelling of bedrooom_type' },
  'agents /agent/search': { page: BY_CURSOR },
  'agents /agent/details': { agent_link: 'username names the same agent' },
  'experiences /search/exp/bydestination': { nextPageCursor: BY_CURSOR },
  'search /search/byaiprompt': {
    page: 'search returns one page: search_homes returns more',
    sortOrder: 'the sentence contains the order',
    keywords: 'the sentence contains the keywords',
  },
}

/** Calls a tool with all its arguments. Returns the parameters that it set, by operation. */
async function carriedBy(tool: Tool): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const carried = new Map<string, Set<string>>()
  const { calls } = examplesIn(WORDS)
  const door: Door = {
    run: async (path, query) => {
      carried.set(path, new Set([...(carried.get(path) ?? []), ...Object.keys(query)]))
      return { status: 200, body: calls.get(path)?.body, credits: 1, left: 9, retryAfterS: undefined }
    },
    failed: (error) => assert.fail(`${tool.name}: ${String(error)}`),
    today: () => '2026-06-15',
    isSample: true,
    words: { ...WORDS, portalOrigin: 'https://portal.example' },
    areas: ['A', 'B', 'C'],
    opensPeople: true,
  }
  const alone: Arguments = 'id' in tool.input.properties ? { id: '7' } : {}
  for (const beginning of BEGINNINGS[tool.name] ?? [alone]) {
    await runTool(tool, beginning, door)
    for (const [name, schema] of Object.entries(tool.input.properties)) {
      if (name in beginning) continue
      for (const value of valuesOf(schema)) await runTool(tool, { ...beginning, [name]: value }, door) // the tool may refuse this call
    }
  }
  return carried
}

function valuesOf(schema: InputSchema['properties'][string]): readonly unknown[] {
  if (schema.type === 'array') return schema.items.type === 'string' ? schema.items.enum.map((each) => [each]) : []
  if (schema.type === 'string' && schema.enum !== undefined) return schema.enum
  if (schema.type === 'boolean') return [true]
  if (schema.type === 'number' || schema.type === 'integer') return [Math.max(1, schema.minimum ?? 1)]
  return schema.type === 'string' ? [schema.format === 'date' ? '2026-06-14' : 'oak'] : []
}

test('tools can set every parameter of their operations, except parameters that are left out on purpose', async () => {
  const lacking: Record<string, readonly string[]> = {}
  const operations = OPERATIONS.map((operation) => worded(operation, WORDS))
  for (const tool of TOOLS) {
    const carried = await carriedBy(tool)
    assert.ok(carried.size > 0, `${tool.name} asks something`)
    for (const [path, names] of carried) {
      const operation = operations.find((each) => each.path === path)
      const isById = names.has('byzpid') // the tool converts a URL or address to an id first
      const missing = Object.keys(operation?.parameters ?? {}).filter(
        (name) => !names.has(name) && !OF_NO_TOOL.has(name) && !(isById && /^by(url|address)$/.test(name)),
      )
      if (missing.length > 0) lacking[`${tool.name} ${path}`] = missing.sort()
    }
  }
  const wanted = Object.entries(LEFT_OUT).map(([of, names]) => [of, Object.keys(names).sort()] as const)
  assert.deepEqual(lacking, Object.fromEntries(wanted))
})
