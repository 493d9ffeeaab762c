import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../../kit/base/failure.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { parse, quote } from '../../../kit/params/index.ts'
import { BATCH_BODY } from '../../openapi/index.ts'
import { JSON_TYPE } from '../content/content.ts'
import { chooseEncoding, streamEncoder } from '../content/encoding.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import type { KeyedRequestContext } from './admit.ts'
import { type Dispatch, type OperationRequest, type Outer, runInside, textOf } from './inside.ts'
import { pairsIn } from './kept.ts'
import type { Service } from './service.ts'

/** The maximum size of a batch: 1,000 items of 500 characters. */
const BODY_BYTES_MAX = 512 * 1024

const LINES_TYPE = 'application/x-ndjson; charset=utf-8'

/** An item as it was sent: an id, an address or a URL as text, or the parameters of a call. */
type Item = string | Readonly<Record<string, string>>

/**
 * Answers a batch: one line per item, in the order of the items, each answered and charged as a call of its own. A line
 * is sent as soon as it is ready. If the key's rate limit is reached, the next item waits.
 */
export async function answerBatch(
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
  dispatch: Dispatch,
): Promise<Reply> {
  const body = pairsIn(await call.body(BODY_BYTES_MAX)) // 413, 408, 400
  const { args } = parse(BATCH_BODY, [], body, 'strict') // 400
  const { path, parameters = {} } = args
  const calls = args.items.map((item) => batchedCall(path, item, parameters))
  requireAnswerable(calls, path, service)
  service.whenOver(call, service.streams.enter(requestContext.account.keyId)) // 429, 503
  const isJson = /^\s*application\/json/i.test(call.headers.accept ?? '')
  const type = isJson ? JSON_TYPE : LINES_TYPE
  const encoding = chooseEncoding(call.headers['accept-encoding']?.toString(), type, Number.POSITIVE_INFINITY)
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    ...(encoding && { 'content-encoding': encoding }),
  }
  const outer = { call, service, outer: requestContext, dispatch }
  const stream = async (response: ServerResponse) => {
    const lines = Readable.from(sent(answers(calls, outer, isJson), outer, response))
    const encoders = encoding === undefined ? [] : [streamEncoder(encoding)]
    await pipeline([lines, ...encoders, response]).catch(() => response.destroy()) // the client has disconnected
  }
  return { status: 200, headers, body: undefined, stream }
}

interface BatchedCall {
  readonly item: Item
  readonly request: OperationRequest
  /** The parameter in which a text is sent; undefined if the item is an object. */
  readonly parameter?: string
}

/** Throws a Fault if a batch may not call the path, or if the operation has no parameter for a text. */
function requireAnswerable(calls: readonly BatchedCall[], path: string, service: Service): void {
  if (service.parametersInBatch(path) === undefined) {
    throw new Fault(
      'route.unknown',
      `A batch cannot call ${quote(path)}: path must be an operation such as /pro/byzpid or /pricehistory.`,
    )
  }
  const isKnown = ({ request, parameter }: BatchedCall) =>
    parameter === undefined || Object.hasOwn(service.parametersInBatch(request.path) ?? {}, parameter)
  if (calls.every(isKnown)) return
  throw new Fault(
    'request.malformed',
    `${path} does not find a home by its id, URL or address: send each item as an object with the parameters of a call.`,
  )
}

/** Returns the call that answers an item. A text is sent in the parameter for its kind: id, URL or address. */
function batchedCall(path: string, item: Item, shared: Readonly<Record<string, string>>): BatchedCall {
  if (typeof item !== 'string') return { item, request: { path, query: { ...shared, ...item } } }
  const kind = /^\d+$/.test(item) ? 'byzpid' : /^https?:\/\//i.test(item) ? 'byurl' : 'byaddress'
  const own = path.replace(/by(zpid|url|address)$/, kind)
  const isFamily = /\/by(zpid|url|address)$/.test(path)
  const parameter = isFamily ? FAMILY_PARAMETERS[kind] : kind
  return { item, request: { path: own, query: { ...shared, [parameter]: item } }, parameter }
}

/**
 * The parameters of `/byzpid`, `/byurl`, `/byaddress` and of `/pro/…`. In other operations, the parameter is called
 * `byzpid`, `byurl` or `byaddress`.
 */
const FAMILY_PARAMETERS = { byzpid: 'zpid', byurl: 'url', byaddress: 'propertyaddress' } as const

async function* answers(calls: readonly BatchedCall[], outer: Outer, isJson: boolean): AsyncGenerator<string> {
  let [credits, answered] = [0, 0]
  if (isJson) yield '{"results":[\n'
  for (const [index, { item, request }] of calls.entries()) {
    if (outer.call.gone) return
    await nextSlot()
    const line = await lineOf(request, outer)
    credits += line.credits
    if (line.status === 200) answered += 1
    const head = JSON.stringify({ index, item, status: line.status, credits: line.credits })
    yield `${isJson && index > 0 ? ',' : ''}${head.slice(0, -1)},"${line.status === 200 ? 'answer' : 'problem'}":${line.body}}\n`
  }
  if (isJson) yield `],"answered":${answered},"credits":${credits}}\n`
}

/** Runs a call. If the key's rate limit is reached, waits and tries again. */
async function lineOf(request: OperationRequest, outer: Outer) {
  for (let attempt = 1; ; attempt++) {
    const { waitS, ...line } = await runInside(outer, request, (reply, credits) => {
      const mayWait = (reply.status === 429 || reply.status === 503) && attempt < ATTEMPTS_MAX
      const retryAfterS = mayWait ? Number(reply.headers['retry-after'] ?? 0) : 0
      return { status: reply.status, credits, body: textOf(reply).trimEnd() || 'null', waitS: retryAfterS }
    })
    if (waitS === 0 || outer.call.gone) return line
    await sleep(waitS * 1000)
  }
}

/** Maximum number of attempts for an item after a 429 or 503. */
const ATTEMPTS_MAX = 20

/** Yields the lines, and disconnects a client that does not read them in time. */
async function* sent(lines: AsyncIterable<string>, { service }: Outer, response: ServerResponse) {
  for await (const line of lines) {
    const over = response.socket === null ? undefined : service.connections.send(response.socket, line)
    yield line
    over?.()
  }
}
