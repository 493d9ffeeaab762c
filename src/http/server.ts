import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Area } from '../operations/operation.ts'
import { Call, HEAD_BYTES_MAX } from './call.ts'
import { faultOfParser, type ParserError, writeFault } from './client-error.ts'
import { dispatch } from './dispatch.ts'
import { percentEncoded, Reread } from './raw-bytes.ts'
import type { Service } from './service.ts'

/**
 * Node gives up here without telling well what was too long. Requests up to twice the size that is allowed are read whole,
 * so that call.ts can say whether it was the request line or the headers.
 */
const PARSED_BYTES_MAX = 2 * HEAD_BYTES_MAX
const HEADERS_MS_MAX = 15_000
const REQUEST_MS_MAX = 30_000

/** Which area a request is for, by its Host header. */
export type AreaOf = (host: string | undefined) => Area

/**
 * One server for one port. Fastify does the listening, the closing and the injecting; routes, queries and errors are
 * ours, so every request ends in the one handler, whatever its path, method and body.
 */
export function buildServer(service: Service, areaOf: AreaOf): FastifyInstance {
  const server = fastify({
    rewriteUrl: () => '/',
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: 60_000,
    requestTimeout: REQUEST_MS_MAX,
    http: { maxHeaderSize: PARSED_BYTES_MAX, headersTimeout: HEADERS_MS_MAX, requireHostHeader: false },
    routerOptions: { querystringParser: () => ({}) },
    // Fastify's types tell of the error as it looks once it is JSON
    clientErrorHandler: (error, socket) => answerParser(server, service, error as unknown as ParserError, socket),
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null)) // bodies are left to Node to throw away
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    void answer(service, areaOf(request.headers.host), request.raw, reply.raw, request.originalUrl)
  }
  server.all('/', handler)
  server.setNotFoundHandler(handler) // methods that Fastify does not know
  return server
}

async function answer(
  service: Service,
  area: Area,
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
): Promise<void> {
  const call = new Call(request, response, target, area, service.makeRequestId)
  try {
    const { status, headers, body, release } = await dispatch(call, service)
    response.writeHead(status, headers)
    if (release) response.once('finish', release)
    response.end(call.method === 'HEAD' ? undefined : body)
  } catch (error) {
    service.log.error({ requestId: call.requestId, path: call.path, err: error }, 'An answer could not be written')
    response.destroy()
  }
}

/** Sockets whose request is refused or read once more: what their parser still has to say is of no interest. */
const settled = new WeakSet<Socket>()

function answerParser(server: FastifyInstance, service: Service, error: ParserError, socket: Socket): void {
  if (settled.has(socket)) return
  const fault = faultOfParser(error)
  if (fault === undefined || !socket.writable) {
    socket.destroy()
    return
  }
  const encoded = error.code === 'HPE_INVALID_URL' && error.rawPacket ? percentEncoded(error.rawPacket) : undefined
  if (encoded !== undefined) {
    settled.add(socket)
    server.server.emit('connection', new Reread(socket, encoded))
    return
  }
  settled.add(socket)
  writeFault(fault, socket, service.makeRequestId())
}
