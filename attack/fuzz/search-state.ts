import { CHOICES, RANGES, SWITCHES, WORDS } from '../../src/service/operations/search/url/keys.ts'
import type { Random } from '../../test/engine/random.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const FILTERS = [SWITCHES, RANGES, CHOICES, WORDS].flatMap((table) =>
  Object.entries(table).flatMap(([key, others]) => [key, ...others]),
)

const KEYS = [
  'mapBounds',
  'west',
  'east',
  'south',
  'north',
  'filterState',
  'regionSelection',
  'regionId',
  'regionType',
  'value',
  'min',
  'max',
  'pagination',
  'currentPage',
  'usersSearchTerm',
  'customRegionId',
  'customRegionPolygonWkt',
  'mapZoom',
  'isMapVisible',
  'isListVisible',
  'category',
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
]

const PLACES = ['', 'homes/', 'homes/for_rent/', 'austin-tx/', 'austin-tx/sold/2_p/', 'homes/78703_rb/', 'homes/1_rid/']

/** Returns a URL that contains a search as JSON: a valid search, a search with mistakes, or any JSON. */
export function searchStateUrl(random: Random): string {
  const kind = random.next()
  const state =
    kind < 0.55 ? JSON.stringify(likely(random)) : kind < 0.8 ? JSON.stringify(anyJson(random, 4)) : deep(random)
  const cut = random.chance(0.1) ? state.slice(0, random.whole(0, state.length)) : state
  const written = random.chance(0.9) ? encodeURIComponent(cut) : cut
  return `https://portal.example/${random.pick(PLACES)}?searchQueryState=${written}`
}

function likely(random: Random): Json {
  const [west, south] = [random.between(-125, -67), random.between(24, 49)]
  const filters = Array.from({ length: random.whole(0, 8) }, () => [random.pick(FILTERS), filterValue(random)] as const)
  return {
    mapBounds: { west, south, east: west + random.between(-1, 5), north: south + random.between(-1, 5) },
    filterState: Object.fromEntries(filters),
    ...(random.chance(0.3) && {
      regionSelection: Array.from({ length: random.pick([0, 1, 5, 200]) }, () => ({
        regionId: random.pick([1, 10, 0, -1, 1e99]),
        regionType: random.whole(-1, 9),
      })),
    }),
    ...(random.chance(0.2) && { usersSearchTerm: random.pick(['Austin, TX', '', 'x'.repeat(3000), '\u0000']) }),
    ...(random.chance(0.2) && { pagination: { currentPage: random.pick([0, 1, 2, -1, 1e9, 1.5]) } }),
    ...(random.chance(0.1) && { customRegionPolygonWkt: 'POLYGON((0 0,1 1,0 1,0 0))' }),
  }
}

function filterValue(random: Random): Json {
  return random.pick<() => Json>([
    () => ({ value: random.chance(0.5) }),
    () => ({ min: random.whole(0, 10), max: random.whole(0, 1_000_000) }),
    () => ({ value: random.pick(['7', 'days', 'pool "of the"', '2026-12-01', '', 'e']) }),
    () => anyJson(random, 2),
  ])()
}

export function anyJson(random: Random, depth: number): Json {
  const kind = depth === 0 ? random.whole(0, 5) : random.whole(0, 8)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, -1e308, 2 ** 53, 5e-324])
  if (kind < 6) return random.pick([...KEYS, ...FILTERS])
  const length = random.pick([0, 1, 2, 5])
  if (kind === 6) return Array.from({ length }, () => anyJson(random, depth - 1))
  const entry = () => [random.pick(random.chance(0.5) ? KEYS : FILTERS), anyJson(random, depth - 1)] as const
  return Object.fromEntries(Array.from({ length }, entry))
}

/** Returns JSON with hundreds or thousands of levels. */
export function deep(random: Random): string {
  const depth = random.pick([50, 500, 5000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"filterState":', '}'],
    ['{"value":', '}'],
    ['[{"mapBounds":[', ']}]'],
  ] as const)
  return `${open.repeat(depth)}1${close.repeat(depth)}`.slice(0, 20_000)
}
