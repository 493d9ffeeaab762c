import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import { lineToStarter } from '../../../kit/threads/thread.ts'
import { faultHeaders, problemContent } from '../content/failure.ts'
import { SharedReadiness, unreadiness } from '../counting/readiness.ts'

/** Where the thread listens. `port` is 0 for a free one. */
export interface OperatorPlace {
  readonly host: string
  readonly port: number
  /** Public names of the service, in lower case. */
  readonly names: readonly string[]
}

/** A page as the main thread makes it. */
export interface OperatorText {
  readonly contentType: string
  readonly text: string
}

/** Monitoring keeps a few connections, and nobody else shall come. */
const CONNECTIONS_MAX = 100
const REQUEST_MS_MAX = 5000

/** How long a page of the main thread is waited for. */
const PAGE_MS_MAX = 5000

const READS = 'GET, HEAD'
const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers operators: health at once, from memory that the main thread keeps up to date, every other page as soon as
 * the main thread has made it. The main thread says where to listen.
 */
export function serveOperators(memory: SharedArrayBuffer): void {
  const readiness = new SharedReadiness(memory)
  const main = lineToStarter<string>((place: OperatorPlace) => open(place))
  const server = createServer({ headersTimeout: REQUEST_MS_MAX, requestTimeout: REQUEST_MS_MAX })
  server.maxConnections = CONNECTIONS_MAX
  let requests = 0
  server.on('request', (request, response) => {
    requests += 1
    void answer(request, response, `operator-${requests}`)
  })

  let names: readonly string[] = []
  const open = (place: OperatorPlace): Promise<number | string> => {
    names = [place.host.toLowerCase(), ...place.names]
    return listening(server, place)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    const { method = 'GET', url = '/' } = request
    const path = url.split('?', 1)[0] ?? url
    const refusal = hostRefusal(request.headers.host, names)
    const made = refusal ?? (await page(method, path).catch(faultOf))
    const { status, headers, body } = made instanceof Fault ? refused(made, requestId) : made
    response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    response.end(method === 'HEAD' ? undefined : body)
  }

  const page = async (method: string, path: string): Promise<OperatorReply> => {
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Fault('method.unsupported', `${method} does not work here: accepted are ${READS}.`, { allow: READS })
    }
    if (path === '/health/live') return told(JSON_TYPE, '{"status":"live"}')
    if (path === '/health/ready') {
      const refusal = unreadiness(readiness.now, readiness.openedPercent)
      if (refusal !== undefined) throw refusal
      return told(JSON_TYPE, '{"status":"ready"}')
    }
    // The answers to these questions are made by operators.ts
    const text = (await inTime(main.ask(path))) as OperatorText | undefined
    if (text === undefined) throw new Fault('route.unknown', `Operators have no page "${path}".`)
    return told(text.contentType, text.text)
  }
}

/**
 * A page in a browser of this network could have its own name lead here. It cannot have an address, nor a name without a
 * full stop, such as those of containers. Programs that send no Host are no browsers.
 */
function hostRefusal(given: string | undefined, names: readonly string[]): Fault | undefined {
  if (given === undefined) return undefined
  const [, name = ''] = /^(.*?)(?::\d{1,5})?$/.exec(given.toLowerCase()) ?? []
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (isAddress || /^[a-z0-9_-]+$/.test(name) || names.includes(name)) return undefined
  const allowed = 'an address, a name without a full stop, or a name of --host-a, --host-b or --host-c'
  return new Fault('host.refused', `Host must be ${allowed}; you sent ${quote(given)}.`)
}

interface OperatorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function told(contentType: string, body: string): OperatorReply {
  return { status: 200, headers: headersOf(contentType, body), body }
}

function refused(fault: Fault, requestId: string): OperatorReply {
  const { type, body } = problemContent(fault, requestId)
  const text = String(body)
  return { status: fault.status, headers: { ...faultHeaders(fault), ...headersOf(type, text) }, body: text }
}

function headersOf(contentType: string, body: string): Record<string, string> {
  return { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) }
}

/** Failures of the main thread are logged there. */
function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault('server.failed')
}

async function inTime(answer: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>()
  const refuse = () => late.reject(new Fault('server.busy', `The page took longer than ${PAGE_MS_MAX / 1000} s.`))
  const timer = setTimeout(refuse, PAGE_MS_MAX)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves with the port, or with the system's code for why it cannot be had: on its way an error loses its code. */
function listening(server: Server, { host, port }: OperatorPlace): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const begun = () => {
    server.off('error', refuse)
    resolve((server.address() as AddressInfo).port) // it listens on TCP
  }
  const refuse = (error: NodeJS.ErrnoException) => {
    server.off('listening', begun)
    resolve(error.code ?? String(error))
  }
  server.once('error', refuse).once('listening', begun).listen({ host, port })
  return promise
}
