import { readFileSync } from 'node:fs'

/** A call that is as expensive as its operation allows. */
export interface HeavyCase {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** A JSON body, which makes the call a POST. */
  readonly body?: object
  /** The encoding of the answer. Undefined for an uncompressed answer. */
  readonly encoding?: 'zstd' | 'br' | 'gzip'
  /** The allowed statuses; if undefined, only 200. */
  readonly status?: readonly number[]
  /** The call may exceed the cost limit of one call. It must then be refused quickly. */
  readonly isBounded?: true
  /** Results of this call are cached, so only the first measurement counts. */
  readonly firstOnly?: true
  /**
   * The call may take long, because other workers prepare its data. It must still not block the event loop longer than
   * other calls.
   */
  readonly isLong?: true
}

/** Homes and people of the catalog that calls are about. */
export interface Examples {
  readonly zpid: string
  readonly lotId: string
  readonly agentId: string
  readonly city: string
  /** A saved search of a key that has reached its storage limit. `feed` and `tiles` are paths of this search. */
  readonly search: string
  readonly feed: string
  readonly tiles: string
  /** A past day. */
  readonly day: string
  /** All changes since this time are stored. */
  readonly recent: string
}

/**
 * Returns every operation with its worst input, and bad inputs that many operations have in common. calls.json lists
 * them: `{62×a b }` repeats a string (which may contain another repetition), and `{comb}` is a generated string.
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
    ...(one.body && { body: inside(one.body) as object }), // only strings inside change, so it stays an object
    query: Object.fromEntries(Object.entries(one.query).map(([name, value]) => [name, expanded(value)])),
  }))
}

/**
 * Returns a comb whose teeth reach from the south to the north of the country. Every latitude crosses as many edges as
 * the comb has points.
 */
function comb(points: number): string {
  const [west, east, south, north] = [-124.5, -67, 24.5, 49]
  const teeth = Array.from({ length: points }, (_, i) => {
    const longitude = west + ((east - west) * (i >> 1)) / (points / 2)
    return `${i % 4 === 0 || i % 4 === 3 ? south : north} ${longitude.toFixed(2)}`
  })
  return [...teeth, `${south - 0.5} ${east}`, `${south - 0.5} ${west}`].join(',')
}

/** Returns a star that crosses itself as often as possible. */
function star(points: number): string {
  const corners = Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * ((i * ((points - 1) / 2)) % points)) / points
    return `${(37 + 12 * Math.sin(angle)).toFixed(2)} ${(-96 + 28 * Math.cos(angle)).toFixed(2)}`
  })
  return corners.join(',')
}

/** Converts a search polygon to an OData ring: longitude first, and the first point again at the end. */
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

/** A polygon of nearly 8 KB, the maximum of a saved search. */
export const SMALL_COMB = comb(560)

/** Generated strings, by their names in calls.json. */
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
