import { foldText } from '../../kit/names/name-key.ts'
import type { Home, HomeAddress } from '../../model/home.ts'
import { derivedId } from '../../model/identity.ts'
import { type OwnerName, ownersIn, ownerWords } from '../../model/owner-name.ts'
import { shownEstimate } from '../../model/shown-estimate.ts'
import { parseAddress, streetParts } from '../../places/addresses/address.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'

/** A row of the table `home_owner`, in both backends: one owner of one home. */
export type OwnerRow = readonly [
  owner: string,
  zpid: number,
  /** The home's place number. Homes in the same regions share a place. */
  place: number,
  /** The normalized name. */
  name: string,
  /** Hash of the mailing address; empty if unknown. */
  mail: string,
  estimate: number | null,
  assessed: number | null,
  latitude: number | null,
  longitude: number | null,
]

export interface NamedOwner extends OwnerName {
  readonly ownerId: string
  readonly mail: string
}

/** Maximum length of an indexed word. PostgreSQL cannot index long strings. */
const WORD_MAX = 100

export function ownerTerm(word: string): string {
  return word.slice(0, WORD_MAX)
}

/** Returns the rows of `owner_term`, by which searches find an owner. */
export function termRows(owner: string, name: string): readonly (readonly [term: string, owner: string])[] {
  return [...new Set(ownerWords(name).map(ownerTerm))].map((term) => [term, owner])
}

/** Returns the terms of all owners, in order. */
export function allTerms(rows: readonly OwnerRow[]): ReturnType<typeof termRows> {
  const names = new Map(rows.map(([owner, , , name]) => [owner, name]))
  return [...names].flatMap(([owner, name]) => termRows(owner, name))
}

/**
 * Returns the owners of a home. Without a mailing address, owners with the same name count as one owner only within a
 * county. Empty if the address is withheld.
 */
export function ownersOf({ owner, address }: Pick<Home, 'owner' | 'address'>): readonly NamedOwner[] {
  if (owner === undefined || address.undisclosed) return []
  const mailing = owner.address === undefined ? '' : mailKey(owner.address, address)
  const mail = mailing === '' ? '' : derivedId('mail', mailing, '')
  const where = mail || (regionKeysOf(address).county ?? address.state)
  return ownersIn(owner.name).map((each) => {
    return { ...each, mail, ownerId: derivedId('owner', `${each.kind} ${each.key}`, where) }
  })
}

export function ownerRows(home: Home, place: number): readonly OwnerRow[] {
  if (home.owner === undefined) return []
  const { zpid, point, taxes } = home
  const [estimate, assessed] = [shownEstimate(home)?.value, taxes.findLast((year) => year.assessedValue)?.assessedValue]
  const figures = [estimate, assessed, point?.latitude, point?.longitude].map((value) => value ?? null)
  const [value = null, tax = null, latitude = null, longitude = null] = figures
  return ownersOf(home).map(({ ownerId, key, mail }) => {
    return [ownerId, zpid, place, key.slice(0, 4 * WORD_MAX), mail, value, tax, latitude, longitude]
  })
}

/**
 * Returns a mailing address in a form that is the same for all its spellings. The home's own address is in parts
 * already; parsing it would take most of the time of a sample's owners.
 */
function mailKey(text: string, home: HomeAddress): string {
  const { streetAddress, city: ofHome, state: stateOfHome, zipcode: zipOfHome } = home
  const isOwn = text === `${streetAddress}, ${ofHome}, ${stateOfHome} ${zipOfHome}` && zipOfHome !== ''
  const parts = isOwn ? { ...streetParts(streetAddress), city: '', state: '', zipcode: zipOfHome } : parseAddress(text)
  const { houseNumber, preDirection, street, suffix, postDirection, unit, city, state, zipcode } = parts
  if (houseNumber === '' || street === '') return foldText(text)
  const where = zipcode || `${city} ${state}`
  return [houseNumber, preDirection, street, suffix, postDirection, unit, where].filter(Boolean).join(' ')
}
