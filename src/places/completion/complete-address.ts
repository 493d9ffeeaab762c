import type { AddressEntry } from '../../model/address-entry.ts'
import { type AddressBook, matchAddress } from '../addresses/resolve.ts'
import { DOOR_WORDS, PART_OF } from '../addresses/unit-designators.ts'
import { linePrefixes } from './address-line.ts'
import type { LineSource } from './line-source.ts'
import { prefixesWithGaps } from './line-walk.ts'
import { prefixesWithSlip } from './slip-walk.ts'

/** The source for completing addresses. A catalog implements this interface. */
export type CompletionSource = LineSource & AddressBook

/** Returns a number by which equally good matches are sorted, highest first. */
export type Score = (entry: AddressEntry) => number

/** How many addresses are sorted by score. Further addresses keep the order of their lines. */
const MAX_RANKED = 30

/** Returns at most `limit` addresses that start with the typed words, houses before units. */
export async function addressesAsTyped(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  return addressesUnder(linePrefixes(typed), source, limit, score)
}

/**
 * Returns addresses that the text may mean if it lacks, shortens or reorders words. Used if no address starts with the
 * text.
 */
export async function addressesMeant(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  const unfinished = typed.trimEnd() // a trailing space does not mean that the word is complete: it may be shortened
  const prefixes = await prefixesWithGaps(linePrefixes(unfinished), unfinished, source)
  if (prefixes.length > 0) return addressesUnder(prefixes, source, limit, score)
  const { fitting } = await matchAddress(typed, source)
  return housesFirst(fitting).slice(0, limit)
}

/** Returns addresses whose number was typed after the street: `Main St 123, Austin`. */
export async function addressesNumberedAfterStreet(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  for (const numbered of numberFirst(typed.trimEnd())) {
    const addresses = await addressesUnder(linePrefixes(numbered), source, limit, score)
    if (addresses.length > 0) return addresses
  }
  return []
}

/** Returns addresses that the text may mean if one word has a typo. Used if the text matches no address. */
export async function addressesOneSlipAway(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  const unfinished = typed.trimEnd()
  for (const text of [...numberFirst(unfinished).slice(0, 1), unfinished]) {
    const prefixes = await prefixesWithSlip(linePrefixes(text), text, source)
    if (prefixes.length > 0) return addressesUnder(prefixes, source, limit, score)
  }
  return []
}

/**
 * Moves a number to the front: `Main St 123, Austin` → `123 Main St, Austin`. A number at the end may be incomplete.
 * Empty if the text starts with a number or has none.
 */
function numberFirst(typed: string): string[] {
  const [, street = '', number = '', rest = ''] = /^([^\d\s].*?)[\s,]+(\d{1,6})(?![^\s,])(.*)$/.exec(typed) ?? []
  if (number === '') return []
  const line = `${street}${rest}`
  return [`${number} ${line}`, ...(rest === '' ? Array.from('0123456789', (digit) => `${number}${digit} ${line}`) : [])]
}

async function addressesUnder(
  prefixes: readonly string[],
  source: LineSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  // requests all together, so that a database answers them in one statement
  const matches = await Promise.all(prefixes.map((prefix) => varied(prefix, source, limit, score)))
  const entries = new Map(matches.flat().map((entry) => [`${entry.kind}/${entry.id}`, entry]))
  return housesFirst([...entries.values()]).slice(0, limit)
}

/**
 * Returns entries whose lines have this prefix, as diverse as possible. Further units of the same house, or houses of
 * the same street, come last.
 */
async function varied(
  prefix: string,
  source: LineSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  const first = await source.addressesBeginning(prefix, limit)
  if (first.length < limit) return byScore(first, score)
  const lines: string[] = []
  let line = await source.addressLineFrom(prefix)
  while (line?.startsWith(prefix) && lines.length < MAX_RANKED) {
    lines.push(line)
    const like = sharedPrefix(line, prefix.length)
    line = await source.addressLineFrom(like === line ? `${line}!` : `${like}\uffff`)
  }
  // requests all together, so that a database answers them in one statement
  const matches = await Promise.all(lines.map((each) => source.addressesBeginning(each, 1)))
  return [...byScore(matches.flat(), score), ...first]
}

function byScore(entries: readonly AddressEntry[], score: Score): AddressEntry[] {
  const scored = entries.map((entry) => ({ entry, score: score(entry) }))
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}

/**
 * Returns the part of a line that it shares with other units of its house, or with other houses of its street. Returns
 * the whole line if the line ends there.
 */
function sharedPrefix(line: string, typedLength: number): string {
  const words = line.split(' ')
  let length = 0
  for (const [index, word] of words.entries()) {
    length += word.length + 1
    const tellsApart = index > 0 && (/^\d{5}$/.test(word) || DOOR_WORDS.has(word) || PART_OF.has(word))
    if (tellsApart && length > typedLength && length < line.length) return line.slice(0, length)
  }
  return line
}

function housesFirst(entries: readonly AddressEntry[]): AddressEntry[] {
  return entries.toSorted((a, b) => Number(a.unit !== '') - Number(b.unit !== ''))
}
