import { requireOperator } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import { Content } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Visit } from '../records/visit.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere, operatorOf } from '../routes/operator-gate.ts'
import { admit, enter } from './admit.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'

/** Answers to operators belong in no cache. */
const NEVER_KEPT = 'no-store'

/**
 * Answers operators, free of charge. A key is asked for only where the call alone does not do: then it goes through
 * the checks and the rate of every call with a key, and the log tells of it.
 */
export async function answerOperator(call: Call, service: Service, visit: Visit): Promise<Reply> {
  const { operators } = service.backend // 503 until the catalogue is open
  if (operators === undefined) throw unknown(call)
  if (!(operators.openHere && isAskedFromHere(call))) {
    const keyed = await admit(call, service, visit) // 401, 429
    const { account } = keyed
    requireOperator(account.plan) // 403
    await enter(call, service, keyed) // 429
    service.log.info({ requestId: call.requestId, keyId: account.keyId, path: call.path }, 'A page for operators')
  }
  const path = call.path ?? '' // it has a route
  const page = await operators.page(path, call.rawQuery, operatorOf(visit.account))
  if (page === undefined) throw unknown(call)
  const reply = await represent(Content.jsonText(page), call, 'one call')
  return { ...reply, headers: { ...reply.headers, 'cache-control': NEVER_KEPT } }
}

function unknown({ rawPath }: Call): Fault {
  return new Fault('route.unknown', `Operators have no page ${quote(rawPath)}: /operator lists those that exist.`)
}
