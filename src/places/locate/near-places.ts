import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { shortName } from '../../kit/names/short-name.ts'
import { each, type SlicedWork } from '../../kit/threads/slices.ts'
import type { Region } from '../../model/region.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { ofNames } from '../regions/of-regions.ts'
import { zipcodeRegionKey } from '../regions/region-keys.ts'
import { type PlaceIndex, placeNames } from './place-index.ts'
import type { PlaceReading, PlaceText } from './place-text.ts'

/** Minimum length of a name that may have two typos. Shorter names are two typos away from too many others. */
const MIN_LETTERS_FOR_TWO = 6

/** Minimum length of a name to suggest longer names for. Shorter names begin too many others. */
const MIN_LETTERS = 3

/**
 * Returns places that a text without a match may mean, most likely first: the name without the ZIP, nearby ZIPs, each
 * part of the text, and the same name in another state. Then follow misspellings, and longer names, within the text's
 * state.
 */
export function nearPlaces({ zipcode, readings }: PlaceText, index: PlaceIndex, limit: number): readonly Region[] {
  const named = readings.filter(({ name, type }) => name !== '' && type === undefined)
  const namesakes = named.flatMap(({ name }) => index.named(name))
  const near = new Set([
    ...namesakes.filter((region) => named.some(({ state }) => region.state === state)),
    ...nearZips(zipcode, index),
    ...named.flatMap((reading) => partsOf(reading, index)),
    ...namesakes,
  ])
  for (const reading of named) {
    if (near.size >= limit) break
    for (const region of similar(reading, index)) near.add(region)
  }
  return [...near].slice(0, limit)
}

/**
 * Returns the places that the parts of a text name, for texts such as `Ballard, Tacoma, WA` or `Seattle and Tacoma`.
 */
function partsOf({ name: whole, within, state }: PlaceReading, index: PlaceIndex): readonly Region[] {
  const parts = within === undefined ? whole.split(/ (?:and|or|&) /) : [within.inner, within.outer]
  if (parts.length < 2) return []
  return parts.flatMap((name) => index.named(name).filter((region) => state === '' || region.state === state))
}

/**
 * Returns ZIPs with one other digit, closest numbers first. Then follow ZIPs with two digits swapped, and ZIPs with the
 * same first three digits.
 */
function nearZips(zipcode: string, index: PlaceIndex): Region[] {
  if (zipcode === '') return []
  const area = Array.from({ length: 100 }, (_, rest) => zipcode.slice(0, 3) + String(rest).padStart(2, '0'))
  return [zipcode, ...oneDigitOff(zipcode), ...twoDigitsSwapped(zipcode), ...area]
    .map((near) => index.at(zipcodeRegionKey(near)))
    .filter((region) => region !== undefined)
}

function oneDigitOff(zipcode: string): string[] {
  const texts = [0, 1, 2, 3, 4].flatMap((at) =>
    Array.from({ length: 10 }, (_, digit) => `${zipcode.slice(0, at)}${digit}${zipcode.slice(at + 1)}`),
  )
  return texts.sort((a, b) => Math.abs(Number(a) - Number(zipcode)) - Math.abs(Number(b) - Number(zipcode)))
}

function twoDigitsSwapped(zipcode: string): string[] {
  return Array.from(zipcode.slice(1), (digit, at) => zipcode.slice(0, at) + digit + zipcode[at] + zipcode.slice(at + 2))
}

/** A name of a region. The bit set of its letters rules out most names without computing an edit distance. */
interface Spelling {
  readonly name: string
  readonly letters: number
  readonly index: number
}

const spellingsOf = ofNames(function* (regions): SlicedWork<readonly Spelling[]> {
  const spellings: Spelling[] = []
  yield* each(regions, (region, index) => {
    if (region.type === 'zipcode') return
    const names = new Set([shortName(region.name), ...placeNames(region)])
    for (const name of names) spellings.push({ name, letters: lettersOf(name), index })
  })
  return spellings
})

/**
 * Returns regions with a similar name, fewest typos first, then regions with a longer form of the name. Otherwise,
 * regions keep the order of the index.
 */
function similar({ name, state }: PlaceReading, index: PlaceIndex): Region[] {
  if (name.length < MIN_LETTERS) return []
  const most = name.length < MIN_LETTERS_FOR_TWO ? 1 : 2
  const letters = lettersOf(name)
  const bySlips: number[][] = Array.from({ length: most + 2 }, () => [])
  for (const spelling of spellingsOf(index.regions)) {
    if (state !== '' && index.regions[spelling.index]?.state !== state) continue
    const slips = slipsTo(spelling, name, letters, most)
    bySlips[slips ?? (isLonger(spelling.name, name) ? most + 1 : -1)]?.push(spelling.index)
  }
  return bySlips.flatMap((indexes) => index.inOrder(indexes))
}

/**
 * Whether a known name is a longer form of a name. Manhattan Beach is not a longer form of Manhattan, because Manhattan
 * is a city too.
 */
function isLonger(known: string, name: string): boolean {
  return known.startsWith(name) && !(known[name.length] === ' ' && loadGazetteer().hasCity(name, ''))
}

/**
 * Returns the edit distance between two names, or undefined if it exceeds `most`. An edit changes at most two bits, so
 * names that differ in more bits are not compared.
 */
function slipsTo(spelling: Spelling, name: string, letters: number, most: number): number | undefined {
  if (bitsOf(spelling.letters ^ letters) > 2 * most) return undefined
  return editDistance(name, spelling.name, most)
}

/** A bit set of the letters in a name, hashed into 32 classes. */
function lettersOf(name: string): number {
  let letters = 0
  for (let at = 0; at < name.length; at++) letters |= 1 << (name.charCodeAt(at) & 31)
  return letters
}

function bitsOf(letters: number): number {
  let [rest, bits] = [letters, 0]
  for (; rest !== 0; rest &= rest - 1) bits++
  return bits
}
