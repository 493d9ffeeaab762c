import type { Home, HomeAddress, Listing, ListingStatus, PlaceAddress, Point } from '../../model/home.ts'
import { REGION_TYPES, type Region, type RegionType } from '../../model/region.ts'
import { Extent, type ExtentParts } from './extent.ts'
import { type Gazetteer, loadGazetteer } from './gazetteer.ts'
import { metroOfCounty } from './metros.ts'
import { countyTitle, regionIdOf, regionKeysOf } from './region-keys.ts'
import { stateOfCode } from './states.ts'

export interface RegionHome {
  readonly address: HomeAddress
  readonly point?: Point
  readonly listing?: Pick<Listing, 'status'>
}

/** Statuses of listings that count as on the market. */
const ON_MARKET: ReadonlySet<ListingStatus> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

/** The position of a region if neither its homes nor its ZIPs have coordinates. */
const MIDDLE_OF_COUNTRY: Point = { latitude: 39.83, longitude: -98.58 }

/** Returns all regions of some homes, sorted by key. @internal For tests. */
export function collectRegions(homes: Iterable<RegionHome>, gazetteer?: Gazetteer): Region[] {
  const tally = new RegionTally(gazetteer)
  for (const home of homes) tally.add(home)
  return tally.regions()
}

/**
 * Counts homes by region. Homes with the same names of places form a group, and only the few groups are added up to
 * regions. A million homes take well under a second.
 */
export class RegionTally {
  readonly #gazetteer: Gazetteer | undefined
  readonly #states: Level = new Map()
  readonly #groups: Group[] = []
  /** The group of the previous home. Consecutive homes are often in the same place. */
  #last: Group | undefined

  /** @param places Places that already have numbers, in the order of their numbers. */
  constructor(gazetteer?: Gazetteer, places: readonly PlaceAddress[] = []) {
    this.#gazetteer = gazetteer
    for (const address of places) this.placeOf(address)
  }

  /** Counts a home and returns the number of its place. All homes of a place are in the same regions. */
  add(home: RegionHome | Home): number {
    const group = this.#groupOf(home.address)
    this.count(group.place, home.point, isOnMarket(home))
    return group.place
  }

  placeOf(address: PlaceAddress): number {
    return this.#groupOf(address).place
  }

  /** Counts a home whose place already has a number. */
  count(place: number, point: Point | undefined, onMarket: boolean): void {
    const group = this.#groups[place] as Group // a place's number is its index
    group.extent.add(point)
    if (onMarket) group.listings++
  }

  /** Adds homes of a place that were already counted elsewhere. */
  countParts(place: number, extent: ExtentParts, listings: number): void {
    const group = this.#groups[place] as Group // a place's number is its index
    group.extent.join(extent)
    group.listings += listings
  }

  /** Returns all places that have numbers, in the order of the numbers. */
  places(): PlaceAddress[] {
    return this.#groups.map(({ address }) => placeAddress(address))
  }

  hasHomes(place: number): boolean {
    return (this.#groups[place]?.extent.count ?? 0) > 0
  }

  /** Returns the region keys of every place, indexed by the place's number. */
  keysOfPlaces(): string[][] {
    return this.#groups.map(({ place }) => Object.values(this.keysOf(place)))
  }

  keysOf(place: number): Readonly<Partial<Record<RegionType, string>>> {
    const group = this.#groups[place]
    if (group === undefined) return {}
    group.keys ??= keysOf(group.address, this.#gazetteer ?? loadGazetteer())
    return group.keys
  }

  /**
   * Returns the regions that have homes, sorted by key.
   * @param wanted Keys of the regions to return; undefined means all.
   */
  regions(wanted?: ReadonlySet<string>): Region[] {
    const gazetteer = this.#gazetteer ?? loadGazetteer()
    const sums = new Map<string, RegionSum>()
    for (const group of this.#groups) {
      if (group.extent.count > 0) addToRegions(group, this.#keysAmong(group.place, wanted), sums, gazetteer)
    }
    return Array.from(sums, ([key, sum]) => regionOf(key, sum, gazetteer)).sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  #keysAmong(place: number, wanted: ReadonlySet<string> | undefined): PlaceKeys {
    const keys = this.keysOf(place)
    if (wanted === undefined) return keys
    return Object.fromEntries(Object.entries(keys).filter(([, key]) => wanted.has(key)))
  }

  #groupOf(address: PlaceAddress): Group {
    if (this.#last === undefined || !isSamePlace(this.#last.address, address)) this.#last = this.#find(address)
    return this.#last
  }

  /** Returns the group of a place. Creates the group for the place's first home. */
  #find(address: PlaceAddress): Group {
    const counties = below(below(below(this.#states, address.state), address.city), address.zipcode)
    const neighborhoods = below(below(counties, address.countyFips ?? UNKNOWN), address.county ?? UNKNOWN)
    const neighborhood = address.neighborhood ?? UNKNOWN
    const existing = neighborhoods.get(neighborhood)
    if (existing !== undefined && !(existing instanceof Map)) return existing
    const group: Group = { place: this.#groups.length, address, extent: new Extent(), listings: 0, keys: undefined }
    neighborhoods.set(neighborhood, group)
    this.#groups.push(group)
    return group
  }
}

/** The part of an address that determines its regions. */
export function placeAddress({ city, state, zipcode, county, countyFips, neighborhood }: PlaceAddress): PlaceAddress {
  return {
    city,
    state,
    zipcode,
    ...(county !== undefined && { county }),
    ...(countyFips !== undefined && { countyFips }),
    ...(neighborhood !== undefined && { neighborhood }),
  }
}

/** Stands for a name that an address lacks. */
const UNKNOWN = '\u0000'

export function isOnMarket({ listing }: Pick<RegionHome, 'listing'>): boolean {
  return listing !== undefined && ON_MARKET.has(listing.status)
}

/** Homes whose addresses have the same state, city, ZIP, county and neighborhood, in the same spelling. */
interface Group {
  /** The number of the place. Numbers start at 0 and follow the order in which places first appear. */
  readonly place: number
  readonly address: PlaceAddress
  readonly extent: Extent
  listings: number
  /** Keys of the regions. Computed when they are first needed. */
  keys: PlaceKeys | undefined
}

type PlaceKeys = ReturnType<typeof regionKeysOf>

/** Returns whether two addresses agree in every field that determines regions. */
export function isSamePlace(a: PlaceAddress, b: PlaceAddress): boolean {
  return (
    a.zipcode === b.zipcode &&
    a.neighborhood === b.neighborhood &&
    a.city === b.city &&
    a.state === b.state &&
    a.countyFips === b.countyFips &&
    a.county === b.county
  )
}

/** Nested maps, with one level per name. Joining the names into one key would take more time than everything else. */
type Level = Map<string, Level | Group>

function below(level: Level, name: string): Level {
  const existing = level.get(name)
  if (existing instanceof Map) return existing
  const next: Level = new Map()
  level.set(name, next)
  return next
}

interface RegionSum {
  readonly type: RegionType
  readonly states: Votes
  readonly extent: Extent
  /** The positions of the homes' ZIPs. They are used if no home has coordinates. */
  readonly standIn: Extent
  listings: number
  readonly names: Votes
  readonly cities: Votes
  readonly counties: Votes
}

function addToRegions(group: Group, keys: PlaceKeys, sums: Map<string, RegionSum>, gazetteer: Gazetteer): void {
  const place = gazetteer.zip(group.address.zipcode)
  const address = withCounty(group.address, place)
  for (const type of REGION_TYPES) {
    const key = keys[type]
    if (key === undefined) continue
    let sum = sums.get(key)
    if (sum === undefined) {
      sum = emptySum(type)
      sums.set(key, sum)
    }
    sum.extent.join(group.extent)
    sum.standIn.add(place?.point)
    sum.listings += group.listings
    sum.states.add(stateOf(type, address), group.extent.count)
    sum.names.add(nameOf(type, address), group.extent.count)
    sum.cities.add(address.city, group.extent.count)
    sum.counties.add(address.county ?? '', group.extent.count)
  }
}

function keysOf(address: PlaceAddress, gazetteer: Gazetteer): PlaceKeys {
  return regionKeysOf(withCounty(address, gazetteer.zip(address.zipcode)))
}

/** Adds the county of the ZIP if the source names no county. */
function withCounty(address: PlaceAddress, place: ReturnType<Gazetteer['zip']>): PlaceAddress {
  if (address.countyFips !== undefined || address.county !== undefined || place?.state !== address.state) return address
  return { ...address, county: place.county, countyFips: place.countyFips }
}

function emptySum(type: RegionType): RegionSum {
  return {
    type,
    states: new Votes(),
    extent: new Extent(),
    standIn: new Extent(),
    listings: 0,
    names: new Votes(),
    cities: new Votes(),
    counties: new Votes(),
  }
}

function stateOf(type: RegionType, address: PlaceAddress): string {
  return type === 'country' ? '' : (metroOf(type, address)?.state ?? address.state)
}

function metroOf(type: RegionType, { countyFips }: PlaceAddress): ReturnType<typeof metroOfCounty> {
  return type === 'metro' && countyFips !== undefined ? metroOfCounty(countyFips) : undefined
}

function nameOf(type: RegionType, address: PlaceAddress): string {
  switch (type) {
    case 'country':
      return 'United States'
    case 'state':
      return stateOfCode(address.state)?.name ?? address.state
    case 'metro':
      return metroOf(type, address)?.name ?? ''
    case 'county':
      return countyTitle(address.county ?? '', address.state, address.countyFips)
    case 'city':
      return address.city
    case 'neighborhood':
      return address.neighborhood ?? ''
    case 'zipcode':
      return address.zipcode
  }
}

function regionOf(key: string, sum: RegionSum, gazetteer: Gazetteer): Region {
  const isWithinCity = sum.type === 'neighborhood' || sum.type === 'zipcode'
  const [city, county] = [sum.cities.top(), sum.counties.top()]
  const extent = [sum.extent, sum.standIn].find(({ located }) => located > 0) ?? new Extent().add(MIDDLE_OF_COUNTRY)
  const population = populationOf(sum.type, sum.names.top(), sum.states.top(), gazetteer)
  return {
    regionId: regionIdOf(key),
    key,
    type: sum.type,
    name: sum.names.top(),
    state: sum.states.top(),
    ...(isWithinCity && city !== '' && { city }),
    ...((isWithinCity || sum.type === 'city') && county !== '' && { county }),
    point: extent.middle(),
    ...extent.box(),
    homes: sum.extent.count,
    listings: sum.listings,
    ...(population !== undefined && { population }),
  }
}

/** Returns the population of a city or ZIP. Undefined for other regions. */
export function populationOf(type: RegionType, name: string, state: string, gazetteer: Gazetteer): number | undefined {
  if (type === 'city') return gazetteer.placesNamed(name, state)[0]?.population
  return type === 'zipcode' ? gazetteer.zip(name)?.population : undefined
}

/**
 * Chooses the spelling that most homes have. On a tie, the alphabetically first spelling wins, so that the order of
 * homes does not matter.
 */
class Votes {
  readonly #homes = new Map<string, number>()

  add(name: string, homes: number): void {
    this.#homes.set(name, (this.#homes.get(name) ?? 0) + homes)
  }

  top(): string {
    const [first] = [...this.#homes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    return first?.[0] ?? ''
  }
}
