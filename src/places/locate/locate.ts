import { oncePer } from '../../kit/base/once-per.ts'
import { Recent } from '../../kit/base/recent.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Region } from '../../model/region.ts'
import { locateAddress } from './locate-address.ts'
import { locateRegion } from './locate-region.ts'
import type { Located } from './located.ts'
import { nearPlaces } from './near-places.ts'
import { tooLong, whyNotLocated } from './not-located.ts'
import { type PlaceIndex, placeIndexOf } from './place-index.ts'
import { type PlaceText, readPlaceText } from './place-text.ts'

export type { Located } from './located.ts'

/** The regions and addresses of a catalog, in which locations are looked up. */
export interface LocationSource {
  /** Returns the same array until the regions change, so that callers can use the array as a cache key. */
  regions(): readonly Region[]
  readonly addresses: {
    addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  }
}

/** Longer input is rejected unread: no place has a longer name, and the limit bounds the work for hostile input. */
const MAX_LETTERS = 200

/** Maximum number of cached results. Most people search for the same places. */
const MAX_CACHED = 2000

/**
 * Finds the region or the homes that a search location means. Returns synchronously for a region. The full name of a
 * place wins over an address: `5 Points, Denver` is the neighborhood if the catalog has it. Never throws.
 */
export function locate(text: string, source: LocationSource): Located | Promise<Located> {
  const query = text.trim()
  if (query.length > MAX_LETTERS) return tooLong(query)
  const name = nameOf(query, placeIndexOf(source.regions()))
  return name.region ?? locateAtAddress(name, source)
}

async function locateAtAddress(name: Name, { addresses }: LocationSource): Promise<Located> {
  return (await locateAddress(name.query, addresses)) ?? name.notLocated()
}

/**
 * Returns the regions that a text means. If there are none, returns regions to suggest: with a similar name, or in
 * another state.
 */
export function regionsMeant(text: string, regions: readonly Region[], limit: number): readonly Region[] {
  const query = text.trim()
  if (query.length > MAX_LETTERS) return []
  const [index, written] = [placeIndexOf(regions), readPlaceText(query)]
  const keys = locateRegion(query, written, index)?.all
  return keys ? keys.flatMap((key) => index.at(key) ?? []) : nearPlaces(written, index, limit)
}

/** A text and the regions of a catalog that it may mean. Addresses are not cached here. */
class Name {
  readonly query: string
  readonly region: Located | undefined
  readonly #written: PlaceText
  readonly #index: PlaceIndex
  #notLocated: Located | undefined

  constructor(query: string, index: PlaceIndex) {
    this.query = query
    this.#written = readPlaceText(query)
    this.#index = index
    this.region = locateRegion(query, this.#written, index)
  }

  /** Explains why the text names nothing. Called if no address matches the text either. */
  notLocated(): Located {
    this.#notLocated ??= whyNotLocated(this.query, this.#written, this.#index)
    return this.#notLocated
  }
}

const namesOf = oncePer<PlaceIndex, Recent<string, Name>>(() => new Recent(MAX_CACHED))

function nameOf(query: string, index: PlaceIndex): Name {
  return namesOf(index).of(query, () => new Name(query, index))
}
