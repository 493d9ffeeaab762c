import type { AddressEntry } from '../model/address-entry.ts'

/**
 * The address book of homes and buildings, and the one of people. Each call reads one committed state. Not found is an
 * empty list, or `undefined` for a line.
 */
export interface AddressLookup {
  /** All entries with this house number and street, in order of display. At most 1,000. */
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  /** Names of streets that begin so and have this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /**
   * Entries with a line (`completion/completion-lines.ts`) that starts with the text, in order of line; one may
   * repeat.
   */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The first of all lines that does not come before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /**
   * Entries of people who live or lived at this house number and street, in order of person, each with the person's
   * id. At most 1,000. Withheld people (see `withheld.ts`) are left out; no other method finds people.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}
