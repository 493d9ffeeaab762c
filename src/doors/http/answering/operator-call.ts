import { requireOperator } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/params/index.ts'
import { Content } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { isAskedFromHere, isFromOwnPage, type OperatorChange, operatorOf } from '../routes/operator-gate.ts'
import { personIn, SIGN_IN_PATH } from '../routes/operator-session.ts'
import { admit, enter } from './admit.ts'
import { pairsIn } from './kept.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'
import { answerSignIn, isForSigningIn } from './sign-in.ts'

/** The maximum size of a change: all limits of a key at their maximum size. */
const BODY_BYTES_MAX = 64 * 1024

/** Operators' pages must not be cached. */
const NEVER_KEPT = 'no-store'

/**
 * Answers a request for an operators' page, free of charge. A request from another machine needs the session of an
 * operator, or a key and its rate limit. It is logged.
 */
export async function answerOperator(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  const { operators, identity } = service.backend
  if (operators === undefined) throw unknown(call)
  if (identity !== undefined && isForSigningIn(call)) return answerSignIn(call, service, identity)
  const isChange = call.method === 'POST'
  const person = isFromOwnPage(call, service.originOf(call)) ? personIn(call, service) : undefined
  const { requestId } = call
  if (person !== undefined) {
    const act = isChange ? 'An operator changed keys' : 'An operator requested a page'
    service.log.info({ requestId, person, path: call.path }, act)
  } else if (!(operators.openHere && isAskedFromHere(call) && (!isChange || operators.changesHere()))) {
    if (identity !== undefined && service.keysOf(call).length === 0)
      throw new Fault(
        'key.missing',
        `Sign in at ${SIGN_IN_PATH}, or send a key whose plan includes the operator pages.`,
      )
    const keyed = await admit(call, service, requestContext) // 401, 429
    const { account } = keyed
    requireOperator(account.plan) // 403
    await enter(call, service, keyed) // 429
    service.log.info(
      { requestId, keyId: account.keyId, path: call.path },
      isChange ? 'A key was used to change keys' : 'A key was used to request an operator page',
    )
  }
  const path = call.path ?? '' // a routed call always has a path
  const { account } = requestContext
  const change = isChange ? await changeIn(call, person ?? account?.keyId) : undefined // 413, 408, 400
  const page = await operators.page(path, call.rawQuery, operatorOf(account, person), change)
  if (page === undefined) throw unknown(call)
  const reply = await represent(Content.jsonText(page), call, 'one call')
  return { ...reply, headers: { ...reply.headers, 'cache-control': NEVER_KEPT } }
}

/** Reads a change. A change without a body has only default values. `by`: the operator, for the log of changes. */
async function changeIn(call: Call, by = 'this machine'): Promise<OperatorChange> {
  const body = await call.body(BODY_BYTES_MAX)
  return { body: body.length === 0 ? [] : pairsIn(body), by: `${by} (${call.address})` }
}

function unknown({ rawPath }: Call): Fault {
  return new Fault('route.unknown', `There is no operators' page ${quote(rawPath)}. /operator lists all pages.`)
}
