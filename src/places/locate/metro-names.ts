import { shortName } from '../../kit/names/short-name.ts'
import type { Region } from '../../model/region.ts'
import { citiesOf, namePrefixes } from '../regions/metros.ts'
import { cityRegionKey } from '../regions/region-keys.ts'
import { NICKNAMES_OF } from './nicknames.ts'

type Named = Pick<Region, 'key' | 'name' | 'state'>

/** Names of a metro that stand alone, as `shortName` writes them: two of its cities or more, and its nicknames. */
export function metroNames({ key, name }: Named): readonly string[] {
  const [first = ''] = citiesOf(name)
  const cities = namePrefixes(name).filter((prefix) => prefix.length > shortName(first).length)
  return [...(cities.length > 0 ? cities : [shortName(name)]), ...(NICKNAMES_OF.get(key) ?? [])]
}

/** Its names beside a word for the kind, as in `Dallas metro` and `NYC area`: its first city too, by any name of that. */
export function metroNamesWithKind(metro: Named): readonly string[] {
  const [first = ''] = citiesOf(metro.name)
  const nicknames = NICKNAMES_OF.get(cityRegionKey(first, metro.state)) ?? []
  return [...new Set([...namePrefixes(metro.name), ...metroNames(metro), ...nicknames])]
}
