import { Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import { type Content, ContentRange, matches, REVALIDATED } from '../content/content.ts'
import type { Cors, Headers } from '../content/cors.ts'
import { chooseEncoding, type Lifetime } from '../content/encoding.ts'
import { faultHeaders, faultOf } from '../content/failure.ts'
import { refusalContent, refusalHeaders } from '../content/refusals.ts'
import type { Reply } from '../content/reply.ts'
import { addContextHeaders, type RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { type Protocol, protocolOf } from '../request/protocol.ts'
import { CONSOLE_PATH } from '../routes/console.ts'
import { methodsOf } from '../routes/route.ts'

/** Encodes content for the caller: a 200, a 206 for a range, or a 304 if the caller already has the content. */
export async function represent(whole: Content, call: Call, lifetime: Lifetime = 'many calls'): Promise<Reply> {
  await backInSlot()
  const content = call.isPretty ? whole.indented() : whole
  const { headers: asked } = call
  const encoding = chooseEncoding(asked['accept-encoding']?.toString(), content.type, content.leastBytes)
  const etag = content.etag(encoding)
  const headers: Headers = { etag, 'cache-control': content.cacheControl, ...content.headers }
  const { release } = content
  if (matches(asked['if-none-match'], etag)) return { status: 304, headers, body: undefined, release }
  headers['content-type'] = content.type
  if (content instanceof ContentRange) {
    headers['content-range'] = content.range
    return { status: 206, headers: sized(headers, content.sizeBytes), body: content.body, release }
  }
  if (encoding === undefined)
    return { status: 200, headers: sized(headers, content.sizeBytes), body: content.body, release }
  headers['content-encoding'] = encoding
  const body = await content.encoded(encoding, lifetime)
  release()
  return { status: 200, headers: sized(headers, body.length), body }
}

/** The parts of the service that replies need. */
interface Answering {
  readonly log: Log
  readonly cors: Cors
  /** Returns the origin in the address that the caller used. */
  originOf(call: Call): string
}

/** Returns the 304 for a caller that already has the answer. */
export function notModified(etag: string): Reply {
  return { status: 304, headers: { etag, 'cache-control': REVALIDATED }, body: undefined }
}

/** Turns an error into a refusal in the format of the call's protocol. */
export function refuse(error: unknown, call: Call, service: Answering): Reply {
  const fault = faultOf(error, call, service.log)
  const protocol = protocolOf(call)
  const content = refusalContent(fault, call.requestId, protocol)
  const { type, body, sizeBytes, cacheControl } = call.isPretty ? content.indented() : content
  const headers = {
    ...faultHeaders(fault),
    ...refusalHeaders(fault, protocol, service.originOf(call)),
    'content-type': type,
    'cache-control': cacheControl,
  }
  return { status: fault.status, headers: sized(headers, sizeBytes), body, code: fault.code }
}

function sized(headers: Headers, sizeBytes: number): Headers {
  headers['content-length'] = String(sizeBytes)
  return headers
}

/** Returns the answer to OPTIONS, which lists the methods of the path. */
export function preflight(call: Call, service: Answering, requestContext: RequestContext): Reply {
  const methods = methodsOf(requestContext.route)
  const headers: Headers = { allow: methods }
  if (!isForOwnOrigin(requestContext))
    service.cors.preflight(call.headers.origin, call.headers['access-control-request-headers'], headers, methods)
  return { status: 204, headers, body: undefined }
}

const VARY = 'accept-encoding, origin, prefer'
const VARY_PREFLIGHT = `${VARY}, access-control-request-headers`
const VARY_ODATA = `${VARY}, accept, odata-maxversion`

/** Adds the headers that every answer has, and those for a valid key. */
export async function complete(
  reply: Reply,
  call: Call,
  requestContext: RequestContext,
  service: Answering,
): Promise<Reply> {
  addCommon(reply.headers, call)
  if (!isForOwnOrigin(requestContext)) service.cors.allow(call.headers.origin, reply.headers)
  await addContextHeaders(requestContext, reply.headers)
  return reply
}

/** Returns the complete refusal of a call that was not processed, without waiting for anything. */
export function refuseEarly(fault: Fault, call: Call, service: Answering): Reply {
  const reply = refuse(fault, call, service)
  addCommon(reply.headers, call)
  service.cors.allow(call.headers.origin, reply.headers)
  return reply
}

/** Whether only pages of this server may read the answer: the console and the operators' pages. */
function isForOwnOrigin({ route }: RequestContext): boolean {
  return route?.kind === 'operator' || route?.path === CONSOLE_PATH
}

function addCommon(headers: Headers, call: Call): void {
  headers['x-request-id'] = call.requestId
  headers['x-content-type-options'] = 'nosniff'
  const protocol = protocolOf(call)
  headers.vary = varyOf(call, protocol)
  if (protocol === 'odata') headers['odata-version'] ??= odataVersionFor(call)
}

function varyOf({ method }: Call, protocol: Protocol): string {
  if (method === 'OPTIONS') return VARY_PREFLIGHT
  return protocol === 'odata' ? VARY_ODATA : VARY
}

/** Returns 4.01 if the client accepts it, and otherwise 4.0, because older programs reject 4.01. */
function odataVersionFor({ headers }: Call): string {
  return Number(headers['odata-maxversion']) >= 4.01 ? '4.01' : '4.0'
}

/** Returns the value, or throws it if it is a Fault. */
export function granted<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value
  return value
}
