import type { Home, HomeAddress } from '../../../model/home.ts'
import { shortText } from '../../facts/short-text.ts'

/**
 * Returns a home with shortened strings, because indexes do not accept long strings. All data except search results and
 * words is derived from the shortened home. If no string is long, returns the same object.
 */
export function indexedHome(home: Home): Home {
  const { address, lotId, listing, history } = home
  const short = {
    address: indexedAddress(address),
    ...(lotId !== undefined && { lotId: shortText(lotId) }),
    ...(listing !== undefined && { listing: withShort(listing, AGENTS) }),
    history: history.map((event) => withShort(event, AGENTS)),
  }
  const isSame =
    short.address === address &&
    (short.lotId ?? lotId) === lotId &&
    (short.listing ?? listing) === listing &&
    short.history.every((event, at) => event === history[at])
  return isSame ? home : { ...home, ...short }
}

export function indexedAddress<A extends HomeAddress>(address: A): A {
  return withShort(address, Object.keys(address))
}

const AGENTS = ['listAgentId', 'coListAgentId', 'buyerAgentId', 'sellerAgentId']

/** Returns the same object if no string is long. */
function withShort<T extends object>(one: T, names: readonly string[]): T {
  let short = one
  for (const name of names) {
    const text: unknown = Reflect.get(one, name)
    if (typeof text !== 'string') continue
    const shortened = shortText(text)
    if (shortened !== text) short = { ...short, [name]: shortened }
  }
  return short
}

/** Returns a listing number without letter case and surrounding blanks, for comparisons. */
export function numberKey(number: string): string {
  return shortText(number.trim().toLowerCase())
}
