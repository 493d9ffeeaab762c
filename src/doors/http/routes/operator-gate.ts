import type { Account } from '../../../guard/access/access.ts'
import type { Call } from '../request/call.ts'

/**
 * Whether a call may see what is for this machine alone, such as the pages for operators without a key: its program
 * sits on this machine and speaks for itself, and if it is a browser, the page in it came from this server. Pages of
 * other sites cannot forge what a browser says of itself; a name that was made to lead here is not a Host of this
 * machine (`this-machine.ts`).
 */
export function isAskedFromHere(call: Call): boolean {
  const { origin, referer, host = '', 'sec-fetch-site': site = 'none' } = call.headers
  if (!call.loopback) return false
  if (site !== 'same-origin' && site !== 'none') return false
  const own = `http://${host.toLowerCase()}`
  if (origin !== undefined && origin !== own) return false
  return referer === undefined || referer === own || referer.startsWith(`${own}/`)
}

/** Who looks at the pages. */
export interface OperatorCaller {
  readonly by: 'machine' | 'key'
  readonly keyId: string | null
}

export function operatorOf(account: Account | undefined): OperatorCaller {
  return account === undefined ? { by: 'machine', keyId: null } : { by: 'key', keyId: account.keyId }
}

/** Makes the pages for operators. */
export interface OperatorPages {
  /** Whether programs of this machine need no key. */
  readonly openHere: boolean
  /** The JSON of the page at a path; undefined where there is none. `query` is what follows the question mark. */
  page(path: string, query: string, caller: OperatorCaller): Promise<string | undefined>
}
