import type { AddressEntry } from '../model/address-entry.ts'
import type { Region } from '../model/region.ts'
import { lineBeginnings } from './address-line.ts'
import { RegionIndex } from './region-index.ts'

/** Where suggestions come from; a catalogue is one. */
export interface SuggestionSource {
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The same array until something in it changes. */
  regions(): readonly Region[]
}

export type Suggestion =
  | { readonly kind: 'region'; readonly region: Region }
  | { readonly kind: 'address'; readonly entry: AddressEntry }

export const MOST_SUGGESTIONS = 10

/** So many ZIPs stand before addresses while nothing but figures is typed. */
const MOST_ZIPCODES = 5

/** More lines are read than shown, so that a house is found behind its units. */
const LINES_READ = 40

/** Longer texts are the beginning of no address. */
const MOST_LETTERS = 200

/** What somebody who has typed so far may mean, likeliest first: at most ten regions and addresses. */
export async function suggest(typed: string, source: SuggestionSource): Promise<readonly Suggestion[]> {
  const text = typed.trimStart().slice(0, MOST_LETTERS)
  const regions = indexOf(source.regions())
    .beginning(text, MOST_SUGGESTIONS)
    .map((region): Suggestion => ({ kind: 'region', region }))
  if (!startsWithHouseNumber(text)) return regions
  const addresses = (await addressesBeginning(text, source)).map((entry): Suggestion => ({ kind: 'address', entry }))
  const regionsFirst = /^\d{1,5}$/.test(text) ? MOST_ZIPCODES : 0
  return [...regions.slice(0, regionsFirst), ...addresses, ...regions.slice(regionsFirst)].slice(0, MOST_SUGGESTIONS)
}

/** `824 we`, `N6W23`: regions hardly ever begin so. */
function startsWithHouseNumber(text: string): boolean {
  return /^#?\d|^[nsew]\d/i.test(text)
}

async function addressesBeginning(text: string, source: SuggestionSource): Promise<AddressEntry[]> {
  const found = await Promise.all(lineBeginnings(text).map((line) => source.addressesBeginning(line, LINES_READ)))
  const entries = new Map(found.flat().map((entry) => [`${entry.kind}/${entry.id}`, entry]))
  return [...entries.values()].sort((a, b) => Number(a.unit !== '') - Number(b.unit !== '')).slice(0, MOST_SUGGESTIONS)
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
