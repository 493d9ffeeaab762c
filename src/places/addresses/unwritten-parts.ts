import type { AddressEntry } from '../../model/address-entry.ts'
import type { ParsedAddress } from './address.ts'
import { cityAsShown, type Part } from './agreement.ts'
import { lineWords } from './line-words.ts'
import { wordsOf } from './words.ts'

/** The sorted address lines for completion. They show which streets an address book has. */
export interface StreetLines {
  /** Returns the first line that sorts at or after the text. Without this method, streets are not compared. */
  addressLineFrom?(text: string): Promise<string | undefined>
}

/**
 * Returns parts that the text lacks, so that it may mean another property than the only match: the unit, and the
 * directions if the address book also has the same street without them.
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

/**
 * Whether the address book also has the entry's street in the same place, with no directions except those in the text.
 */
async function hasStreet(written: ParsedAddress, entry: AddressEntry, book: StreetLines): Promise<boolean> {
  const street = [written.preDirection, entry.street, entry.suffix, written.postDirection]
  const isPlaced = written.city !== '' || written.zipcode !== ''
  const place = isPlaced ? [cityAsShown(entry), entry.state, written.zipcode] : []
  const line = `${lineWords(wordsOf([...street, ...place].join(' ')).words).join(' ')} `
  return (await book.addressLineFrom?.(line))?.startsWith(line) === true
}
