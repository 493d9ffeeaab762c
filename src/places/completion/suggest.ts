import type { AddressEntry } from '../../model/address-entry.ts'
import type { Point } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import {
  addressesAsTyped,
  addressesMeant,
  addressesNumberedAfterStreet,
  addressesOneSlipAway,
  type CompletionSource,
  type Score,
} from './complete-address.ts'
import type { RegionIndex } from './region-index.ts'

/** The records that suggestions come from. A catalog implements this interface. */
export interface SuggestionSource {
  regionIndex(): RegionIndex
  readonly addresses: CompletionSource
}

export type Suggestion =
  | { readonly kind: 'region'; readonly region: Region }
  | {
      readonly kind: 'address'
      readonly entry: AddressEntry
      /** Whether the text has no house number, so that it may be the name of a building. */
      readonly byName: boolean
    }

export const MAX_SUGGESTIONS = 10

/** Maximum number of ZIPs suggested before addresses if only digits are typed. */
const MAX_ZIPCODES = 5

/** Minimum length for correcting typos. Too many names differ from a shorter text by one typo. */
const MIN_LETTERS_OF_SLIPS = 3

/** Longer input is cut, because no address is longer. */
const MAX_LETTERS = 200

/**
 * Suggests at most ten regions and addresses, most likely first. After a house number, addresses come first. Without a
 * house number, regions come before streets and buildings. Equal matches are sorted by nearness to the point and by
 * number of homes.
 */
export async function suggest(typed: string, source: SuggestionSource, near?: Point): Promise<readonly Suggestion[]> {
  const text = typed.trimStart().slice(0, MAX_LETTERS)
  const literal = await suggestLiterally(text, source, near)
  return literal.length > 0 ? literal : suggestForgivingly(text, source, near)
}

/** Makes suggestions for text that matches nothing, by assuming one typo. */
async function suggestForgivingly(
  text: string,
  source: SuggestionSource,
  near?: Point,
): Promise<readonly Suggestion[]> {
  if (text.trimEnd().length < MIN_LETTERS_OF_SLIPS) return []
  const regions = startsWithHouseNumber(text) ? [] : source.regionIndex().oneSlipAway(text, MAX_SUGGESTIONS, near)
  const addresses = await addressesOneSlipAway(text, source.addresses, MAX_SUGGESTIONS, scores(source, near))
  const byName = !/\d/.test(text)
  return [...regions.map(regionSuggestion), ...addresses.map((entry) => addressSuggestion(entry, byName))].slice(
    0,
    MAX_SUGGESTIONS,
  )
}

async function suggestLiterally(text: string, source: SuggestionSource, near?: Point): Promise<readonly Suggestion[]> {
  const regions = source.regionIndex().startingWith(text, MAX_SUGGESTIONS, near)
  const numbered = startsWithHouseNumber(text)
  const room = numbered ? MAX_SUGGESTIONS : MAX_SUGGESTIONS - regions.length
  const addresses = await addressesFor(text, source, room, { freely: numbered || regions.length === 0, near })
  const regionsFirst = numbered ? (/^\d{1,5}$/.test(text) ? MAX_ZIPCODES : 0) : regions.length
  return [
    ...regions.slice(0, regionsFirst).map(regionSuggestion),
    ...addresses,
    ...regions.slice(regionsFirst).map(regionSuggestion),
  ].slice(0, MAX_SUGGESTIONS)
}

/** Whether a text starts with a house number: `824 we`, `N6W23`. Names of regions hardly ever start with a number. */
function startsWithHouseNumber(text: string): boolean {
  return /^#?\d|^[nsew]\d/i.test(text)
}

/** @param freely Whether to allow missing, shortened or reordered words if nothing starts with the typed text. */
async function addressesFor(
  text: string,
  source: SuggestionSource,
  limit: number,
  { freely, near }: { readonly freely: boolean; readonly near: Point | undefined },
): Promise<readonly Suggestion[]> {
  if (limit <= 0) return []
  const { addresses } = source
  const score = scores(source, near)
  const byName = !startsWithHouseNumber(text)
  const asTyped = await addressesAsTyped(text, addresses, limit, score)
  if (asTyped.length > 0 || !freely) return asTyped.map((entry) => addressSuggestion(entry, byName))
  const entries = await addressesNumberedAfterStreet(text, addresses, limit, score)
  if (entries.length > 0) return entries.map((entry) => addressSuggestion(entry, false))
  return (await addressesMeant(text, addresses, limit, score)).map((entry) => addressSuggestion(entry, byName))
}

function scores(source: SuggestionSource, near: Point | undefined): Score {
  const index = source.regionIndex()
  return (entry) => index.scoreOf(entry, near)
}

function regionSuggestion(region: Region): Suggestion {
  return { kind: 'region', region }
}

function addressSuggestion(entry: AddressEntry, byName: boolean): Suggestion {
  return { kind: 'address', entry, byName }
}
