import { type AddressBook, matchAddress } from '../addresses/resolve.ts'
import { DOOR_WORDS, PART_OF } from '../addresses/unit-designators.ts'
import type { AddressEntry } from '../model/address-entry.ts'
import { linePrefixes } from './address-line.ts'
import { type LineSource, prefixesWithGaps } from './line-walk.ts'

/** Where addresses are completed; a catalogue is one. */
export type CompletionSource = LineSource & AddressBook

/** Addresses that begin as typed, word for word. At most `limit`, houses before units. */
export async function addressesAsTyped(
  typed: string,
  source: CompletionSource,
  limit: number,
): Promise<readonly AddressEntry[]> {
  return addressesUnder(linePrefixes(typed), source, limit)
}

/**
 * Addresses that somebody may mean who left words out or shortened them, or who wrote an address in another order than
 * lines have: for texts that no address begins with.
 */
export async function addressesMeant(
  typed: string,
  source: CompletionSource,
  limit: number,
): Promise<readonly AddressEntry[]> {
  const unfinished = typed.trimEnd() // behind a word that was cut short, a blank finishes nothing
  const prefixes = await prefixesWithGaps(linePrefixes(unfinished), unfinished, source)
  if (prefixes.length > 0) return addressesUnder(prefixes, source, limit)
  const { fitting } = await matchAddress(typed, source)
  return housesFirst(fitting).slice(0, limit)
}

async function addressesUnder(
  prefixes: readonly string[],
  source: LineSource,
  limit: number,
): Promise<readonly AddressEntry[]> {
  const found: AddressEntry[] = []
  for (const prefix of prefixes) found.push(...(await varied(prefix, source, limit)))
  const entries = new Map(found.map((entry) => [`${entry.kind}/${entry.id}`, entry]))
  return housesFirst([...entries.values()]).slice(0, limit)
}

/**
 * Entries with a line that begins so, as various as possible: of the units of one house, or the houses of one street, the
 * first comes at once, the others only where too few are found without them.
 */
async function varied(prefix: string, source: LineSource, limit: number): Promise<readonly AddressEntry[]> {
  const first = await source.addressesBeginning(prefix, limit)
  if (first.length < limit) return first
  const found: AddressEntry[] = []
  let line = await source.addressLineFrom(prefix)
  while (line?.startsWith(prefix) && found.length < limit) {
    found.push(...(await source.addressesBeginning(line, 1)))
    const like = sharedPrefix(line, prefix.length)
    line = await source.addressLineFrom(like === line ? `${line}!` : `${like}\uffff`)
  }
  return [...found, ...first]
}

/** What a line has in common with those of the same house or street; the whole line where nothing follows that differs. */
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
