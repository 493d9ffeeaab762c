import { readFileSync } from 'node:fs'

/** A call that costs as much as its operation can be made to cost. */
export interface HeavyCase {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** A body in JSON, which is posted. */
  readonly body?: object
  /** The answer is compressed where it is given. */
  readonly encoding?: 'zstd' | 'br' | 'gzip'
  /** Statuses that are right; 200 alone where it is absent. */
  readonly status?: readonly number[]
  /** A call beyond the bound on the work of one call may be refused as too costly, but neither may take long. */
  readonly isBounded?: true
  /** Its figures are kept once they were computed: only the first call says anything. */
  readonly firstOnly?: true
  /** It may take long, since others make what it needs, and holds the loop no longer than any call. */
  readonly isLong?: true
}

/** Homes and people of a catalogue that the calls are about. */
export interface Examples {
  readonly zpid: string
  readonly lotId: string
  readonly agentId: string
  readonly city: string
  /** A saved search whose key keeps as many bytes as it may, the path of its feed and that of its tiles. */
  readonly search: string
  readonly feed: string
  readonly tiles: string
  /** A day of the past. */
  readonly day: string
  /** The moment from which on changes are kept. */
  readonly recent: string
}

/**
 * Every operation with its worst input, and inputs that many of them have in common: calls.json, in which `{62×a b }`
 * stands for a text that is repeated, perhaps with others inside it, and `{comb}` for one that is made here.
 */
export function heavyCases(examples: Examples): readonly HeavyCase[] {
  const made: Readonly<Record<string, string>> = { ...examples, ...MADE }
  const expanded = (text: string): string => {
    const longer = text
      .replace(/\{(\w+)\}/g, (name) => made[name.slice(1, -1)] ?? name)
      .replace(/\{(\d+)×([^{}]*)\}/g, (_, times, part) => String(part).repeat(Number(times)))
    return longer === text ? text : expanded(longer)
  }
  const cases = JSON.parse(readFileSync(new URL('calls.json', import.meta.url), 'utf8')) as readonly HeavyCase[]
  const inside = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? expanded(each) : each))
  return cases.map((one) => ({
    ...one,
    path: expanded(one.path),
    ...(one.body && { body: inside(one.body) as object }), // of the same shape
    query: Object.fromEntries(Object.entries(one.query).map(([name, value]) => [name, expanded(value)])),
  }))
}

/** Teeth from the south to the north of the country, so that every latitude has as many edges as there are points. */
function comb(points: number): string {
  const [west, east, south, north] = [-124.5, -67, 24.5, 49]
  const teeth = Array.from({ length: points }, (_, i) => {
    const longitude = west + ((east - west) * (i >> 1)) / (points / 2)
    return `${i % 4 === 0 || i % 4 === 3 ? south : north} ${longitude.toFixed(2)}`
  })
  return [...teeth, `${south - 0.5} ${east}`, `${south - 0.5} ${west}`].join(',')
}

/** Crosses itself as often as so many points can. */
function star(points: number): string {
  const corners = Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * ((i * ((points - 1) / 2)) % points)) / points
    return `${(37 + 12 * Math.sin(angle)).toFixed(2)} ${(-96 + 28 * Math.cos(angle)).toFixed(2)}`
  })
  return corners.join(',')
}

/** Points of a search's polygon as those of a ring in OData: longitudes first, and the first point again. */
function ringOf(polygon: string): string {
  const points = polygon.split(',').map((point) => point.split(' ').toReversed().join(' '))
  return [...points, points[0]].join(',')
}

function searchStateUrl(): string {
  const state = {
    mapBounds: { west: -180, east: 180, south: -90, north: 90 },
    filterState: { att: { value: '"the of" "and the" "with and"' }, rs: { value: true }, fsba: { value: false } },
    customRegionId: '0123456789X1-comb',
  }
  return `https://portal.example/homes/?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`
}

function regionsUrl(): string {
  const regionSelection = Array.from({ length: 150 }, (_, regionId) => ({ regionId, regionType: 6 }))
  return `https://portal.example/homes/?searchQueryState=${encodeURIComponent(JSON.stringify({ regionSelection }))}`
}

/** A polygon of nearly 8 KB, the most that a saved search may have. */
export const SMALL_COMB = comb(560)

/** Texts that calls.json names. */
const MADE = {
  comb: comb(998),
  smallComb: SMALL_COMB,
  star: star(999),
  ring: ringOf(SMALL_COMB),
  zipcodes: Array.from({ length: 300 }, (_, i) => String(98000 + i)).join(','),
  letters: Array.from('abcdefghijklmnopqrstuvwxyz').join(' '),
  everything: searchStateUrl(),
  regions: regionsUrl(),
}
