import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { programVersion } from '../../../kit/base/program.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { ICON, ICON_PATH, ICON_TYPE } from '../../openapi/icon.ts'
import { faultHeaders, problemContent } from '../content/failure.ts'
import { type Readiness, unreadiness } from '../counting/readiness.ts'
import { baseAddress, isTaken, listenAt, listenSentence, portOf } from './ports.ts'

/** The default port. If --port or another program uses it, Plat chooses another port. */
const USUAL_PORT = 8083

/** The maximum number of connections. Monitoring needs only a few. */
const CONNECTIONS_MAX = 100
const REQUEST_MS_MAX = 5000

const READS = 'GET, HEAD'
const JSON_TYPE = 'application/json; charset=utf-8'
const LIVE = JSON.stringify({ status: 'live', version: programVersion() })

const NAMES = { host: 'operatorHost', port: 'operatorPort' } as const

type OperatorSettings = Pick<Settings, 'operatorHost' | 'operatorPort' | 'port'> & Partial<Pick<Settings, 'publicName'>>

/** A page whose content is made for each request. */
interface Page {
  readonly contentType: string
  readonly make: () => string | Promise<string>
}

interface OperatorReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The HTTP server for operators, on a separate port in the main thread. It reports health from the start of the
 * program, even if all workers are busy. Other modules add pages.
 */
export class Operators {
  readonly #pages = new Map<string, Page>()
  readonly #host: string
  readonly #names: readonly string[]
  readonly #log: Log
  readonly #server: Server
  #readiness: () => Readiness = () => 'opening'
  #openedPercent = 0
  #requests = 0

  private constructor({ operatorHost, publicName = '' }: OperatorSettings, log: Log) {
    this.#host = operatorHost
    this.#names = [operatorHost, publicName].map((name) => name.toLowerCase())
    this.#log = log
    this.#server = createServer({ headersTimeout: REQUEST_MS_MAX, requestTimeout: REQUEST_MS_MAX })
    this.#server.maxConnections = CONNECTIONS_MAX
    this.#server.on('request', (request, response) => void this.#answer(request, response))
  }

  /**
   * Opens the port. Until `follow` is called, `/health/ready` reports that the catalog is being opened. Rejects with a
   * CommandFault if the port cannot be opened.
   */
  static async open(settings: OperatorSettings, log: Log): Promise<Operators> {
    const operators = new Operators(settings, log)
    const { operatorHost: host } = settings
    const ports = portsToTry(settings)
    for (const [i, port] of ports.entries()) {
      const sentence = (code: string) => listenSentence(code, host, port, NAMES)
      try {
        await listenAt(operators.#server, { host, port }, sentence)
        break
      } catch (error) {
        if (!isTaken(error) || i === ports.length - 1) throw error
      }
    }
    return operators
  }

  /** The base URL of the pages. */
  get origin(): string {
    return baseAddress(this.#host, portOf(this.#server))
  }

  /**
   * Adds or replaces the page at a path such as `/metrics`. If `make` throws a Fault, the page answers with this Fault.
   * Other errors are logged and answered with 500.
   */
  addPage(path: string, contentType: string, make: Page['make']): void {
    this.#pages.set(path, { contentType, make })
  }

  /** Makes `/health/ready` report the result of `look`. */
  follow(look: () => Readiness): void {
    this.#readiness = look
  }

  /** Sets the progress of the start that `/health/ready` reports. */
  showProgress(done: number, total: number): void {
    this.#openedPercent = total > 0 ? Math.floor((100 * done) / total) : 0
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve)
      this.#server.closeAllConnections()
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests += 1
    const requestId = `operator-${this.#requests}`
    const { method = 'GET', url = '/' } = request
    const path = url.split('?', 1)[0] ?? url
    const refusal = hostRefusal(request.headers.host, this.#names)
    const made = refusal ?? (await this.#reply(method, path).catch((error: unknown) => this.#faultOf(error, path)))
    const { status, headers, body } = made instanceof Fault ? refused(made, requestId) : made
    response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    response.end(method === 'HEAD' ? undefined : body)
  }

  async #reply(method: string, path: string): Promise<OperatorReply> {
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Fault('method.unsupported', `${method} does not work here. Allowed: ${READS}.`, { allow: READS })
    }
    if (path === ICON_PATH) return pageReply(ICON_TYPE, ICON)
    if (path === '/health/live') return pageReply(JSON_TYPE, LIVE)
    if (path === '/health/ready') {
      const refusal = unreadiness(this.#readiness(), this.#openedPercent)
      if (refusal !== undefined) throw refusal
      return pageReply(JSON_TYPE, '{"status":"ready"}')
    }
    const page = this.#pages.get(path)
    if (page === undefined) throw new Fault('route.unknown', `There is no operators' page "${path}".`)
    return pageReply(page.contentType, await page.make())
  }

  #faultOf(error: unknown, path: string): Fault {
    if (error instanceof Fault) return error
    this.#log.error({ path, err: error }, 'An operators’ page could not be made')
    return new Fault('server.failed')
  }
}

/** Returns the ports to try. Skips the ports for calls, which open later. */
export function portsToTry({ operatorPort, port }: OperatorSettings): readonly number[] {
  if (operatorPort !== '') return [operatorPort]
  return port.includes(USUAL_PORT) ? [0] : [USUAL_PORT, 0]
}

/**
 * Refuses a Host header with a foreign domain name, because a website could point its domain at this machine (DNS
 * rebinding). Allows IP addresses, names without a dot, and `names`. Browsers always send a Host.
 */
function hostRefusal(host: string | undefined, names: readonly string[]): Fault | undefined {
  if (host === undefined) return undefined
  const [, name = ''] = /^(.*?)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (isAddress || /^[a-z0-9_-]+$/.test(name) || (name !== '' && names.includes(name))) return undefined
  const allowed = 'an IP address, a name without a dot, or the name in --public-name'
  return new Fault('host.refused', `Host must be ${allowed}; you sent ${quote(host)}.`)
}

function pageReply(contentType: string, body: string): OperatorReply {
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
