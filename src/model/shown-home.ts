import type { Home, HomeAddress, HomeFacts } from './home.ts'

/** An address without street and house number. */
interface AreaAddress extends HomeAddress {
  readonly streetAddress: ''
  readonly censusTract?: never
  readonly neighborhood?: never
  readonly community?: never
  readonly subdivision?: never
}

/** A home without its owner and anything that shows where in its ZIP it is. */
interface AreaHome extends Home {
  /** Empty: a source's keys may be parcel numbers. */
  readonly sourceKey: ''
  readonly address: AreaAddress
  readonly point?: never
  readonly lotId?: never
  readonly parcelNumber?: never
  readonly layers?: never
  /** Absent: the number of a document, or the day of a permit, leads to the address. */
  readonly recorded?: never
  readonly owner?: never
  /** No `other`: unknown columns may contain the address. */
  readonly facts: HomeFacts & { readonly other?: never }
}

/** What callers see of a home if its source hides the address. */
interface WithheldHome extends AreaHome {
  readonly address: AreaAddress & { readonly undisclosed: true }
}

interface DisclosedHome extends Home {
  readonly address: HomeAddress & { readonly undisclosed?: never }
}

/** What callers see of a home: everything, or no exact location if its source hides the address. */
export type ShownHome = DisclosedHome | WithheldHome

export function shownHome(home: Home): ShownHome {
  return isDisclosed(home) ? home : withheldHome(home)
}

function isDisclosed(home: Home): home is DisclosedHome {
  return home.address.undisclosed !== true
}

/** Returns what callers see of a home if its source hides the address. */
export function withheldHome(home: Home): WithheldHome {
  const { address, ...otherKeys } = withoutPlace(home)
  return { ...otherKeys, address: { ...address, undisclosed: true } }
}

export function withoutPlace(home: Home): AreaHome {
  const { point: _point, lotId: _lotId, parcelNumber: _parcel, layers: _layers, owner: _owner, ...rest } = home
  const { recorded: _recorded, address, facts, ...otherKeys } = rest
  const { censusTract: _tract, neighborhood: _near, community: _nearer, subdivision: _nearest, ...area } = address
  const { other: _other, ...known } = facts
  return { ...otherKeys, sourceKey: '', address: { ...area, streetAddress: '' }, facts: known }
}
