import type { AddressEntry } from '../../model/address-entry.ts'
import type { Point } from '../../model/home.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { ParsedAddress } from './address.ts'

/**
 * Maximum distance between the entry's city and the city in the text. People may write a neighboring city, but rarely a
 * more distant one.
 */
const MAX_MILES = 30

/** Maximum number of ZIPs of a city that are compared. For a large city, the compared ZIPs are spread over the city. */
const MAX_ZIPS = 40

const MILES_A_DEGREE = 69.1

/** Measures the distance of entries from the place in the text. Looks up each city in the gazetteer only once. */
export class NearCities {
  readonly #gazetteer: Gazetteer
  readonly #cities = new Map<string, readonly Point[]>()

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
  }

  /**
   * Returns the miles between the entry and the place in the text, measured between centers of ZIPs. The place is the
   * text's ZIP, or its city if the ZIP is missing, unknown or too far away. Undefined beyond `MAX_MILES` and for
   * unknown places.
   */
  milesTo(entry: AddressEntry, { city, state, zipcode }: ParsedAddress): number | undefined {
    const zip = this.#zipOf(entry.zipcode)
    const to = zip.length > 0 ? zip : this.#cityOf(entry.city, entry.state)
    const miles = leastMiles(this.#zipOf(zipcode), to)
    return miles <= MAX_MILES ? miles : within(leastMiles(this.#cityOf(city, state || entry.state), to))
  }

  #zipOf(zipcode: string): readonly Point[] {
    const zip = zipcode === '' ? undefined : this.#gazetteer.zip(zipcode)
    return zip === undefined ? [] : [zip.point]
  }

  #cityOf(city: string, state: string): readonly Point[] {
    if (city === '') return []
    const key = `${state}/${city}`
    const cached = this.#cities.get(key)
    if (cached !== undefined) return cached
    const zipcodes = this.#gazetteer.zipCodesOfCity(city, state)
    const step = Math.ceil(zipcodes.length / MAX_ZIPS)
    const points = zipcodes.filter((_, at) => at % step === 0).flatMap((zipcode) => this.#zipOf(zipcode))
    this.#cities.set(key, points)
    return points
  }
}

function within(miles: number): number | undefined {
  return miles <= MAX_MILES ? miles : undefined
}

/** Infinity if one of the places is unknown. */
function leastMiles(from: readonly Point[], to: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const one of from) for (const other of to) least = Math.min(least, milesApart(one, other))
  return least
}

/** Measures on a plane, which is accurate enough for sorting suggestions. */
function milesApart(a: Point, b: Point): number {
  const narrowing = Math.cos((a.latitude * Math.PI) / 180)
  return MILES_A_DEGREE * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * narrowing)
}
