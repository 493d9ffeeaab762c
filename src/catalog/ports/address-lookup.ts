import type { AddressEntry } from '../../model/address-entry.ts'

/**
 * Finds homes, buildings and people by address. Each call reads one committed state. Methods that find nothing return
 * an empty list; `addressLineFrom` returns `undefined`.
 */
export interface AddressLookup {
  /**
   * Returns at most 1,000 entries with this house number and street, in display order. If `unit` is given, returns only
   * entries with this unit or with a longer unit that ends with it (`bldg 2 5` for `5`).
   */
  addressesAt(houseNumber: string, street: string, unit?: string): Promise<readonly AddressEntry[]>
  /**
   * Returns at most 100 entries on a street with one of these house numbers, in one of these cities (as `cityKey`
   * writes them) or ZIP codes. Entries are sorted by house number, then by display text.
   */
  addressesOn(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): Promise<readonly AddressEntry[]>
  /** Returns the names of streets that begin with this text and have this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /**
   * Returns entries with a completion line (`completion/completion-lines.ts`) that starts with the text, in order of
   * line. An entry with several matching lines appears once per line.
   */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** Returns the first line that sorts at or after the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** Returns words of lines that differ from this word by one typo, most frequent first. Leaves out numbers. */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Returns beginnings of words that differ from this beginning by one typo, in order of the typo's position. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
  /**
   * Returns at most 1,000 entries, in order of person, for people who live or lived at this house number and street.
   * Each entry has the person's id. Withheld people (see `withheld.ts`) are left out. No other method finds people.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}
