import type { AddressEntry } from '../../model/address-entry.ts'

/** The sorted lines of a catalog's addresses, as completion reads them. */
export interface LineSource {
  /** Returns the first line that sorts at or after the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Returns entries whose line has this prefix, in the order of their lines. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** Returns words of lines that differ from a word by one typo, most frequent first. Numbers are not among them. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Returns beginnings of words that differ from a text by one typo, sorted by the position of the typo. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
}
