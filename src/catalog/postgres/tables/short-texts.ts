import type { Home, HomeAddress } from '../../../model/home.ts'
import { shortText } from '../../facts/short-text.ts'

/** A home as all but its card and its words is derived from it: the same object where all is short already. */
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

/** Returns the object itself where these texts of it are short already. */
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

/** Whether two numbers of a source are the same: letter case and surrounding blanks aside. */
export function numberKey(number: string): string {
  return shortText(number.trim().toLowerCase())
}
