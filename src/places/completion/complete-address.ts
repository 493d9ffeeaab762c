import type { AddressEntry } from '../../model/address-entry.ts'
import { type AddressBook, matchAddress } from '../addresses/resolve.ts'
import { DOOR_WORDS, PART_OF } from '../addresses/unit-designators.ts'
import { linePrefixes } from './address-line.ts'
import type { LineSource } from './line-source.ts'
import { prefixesWithGaps } from './line-walk.ts'
import { prefixesWithSlip } from './slip-walk.ts'

/** The source from which addresses are completed. A catalogue implements it. */
export type CompletionSource = LineSource & AddressBook

/** Ranks addresses that fit equally well: the one with the higher score comes first. */
export type Score = (entry: AddressEntry) => number

/** Number of addresses that are ranked. Others follow in the order of their lines. */
const MAX_RANKED = 30

/** Addresses that start with the typed words. At most `limit`, houses before units. */
export async function addressesAsTyped(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  return addressesUnder(linePrefixes(typed), source, limit, score)
}

/**
 * A fallback for text that no address starts with: addresses it may mean if words were left out, shortened, or written
 * in another order than in lines.
 */
export async function addressesMeant(
  typed: string,
  source: CompletionSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  const unfinished = typed.trimEnd() // a trailing space does not finish a word that was cut short
  const prefixes = await prefixesWithGaps(linePrefixes(unfinished), unfinished, source)
  if (prefixes.length > 0) return addressesUnder(prefixes, source, limit, score)
  const { fitting } = await matchAddress(typed, source)
  return housesFirst(fitting).slice(0, limit)
}

/** Addresses whose number was typed behind the street: `Main St 123, Austin`. */
export async function addressesNumberedBehind(
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

/** A fallback for text that means no address: addresses that it may mean if one of its words has a slip. */
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
 * `Main St 123, Austin` → `123 Main St, Austin`; a number at the end may be the beginning of a longer one. Empty where
 * the number comes first or there is none.
 */
function numberFirst(typed: string): string[] {
  const [, street = '', number = '', rest = ''] = /^([^\d\s].*?)[\s,]+(\d{1,6})(?![^\s,])(.*)$/.exec(typed) ?? []
  if (number === '') return []
  const behind = `${street}${rest}`
  return [
    `${number} ${behind}`,
    ...(rest === '' ? Array.from('0123456789', (digit) => `${number}${digit} ${behind}`) : []),
  ]
}

async function addressesUnder(
  prefixes: readonly string[],
  source: LineSource,
  limit: number,
  score: Score,
): Promise<readonly AddressEntry[]> {
  // Asked for in one turn, so that a database answers them in one statement.
  const matches = await Promise.all(prefixes.map((prefix) => varied(prefix, source, limit, score)))
  const entries = new Map(matches.flat().map((entry) => [`${entry.kind}/${entry.id}`, entry]))
  return housesFirst([...entries.values()]).slice(0, limit)
}

/**
 * Entries that have a line with this prefix, as diverse as possible: further units of a house, or houses of a street,
 * only fill up the list.
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
  const matches = await Promise.all(lines.map((each) => source.addressesBeginning(each, 1))) // in one turn, as above
  return [...byScore(matches.flat(), score), ...first]
}

function byScore(entries: readonly AddressEntry[], score: Score): AddressEntry[] {
  const scored = entries.map((entry) => ({ entry, score: score(entry) }))
  return scored.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}

/** The part that a line shares with its house or street; the whole line if nothing follows it. */
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
