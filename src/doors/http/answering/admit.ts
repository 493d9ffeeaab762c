import type { Access, Account, Debit, Price } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
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
  return knownAs(await accountOf(call, service, access, keys), access, requestContext)
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
 * calls.
 */
export function knownAs(account: Account, access: Access, requestContext: RequestContext): KeyedRequestContext {
  const keyed = Object.assign(requestContext, { access, account })
  const flood = access.missesExceeded(account)
  if (flood !== undefined) throw flood
  return keyed
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
