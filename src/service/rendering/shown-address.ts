import { MAYBE_TEXT } from '../../kit/answers/answer-head.ts'
import { component, objectFrom, text } from '../../kit/answers/index.ts'
import type { Home, HomeAddress } from '../../model/home.ts'

/** Shown in place of the street if the source forbids showing it. */
export const UNDISCLOSED_STREET = '(Undisclosed Address)'

type Addressed = Pick<Home, 'address'>

/**
 * The address as answers may show it. Other files must not read `address.streetAddress` for an answer; tools/habits.ts
 * checks this.
 */
export const ADDRESS = component(
  'Address',
  objectFrom<Addressed>()({
    streetAddress: [
      text(
        'House number, street and unit; empty if the source gives none, `(Undisclosed Address)` if it may not be shown.',
      ),
      shownStreet,
    ],
    city: [text(), ({ address }) => address.city],
    state: [text('Two letters.'), ({ address }) => address.state],
    zipcode: [text('Five digits.'), ({ address }) => address.zipcode],
  }),
)

export const DETAILED_ADDRESS = component(
  'DetailedAddress',
  objectFrom<Addressed>()({
    ...ADDRESS.keys,
    neighborhood: [MAYBE_TEXT, ({ address }) => address.neighborhood],
    community: [MAYBE_TEXT, ({ address }) => address.community],
    subdivision: [MAYBE_TEXT, ({ address }) => address.subdivision],
  }),
)

export function shownStreet(home: Addressed): string {
  return home.address.undisclosed ? UNDISCLOSED_STREET : disclosedStreet(home)
}

/** Returns the street, to parse it or to put it in a path. Empty if there is none or the source forbids showing it. */
export function disclosedStreet({ address }: Addressed): string {
  return address.streetAddress
}

/** `Austin, TX 78703` */
export function cityLine({ city, state, zipcode }: Pick<HomeAddress, 'city' | 'state' | 'zipcode'>): string {
  return [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** `1204 N Lamar Blvd APT 4, Austin, TX 78703` */
export function addressLine(home: Addressed): string {
  return [shownStreet(home), cityLine(home.address)].filter(Boolean).join(', ')
}
