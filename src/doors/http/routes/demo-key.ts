import type { Access } from '../../../guard/access/access.ts'
import { DEMO_KEY } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere } from './operator-gate.ts'

/**
 * The demo key, for those for whom it is good, by the very rule that lets it in: no caller behind a proxy that shows
 * itself, none once the service has a public name, and none over imported data. No page of another site hears it.
 */
export async function demoKeyFor(call: Call, access: Access): Promise<string | null> {
  return (await access.admit(DEMO_KEY, isAskedFromHere(call))) instanceof Fault ? null : DEMO_KEY
}
