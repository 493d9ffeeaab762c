import type { AddressEntry } from '../../model/address-entry.ts'

/** The sorted lines of completion in a catalog. */
export interface LineSource {
  /** Returns the first line that does not sort before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Returns entries that have a line with this prefix, in the order of their lines. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** Returns words of lines that differ by one typo, the most frequent first. See `isListed` for the words. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Returns beginnings of words that differ by one typo, in order of the position of the typo. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
}
