import type { AddressEntry } from '../../model/address-entry.ts'

/**
 * Finds homes, buildings and people by address. Each call reads one committed state. If nothing is found, the result is
 * an empty list, or `undefined` for a line.
 */
export interface AddressLookup {
  /**
   * At most 1,000 entries with this house number and street, in display order. With a unit: only entries with this
   * unit, or with a longer unit that ends with it (`bldg 2 5` for `5`).
   */
  addressesAt(houseNumber: string, street: string, unit?: string): Promise<readonly AddressEntry[]>
  /**
   * At most 100 entries on a street with one of these house numbers, in one of these cities (as `cityKey` writes them)
   * or ZIPs, sorted by house number, then display text.
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
   * Entries with a completion line (`completion/completion-lines.ts`) that starts with the text, in order of line. An
   * entry with several matching lines appears once per line.
   */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The first line that sorts at or after the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Words of lines that differ from this word by one typo, most frequent first. Numbers are left out. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Prefixes of words that differ from this one by one typo, in order of the typo's position. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
  /**
   * At most 1,000 entries of people who live or lived at this house number and street, in order of person. Each entry
   * has the person's id. Withheld people (see `withheld.ts`) are left out. Only this method finds people.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}
