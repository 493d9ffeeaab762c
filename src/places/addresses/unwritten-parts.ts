import type { AddressEntry } from '../../model/address-entry.ts'
import type { ParsedAddress } from './address.ts'
import { cityAsShown, type Part } from './agreement.ts'
import { lineWords } from './line-words.ts'
import { wordsOf } from './words.ts'

/** The lines of completion. They show which streets an address book has. */
export interface StreetLines {
  /** Returns the first line that does not sort before the text. Without this method, streets are not compared. */
  addressLineFrom?(text: string): Promise<string | undefined>
}

/**
 * Returns parts that the only match has but the text lacks and that make the match doubtful: the unit, since the text
 * may mean the building or another unit, and the direction, if the book also has the street without it.
 */
export async function doubtfulParts(
  written: ParsedAddress,
  only: AddressEntry,
  book: StreetLines,
): Promise<readonly Part[]> {
  const left = (['preDirection', 'postDirection'] as const).filter((part) => written[part] === '' && only[part] !== '')
  const isOther = left.length > 0 && (await hasStreet(written, only, book))
  return [...(isOther ? left : []), ...(written.unit === '' && only.unit !== '' ? (['unit'] as const) : [])]
}

/** Whether the book has the entry's street with only the directions of the text, in the same place. */
async function hasStreet(written: ParsedAddress, entry: AddressEntry, book: StreetLines): Promise<boolean> {
  const street = [written.preDirection, entry.street, entry.suffix, written.postDirection]
  const isPlaced = written.city !== '' || written.zipcode !== ''
  const place = isPlaced ? [cityAsShown(entry), entry.state, written.zipcode] : []
  const line = `${lineWords(wordsOf([...street, ...place].join(' ')).words).join(' ')} `
  return (await book.addressLineFrom?.(line))?.startsWith(line) === true
}
