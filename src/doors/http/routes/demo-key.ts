import type { Access } from '../../../guard/access/access.ts'
import { DEMO_KEY } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere } from './operator-gate.ts'

/**
 * Returns the demo key if it works for this client, otherwise null. It works on this machine with a sample, unless a
 * public name is set or a proxy is detected. Web pages of other sites never get it.
 */
export async function demoKeyFor(call: Call, access: Access): Promise<string | null> {
  return (await access.admit(DEMO_KEY, isAskedFromHere(call))) instanceof Fault ? null : DEMO_KEY
}
