import type { AddressEntry } from '../../model/address-entry.ts'
import type { ParsedAddress } from './address.ts'
import { cityAsShown, type Part } from './agreement.ts'
import { lineWords } from './line-words.ts'
import { wordsOf } from './words.ts'

/** The lines of completion, of which the streets of a book can be told. */
export interface StreetLines {
  /** The first line that does not sort before the text. Without this method, no street is compared. */
  addressLineFrom?(text: string): Promise<string | undefined>
}

/**
 * Parts of the only match that were not written and make it doubtful: its unit, since the building or another unit may
 * be meant, and its direction where the book has the street without it.
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

/** Whether the book has the street of an entry with no directions but those that were written, in the same place. */
async function hasStreet(written: ParsedAddress, entry: AddressEntry, book: StreetLines): Promise<boolean> {
  const street = [written.preDirection, entry.street, entry.suffix, written.postDirection]
  const isPlaced = written.city !== '' || written.zipcode !== ''
  const place = isPlaced ? [cityAsShown(entry), entry.state, written.zipcode] : []
  const line = `${lineWords(wordsOf([...street, ...place].join(' ')).words).join(' ')} `
  return (await book.addressLineFrom?.(line))?.startsWith(line) === true
}
