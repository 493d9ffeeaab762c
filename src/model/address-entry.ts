/**
 * A row of the address book: an address split into comparable parts, and the home, building or person at it.
 * `places/addresses/address.ts` splits addresses.
 */
export interface AddressEntry {
  /** A home's zpid, a building's lotid, or the id of a current or former resident. */
  readonly id: number | string
  readonly kind: 'home' | 'building' | 'person'
  /** The address on one line, as shown to callers. */
  readonly display: string
  readonly houseNumber: string
  /** Normalized street name without directions and suffix. Look-ups use the house number and this name. */
  readonly street: string
  readonly preDirection: string
  readonly suffix: string
  readonly postDirection: string
  /** Normalized unit without a word such as `Apt`. Empty for a whole house. */
  readonly unit: string
  /** Normalized name. */
  readonly city: string
  readonly state: string
  readonly zipcode: string
}
