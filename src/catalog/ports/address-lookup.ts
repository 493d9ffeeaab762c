import type { AddressEntry } from '../../model/address-entry.ts'

/**
 * Finds homes, buildings and people by address. Each call reads one committed state. Methods that find nothing return
 * an empty list; `addressLineFrom` returns `undefined`.
 */
export interface AddressLookup {
  /**
   * Returns at most 1,000 entries with this house number and street, in display order. `unit` also finds longer units
   * with the same ending: `5` finds `bldg 2 5`.
   */
  addressesAt(houseNumber: string, street: string, unit?: string): Promise<readonly AddressEntry[]>
  /**
   * Returns at most 100 entries on a street with one of these house numbers, in one of these cities (see `cityKey`) or
   * ZIP codes. Sorted by house number, then by displayed address.
   */
  addressesOn(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): Promise<readonly AddressEntry[]>
  /** Returns the streets that have this house number and whose names begin with `beginning`, sorted by name. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /**
   * Returns entries whose completion line (see `completion/completion-lines.ts`) starts with `line`, sorted by line. An
   * entry with two matching lines appears twice.
   */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** Returns the first completion line that equals `text` or sorts after it. */
  addressLineFrom(text: string): Promise<string | undefined>
  /**
   * Returns the words in completion lines that differ from `word` by one typo, most frequent first. Leaves out numbers.
   */
  wordsOneSlipAway(word: string): Promise<readonly string[]>
  /** Returns the beginnings of words that differ from `beginning` by one typo, sorted by the position of the typo. */
  beginningsOneSlipAway(beginning: string): Promise<readonly string[]>
  /**
   * Returns at most `limit` ids of homes that are indexed without a unit at one of these places (see `HomeKey`), in no
   * particular order. Some ids may belong to homes at other places, because hashes collide and a home keeps its former
   * keys. Some homes may no longer exist.
   */
  homesUnder(places: readonly number[], limit: number): Promise<readonly number[]>
  /**
   * Returns people who live or lived at this house number and street: at most 1,000 entries, sorted by person id.
   * Leaves out people who are hidden from answers (see `withheld.ts`). No other method finds people.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}
