import type { Account } from '../../../guard/access/access.ts'
import type { QueryPairs } from '../../../kit/params/index.ts'
import type { Call } from '../request/call.ts'

/**
 * Whether a call comes from this machine, neither through a proxy nor from a web page of another site. Such a call
 * needs no key for the operators' pages.
 *
 * Web pages cannot forge the checked headers. A foreign domain that resolves to this machine does not pass, because its
 * Host is not this machine (`this-machine.ts`).
 */
export function isAskedFromHere(call: Call): boolean {
  const { origin, referer, host = '', 'sec-fetch-site': site = 'none' } = call.headers
  if (!call.loopback) return false
  if (site !== 'same-origin' && site !== 'none') return false
  const own = `http://${host.toLowerCase()}`
  if (origin !== undefined && origin !== own) return false
  return referer === undefined || referer === own || referer.startsWith(`${own}/`)
}

/** The client that requests an operators' page. */
export interface OperatorCaller {
  readonly by: 'machine' | 'key'
  readonly keyId: string | null
}

export function operatorOf(account: Account | undefined): OperatorCaller {
  return account === undefined ? { by: 'machine', keyId: null } : { by: 'key', keyId: account.keyId }
}

/** A change that an operator sends to a page. */
export interface OperatorChange {
  /** The keys of the JSON body. */
  readonly body: QueryPairs
  /** Who makes the change, for the log. */
  readonly by: string
}

/** Makes the operators' pages. */
export interface OperatorPages {
  /** Whether clients on this machine need no key. */
  readonly openHere: boolean
  /**
   * Whether clients on this machine also need no key to change keys. Only if the catalog is a sample: other users of the
   * machine, and proxies that leave no sign, must not get keys to real data.
   */
  changesHere(): boolean
  /**
   * Returns the JSON of a page; undefined for an unknown path.
   *
   * @param query The text after the question mark.
   * @param change Present for a POST.
   */
  page(path: string, query: string, caller: OperatorCaller, change?: OperatorChange): Promise<string | undefined>
}
