import type { AddressEntry } from '../model/address-entry.ts'
import type { Region } from '../model/region.ts'
import { locateAddress } from './locate-address.ts'
import { locateRegion } from './locate-region.ts'
import type { Located } from './located.ts'
import { tooLong, whyNotLocated } from './not-located.ts'
import { placeIndexOf } from './place-index.ts'
import { readPlaceText } from './place-text.ts'

export type { Located } from './located.ts'

/** What locations are looked up in; a catalogue is one. */
export interface LocationSource {
  /** Returns the same array until its contents change, so that callers can cache by identity. */
  regions(): readonly Region[]
  readonly addresses: {
    addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  }
}

/** Longer text names no place and is rejected at once, so that hostile input costs nothing. */
const MAX_LETTERS = 200

/**
 * Finds the region or the homes that a search location means. A place's full name wins over an address:
 * `5 Points, Denver` is the neighbourhood if the catalogue has it. Never throws.
 */
export async function locate(text: string, source: LocationSource): Promise<Located> {
  const query = text.trim()
  if (query.length > MAX_LETTERS) return tooLong(query)
  const index = placeIndexOf(source.regions())
  const written = readPlaceText(query)
  return (
    locateRegion(query, written, index) ??
    (await locateAddress(query, source.addresses)) ??
    whyNotLocated(query, written, index)
  )
}
