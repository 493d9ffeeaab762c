import type { AddressEntry } from '../model/address-entry.ts'
import type { WordSource } from './word-list.ts'

/** The sorted lines of completion, as a catalogue has them. */
export interface LineSource {
  /** The first line that does not sort before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Entries that have a line with this prefix, in order of line. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The words of all lines. */
  addressWords(): WordSource
}
