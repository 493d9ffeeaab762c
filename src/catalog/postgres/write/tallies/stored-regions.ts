import type { PlaceAddress } from '../../../../model/home.ts'
import type { ExtentParts } from '../../../../places/regions/extent.ts'
import { COUNTRY_KEY, stateRegionKey } from '../../../../places/regions/region-keys.ts'
import { RegionTally } from '../../../../places/regions/regions.ts'
import type { Row, Session } from '../../session.ts'
import type { StoredRegion } from '../../tables/tally-tables.ts'

/**
 * Computes the regions of changed places again, after the places have been counted. States and the country follow from
 * the sums of each state, other regions from their places.
 */
export function storeRegions(session: Session, changed: readonly number[], revision: number): void {
  const keys = storeKeys(session, changed)
  const states = session.query(STATES)
  const wide = wideAmong(keys, states)
  const narrow = new Set([...keys].filter((key) => !wide.has(key)))
  const made = [
    ...regionsOf(states, stateOf, wide),
    ...regionsOf(session.query(PLACES, [[...narrow]]), addressOf, narrow),
  ]
  const values = new Map(made.map((region) => [region.key, JSON.stringify(region)]))
  session.query(REGIONS, [[...keys], Array.from(keys, (key) => values.get(key) ?? null), revision])
}

/**
 * Returns the regions that follow from the sums of states. If no home of a state has coordinates, the state follows
 * from its places, which lie at their ZIP codes.
 */
function wideAmong(keys: ReadonlySet<string>, states: readonly Row[]): ReadonlySet<string> {
  const unlocated = states
    .filter(({ located }) => Number(located) === 0)
    .map(({ state }) => stateRegionKey(String(state)))
  const isWide = (key: string) =>
    key === COUNTRY_KEY ? unlocated.length < states.length : key.startsWith('state/') && !unlocated.includes(key)
  return new Set([...keys].filter(isWide))
}

/** Stores the regions of places with homes. Returns the keys of all regions of the changed places. */
function storeKeys(session: Session, changed: readonly number[]): ReadonlySet<string> {
  const rows = session.query('SELECT place, address, homes FROM catalog.place WHERE place = ANY($1)', [changed])
  const tally = new RegionTally()
  const all = new Set<string>()
  const lying: (readonly [region: string, place: number])[] = []
  for (const row of rows) {
    for (const key of Object.values(tally.keysOf(tally.placeOf(addressOf(row))))) {
      all.add(key)
      if (Number(row.homes) > 0) lying.push([key, Number(row.place)])
    }
  }
  session.query(
    'INSERT INTO catalog.place_region SELECT * FROM unnest($1::text[], $2::int4[]) ON CONFLICT DO NOTHING',
    [lying.map(([region]) => region), lying.map(([, place]) => place)],
  )
  const left = rows.filter(({ homes }) => Number(homes) === 0).map(({ place }) => Number(place))
  if (left.length > 0) session.query('DELETE FROM catalog.place_region WHERE place = ANY($1)', [left])
  return all
}

/** @param rows Counts of homes, one row per place. */
function regionsOf(
  rows: readonly Row[],
  addressIn: (row: Row) => PlaceAddress,
  wanted: ReadonlySet<string>,
): readonly StoredRegion[] {
  const tally = new RegionTally()
  const states = new Map<string, Set<string>>()
  for (const row of rows) {
    const address = addressIn(row)
    const place = tally.placeOf(address)
    tally.countParts(place, partsOf(row), Number(row.listings))
    for (const key of Object.values(tally.keysOf(place)))
      states.set(key, (states.get(key) ?? new Set()).add(address.state))
  }
  return tally.regions(wanted).map((region) => ({ ...region, isInOneState: states.get(region.key)?.size === 1 }))
}

function addressOf({ address }: Row): PlaceAddress {
  return JSON.parse(String(address))
}

function stateOf({ state }: Row): PlaceAddress {
  return { state: String(state), city: '', zipcode: '' }
}

/**
 * Returns SQL for a side of a state's box. Places without homes have infinite sides, which do not affect the result.
 */
function side(name: 'west' | 'south' | 'east' | 'north', furthest: 'min' | 'max'): string {
  return `(SELECT ${furthest}(${name}) FROM catalog.place WHERE place.state = kept.state) AS ${name}`
}

const STATES = `SELECT state, homes, located, listings, latitude_sum, longitude_sum,
    ${side('west', 'min')}, ${side('south', 'min')}, ${side('east', 'max')}, ${side('north', 'max')}
  FROM catalog.place_state kept WHERE homes > 0`

const PLACES = `SELECT address, homes, located, listings, latitude_sum, longitude_sum, west, south, east, north
  FROM catalog.place WHERE place IN (SELECT place FROM catalog.place_region WHERE region = ANY($1))`

/** SQL that stores regions. A region without homes stays as a row without a value, so that services forget it. */
const REGIONS = `INSERT INTO catalog.region AS kept (key, value, revision) SELECT key, value, $3::int8
  FROM unnest($1::text[], $2::text[]) AS made (key, value)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = excluded.revision
  WHERE kept.value IS DISTINCT FROM excluded.value`

function partsOf(row: Row): ExtentParts {
  return {
    count: Number(row.homes),
    located: Number(row.located),
    latitudeSum: Number(row.latitude_sum),
    longitudeSum: Number(row.longitude_sum),
    west: Number(row.west),
    south: Number(row.south),
    east: Number(row.east),
    north: Number(row.north),
  }
}
