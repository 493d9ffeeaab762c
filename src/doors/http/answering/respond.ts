import { Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { backInSlot } from '../../../kit/base/slots.ts'
import { html, page } from '../../openapi/html.ts'
import { Content, ContentRange, matches, REVALIDATED } from '../content/content.ts'
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

/**
 * Encodes content for the client. Replies with 200, with 206 for a byte range, or with 304 if the client already has
 * the content.
 */
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

/** What replies need from the service. */
interface Answering {
  readonly log: Log
  readonly cors: Cors
  /** Returns the server's origin as the client addressed it, such as `https://api.example`. */
  originOf(call: Call): string
}

/** Returns the 304 reply for a client that already has the answer. */
export function notModified(etag: string): Reply {
  return { status: 304, headers: { etag, 'cache-control': REVALIDATED }, body: undefined }
}

/** Turns an error into a refusal in the call's protocol: problem document, OData, OAuth or MCP. */
export function refuse(error: unknown, call: Call, service: Answering): Reply {
  const fault = faultOf(error, call, service.log)
  const protocol = protocolOf(call)
  const content =
    fault.code === 'route.unknown' && isBrowser(call)
      ? Content.html(
          page(
            'Page not found',
            html`<p>${fault.message}</p><p><a href="/">Start page</a> · <a href="/docs">All operations</a></p>`,
          ),
        )
      : refusalContent(fault, call.requestId, protocol)
  const { type, body, sizeBytes, cacheControl } = call.isPretty ? content.indented() : content
  const headers = {
    ...faultHeaders(fault),
    ...refusalHeaders(fault, protocol, service.originOf(call)),
    'content-type': type,
    'cache-control': cacheControl,
  }
  return { status: fault.status, headers: sized(headers, sizeBytes), body, code: fault.code }
}

/** Whether a person opened the address in a browser, which accepts HTML first and other types after it. */
function isBrowser({ method, headers }: Call): boolean {
  return method === 'GET' && (headers.accept?.startsWith('text/html,') ?? false)
}

function sized(headers: Headers, sizeBytes: number): Headers {
  headers['content-length'] = String(sizeBytes)
  return headers
}

/** Returns the answer to an OPTIONS request. It lists the methods of the path. */
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

/** Adds the headers of every answer, and the headers about the key if it is valid. */
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

/** Returns the reply for a call that is refused before any processing. Never waits. */
export function refuseEarly(fault: Fault, call: Call, service: Answering): Reply {
  const reply = refuse(fault, call, service)
  addCommon(reply.headers, call)
  service.cors.allow(call.headers.origin, reply.headers)
  return reply
}

/** Whether only web pages of this origin may read the answer. This applies to the console and the operators' pages. */
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

/** Returns OData version 4.01 if the client accepts it. Otherwise returns 4.0, because older programs reject 4.01. */
function odataVersionFor({ headers }: Call): string {
  return Number(headers['odata-maxversion']) >= 4.01 ? '4.01' : '4.0'
}

/** Returns the value, or throws it if it is a Fault. */
export function granted<T>(value: T | Fault): T {
  if (value instanceof Fault) throw value
  return value
}
