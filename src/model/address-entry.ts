/**
 * One row of the address book: the owner of an address, and the address split into the parts that look-ups compare.
 * `places/addresses/address.ts` splits addresses.
 */
export interface AddressEntry {
  /** A home's zpid, a building's lotid, or the id of a current or former resident. */
  readonly id: number | string
  readonly kind: 'home' | 'building' | 'person'
  /** The address on one line, as shown to callers. */
  readonly display: string
  readonly houseNumber: string
  /** Normalized street name without directions and suffix. House number and street form the look-up key. */
  readonly street: string
  readonly preDirection: string
  readonly suffix: string
  readonly postDirection: string
  /** Normalized unit without its designator; empty for a whole house. */
  readonly unit: string
  /** Normalized name. */
  readonly city: string
  readonly state: string
  readonly zipcode: string
}
