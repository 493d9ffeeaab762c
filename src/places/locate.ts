import type { AddressEntry } from '../model/address-entry.ts'
import type { Region } from '../model/region.ts'
import { locateAddress } from './locate-address.ts'
import { locateRegion } from './locate-region.ts'
import type { Located } from './located.ts'
import { tooLong, whyNotLocated } from './not-located.ts'
import { placeIndexOf } from './place-index.ts'
import { readPlaceText } from './place-text.ts'

export type { Located } from './located.ts'

/** Where locations are looked up; a catalogue is one. */
export interface LocationSource {
  /** The same array until something in it changes. */
  regions(): readonly Region[]
  readonly addresses: {
    addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  }
}

/** Longer texts name no place; hostile ones shall cost nothing. */
const MOST_LETTERS = 200

/**
 * Finds the place or the homes that the location of a search means. The whole name of a place counts before an address,
 * so that `5 Points, Denver` is the neighbourhood where the catalogue has it. Never throws for any text.
 */
export async function locate(text: string, source: LocationSource): Promise<Located> {
  const query = text.trim()
  if (query.length > MOST_LETTERS) return tooLong(query)
  const index = placeIndexOf(source.regions())
  const written = readPlaceText(query)
  return (
    locateRegion(query, written, index) ??
    (await locateAddress(query, source.addresses)) ??
    whyNotLocated(query, written, index)
  )
}
