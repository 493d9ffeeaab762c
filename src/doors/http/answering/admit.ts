import type { Access, Account, Debit, Price } from '../../../guard/access/access.ts'
import { limited, originOf, refusalBy } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import type { Route } from '../routes/route.ts'
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
  const { access } = service.backend
  return knownAs(await accountOf(call, service, access, keys), call, service, requestContext)
}

/**
 * Returns the account of the call's first valid key. Programs may send placeholders in addition to their key. If no key
 * is valid, the Fault is about the first one that looks like a Plat key.
 */
export async function accountOf(
  call: Call,
  service: Service,
  access: Access,
  keys = service.keysOf(call),
): Promise<Account> {
  let refusal: Fault | undefined
  for (const key of keys) {
    const admitted = await access.admit(key, call.loopback)
    if (!(admitted instanceof Fault)) {
      service.rememberKey(key, admitted.keyId)
      await backInSlot()
      return admitted
    }
    if (refusal === undefined || (refusal.code === 'key.malformed' && admitted.code !== refusal.code))
      refusal = admitted
  }
  throw refusal ?? service.keyMissing(call)
}

/**
 * Adds the account of the key to the request context. Throws a Fault with status 429 if the key had too many refused
 * calls, or 403 if the call is beyond the limits of the key. All calls with a key pass here, also those inside of
 * batches and tools.
 */
export function knownAs(
  account: Account,
  call: Call,
  service: Service,
  requestContext: RequestContext,
): KeyedRequestContext {
  const { access } = service.backend
  const keyed = Object.assign(requestContext, { access, account })
  const flood = access.missesExceeded(account)
  if (flood !== undefined) throw flood
  requireWithin(account, call, service, requestContext.route)
  return keyed
}

/** Kinds of routes that only pass calls on, or pass a key to a program. Limits apply to the calls that follow. */
const PASSING: ReadonlySet<Route['kind'] | undefined> = new Set(['agents', 'batch', 'oauth'])

function requireWithin({ limits }: Account, call: Call, service: Service, route: Route | undefined): void {
  if (limits === undefined) return
  const passes = PASSING.has(route?.kind)
  const { origin, referer = '' } = call.headers
  const refusal = refusalBy(limits, {
    origin: origin ?? originOf(referer),
    address: service.addressOf(call),
    path: passes ? undefined : route?.path.toLowerCase(),
    isChange: !passes && call.method !== 'GET' && call.method !== 'HEAD',
  })
  if (refusal !== undefined) throw refusal
  if (limits.places !== undefined && !passes)
    throw limited(`sees only homes in ${limits.places.join('; ')}, and this call cannot be limited to places.`)
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
