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
  const { host = '' } = call.headers
  return call.loopback && isFromOwnPage(call, `http://${host.toLowerCase()}`)
}

/** Whether a call comes from a page of this service or from a program, not from a page of another site. */
export function isFromOwnPage({ headers }: Call, own: string): boolean {
  const { origin, referer, 'sec-fetch-site': site = 'none' } = headers
  if (site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined && origin !== own) return false
  return referer === undefined || referer === own || referer.startsWith(`${own}/`)
}

/** The client that requests an operators' page. */
export interface OperatorCaller {
  readonly by: 'machine' | 'key' | 'person'
  readonly keyId: string | null
  /** The name of an operator who has signed in. */
  readonly person: string | null
}

export function operatorOf(account: Account | undefined, person: string | undefined): OperatorCaller {
  if (person !== undefined) return { by: 'person', keyId: null, person }
  if (account === undefined) return { by: 'machine', keyId: null, person: null }
  return { by: 'key', keyId: account.keyId, person: null }
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

/** An OpenID provider at which operators sign in. */
export interface IdentityProvider {
  readonly issuer: string
  /** A hash of all settings of the provider, with its secret. When one of them changes, all sessions end. */
  readonly fingerprint: string
  /** Returns the URL at which the person signs in. Rejects with a 503 if the provider does not respond. */
  begin(returnUrl: string, checks: SignInChecks, prompt?: 'login'): Promise<string>
  /** Verifies the URL with which the provider sent the person back. Rejects with a 400 or a 503. */
  finish(answer: URL, checks: SignInChecks): Promise<SignedIn>
}

/** Random values that tie the provider's answer to the browser that began to sign in. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A person whom the provider has identified. */
export interface SignedIn {
  /** The verified email address, otherwise the id at the provider. */
  readonly person: string
  readonly isOperator: boolean
  /** The person's values of the claims that decide who is an operator, such as `groups=sales`. */
  readonly claims: readonly string[]
}
