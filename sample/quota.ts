import type { Random } from '../src/kit/algorithms/random.ts'
import type { Atlas, ZipArea } from './atlas.ts'

/** The country, a county, a city in a county, or a ZIP in a city. ZIPs have no parts. */
interface Place {
  readonly zip?: ZipArea
  readonly parts: readonly Place[]
  readonly units: number
  /** Number of homes that are added at a time. */
  readonly blockSize: number
  /**
   * Number of homes that the place may have beyond its share. Drawn at random, so that small places get some homes
   * early.
   */
  credit: number
  made: number
}

/**
 * Chooses the ZIP of each block. At any time, counties, cities and ZIPs have homes in proportion to their housing
 * units, up to one block.
 */
export class ZipQuota {
  readonly #country: Place

  constructor(random: Random, { zips }: Atlas, blockSize: (zip: ZipArea) => number) {
    const zipOf = (zip: ZipArea) => ({ ...placeOf([], zip.units, blockSize(zip)), zip })
    const cityOf = (own: readonly ZipArea[]) => wholeOf(random, own.map(zipOf))
    const countyOf = (own: readonly ZipArea[]) =>
      wholeOf(random, [...Map.groupBy(own, ({ place }) => place.city).values()].map(cityOf))
    this.#country = wholeOf(random, [...Map.groupBy(zips, ({ place }) => place.countyFips).values()].map(countyOf))
  }

  /** Calls `put` with the next ZIP. `put` returns the block that it added there. */
  next<B extends { readonly size: number }>(put: (zip: ZipArea) => B): B {
    return nextIn(this.#country, put)
  }
}

function placeOf(parts: readonly Place[], units: number, blockSize: number): Place {
  return { parts, units, blockSize, credit: 0, made: 0 }
}

function wholeOf(random: Random, parts: readonly Place[]): Place {
  for (const part of parts) part.credit = random.unit() * part.blockSize
  const sumOf = (of: (part: Place) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  return placeOf(
    parts,
    sumOf(({ units }) => units),
    sumOf(({ blockSize }) => blockSize) / parts.length,
  )
}

function nextIn<B extends { readonly size: number }>(place: Place, put: (zip: ZipArea) => B): B {
  const block = place.zip ? put(place.zip) : nextIn(neediestOf(place), put)
  place.made += block.size
  return block
}

/** Returns the part that needs the most homes. */
function neediestOf({ parts, units, made }: Place): Place {
  let neediest = parts[0] as Place // only ZIPs have no parts
  let most = Number.NEGATIVE_INFINITY
  for (const part of parts) {
    const lack = (part.units / units) * made + part.credit - part.made
    if (lack <= most) continue
    most = lack
    neediest = part
  }
  return neediest
}
