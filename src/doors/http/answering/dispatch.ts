import type { Account } from '../../../guard/access/access.ts'
import { requireOpen } from '../../../guard/access/index.ts'
import type { Audit } from '../../../guard/privacy/privacy.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Headers } from '../content/cors.ts'
import type { Reply } from '../content/reply.ts'
import { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { AUTHORIZE_PATH, REGISTER_PATH } from '../request/protocol.ts'
import { type KeyedRoute, methodsOf, type Route } from '../routes/route.ts'
import { admit, enter, type KeyedRequestContext } from './admit.ts'
import { answerAgent, checkOrigin } from './agents.ts'
import { tagHad } from './answers.ts'
import { answerAuthorize } from './authorize.ts'
import { answerBatch } from './batch.ts'
import { answerFeed } from './feed.ts'
import { answerFollower } from './following.ts'
import { answerKept } from './kept.ts'
import { answerOData } from './odata.ts'
import { answerOperator } from './operator-call.ts'
import { answerDebited } from './payment.ts'
import { prepare } from './prepared.ts'
import { answerRegister } from './register.ts'
import { complete, notModified, preflight, refuse, represent } from './respond.ts'
import type { Service } from './service.ts'
import { answerTiles } from './tiles.ts'
import { answerToken } from './token.ts'

/** Answers a call. Turns every error into a refusal that the client can read. */
export async function dispatch(call: Call, service: Service, requestContext = new RequestContext()): Promise<Reply> {
  const reply = await live(call, service, requestContext).catch(async (error: unknown) =>
    refuse(await counted(error, call, requestContext, service), call, service),
  )
  return complete(reply, call, requestContext, service)
}

/**
 * The request lifecycle. A Fault in any step refuses the call.
 *
 * A client that already has the answer gets a free 304 before the operation runs. Otherwise a 200 is charged.
 */
async function live(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  call.refuseMalformed() // 400, 414
  const route = service.routeOf(call) // 404
  if (route === undefined) return preflight(call, service, requestContext) // lets web pages read the 404 that the actual call gets
  requestContext.route = route
  checkMethod(call.method, methodsOf(route)) // 405
  if (!route.path.startsWith('/health/')) service.connections.requireRoom() // 503
  if (call.method === 'OPTIONS') return preflight(call, service, requestContext)
  if (route.kind === 'open') return represent(await route.content(call), call)
  if (route.kind === 'operator') return answerOperator(call, service, requestContext)
  if (route.kind === 'oauth') return answerOAuth(call, service, requestContext)
  if (route.kind === 'feed') return answerFeed(call, service, requestContext)

  if (route.kind === 'agents') checkOrigin(call, service) // 403
  addData(route, call, service, requestContext.headers)
  const keyed = await admit(call, service, requestContext) // 401, 429
  if (route.kind === 'keyed')
    return route.follows ? answerFollower(route, call, service, keyed) : answerOperation(route, call, service, keyed)
  if (route.kind === 'kept') return answerKept(route, call, service, keyed)
  if (route.kind === 'agents') return answerAgent(call, service, keyed, dispatch)
  if (route.kind === 'batch') return answerBatch(call, service, keyed, dispatch)
  return route.kind === 'odata' ? answerOData(call, service, keyed) : answerTiles(call, service, keyed)
}

/** Answers an OAuth 2.0 call: authorize, register or token. */
async function answerOAuth(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  if (call.path === AUTHORIZE_PATH) return answerAuthorize(call, service, requestContext)
  return call.path === REGISTER_PATH ? answerRegister(call, service) : answerToken(call, service, requestContext)
}

/** Answers a call of an operation with a valid key. */
async function answerOperation(
  route: KeyedRoute,
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const { account } = requestContext
  const handling = call.handling ?? service.handling
  const { area, credits, path: operation } = route
  const mayBeKept = !route.skip && route.subject === undefined // answers about people are never cached
  const tagged = area && service.answers.tagged(`${handling} ${seenBy(requestContext)}${call.asked}`, mayBeKept) // answers of operations without an area depend on the account
  const { ignored, subject, reply } = prepare(route, call, tagged, handling, requestContext, service) // 400
  requestContext.leaveOut(ignored)
  if (area !== undefined) requireOpen(account, area, route.skip) // 403
  const had = tagged && tagHad(tagged, call)
  const isFree = had !== undefined || credits === 0
  const { idempotencyKey } = call
  const price = isFree ? undefined : { operation, credits, idempotencyKey }
  const debit = await enter(call, service, requestContext, price) // throws 402, 429 or 503
  const make = async () => {
    if (subject !== undefined) await writeDown(service.backend.audit, account, operation, subject, call, requestContext) // 503
    return { reply: had === undefined ? await reply() : notModified(had), credits } // 304
  }
  return debit === undefined ? (await make()).reply : answerDebited(debit, make, call, requestContext)
}

/** Returns the caller's home limit as text for cache keys, because answers depend on it. Empty without a limit. */
function seenBy({ seen }: RequestContext): string {
  return seen === undefined ? '' : `${JSON.stringify(seen)} `
}

/** Adds the response headers about the data, such as its version. */
function addData(route: Route, call: Call, { backend, days }: Service, headers: Headers): void {
  headers['x-data-version'] = backend.context.catalog.about().dataVersion
  const today = route.kind === 'keyed' ? days.otherDay(route) : undefined
  if (today !== undefined) headers['x-data-today'] = today
  if (call.handling && route.kind !== 'odata') headers['preference-applied'] = `handling=${call.handling}`
}

/**
 * Statuses of refusals that are free but reveal data. Plat limits their rate, so that nobody can probe the data for
 * free.
 */
const MISSES: ReadonlySet<number> = new Set([400, 401, 404, 405, 406, 409, 410, 413, 501])

/**
 * Counts a refused call for its key, or for its address if the key is invalid. Returns a 429 after too many refusals.
 */
async function counted(
  error: unknown,
  call: Call,
  { access, account }: RequestContext,
  service: Service,
): Promise<unknown> {
  if (!(error instanceof Fault) || !MISSES.has(error.status)) return error
  if (access === undefined || account === undefined) {
    return error.code === 'media.unknown' ? error : (service.refuseAnonymous(call) ?? error) // already counted
  }
  return (await access.miss(account)) ?? error
}

/**
 * Records a call about people in the audit log. Refuses the call if this fails; the audit log itself logs the reason.
 */
async function writeDown(
  audit: Audit,
  { keyId, label }: Account,
  operation: string,
  subject: string,
  { requestId }: Call,
  requestContext: RequestContext,
): Promise<void> {
  try {
    requestContext.isReportedElsewhere = await audit.record({ keyId, label, operation, subject, requestId })
  } catch {
    requestContext.isReportedElsewhere = true
    throw new Fault(
      'server.busy',
      'The audit log cannot be written now, so calls about people are not answered. Try again in a few seconds.',
      {
        retryAfterS: 5,
      },
    )
  }
}

function checkMethod(method: string, methods: string): void {
  if (methods.split(', ').includes(method)) return
  throw new Fault('method.unsupported', `${method} does not work here. Allowed: ${methods}.`, { allow: methods })
}
