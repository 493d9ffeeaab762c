import type { Home, HomeAddress, HomeFacts } from './home.ts'

/** An address of which the ZIP is the smallest area. */
interface AreaAddress extends HomeAddress {
  readonly streetAddress: ''
  readonly censusTract?: never
  readonly neighborhood?: never
  readonly community?: never
  readonly subdivision?: never
}

/** A home without everything that tells where in its ZIP it is. */
interface AreaHome extends Home {
  /** Keys of sources may be parcel numbers. */
  readonly sourceKey: ''
  readonly address: AreaAddress
  readonly point?: never
  readonly lotId?: never
  readonly parcelNumber?: never
  readonly layers?: never
  /** Without the columns that a mapping keeps: nobody knows what they hold. */
  readonly facts: HomeFacts & { readonly other?: never }
}

/** A home whose source forbids showing its address, as callers see it. */
interface WithheldHome extends AreaHome {
  readonly address: AreaAddress & { readonly undisclosed: true }
}

interface DisclosedHome extends Home {
  readonly address: HomeAddress & { readonly undisclosed?: never }
}

/** A home as callers see it: whole, or without its place if its source forbids showing the address. */
export type ShownHome = DisclosedHome | WithheldHome

export function shownHome(home: Home): ShownHome {
  return isDisclosed(home) ? home : withheldHome(home)
}

function isDisclosed(home: Home): home is DisclosedHome {
  return home.address.undisclosed !== true
}

/** The home as callers would see it if its source forbade showing the address. */
export function withheldHome(home: Home): WithheldHome {
  const { address, ...others } = withoutPlace(home)
  return { ...others, address: { ...address, undisclosed: true } }
}

export function withoutPlace(home: Home): AreaHome {
  const { point: _point, lotId: _lotId, parcelNumber: _parcel, layers: _layers, address, facts, ...others } = home
  const { censusTract: _tract, neighborhood: _near, community: _nearer, subdivision: _nearest, ...area } = address
  const { other: _other, ...known } = facts
  return { ...others, sourceKey: '', address: { ...area, streetAddress: '' }, facts: known }
}
