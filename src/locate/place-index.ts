import { oncePer } from '../base/once-per.ts'
import type { Region, RegionType } from '../model/region.ts'
import { shorterName, shortName } from '../names/short-name.ts'
import { namePrefixes } from '../regions/metros.ts'
import { cityRegionKey } from '../regions/region-keys.ts'

/** Which place comes first when several share a name. */
const TYPE_ORDER: Readonly<Record<RegionType, number>> = {
  country: 0,
  state: 1,
  city: 2,
  neighborhood: 3,
  county: 4,
  metro: 5,
  zipcode: 6,
}

const NEW_YORK = cityRegionKey('New York', 'NY')

/** The regions of a catalogue by full name. Lists are sorted by type, then by listings, then by homes. */
export class PlaceIndex {
  /** All but the ZIPs, which have no names to compare. */
  readonly places: readonly Region[]
  readonly #byKey: ReadonlyMap<string, Region>
  readonly #byName = new Map<string, Region[]>()
  readonly #byShorterName = new Map<string, Region[]>()
  readonly #metros = new Map<string, Region[]>()

  constructor(regions: readonly Region[]) {
    this.places = regions.filter(({ type }) => type !== 'zipcode').sort(byImportance)
    this.#byKey = new Map(regions.map((region) => [region.key, region]))
    for (const region of this.places) {
      for (const name of placeNames(region)) {
        addTo(this.#byName, name, region)
        const shorter = shorterName(name)
        if (shorter !== name) addTo(this.#byShorterName, shorter, region)
      }
      if (region.type === 'metro') for (const name of namePrefixes(region.name)) addTo(this.#metros, name, region)
    }
  }

  at(key: string): Region | undefined {
    return this.#byKey.get(key)
  }

  /**
   * Regions with exactly this name; if there are none, those that abbreviate its words differently.
   * @param name As `shortName` writes it; a neighbourhood with or without its city.
   */
  named(name: string): readonly Region[] {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const shorter = shorterName(name)
    return this.#byShorterName.get(shorter) ?? this.#byName.get(shorter) ?? []
  }

  /** Metros whose name starts with these cities: `austin`, `austin round rock`. */
  metrosOf(cities: string): readonly Region[] {
    return this.#metros.get(cities) ?? []
  }
}

function byImportance(a: Region, b: Region): number {
  return (
    TYPE_ORDER[a.type] - TYPE_ORDER[b.type] || b.listings - a.listings || b.homes - a.homes || (a.key < b.key ? -1 : 1)
  )
}

/** Every spelling of a place's name, with and without its city; none for regions that are looked up by code. */
export function placeNames(region: Region): readonly string[] {
  const { type, key, city } = region
  if (type === 'country' || type === 'state' || type === 'zipcode') return []
  const name = shortName(region.name)
  if (key === NEW_YORK) return [name, 'new york city', 'nyc']
  return type === 'neighborhood' && city !== undefined ? [name, `${name} ${shortName(city)}`] : [name]
}

function addTo(map: Map<string, Region[]>, name: string, region: Region): void {
  const known = map.get(name)
  if (known === undefined) map.set(name, [region])
  else known.push(region)
}

export const placeIndexOf = oncePer((regions: readonly Region[]) => new PlaceIndex(regions))
