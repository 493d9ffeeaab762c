import { shortName } from '../../kit/names/short-name.ts'
import type { Region } from '../../model/region.ts'
import { citiesOf, namePrefixes } from '../regions/metros.ts'
import { cityRegionKey } from '../regions/region-keys.ts'
import { NICKNAMES_OF } from './nicknames.ts'

type Named = Pick<Region, 'key' | 'name' | 'state'>

/**
 * Returns names that mean a metro even without the word metro: at least two of its cities, the whole name if it has
 * only one city, and its nicknames. In the form of `shortName`.
 */
export function metroNames({ key, name }: Named): readonly string[] {
  const [first = ''] = citiesOf(name)
  const cities = namePrefixes(name).filter((prefix) => prefix.length > shortName(first).length)
  return [...(cities.length > 0 ? cities : [shortName(name)]), ...(NICKNAMES_OF.get(key) ?? [])]
}

/**
 * Returns names that mean a metro only next to a word such as metro or area: `Dallas metro`, `NYC area`. They include
 * all names of the metro's first city.
 */
export function metroNamesWithKind(metro: Named): readonly string[] {
  const [first = ''] = citiesOf(metro.name)
  const nicknames = NICKNAMES_OF.get(cityRegionKey(first, metro.state)) ?? []
  return [...new Set([...namePrefixes(metro.name), ...metroNames(metro), ...nicknames])]
}
