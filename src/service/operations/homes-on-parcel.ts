import type { Catalog } from '../../catalog/ports/catalog.ts'
import { Fault } from '../../kit/base/failure.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import { nearestName, quote } from '../../kit/params/index.ts'
import type { Home } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import { parcelKey, parcelPlaces } from '../../places/addresses/home-keys.ts'
import { countyName } from '../../places/regions/county-name.ts'
import { ofRegions } from '../../places/regions/of-regions.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { regionLabel } from '../../places/regions/region-label.ts'
import { STATES } from '../../places/regions/states.ts'
import type { EmptyContainer } from './identify.ts'

/** Maximum number of indexed homes that are compared. No real parcel has more. */
const MAX_HOMES = 10_000

/** The counties with homes in the catalog. */
export const countiesOf = ofRegions(function* (regions) {
  yield
  return regions.filter(({ type }) => type === 'county')
})

/**
 * Returns the homes in these counties whose parcel number equals this number, whatever their punctuation and leading
 * zeros, sorted by id. Never returns a home with an undisclosed address, because such a home shows no parcel number.
 */
export async function homesOnParcel(
  number: string,
  counties: readonly Region[],
  { addresses, records }: Pick<Catalog, 'addresses' | 'records'>,
): Promise<readonly Home[]> {
  const key = parcelKey(number)
  if (key === undefined || counties.length === 0) return []
  const ids = await addresses.homesUnder(parcelPlaces(key, counties), MAX_HOMES)
  const found = await Promise.all(ids.map((id) => records.get('home', id)))
  const keys = new Set(counties.map((county) => county.key))
  const homes = found.filter(
    (home) =>
      home?.parcelNumber !== undefined &&
      parcelKey(home.parcelNumber) === key &&
      keys.has(regionKeysOf(home.address).county ?? ''),
  )
  const byId = new Map(homes.flatMap((home) => (home === undefined ? [] : [[home.zpid, home] as const])))
  return [...byId.values()].sort((a, b) => a.zpid - b.zpid)
}

/**
 * Finds a county by FIPS code or by name, with or without `County` and the state. Returns several regions if some homes
 * of the county lack its code. Throws `place.unknown`, or `place.ambiguous` if counties of several states have the name.
 */
export function countyNamed(text: string, catalog: Pick<Catalog, 'regions'>, container: EmptyContainer) {
  const counties = countiesOf(catalog.regions())
  const [name = '', state] = text.split(',').map((part) => part.trim())
  const code = STATES.find((each) =>
    [each.code, each.name].some((other) => cityKey(other) === cityKey(state ?? '')),
  )?.code
  const named = counties.filter(
    (county) =>
      county.key === `county/${text}` ||
      (isNamed(county, name) && (state === undefined || state === '' || county.state === code)),
  )
  const labels = [...new Set(named.map(regionLabel))]
  const [label] = labels
  if (label === undefined) throw unknownCounty(text, counties, container)
  if (labels.length === 1) return { label, counties: named }
  throw new Fault('place.ambiguous', `${quote(text)} fits ${labels.length} counties: send one of the candidates.`, {
    candidates: labels.map((each) => ({ name: each })),
    container,
  })
}

function isNamed(county: Region, name: string): boolean {
  return cityKey(countyName(name)) === cityKey(countyName(county.name))
}

function unknownCounty(text: string, counties: readonly Region[], container: EmptyContainer): Fault {
  const nearest = nearestName(text, counties.map(regionLabel))
  const detail = `404: no county with homes in this catalog is ${quote(text)}: send a name such as King County, WA, or a FIPS code of five digits.`
  return new Fault('place.unknown', nearest === undefined ? detail : `${detail} The nearest is ${nearest}.`, {
    container,
    ...(nearest !== undefined && { nearest, candidates: [{ name: nearest }] }),
  })
}
