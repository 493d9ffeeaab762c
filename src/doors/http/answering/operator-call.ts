import type { Account } from '../../../guard/access/access.ts'
import { requireOperator } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import { Content } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere, type OperatorChange, operatorOf } from '../routes/operator-gate.ts'
import { admit, enter } from './admit.ts'
import { pairsIn } from './kept.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'

/** The maximum size of a change: all limits of a key at their maximum size. */
const BODY_BYTES_MAX = 64 * 1024

/** Operators' pages must not be cached. */
const NEVER_KEPT = 'no-store'

/**
 * Answers a request for an operators' page, free of charge. A request from another machine needs a key, counts against
 * its rate limit and is logged.
 */
export async function answerOperator(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  const { operators } = service.backend
  if (operators === undefined) throw unknown(call)
  const isChange = call.method === 'POST'
  if (!(operators.openHere && isAskedFromHere(call) && (!isChange || operators.changesHere()))) {
    const keyed = await admit(call, service, requestContext) // 401, 429
    const { account } = keyed
    requireOperator(account.plan) // 403
    await enter(call, service, keyed) // 429
    service.log.info(
      { requestId: call.requestId, keyId: account.keyId, path: call.path },
      isChange ? 'A key was used to change keys' : 'A key was used to request an operator page',
    )
  }
  const path = call.path ?? '' // a routed call always has a path
  const { account } = requestContext
  const change = isChange ? await changeIn(call, account) : undefined // 413, 408, 400
  const page = await operators.page(path, call.rawQuery, operatorOf(account), change)
  if (page === undefined) throw unknown(call)
  const reply = await represent(Content.jsonText(page), call, 'one call')
  return { ...reply, headers: { ...reply.headers, 'cache-control': NEVER_KEPT } }
}

/** Reads a change. A change without a body has only default values. */
async function changeIn(call: Call, account: Account | undefined): Promise<OperatorChange> {
  const body = await call.body(BODY_BYTES_MAX)
  return { body: body.length === 0 ? [] : pairsIn(body), by: nameOf(call, account) }
}

/** Returns the caller's name for the log of changes. */
function nameOf({ address }: Call, account: Account | undefined): string {
  return account === undefined ? `this machine (${address})` : `${account.keyId} (${address})`
}

function unknown({ rawPath }: Call): Fault {
  return new Fault('route.unknown', `There is no operators' page ${quote(rawPath)}. /operator lists all pages.`)
}
