import type { AddressEntry } from '../../model/address-entry.ts'

/** The sorted lines of completion, as a catalogue has them. */
export interface LineSource {
  /** The first line that does not sort before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Entries that have a line with this prefix, in order of line. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** Words of lines that are one slip away, those that occur most first; see `isListed`. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Beginnings of words that are one slip away, in order of the place of the slip. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
}
