import { hash } from 'node:crypto'
import type { Home, HomeAddress } from '../../../model/home.ts'

/** Bytes of a text that goes into an index as it is: PostgreSQL takes 2704 of all that an entry is made of. */
const BYTES_MAX = 300
/** Characters of what stands for a longer one. */
const [BEGINNING, REST] = [60, 32]
/** Bytes of one UTF-16 code unit in UTF-8, at most. */
const CHARACTER_BYTES = 3

/** A text as an index has it: a longer one is its beginning and a hash, so that different ones stay different. */
export function shortText(text: string): string {
  if (text.length * CHARACTER_BYTES <= BYTES_MAX || Buffer.byteLength(text) <= BYTES_MAX) return text
  return `${text.slice(0, BEGINNING)} ${hash('sha256', text).slice(0, REST)}`
}

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

/** Characters of a word that it is found by: an index takes no long texts. */
const WORD_MAX = 100

export function indexedWord(word: string): string {
  return word.slice(0, WORD_MAX)
}
