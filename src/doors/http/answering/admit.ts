import type { Access, Account, Debit, Price } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { granted } from './respond.ts'
import type { Service } from './service.ts'

/** The context of a request with a good key. */
export type KeyedVisit = Visit & { readonly access: Access; readonly account: Account }

/** Admits a call by its key. Throws a Fault of status 401, 403, 429 or 503. */
export async function admit(
  call: Call,
  service: Service,
  visit: Visit,
  keys = service.keysOf(call),
): Promise<KeyedVisit> {
  const { access } = service.backend // 503 until the catalogue is open
  return knownAs(await accountOf(call, service, access, keys), access, visit)
}

/**
 * The account of the first good key of a call, since programs send placeholders beside the key that they mean. If none is
 * good, throws what is wrong with the first that looks like a key.
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

/** Notes the account of a request. Throws a Fault of status 429 if too many of its calls were misses. */
export function knownAs(account: Account, access: Access, visit: Visit): KeyedVisit {
  const keyed = Object.assign(visit, { access, account })
  const flood = access.missesExceeded(account)
  if (flood !== undefined) throw flood
  return keyed
}

/**
 * Counts a call until the last byte of its answer is on its way, and debits its price if there is one. Throws a Fault of
 * status 429, 402 or 503.
 */
export async function enter(
  call: Call,
  service: Service,
  visit: KeyedVisit,
  price?: Price,
): Promise<Debit | undefined> {
  const { access, account } = visit
  const entry = await access.enter(account, price)
  if (entry instanceof Fault && entry.status === 503) visit.balance = null
  const { rate, debit } = granted(entry)
  visit.rate = rate
  service.whenOver(call, () => access.leave(account))
  await backInSlot()
  return debit
}
