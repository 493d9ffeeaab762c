import type { AddressEntry } from '../../model/address-entry.ts'

/**
 * The address book of homes and buildings, and that of people. Each call reads one committed state. If nothing is found,
 * the result is an empty list, or `undefined` for a line.
 */
export interface AddressLookup {
  /**
   * At most 1,000 entries with this house number and street, in order of display; with a unit, only those that may be
   * it: the same, or the same within a building.
   */
  addressesAt(houseNumber: string, street: string, unit?: string): Promise<readonly AddressEntry[]>
  /**
   * At most 100 entries on a street with one of these house numbers, in one of these cities (as `cityKey` writes them)
   * or ZIPs, in order of house number and display.
   */
  addressesOn(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): Promise<readonly AddressEntry[]>
  /** Names of streets with this prefix that have the house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /**
   * Entries with a line (`completion/completion-lines.ts`) that starts with the text, in order of line; an entry with
   * several such lines is repeated.
   */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The first line, in order, that is not before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Words of lines that are one slip away, those that occur most first; numbers are not among them. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Beginnings of words that are one slip away, in order of the place of the slip. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
  /**
   * At most 1,000 entries of people who live or lived at this house number and street, in order of person, each with
   * the person's id. Withheld people (see `withheld.ts`) are left out; no other method finds people.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}
