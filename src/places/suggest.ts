import type { AddressEntry } from '../model/address-entry.ts'
import type { Region } from '../model/region.ts'
import { addressesAsTyped, addressesMeant, type CompletionSource } from './complete-address.ts'
import { RegionIndex } from './region-index.ts'

/** Where suggestions come from; a catalogue is one. */
export interface SuggestionSource {
  /** The same array until something in it changes. */
  regions(): readonly Region[]
  readonly addresses: CompletionSource
}

export type Suggestion =
  | { readonly kind: 'region'; readonly region: Region }
  | {
      readonly kind: 'address'
      readonly entry: AddressEntry
      /** No house number was typed: what was typed may be the name of a building. */
      readonly byName: boolean
    }

export const MOST_SUGGESTIONS = 10

/** So many ZIPs stand before addresses while nothing but figures is typed. */
const MOST_ZIPCODES = 5

/** Longer texts are the beginning of no address. */
const MOST_LETTERS = 200

/**
 * What somebody who has typed so far may mean, likeliest first: at most ten regions and addresses. Addresses come first
 * once a house number is typed; streets and buildings by name stand behind regions.
 */
export async function suggest(typed: string, source: SuggestionSource): Promise<readonly Suggestion[]> {
  const text = typed.trimStart().slice(0, MOST_LETTERS)
  const regions = indexOf(source.regions()).beginning(text, MOST_SUGGESTIONS)
  const numbered = startsWithHouseNumber(text)
  const room = numbered ? MOST_SUGGESTIONS : MOST_SUGGESTIONS - regions.length
  const addresses = await addressesFor(text, source.addresses, room, numbered || regions.length === 0)
  const regionsFirst = numbered ? (/^\d{1,5}$/.test(text) ? MOST_ZIPCODES : 0) : regions.length
  return [
    ...regions.slice(0, regionsFirst).map(regionSuggestion),
    ...addresses.map((entry): Suggestion => ({ kind: 'address', entry, byName: !numbered })),
    ...regions.slice(regionsFirst).map(regionSuggestion),
  ].slice(0, MOST_SUGGESTIONS)
}

/** `824 we`, `N6W23`: regions hardly ever begin so. */
function startsWithHouseNumber(text: string): boolean {
  return /^#?\d|^[nsew]\d/i.test(text)
}

/** @param freely Whether to look for what may be meant when nothing begins as typed. */
async function addressesFor(
  text: string,
  source: CompletionSource,
  limit: number,
  freely: boolean,
): Promise<readonly AddressEntry[]> {
  if (limit <= 0) return []
  const asTyped = await addressesAsTyped(text, source, limit)
  return asTyped.length > 0 || !freely ? asTyped : addressesMeant(text, source, limit)
}

function regionSuggestion(region: Region): Suggestion {
  return { kind: 'region', region }
}

const indexes = new WeakMap<readonly Region[], RegionIndex>()

/** Built with the first question about an array, then kept as long as the array. */
function indexOf(regions: readonly Region[]): RegionIndex {
  let index = indexes.get(regions)
  if (index === undefined) {
    index = new RegionIndex(regions)
    indexes.set(regions, index)
  }
  return index
}
