import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { CANDIDATE_DAYS, MAX_CANDIDATES, MAX_DISTANCE_M } from './candidates.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { isSized, placeKnown, sizeIn } from './lack.ts'
import { distanceM, kindOf } from './sale-map.ts'
import type { Sales } from './sales.ts'

/** Maximum number of offers, at about 200 bytes each. The newest are kept. */
const MAX_OFFERS = 30_000

interface Columns {
  readonly offerZpids: Float64Array
  /** Day numbers, ascending. */
  readonly offerDays: Int32Array
  readonly offerPrices: Float32Array
  readonly offerCities: Float64Array
  /** The `HOME_INPUTS` of each offer, one offer after another. */
  readonly offerInputs: Float32Array
}

/** A home to compare with offers. */
export interface ComparedHome {
  readonly zpid: number
  /** In the order of `HOME_INPUTS`. */
  readonly inputs: Float32Array
  /** A `cityCode`. */
  readonly city: number
}

const WIDTH = HOME_INPUTS.length

/**
 * The asking rents of the year before an estimator's day. Stored with the estimator, because searches do not find the
 * rents of old listings.
 */
export class LearnedOffers {
  readonly columns: Columns

  constructor(columns: Columns) {
    this.columns = columns
  }

  /** Returns the newest offers of the year before `day`. */
  static of({ size, zpids, days, prices, cities, inputs }: Sales, day: number): LearnedOffers {
    const from = Math.max(size - MAX_OFFERS, firstFrom(days, day - CANDIDATE_DAYS + 1))
    return new LearnedOffers({
      offerZpids: zpids.slice(from, size),
      offerDays: days.slice(from, size),
      offerPrices: Float32Array.from(prices.subarray(from, size)),
      offerCities: cities.slice(from, size),
      offerInputs: inputs.slice(from * WIDTH, size * WIDTH),
    })
  }

  /**
   * Returns the offers nearest to a home in the year up to `day`, except offers of the home itself. If `lack` includes
   * the coordinates, returns the newest offers in the home's ZIP code or city.
   */
  around(home: ComparedHome, lack: number, day: number): ComparableSale[] {
    const { offerDays } = this.columns
    const isNear = placeKnown(lack) === 'point'
    const near: { readonly row: number; readonly apartM: number }[] = []
    for (let row = offerDays.length - 1; row >= 0 && (offerDays[row] as number) > day - CANDIDATE_DAYS; row--) {
      if ((offerDays[row] as number) > day || !this.#mayCompare(home, row, isSized(lack))) continue
      const apartM = this.#apartM(home, row, lack)
      if (apartM <= MAX_DISTANCE_M) near.push({ row, apartM })
      if (!isNear && near.length === MAX_CANDIDATES) break
    }
    if (isNear) near.sort((one, other) => one.apartM - other.apartM || one.row - other.row)
    return near.slice(0, MAX_CANDIDATES).map(({ row, apartM }) => this.#comparable(row, apartM, day))
  }

  #mayCompare({ zpid, inputs }: ComparedHome, row: number, isOfSized: boolean): boolean {
    const { offerZpids, offerInputs } = this.columns
    if (offerZpids[row] === zpid || kindOf(offerInputs, row) !== kindOf(inputs, 0)) return false
    return !isOfSized || sizeIn(offerInputs, row * WIDTH) >= 1
  }

  /** Distance in meters. Infinite for an offer in another area; NaN for an offer without coordinates. */
  #apartM({ inputs, city }: ComparedHome, row: number, lack: number): number {
    const { offerCities, offerInputs } = this.columns
    const place = placeKnown(lack)
    if (place === 'point') return distanceM(inputs, 0, offerInputs, row)
    const at = inputAt('zipcode')
    const isSame = place === 'city' ? offerCities[row] === city : offerInputs[row * WIDTH + at] === inputs[at]
    return isSame ? 0 : Number.POSITIVE_INFINITY
  }

  #comparable(row: number, apartM: number, day: number): ComparableSale {
    const { offerZpids, offerDays, offerPrices, offerInputs } = this.columns
    return {
      zpid: offerZpids[row] as number, // in bounds
      traits: traitsIn(offerInputs, row * WIDTH),
      price: offerPrices[row] as number,
      distanceM: apartM,
      daysAgo: day - (offerDays[row] as number),
      marketFactor: 1,
    }
  }
}
