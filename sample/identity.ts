import type { HomeAddress } from '../src/model/home.ts'
import type { Block } from './block.ts'
import type { Draft } from './draft.ts'

/** The source of every invented record. */
export const SOURCE = 'sample'

const FIRST_ZPID = 10_000_000

export function zpidOf(index: number): number {
  return FIRST_ZPID + index
}

/** Returns an address in a reserved domain, which belongs to nobody. */
export function exampleEmail(...names: readonly string[]): string {
  return `${names.join('.')}@example.com`.toLowerCase()
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

export function addressOf(block: Block, streetAddress: string): HomeAddress {
  const { place } = block.zip
  const address: Draft<HomeAddress> = {
    streetAddress,
    city: place.city,
    state: place.state,
    zipcode: place.zipcode,
    county: place.county,
    countyFips: place.countyFips,
    timeZone: place.timeZone,
  }
  if (block.neighborhood !== undefined) address.neighborhood = block.neighborhood
  if (block.subdivision !== undefined) address.subdivision = block.subdivision
  return address
}
