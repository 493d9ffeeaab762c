import type { Account } from '../../../guard/access/access.ts'
import type { Call } from '../request/call.ts'

/**
 * Whether a call comes from this machine, and not through a proxy or from a web page of another site. Such a call may
 * see the operators' pages without a key. Web pages cannot forge the headers that are checked here, and a foreign name
 * that resolves to this machine is not a Host of this machine (`this-machine.ts`).
 */
export function isAskedFromHere(call: Call): boolean {
  const { origin, referer, host = '', 'sec-fetch-site': site = 'none' } = call.headers
  if (!call.loopback) return false
  if (site !== 'same-origin' && site !== 'none') return false
  const own = `http://${host.toLowerCase()}`
  if (origin !== undefined && origin !== own) return false
  return referer === undefined || referer === own || referer.startsWith(`${own}/`)
}

/** Who requests the operators' pages. */
export interface OperatorCaller {
  readonly by: 'machine' | 'key'
  readonly keyId: string | null
}

export function operatorOf(account: Account | undefined): OperatorCaller {
  return account === undefined ? { by: 'machine', keyId: null } : { by: 'key', keyId: account.keyId }
}

/** Makes the operators' pages. */
export interface OperatorPages {
  /** Whether programs on this machine need no key. */
  readonly openHere: boolean
  /** Returns the JSON of a page; undefined if the page does not exist. `query` is the text after the question mark. */
  page(path: string, query: string, caller: OperatorCaller): Promise<string | undefined>
}
