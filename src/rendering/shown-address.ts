import { component, type FieldsOf, object, text } from '../answers/index.ts'
import type { Home, HomeAddress } from '../model/home.ts'
import { maybeTexts } from './answer-head.ts'

/** Shown instead of the street if the source forbids showing it. */
export const UNDISCLOSED_STREET = '(Undisclosed Address)'

export const ADDRESS_FIELDS = {
  streetAddress: text(
    'House number, street and unit; empty where the source gives none, `(Undisclosed Address)` where it may not be shown.',
  ),
  city: text(),
  state: text('Two letters.'),
  zipcode: text('Five digits.'),
}

export type ShownAddress = FieldsOf<typeof ADDRESS_FIELDS>

export const ADDRESS = component('Address', object(ADDRESS_FIELDS))

const DISTRICT_FIELDS = maybeTexts('neighborhood', 'community', 'subdivision')

export const DETAILED_ADDRESS = component('DetailedAddress', object({ ...ADDRESS_FIELDS, ...DISTRICT_FIELDS }))

/**
 * The address as any answer may show it. No other file may read `address.streetAddress` for an answer: tools/habits.ts
 * checks.
 */
export function shownAddress(home: Pick<Home, 'address'>): ShownAddress {
  const { undisclosed, city, state, zipcode } = home.address
  return { streetAddress: undisclosed ? UNDISCLOSED_STREET : disclosedStreet(home), city, state, zipcode }
}

/** The street, to be parsed or put in a path; empty if there is none or it may not be shown. */
export function disclosedStreet({ address }: Pick<Home, 'address'>): string {
  return address.undisclosed ? '' : address.streetAddress
}

/** The parcel number, unless the address may not be shown: public records of the county tell the address of a parcel. */
export function disclosedParcel({ parcelNumber, address }: Pick<Home, 'parcelNumber' | 'address'>): string | undefined {
  return address.undisclosed ? undefined : parcelNumber
}

/**
 * What a mapping keeps without a field. Nobody knows what such columns hold, a legal description or a tax id among
 * them, so an undisclosed home shows none of them.
 */
export function disclosedKept({ facts, address }: Pick<Home, 'facts' | 'address'>): Readonly<Record<string, string>> {
  return (address.undisclosed ? undefined : facts.other) ?? {}
}

/** The smaller districts that an address is in. */
export function districts({ neighborhood, community, subdivision }: HomeAddress): FieldsOf<typeof DISTRICT_FIELDS> {
  return { neighborhood: neighborhood ?? null, community: community ?? null, subdivision: subdivision ?? null }
}

/** `Austin, TX 78703` */
export function cityLine({ city, state, zipcode }: Pick<HomeAddress, 'city' | 'state' | 'zipcode'>): string {
  return [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** `1204 N Lamar Blvd APT 4, Austin, TX 78703` */
export function addressLine(home: Pick<Home, 'address'>): string {
  const shown = shownAddress(home)
  return [shown.streetAddress, cityLine(shown)].filter(Boolean).join(', ')
}
