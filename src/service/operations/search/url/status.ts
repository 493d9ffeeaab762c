import type { ListingClass } from '../../../../model/home-columns.ts'
import type { SwitchName } from './keys.ts'
import type { Entry, Notes } from './notes.ts'

/**
 * Returns whether a URL is about rentals, sold homes or, by default, homes for sale. If both keys are true, rentals
 * win.
 */
export function readStatus(switches: ReadonlyMap<SwitchName, Entry<boolean>>, notes: Notes): ListingClass {
  const [rent, sold] = [switches.get('fr'), switches.get('rs')]
  const listingClass = rent?.value ? 'For_Rent' : sold?.value ? 'Sold' : 'For_Sale'
  const entries = [rent, sold].filter((entry) => entry !== undefined)
  for (const entry of entries.length > 0 ? entries : [{ key: 'fr', value: null }]) {
    if (entry.value && entry === sold && rent?.value) notes.leaveOut(entry.key, `${rent.key} says For_Rent already.`)
    else notes.understand(entry, `listingStatus=${listingClass}`)
  }
  return listingClass
}
