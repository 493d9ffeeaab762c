import type { Access } from '../../../guard/access/access.ts'
import { DEMO_KEY } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere } from './operator-gate.ts'

/**
 * Returns the demo key if it works for this caller, otherwise null. It works only on this machine, with a sample,
 * without a public name and without a visible proxy. Pages of other sites never get it.
 */
export async function demoKeyFor(call: Call, access: Access): Promise<string | null> {
  return (await access.admit(DEMO_KEY, isAskedFromHere(call))) instanceof Fault ? null : DEMO_KEY
}
