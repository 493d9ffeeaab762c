import type { Access, Account, Debit, Price } from '../../../guard/access/access.ts'
import { DEMO_KEY, fingerprint as fingerprintOf, limited, refusalBy, webOriginOf } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import { LIMITABLE, type SeenHomes } from '../../../service/operations/limited.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import type { Route } from '../routes/route.ts'
import { TOKENS_PATH, tokenIn, type UserToken } from '../routes/user-token.ts'
import { granted } from './respond.ts'
import type { Service } from './service.ts'

/** The context of a request with a valid key. */
export type KeyedRequestContext = RequestContext & { readonly access: Access; readonly account: Account }

/** Checks the key of a call. Throws a Fault with status 401, 403, 429 or 503. */
export async function admit(
  call: Call,
  service: Service,
  requestContext: RequestContext,
  keys = service.keysOf(call),
): Promise<KeyedRequestContext> {
  const { account, fingerprint, search } = await admittedWith(call, service, keys)
  requestContext.fingerprint = fingerprint
  return knownAs(account, call, service, requestContext, search)
}

/** The account of a call's key, or of its token's key. `search`: the search whose results the token shows. */
interface Admitted {
  readonly account: Account
  readonly fingerprint: string
  readonly search?: UserToken['search']
}

/**
 * Returns the account of the call's first valid key. Programs may send placeholders in addition to their key. If no key
 * is valid, the Fault is about the first one that looks like a Plat key.
 */
async function admittedWith(call: Call, service: Service, keys: readonly string[]): Promise<Admitted> {
  let refusal: Fault | undefined
  for (const key of keys) {
    const admitted = await admittedBy(key, call, service)
    if (!(admitted instanceof Fault)) {
      service.rememberKey(key, admitted.account.keyId)
      await backInSlot()
      return admitted
    }
    if (refusal === undefined || (refusal.code === 'key.malformed' && admitted.code !== refusal.code))
      refusal = admitted
  }
  throw refusal ?? service.keyMissing(call)
}

/** Checks one key or token. */
async function admittedBy(key: string, call: Call, { backend }: Service): Promise<Admitted | Fault> {
  const { access, context } = backend
  const token = tokenIn(key, context)
  if (token instanceof Fault) return token
  const account = await (token === undefined
    ? access.admit(key, call.loopback)
    : access.admitId(token.fingerprint, call.loopback))
  if (account instanceof Fault) return account
  return { account, ...(token ?? { fingerprint: sought(key, account) }) }
}

/** Returns what identifies the key without its text: its fingerprint, or the id of the demo key. */
function sought(key: string, { keyId }: Account): string {
  return key === DEMO_KEY ? keyId : fingerprintOf(key)
}

/**
 * Adds the account of the key to the request context. Throws a Fault with status 429 if the key had too many refused
 * calls, or 403 if the key's limits forbid the call. Every call with a key passes here, including the calls in batches
 * and tools.
 */
export function knownAs(
  account: Account,
  call: Call,
  service: Service,
  requestContext: RequestContext,
  search?: UserToken['search'],
): KeyedRequestContext {
  const { access } = service.backend
  const keyed = Object.assign(requestContext, { access, account })
  const flood = access.missesExceeded(account)
  if (flood !== undefined) throw flood
  const { route } = requestContext
  requireWithin(account, call, service, route, search !== undefined)
  const places = account.limits?.places
  if (places === undefined && search === undefined) return keyed
  requestContext.seen = { places, search }
  if (!isLimitable(route, search !== undefined)) throw notLimitable(requestContext.seen)
  return keyed
}

/** Kinds of routes that only pass calls on, or pass a key to a program. Limits apply to the calls that follow. */
const PASSING: ReadonlySet<Route['kind'] | undefined> = new Set(['agents', 'batch', 'oauth'])

/**
 * Throws a Fault if the key's limits forbid the call. For a token, the key's limits on operations and changes apply.
 * Its limits on origins and IP addresses do not, because they are for the program that holds the key.
 */
function requireWithin(
  { limits }: Account,
  call: Call,
  service: Service,
  route: Route | undefined,
  isToken: boolean,
): void {
  if (limits === undefined) return
  const passes = PASSING.has(route?.kind) || route?.path === TOKENS_PATH
  const { origin, referer = '' } = call.headers
  const { operations, isReadOnly = false } = limits
  const refusal = refusalBy(isToken ? { ...(operations && { operations }), isReadOnly } : limits, {
    origin: origin ?? webOriginOf(referer),
    address: service.addressOf(call),
    path: passes ? undefined : route?.path.toLowerCase(),
    isChange: !passes && call.method !== 'GET' && call.method !== 'HEAD',
  })
  if (refusal !== undefined) throw refusal
}

/**
 * Whether a route is open to a token or a key with `places`. Such a key, but not a token, may also read its own usage
 * and create tokens.
 */
function isLimitable(route: Route | undefined, isToken: boolean): boolean {
  if (PASSING.has(route?.kind)) return true
  if (route?.kind !== 'keyed') return !isToken && route?.path === TOKENS_PATH
  return route.area === undefined ? !isToken : LIMITABLE.has(route.path.toLowerCase())
}

/** Returns the Fault for a call that cannot be limited to these homes. */
export function notLimitable({ places, search }: SeenHomes, why = ''): Fault {
  const homes = search === undefined ? `homes in ${places?.join('; ')}` : 'the results of its search'
  const reason = why === '' ? 'and this call cannot be limited to them.' : `but these cannot be found now. ${why}`
  return limited(`sees only ${homes}, ${reason}`)
}

/**
 * Counts a call as running until its answer is sent, and debits its price if it has one. Throws a Fault with status
 * 402, 429 or 503.
 */
export async function enter(
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
  price?: Price,
): Promise<Debit | undefined> {
  const { access, account } = requestContext
  const entry = await access.enter(account, price)
  if (entry instanceof Fault && entry.status === 503) requestContext.balance = null
  const { rate, debit } = granted(entry)
  requestContext.rate = rate
  service.whenOver(call, () => access.leave(account))
  await backInSlot()
  return debit
}
