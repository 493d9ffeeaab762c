/** One line of the address book: whose address it is, in the parts that look-ups compare. See `addresses/address.ts`. */
export interface AddressEntry {
  /** A home's zpid, a building's lotid, or the id of a person who lives or lived there. */
  readonly id: number | string
  readonly kind: 'home' | 'building' | 'person'
  /** The address in one line, as it is shown. */
  readonly display: string
  readonly houseNumber: string
  /** Street name without directions and suffix, normalised; with the house number the key of the address book. */
  readonly street: string
  readonly preDirection: string
  readonly suffix: string
  readonly postDirection: string
  /** Unit without its designator, normalised; empty for a whole house. */
  readonly unit: string
  /** Normalised. */
  readonly city: string
  readonly state: string
  readonly zipcode: string
}
