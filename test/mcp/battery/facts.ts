import type { Home, HomeType } from '../../../src/model/home.ts'
import type { Stage } from './stage.ts'

/**
 * The true answers to questions, found by testing all records, without the service. `Fits` says whether a home counts.
 */

export type Fits = (home: Home) => boolean

export function isForSale({ listing }: Home): boolean {
  return listing?.kind === 'sale' && listing.status === 'Active'
}

/** Whether a home is for sale. Pending and coming-soon homes count. */
export function isOnSale({ listing }: Home): boolean {
  return listing?.kind === 'sale' && /^(?:Active|ComingSoon|Pending)/.test(listing.status)
}

export function isForRent({ listing }: Home): boolean {
  return listing?.kind === 'lease' && listing.status === 'Active'
}

export function isSold({ listing }: Home): boolean {
  return listing?.kind === 'sale' && listing.status === 'Closed'
}

/** Returns the asking price, the price paid, or the monthly rent. */
export function priceOf({ listing }: Home): number {
  return (listing?.status === 'Closed' ? listing.closePrice : listing?.listPrice) ?? Number.NaN
}

export function inState(state: string): Fits {
  return ({ address }) => address.state === state
}

export function inCity(city: string): Fits {
  return ({ address }) => `${address.city}, ${address.state}` === city
}

export function isOf(...types: readonly HomeType[]): Fits {
  return ({ homeType }) => types.includes(homeType)
}

export function all(...tests: readonly Fits[]): Fits {
  return (home) => tests.every((fits) => fits(home))
}

export function homesOf({ records }: Stage, ...tests: readonly Fits[]): readonly Home[] {
  const homes = records.home.filter(all(...tests))
  if (homes.length === 0) throw new Error('a question about homes that there are not proves nothing')
  return homes
}

export function idsOf(homes: readonly Home[]): readonly string[] {
  return homes.map(({ zpid }) => String(zpid))
}

/** Returns the most frequent key among records. */
export function commonest<T>(records: readonly T[], keyOf: (record: T) => string): string {
  const groups = [...Map.groupBy(records, keyOf)].sort(([, one], [, other]) => other.length - one.length)
  return groups[0]?.[0] ?? ''
}

/** Returns the median. Of two middle numbers, takes the lower one, as statistics of searches do. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter((each) => !Number.isNaN(each)).sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
}

/** Returns the median. Of two middle numbers, takes their mean, as market figures do. */
export function meanMedian(numbers: readonly number[]): number {
  return (median(numbers) - median(numbers.map((each) => -each))) / 2
}

export function milesBetween(
  one: { readonly latitude: number; readonly longitude: number },
  other: { readonly latitude: number; readonly longitude: number },
): number {
  const rad = Math.PI / 180
  const half =
    Math.sin(((one.latitude - other.latitude) * rad) / 2) ** 2 +
    Math.cos(one.latitude * rad) *
      Math.cos(other.latitude * rad) *
      Math.sin(((one.longitude - other.longitude) * rad) / 2) ** 2
  return 2 * 3958.8 * Math.asin(Math.sqrt(half))
}

export function lineOf({ address }: Home): string {
  return `${address.streetAddress}, ${address.city}, ${address.state} ${address.zipcode}`
}

export function cityOf({ address }: Home): string {
  return `${address.city}, ${address.state}`
}

/** Finds a home for sale that has many known facts and a unique address. */
export function anyHouse(stage: Stage): Home {
  const house = homesOf(stage, isForSale, isOf('SINGLE_FAMILY')).find(
    ({ address, facts, taxes, history, estimate, listing, lotId }) =>
      address.undisclosed === undefined &&
      lotId === undefined &&
      facts.walkScore !== undefined &&
      facts.bedroomsTotal !== undefined &&
      facts.livingArea !== undefined &&
      taxes.length > 1 &&
      history.length > 2 &&
      estimate?.value !== undefined &&
      listing?.noValuation === undefined &&
      listing?.listAgentId !== undefined,
  )
  if (house === undefined) throw new Error('the sample has no such house')
  return house
}
