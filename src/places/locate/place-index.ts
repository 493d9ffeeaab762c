import { shorterName, shortName } from '../../kit/names/short-name.ts'
import { each, type SlicedWork } from '../../kit/threads/slices.ts'
import type { Region, RegionType } from '../../model/region.ts'
import { indexByKey, ofNames, ofRegions, regionAt } from '../regions/of-regions.ts'
import { metroNames, metroNamesWithKind } from './metro-names.ts'
import { NICKNAMES_OF } from './nicknames.ts'

/** If places of different types have the same name, the type with the lowest number comes first. */
const TYPE_ORDER: Readonly<Record<RegionType, number>> = {
  country: 0,
  state: 1,
  city: 2,
  neighborhood: 3,
  county: 4,
  metro: 5,
  zipcode: 6,
}

/** Indexes of regions by their names. ZIPs are left out, because they are looked up by code. */
interface PlaceNames {
  readonly byName: ReadonlyMap<string, readonly number[]>
  readonly byShorterName: ReadonlyMap<string, readonly number[]>
  readonly metros: ReadonlyMap<string, readonly number[]>
}

const namesIn = ofNames(function* (regions): SlicedWork<PlaceNames> {
  const byName = new Map<string, number[]>()
  const byShorterName = new Map<string, number[]>()
  const metros = new Map<string, number[]>()
  yield* each(regions, (region, index) => {
    for (const name of placeNames(region)) {
      addTo(byName, name, index)
      const shorter = shorterName(name)
      if (shorter !== name) addTo(byShorterName, shorter, index)
    }
    if (region.type === 'metro') for (const name of metroNamesWithKind(region)) addTo(metros, name, index)
  })
  return { byName, byShorterName, metros }
})

/** The regions of a catalog by full name. Lists are sorted by type, then by listings, then by homes. */
export class PlaceIndex {
  readonly regions: readonly Region[]
  readonly #names: PlaceNames

  constructor(regions: readonly Region[]) {
    this.regions = regions
    this.#names = namesIn(regions)
  }

  at(key: string): Region | undefined {
    return regionAt(key, this.regions)
  }

  /**
   * Returns regions with exactly this name. If there are none, returns regions that abbreviate its words differently.
   * @param name In the form of `shortName`. The name of a neighborhood may include its city.
   */
  named(name: string): readonly Region[] {
    const { byName, byShorterName } = this.#names
    const shorter = () => shorterName(name)
    return this.inOrder(byName.get(name) ?? byShorterName.get(shorter()) ?? byName.get(shorter()) ?? [])
  }

  /**
   * Returns metros that this name means if a word such as metro is next to it: `austin`, `austin round rock`, `nyc`.
   */
  metrosOf(cities: string): readonly Region[] {
    return this.inOrder(this.#names.metros.get(cities) ?? [])
  }

  inOrder(indexes: Iterable<number>): readonly Region[] {
    const matches = Array.from(new Set(indexes), (index) => this.regions[index])
    return matches.filter((region) => region !== undefined).sort(byImportance)
  }
}

function byImportance(a: Region, b: Region): number {
  return (
    TYPE_ORDER[a.type] - TYPE_ORDER[b.type] || b.listings - a.listings || b.homes - a.homes || (a.key < b.key ? -1 : 1)
  )
}

/**
 * Returns all spellings of a place's name, with and without its city, and its nicknames. Empty for regions that are
 * looked up by code.
 */
export function placeNames(region: Region): readonly string[] {
  const { type, key, city } = region
  if (type === 'country' || type === 'state' || type === 'zipcode') return []
  if (type === 'metro') return metroNames(region)
  const name = shortName(region.name)
  const names = type === 'neighborhood' && city !== undefined ? [name, `${name} ${shortName(city)}`] : [name]
  return [...names, ...(NICKNAMES_OF.get(key) ?? [])]
}

function addTo(map: Map<string, number[]>, name: string, index: number): void {
  const indexes = map.get(name)
  if (indexes === undefined) map.set(name, [index])
  else indexes.push(index)
}

export const placeIndexOf = ofRegions(function* (regions) {
  yield* indexByKey.sliced(regions)
  yield* namesIn.sliced(regions)
  return new PlaceIndex(regions)
})
