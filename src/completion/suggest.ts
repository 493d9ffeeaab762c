import type { AddressEntry } from '../model/address-entry.ts'
import type { Region } from '../model/region.ts'
import {
  addressesAsTyped,
  addressesMeant,
  addressesOneSlipAway,
  type CompletionSource,
  hasNumberBehind,
} from './complete-address.ts'
import type { RegionIndex } from './region-index.ts'

/** What suggestions are made from; a catalogue is one. */
export interface SuggestionSource {
  regionIndex(): RegionIndex
  readonly addresses: CompletionSource
}

export type Suggestion =
  | { readonly kind: 'region'; readonly region: Region }
  | {
      readonly kind: 'address'
      readonly entry: AddressEntry
      /** No house number was typed, so the text may be the name of a building. */
      readonly byName: boolean
    }

export const MAX_SUGGESTIONS = 10

/** How many ZIPs precede addresses while only digits are typed. */
const MAX_ZIPCODES = 5

/** Shorter text is a slip away from too much. */
const MIN_LETTERS_OF_SLIPS = 3

/** No address is longer. */
const MAX_LETTERS = 200

/**
 * Suggests at most ten regions and addresses, likeliest first. Once a house number is typed, addresses come first;
 * streets and buildings found by name follow regions.
 */
export async function suggest(typed: string, source: SuggestionSource): Promise<readonly Suggestion[]> {
  const text = typed.trimStart().slice(0, MAX_LETTERS)
  const literal = await suggestLiterally(text, source)
  return literal.length > 0 ? literal : suggestForgivingly(text, source)
}

/** For text that means nothing as it is: what it means if there is one slip in it. */
async function suggestForgivingly(text: string, source: SuggestionSource): Promise<readonly Suggestion[]> {
  if (text.trimEnd().length < MIN_LETTERS_OF_SLIPS) return []
  const numbered = startsWithHouseNumber(text)
  const regions = numbered ? [] : source.regionIndex().oneSlipAway(text, MAX_SUGGESTIONS)
  const addresses = await addressesOneSlipAway(text, source.addresses, MAX_SUGGESTIONS)
  return [
    ...regions.map(regionSuggestion),
    ...addresses.map((entry): Suggestion => ({ kind: 'address', entry, byName: !numbered && !hasNumberBehind(text) })),
  ].slice(0, MAX_SUGGESTIONS)
}

async function suggestLiterally(text: string, source: SuggestionSource): Promise<readonly Suggestion[]> {
  const regions = source.regionIndex().startingWith(text, MAX_SUGGESTIONS)
  const numbered = startsWithHouseNumber(text)
  const room = numbered ? MAX_SUGGESTIONS : MAX_SUGGESTIONS - regions.length
  const addresses = await addressesFor(text, source.addresses, room, numbered || regions.length === 0)
  const regionsFirst = numbered ? (/^\d{1,5}$/.test(text) ? MAX_ZIPCODES : 0) : regions.length
  return [
    ...regions.slice(0, regionsFirst).map(regionSuggestion),
    ...addresses.map((entry): Suggestion => ({ kind: 'address', entry, byName: !numbered && !hasNumberBehind(text) })),
    ...regions.slice(regionsFirst).map(regionSuggestion),
  ].slice(0, MAX_SUGGESTIONS)
}

/** `824 we`, `N6W23`: regions hardly ever start like this. */
function startsWithHouseNumber(text: string): boolean {
  return /^#?\d|^[nsew]\d/i.test(text)
}

/** @param freely Whether to try `addressesMeant` when nothing starts with the typed text. */
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
