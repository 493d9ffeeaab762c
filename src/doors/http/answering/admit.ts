import type { Access, Account } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { granted } from './respond.ts'
import type { Service } from './service.ts'

/** A visit with a key that was let in. */
export type KeyedVisit = Visit & { readonly access: Access; readonly account: Account }

/**
 * Lets in the first key of a call that is good: programs send placeholders beside the key that they mean. Where none
 * is good, throws what is wrong with the first that looks like a key.
 */
export async function admit(
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

/** Takes a call from the rate of its key, and a place in flight; throws a Fault of status 429. */
export async function enter(access: Access, account: Account, visit: Visit): Promise<void> {
  visit.rate = granted(await access.enter(account))
}
