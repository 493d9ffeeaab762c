/**
 * One row of the address book: an address split into the parts that lookups compare, and its owner. See
 * `addresses/address.ts`.
 */
export interface AddressEntry {
  /** A home's zpid, a building's lotid, or the id of a current or former resident. */
  readonly id: number | string
  readonly kind: 'home' | 'building' | 'person'
  /** The address on one line, as shown to callers. */
  readonly display: string
  readonly houseNumber: string
  /** Normalised street name without directions and suffix. With the house number it is the lookup key. */
  readonly street: string
  readonly preDirection: string
  readonly suffix: string
  readonly postDirection: string
  /** Normalised unit without its designator; empty for a whole house. */
  readonly unit: string
  /** Normalised name. */
  readonly city: string
  readonly state: string
  readonly zipcode: string
}
