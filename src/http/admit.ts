import type { Access, Account } from '../access/access.ts'
import { Fault } from '../base/failure.ts'
import type { Call } from './call.ts'
import type { Service } from './service.ts'
import type { Visit } from './visit.ts'

/**
 * Lets in the first key of a call that is good: programs send placeholders beside the key that they mean. Where none
 * is good, throws what is wrong with the first that looks like a key.
 */
export async function admit(call: Call, service: Service, access: Access, { time }: Visit): Promise<Account> {
  let refusal: Fault | undefined
  for (const key of service.keysOf(call)) {
    const found = await service.records.work.awaited(time, access.admit(key, call.loopback))
    if (!(found instanceof Fault)) {
      service.payers.remember(key, found.keyId)
      return found
    }
    if (refusal === undefined || (refusal.code === 'key.malformed' && found.code !== refusal.code)) refusal = found
  }
  throw refusal ?? service.keyMissing()
}
