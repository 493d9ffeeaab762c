import { creditsForRows } from '../../../guard/access/index.ts'
import { CommandFault, Fault } from '../../../kit/base/failure.ts'
import { parseForeignJson } from '../../../kit/base/foreign-json.ts'
import { OneByOne } from '../../../kit/base/one-by-one.ts'
import { parse } from '../../../kit/params/index.ts'
import { Content, JSON_TYPE, REVALIDATED } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { decodeQuery } from '../request/query.ts'
import type { KeptRoute } from '../routes/route.ts'
import { enter, type KeyedRequestContext } from './admit.ts'
import { chargeRows } from './payment.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'

/** The maximum size of a body. The largest valid saved search has 48 KB, if JSON escapes every character. */
const BODY_BYTES_MAX = 64 * 1024

/**
 * Answers a call about the saved searches and webhooks of a key. The call counts against the rate limit. Only rows of
 * changes cost credits.
 */
export async function answerKept(
  route: KeptRoute,
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const { account } = requestContext
  const { context, kept } = service.backend
  const asked = route.calls[call.method === 'HEAD' ? 'GET' : call.method]
  if (asked === undefined) throw new Error(`${call.method} ${route.path} has no call`)
  const handling = call.handling ?? service.handling
  const sent = asked.body === undefined ? [] : pairsIn(await call.body(BODY_BYTES_MAX)) // throws 413, 408 or 400
  const read = parse(asked.parameters, [], decodeQuery(call.rawQuery), handling) // 400
  const body = parse(asked.body ?? {}, [], sent, handling) // 400
  requestContext.leaveOut([...read.ignored, ...body.ignored])
  await enter(call, service, requestContext) // 429
  const [, , id = ''] = (call.path ?? '').split('/')
  const { clocks } = service.days
  const origin = service.originOf(call)
  const isHead = call.method === 'HEAD' && asked.rowsOf === undefined
  if (isHead && id === '') return head() // never a 404, because every key has a list
  const isList = id === '' && asked.body === undefined
  const leave = isList ? await LISTS.enter() : undefined
  try {
    const at = { account, context, clocks, origin, fingerprint: requestContext.fingerprint ?? '' }
    const answer = await stored(asked.run({ ...kept, ...at, id, args: read.args, body: body.args, handling })) // 503
    if (isHead) return head()
    const content = Content.answer(answer, [], undefined, (text) => context.catalog.seal(text))
    const rows = asked.rowsOf?.(answer) ?? 0
    const credits = rows === 0 ? 0 : creditsForRows(account.plan, rows)
    const make = async () => ({ reply: await represent(content, call, 'one call'), credits })
    const priced = { operation: route.path, credits, make, rowsMax: rows, parameter: 'resultCount' }
    return await chargeRows(priced, call, requestContext) // 402, 503
  } finally {
    leave?.()
  }
}

/** Makes one list at a time. Making a list of 1 MB takes milliseconds and delays other calls. */
const LISTS = new OneByOne()

/** Returns the reply to a HEAD request. It has no content length, because the body is not made. */
function head(): Reply {
  return { status: 200, headers: { 'content-type': JSON_TYPE, 'cache-control': REVALIDATED }, body: undefined }
}

const UNAVAILABLE = 'Saved searches and webhooks are not available right now.'

/**
 * Awaits a store operation on searches, webhooks or codes. Rejects with a Fault (status 503) if the store is not
 * available.
 */
export async function stored<T>(work: Promise<T>, unavailable = UNAVAILABLE): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    throw new Fault('server.busy', `${unavailable} Try again in a moment.`, { retryAfterS: 2 })
  }
}

/** Returns the keys of a JSON object as parameters. Values that are not strings are converted to JSON text. */
export function pairsIn(bytes: Buffer): readonly (readonly [name: string, value: string])[] {
  return Object.entries(objectIn(bytes.toString())).flatMap(([name, value]) => {
    if (value === null) return []
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const]
  })
}

function objectIn(text: string): object {
  let read: unknown
  try {
    read = parseForeignJson(text)
  } catch {} // invalid JSON is refused below
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  throw new Fault(
    'request.malformed',
    'The body must be a JSON object, nested at most 100 deep.', // not quoted, because a batch may be about people
  )
}
