import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fault } from '../../../kit/base/failure.ts'
import { inPlace } from '../../../kit/base/slots.ts'
import { dispatch } from '../answering/dispatch.ts'
import { refuseEarly } from '../answering/respond.ts'
import type { Service } from '../answering/service.ts'
import { faultOfParser, type ParserError, writeFault } from '../content/client-error.ts'
import type { Reply } from '../content/reply.ts'
import type { CallPlace } from '../load/call-queue.ts'
import type { Turns } from '../load/turns.ts'
import { operationOf, RequestContext } from '../records/request-context.ts'
import { Call, HEAD_BYTES_MAX } from '../request/call.ts'

/**
 * The maximum size of request headers for Node's parser. It is larger than Plat's own limit, so that call.ts can report
 * whether the request line or the headers were too long. Unfinished requests on all connections can take up to 256 MB.
 */
const PARSED_BYTES_MAX = HEAD_BYTES_MAX + 48 * 1024
const HEADERS_MS_MAX = 15_000
const REQUEST_MS_MAX = 30_000

/** How often Node checks for late requests, in milliseconds. A request may exceed its time limit by this much. */
const LATE_LOOK_MS = 1000
const KEEP_ALIVE_MS = 60_000

type ServeConnection = (this: Server, socket: Duplex) => void

/** Makes the server for one port. */
export function buildServer(service: Service): Server {
  const { connections } = service
  const server = createServer({
    maxHeaderSize: PARSED_BYTES_MAX,
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: LATE_LOOK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false, // call.ts checks the Host
  })
  const serveConnection = server.listeners('connection')[0] as ServeConnection // Node has added exactly one listener
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (connections.admit(socket, service.makeRequestId)) serveConnection.call(server, socket)
    else service.records.counts.turnedAway.inc()
  })
  /** The last request of each connection. The parser may still be reading its body. */
  const received = new WeakMap<Duplex, Received>()
  server.on('request', (request, response) => {
    const cameMs = performance.now()
    const turns = connections.turnsOf(request.socket)
    const last: Received = { request, call: undefined, fault: undefined }
    received.set(request.socket, last)
    turns.take(() => {
      const call = new Call(request, response, request.url ?? '/', service.makeRequestId)
      last.call = call
      if (last.fault !== undefined) call.cutBody(last.fault)
      service.whenOver(call, () => turns.next())
      const served = { call, cameMs, service, request, response, turns }
      if (HEALTH.has(call.path)) void answer(served, performance.now())
      else {
        const run = (place: CallPlace, nowMs: number) => void inPlace(place, () => answer(served, nowMs, place))
        service.queue.add(service.queueKeyOf(call), { run, refuse: () => shed(served) })
      }
    })
  })
  server.on('clientError', (error: ParserError, socket: Socket) => {
    answerParser(service, error, socket, received.get(socket))
  })
  return server
}

interface Received {
  readonly request: IncomingMessage
  /** Undefined while earlier requests on the connection are unanswered. */
  call: Call | undefined
  /** Why the rest of the body cannot be read. */
  fault: Fault | undefined
}

interface Served {
  readonly call: Call
  /** When the request arrived. */
  readonly cameMs: number
  readonly service: Service
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly turns: Turns
}

/** Paths whose calls bypass the queue. */
const HEALTH: ReadonlySet<string | undefined> = new Set(['/health/live', '/health/ready'])

/** Answers a call. `place`: its place in the queue. Health checks bypass the queue and have no place. */
async function answer(served: Served, nowMs: number, place?: CallPlace): Promise<void> {
  const { call, cameMs, service } = served
  const { connections, records } = service
  const time = records.begin(cameMs, nowMs)
  if (call.gone) {
    place?.end()
    records.left(time)
    return // the client disconnected while the call was in the queue
  }
  connections.begin()
  try {
    const requestContext = new RequestContext()
    const reply = await dispatch(call, service, requestContext)
    if (reply.release) service.whenOver(call, reply.release)
    records.ended(call, time, requestContext, reply)
    if (!call.gone) write(reply, served)
    const workedMs = place?.workedMs ?? 0
    records.counts.worked.inc({ operation: operationOf(requestContext.route) }, workedMs / 1000)
    records.over(call, time, requestContext, reply, workedMs)
  } catch (error) {
    giveUp(served, error)
  } finally {
    place?.end()
    connections.finish()
  }
}

/** Refuses a call that was in the queue for too long. */
function shed(served: Served): void {
  const { call, cameMs, service } = served
  const { records } = service
  const nowMs = performance.now()
  const time = { cameMs, begunMs: nowMs }
  if (call.gone) {
    records.left(time)
    return
  }
  try {
    const reply = refuseEarly(OVERLOAD, call, service)
    records.counts.shed.inc()
    records.ended(call, time, SHED, reply)
    write(reply, served)
    records.over(call, time, SHED, reply, 0)
  } catch (error) {
    giveUp(served, error)
  }
}

const SHED: RequestContext = Object.freeze(Object.assign(new RequestContext(), { isReportedElsewhere: true }))

function giveUp({ call, service, response }: Served, error: unknown): void {
  service.log.error({ requestId: call.requestId, path: call.path, err: error }, 'An answer could not be written')
  response.destroy()
}

const OVERLOAD = new Fault(
  'server.busy',
  'The service is overloaded. This call was not processed and is free. Try again in a second.',
  { retryAfterS: 1 },
)

function write({ status, headers, body, stream }: Reply, served: Served): void {
  const { call, service, request, response, turns } = served
  if ((service.closing && turns.isLast) || call.isCut) headers.connection = 'close' // waiting requests of the connection are answered first
  response.writeHead(status, headers)
  if (stream !== undefined && call.method !== 'HEAD') {
    response.flushHeaders()
    stream(response).catch((error: unknown) => giveUp(served, error))
    return
  }
  response.end(call.method === 'HEAD' ? undefined : body)
  const over = service.connections.send(request.socket, body)
  if (over !== undefined) service.whenOver(call, over)
}

/**
 * Refuses a request that could not be parsed, once earlier requests on the connection are answered. If the error is in
 * the body of a running call, refuses that call.
 */
function answerParser(service: Service, error: ParserError, socket: Socket, last: Received | undefined): void {
  const turns = service.connections.turnsOf(socket)
  if (turns.hasEnded) return // ignores further parser errors
  const fault = faultOfParser(error)
  if (fault === undefined || !socket.writable) {
    socket.destroy()
    return
  }
  if (last?.request.complete === false) {
    last.fault = fault
    last.call?.cutBody(fault)
  }
  turns.takeLast(() => {
    if (last?.call?.isCut) socket.end()
    else {
      service.records.counts.refusals.inc({ code: fault.code })
      writeFault(fault, socket, service.makeRequestId())
    }
  })
}
