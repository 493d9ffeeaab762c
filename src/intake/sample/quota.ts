import type { Random } from '../../kit/algorithms/random.ts'
import type { Atlas, ZipArea } from './atlas.ts'

interface Share<T> {
  readonly of: T
  /** A part of 1. */
  readonly share: number
  /** Homes that it may have beyond its share, so that small places do not all wait for the large ones. */
  readonly credit: number
  made: number
}

/** Spreads homes over places so that each has its share of them at any time, to within a block of homes. */
class Quota<T> {
  readonly #shares: readonly Share<T>[]
  #made = 0

  /** `blockSize` is how many homes come at once. */
  constructor(random: Random, entries: readonly (readonly [of: T, weight: number, blockSize: number])[]) {
    const whole = entries.reduce((sum, [, weight]) => sum + weight, 0)
    this.#shares = entries.map(([of, weight, blockSize]) => ({
      of,
      share: weight / whole,
      credit: random.unit() * blockSize,
      made: 0,
    }))
  }

  /** The place that lacks most. */
  neediest(): Share<T> {
    let neediest = this.#shares[0] as Share<T> // no quota is without places
    let most = Number.NEGATIVE_INFINITY
    for (const entry of this.#shares) {
      const lack = entry.share * this.#made + entry.credit - entry.made
      if (lack > most) {
        most = lack
        neediest = entry
      }
    }
    return neediest
  }

  note(entry: Share<T>, homes: number): void {
    entry.made += homes
    this.#made += homes
  }
}

/** A place with its parts: a county with its postal cities, or a city with its ZIPs. */
interface Parts<T> {
  readonly quota: Quota<T>
  readonly units: number
  readonly blockSize: number
}

/**
 * Decides in which ZIP the next block of homes stands: counties, their cities and the ZIPs of these have homes by their
 * housing units.
 */
export class ZipQuota {
  readonly #counties: Quota<Quota<Quota<ZipArea>>>

  constructor(random: Random, { zips }: Atlas, blockSize: (zip: ZipArea) => number) {
    const cityOf = (own: readonly ZipArea[]) =>
      partsOf(
        random,
        own.map((zip) => ({ quota: zip, units: zip.units, blockSize: blockSize(zip) })),
      )
    const countyOf = (own: readonly ZipArea[]) =>
      partsOf(random, [...Map.groupBy(own, (zip) => zip.place.city).values()].map(cityOf))
    const counties = [...Map.groupBy(zips, (zip) => zip.place.countyFips).values()].map(countyOf)
    this.#counties = partsOf(random, counties).quota
  }

  /** The next ZIP; `place` puts a block there and tells its size. */
  next<B extends { readonly size: number }>(place: (zip: ZipArea) => B): B {
    const county = this.#counties.neediest()
    const city = county.of.neediest()
    const zip = city.of.neediest()
    const block = place(zip.of)
    city.of.note(zip, block.size)
    county.of.note(city, block.size)
    this.#counties.note(county, block.size)
    return block
  }
}

function partsOf<T>(
  random: Random,
  parts: readonly { readonly quota: T; readonly units: number; readonly blockSize: number }[],
): Parts<T> {
  return {
    quota: new Quota(
      random,
      parts.map(({ quota, units, blockSize }) => [quota, units, blockSize] as const),
    ),
    units: parts.reduce((sum, { units }) => sum + units, 0),
    blockSize: parts.reduce((sum, { blockSize }) => sum + blockSize, 0) / parts.length,
  }
}
