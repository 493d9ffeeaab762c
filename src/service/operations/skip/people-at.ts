import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { AddressEntry } from '../../../model/address-entry.ts'
import type { Person } from '../../../model/person.ts'
import { displayLine } from '../../../places/addresses/address-book.ts'
import { matchAddress } from '../../../places/addresses/resolve.ts'
import { wholeStreets } from '../../../places/locate/locate-address.ts'

/**
 * Returns everybody who lives or has lived at an address, in any spelling. Current residents come first, then former
 * residents by their last day, latest first; ties are sorted by id. Parts that were sent must match. Without a unit,
 * the whole building is meant.
 */
export async function peopleAtAddress(
  address: string,
  { addresses, records }: Pick<Catalog, 'addresses' | 'records'>,
): Promise<readonly Person[]> {
  const book = { addressesAt: (number: string, street: string) => addresses.peopleAt(number, street) }
  const { written, fitting } = await matchAddress(address, book, { kind: 'person' })
  const entries = written === undefined ? [] : wholeStreets(written, fitting)
  const byPerson = Map.groupBy(entries, ({ id }) => String(id))
  const people = await Promise.all(
    [...byPerson].map(async ([personId, own]) => {
      const person = await records.get('person', personId)
      return person === undefined ? [] : [{ person, left: dayLeft(person, own) }]
    }),
  )
  return people
    .flat()
    .sort((a, b) => compareText(b.left, a.left) || compareText(a.person.personId, b.person.personId))
    .map(({ person }) => person)
}

/** The last day of a current resident: it sorts after every real day. */
const STILL_THERE = '9999-12-31'

/**
 * Returns the last day that a person lived at any of the addresses, or `STILL_THERE`. Empty if the person never did.
 */
function dayLeft({ addresses }: Person, entries: readonly AddressEntry[]): string {
  const lines = new Set(entries.map(({ display }) => display))
  const days = addresses.filter((address) => lines.has(displayLine(address))).map(({ to }) => to ?? STILL_THERE)
  return days.sort().at(-1) ?? ''
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
