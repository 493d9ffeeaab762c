import { randomBytes, randomInt } from 'node:crypto'
import { Random } from '../../../kit/algorithms/random.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { keyHeadersOf } from '../../../kit/base/key-headers.ts'
import type { Log } from '../../../kit/base/log.ts'
import { readSettings, type Settings } from '../../../kit/base/settings.ts'
import { type Handling, nearestName, type Parameters, quote } from '../../../kit/params/index.ts'
import { worded } from '../../../service/operations/index.ts'
import type { Operation } from '../../../service/operations/operation.ts'
import { insteadOf } from '../../../service/operations/other-paths.ts'
import { KeptIndexes } from '../../../service/tiles/kept-indexes.ts'
import type { View } from '../../mcp/index.ts'
import { type ReadODataCall, readODataCall } from '../../odata/index.ts'
import { Cors, isPreflight } from '../content/cors.ts'
import { Counts } from '../counting/counts.ts'
import { unreadiness } from '../counting/readiness.ts'
import { AnonymousClients, networkOf } from '../load/anonymous-clients.ts'
import { CallQueue } from '../load/call-queue.ts'
import { Connections } from '../load/connections.ts'
import { makeLane, type ServiceLane } from '../load/service-lane.ts'
import { Streams } from '../load/streams.ts'
import { CallLog } from '../records/call-log.ts'
import { CallRecords } from '../records/call-records.ts'
import type { Telemetry } from '../records/telemetry.ts'
import type { Call } from '../request/call.ts'
import { basicKeyIn, keyInQuery, keysIn } from '../request/keys-in.ts'
import { addressOf, originOf } from '../request/origin.ts'
import { isForTiles, type Protocol, protocolOf } from '../request/protocol.ts'
import { AreaDays } from '../routes/area-days.ts'
import type { Backend } from '../routes/backend.ts'
import { Console, type ConsoleParts } from '../routes/console.ts'
import {
  OPERATOR_KEYS_ROUTE,
  OPERATOR_ROUTE,
  type OpenRoute,
  type Route,
  type Routes,
  type RoutesService,
  SIGN_OUT_ROUTE,
} from '../routes/route.ts'
import { mediaRoute, ODATA_ROUTE, type Pictures, routesOf } from '../routes/routes.ts'
import { Answers } from './answers.ts'

export interface ServiceParts {
  readonly operations: readonly Operation[]
  readonly pictures: Pictures
  readonly log: Log
  /** Missing settings have their default values. */
  readonly settings: Partial<Settings>
  readonly backend: Backend
  /** Without these parts, there is no console. */
  readonly console?: ConsoleParts
  /** Reads calls below `/odata`. Tests may replace it. */
  readonly readOData?: ReadODataCall
  /** The memory that all workers share. Missing if there is only one thread. */
  readonly lane?: ServiceLane
  readonly telemetry?: Telemetry
}

const BEARER = 'Authorization: Bearer'

const SEED_MAX = 2 ** 31

/** The maximum number of valid keys to remember. */
const KEYS_MAX = 20_000

/** Megabytes for indexes of map tiles. Each recently drawn search takes 22 bytes per home. */
const TILES_MB = 256

/** The HTTP service of one thread. */
export class Service implements RoutesService {
  /** Names of the headers that may contain a key, in the order in which they are read. */
  readonly keyHeaders: readonly string[]
  readonly backend: Backend
  readonly days: AreaDays
  readonly answers: Answers
  readonly tiles: KeptIndexes
  readonly cors: Cors
  readonly connections: Connections
  readonly records: CallRecords
  readonly queue: CallQueue
  /** The key ids of recently used valid keys. */
  readonly #keyIds = new Map<string, string>()
  readonly readOData: ReadODataCall
  readonly log: Log
  /** How to treat invalid and unknown parameters of calls without a Prefer header. */
  readonly handling: Handling
  readonly #routes: Routes
  readonly #media: OpenRoute
  readonly #console: Console | undefined
  readonly #idPrefix = randomBytes(6).toString('base64url')
  #calls = 0
  readonly #anonymousClients: AnonymousClients
  readonly #trustProxy: boolean
  #closing = false
  readonly #closers = new Set<() => void>()
  readonly streams = new Streams()

  constructor(parts: ServiceParts) {
    const { operations, pictures, log, backend, lane = makeLane(), console } = parts
    const settings = { ...readSettings({}), ...parts.settings }
    const shareBytes = (1024 * 1024) / lane.lanes // each thread has its own cache
    this.backend = backend
    this.days = new AreaDays(backend.context, backend.dataClocks)
    this.answers = new Answers(this.days, settings.answersMb * shareBytes)
    this.tiles = new KeptIndexes(TILES_MB * shareBytes)
    this.#anonymousClients = new AnonymousClients(backend.context.clock, settings.openPerSecond)
    this.readOData = parts.readOData ?? readODataCall
    this.keyHeaders = keyHeadersOf(settings)
    this.cors = new Cors(settings, this.keyHeaders)
    this.connections = new Connections(settings, log, lane)
    const { connections } = this
    this.queue = new CallQueue({
      now: () => performance.now(),
      connections: () => connections.seen,
      onOverload: () => connections.logOverload(),
    })
    this.log = log
    const callLog = new CallLog(log, settings, new Random(randomInt(SEED_MAX), 'access log'))
    this.records = new CallRecords(new Counts(lane.lane), callLog, parts.telemetry)
    this.handling = settings.handling
    this.#trustProxy = settings.trustProxy
    const words = { Portal: settings.portalWord, portal: settings.portalWord.toLowerCase() }
    const listed = { keyHeaders: this.keyHeaders, words }
    const own = operations.map((operation) => worded(operation, words))
    this.#routes = routesOf(own, listed, this)
    this.#console = console && new Console(console, this)
    this.#media = mediaRoute(pictures, this)
  }

  get hasConsole(): boolean {
    return this.#console !== undefined
  }

  /** The HTML view in which an agent's host program shows results. */
  get agentView(): View | undefined {
    return this.#console?.agentView
  }

  requireReady(): void {
    const isDamaged = this.backend.context.catalog.about().damage !== undefined
    const refusal = unreadiness(this.#closing ? 'closing' : isDamaged ? 'damaged' : 'ready')
    if (refusal !== undefined) throw refusal
  }

  /** Counts a call without a valid key. Returns a Fault with status 429 after too many calls from its address. */
  refuseAnonymous(call: Call): Fault | undefined {
    return this.#anonymousClients.refuse(call.address)
  }

  /** Makes all documents before the first call, because making them later would delay other calls. */
  makeDocuments(): void {
    for (const route of this.#routes.values()) if (route.kind === 'open') route.make?.()
  }

  /** Returns the server's origin as the client addressed it, such as `https://api.example`. */
  originOf(call: Call): string {
    return originOf(call, this.#trustProxy)
  }

  /** Returns the IP address of the client. */
  addressOf(call: Call): string {
    return addressOf(call, this.#trustProxy)
  }

  /** Starts the shutdown: `/health/ready` reports not ready, and connections close after their current answer. */
  beginClosing(): void {
    this.#closing = true
    for (const act of this.#closers) act()
  }

  /** Calls `act` when the shutdown starts. Returns a function that removes `act` again. */
  whenClosing(act: () => void): () => void {
    this.#closers.add(act)
    return () => this.#closers.delete(act)
  }

  get closing(): boolean {
    return this.#closing
  }

  /**
   * Returns the route of a call; undefined for a CORS preflight of an unknown path. Throws a Fault with status 404 for
   * other unknown paths.
   */
  routeOf(call: Call): Route | undefined {
    const route = this.#routeAt(call)
    if (route === undefined && !isPreflight(call)) throw this.#unknown(call)
    return route
  }

  #routeAt(call: Call): Route | undefined {
    const { path } = call
    const route = this.#console?.routeOf(call) ?? (path === undefined ? undefined : this.#routes.get(withoutId(path)))
    if (route !== undefined) return route
    if (protocolOf(call) === 'odata') return ODATA_ROUTE
    if (path?.startsWith('/media/')) return this.#media
    const above = ['/docs/', '/clients/'].find((start) => path?.startsWith(start))
    if (above !== undefined) return this.#routes.get(above)
    const pages = [OPERATOR_KEYS_ROUTE, SIGN_OUT_ROUTE, OPERATOR_ROUTE]
    return pages.find((each) => path === each.path || path?.startsWith(`${each.path}/`))
  }

  /** Returns the parameters of an operation; undefined if a batch may not call the path. */
  parametersInBatch(path: string): Parameters | undefined {
    const route = this.#routes.get(path.toLowerCase())
    return route?.kind === 'keyed' && route.area !== undefined && !route.follows ? route.parameters : undefined
  }

  /** Returns all keys that a call contains, valid or not, in the order to try them. */
  keysOf(call: Call): readonly string[] {
    const keys = keysIn(call.headers, this.keyHeaders)
    const isOData = protocolOf(call) === 'odata'
    if (!isOData && !isForTiles(call)) return keys
    const furtherKeys = [isOData ? basicKeyIn(call.headers) : undefined, keyInQuery(call.rawQuery).key].filter(
      (key) => key !== undefined,
    )
    return [...new Set([...keys, ...furtherKeys])]
  }

  /** Remembers that a key is valid, for `queueKeyOf`. */
  rememberKey(key: string, keyId: string): void {
    if (this.#keyIds.get(key) === keyId) return
    if (this.#keyIds.size >= KEYS_MAX) this.#keyIds.clear()
    this.#keyIds.set(key, keyId)
  }

  /**
   * Returns the id that the queue uses to add up a call's time: the id of its key if the key was valid before,
   * otherwise its network address. So calls with invented keys share the time of their address.
   */
  queueKeyOf(call: Call): string {
    const goodKey = this.keysOf(call).find((key) => this.#keyIds.has(key))
    return (goodKey && this.#keyIds.get(goodKey)) ?? networkOf(call.address)
  }

  /** Returns the refusal for a call without a key. It explains where to send the key. */
  keyMissing(call: Call): Fault {
    const [first, ...others] = this.keyHeaders.map((name) => (name === 'authorization' ? BEARER : name))
    const headers = `in the header ${first} (or in ${others.join(' or ')})`
    const places: Readonly<Record<Protocol, string>> = {
      plain: isForTiles(call) ? `${headers}, or in the query option access_token` : headers,
      agents: headers,
      odata: `${headers}, or as the password of Authorization: Basic, or in the query option access_token`,
      oauth: 'as client_secret in the form, or as the password of Authorization: Basic',
    }
    return new Fault(
      'key.missing',
      `The call has no API key: send one ${places[protocolOf(call)]}. If you do not have a key, ask the operator of this server, who creates keys with ./plat keys create.`,
    )
  }

  /** Returns a unique id for a request without an id. */
  readonly makeRequestId = (): string => {
    this.#calls += 1
    return `${this.#idPrefix}-${this.#calls.toString(36)}`
  }

  /** Calls `act` when the answer of a call was sent. Errors in `act` are logged, so that they cannot end the thread. */
  whenOver(call: Call, act: () => void): void {
    call.whenOver(() => this.guarded(call.requestId, act))
  }

  /** Calls `act`, and logs and counts its errors. */
  guarded(requestId: string, act: () => void): void {
    try {
      act()
    } catch (err) {
      this.records.counts.failedAfterAnswer.inc()
      this.log.error({ requestId, err }, 'Work after an answer failed because of a bug in Plat')
    }
  }

  #unknown(call: Call): Fault {
    const wanted = call.path ?? call.rawPath
    const paths = [...this.#routes.keys()]
    const ending = endingOf(wanted, paths)
    const isTypo = nearestName(wanted, paths, 1) !== undefined
    const instead = !isTypo && (ending === undefined || ending === '/byaddress') ? insteadOf(wanted) : undefined
    if (instead !== undefined)
      return new Fault('route.unknown', `There is no operation ${quote(wanted)} here: ${instead}`)
    const nearest = ending ?? nearestName(wanted, paths)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    return new Fault(
      'route.unknown',
      `There is no operation ${quote(wanted)}. /openapi.json lists all operations.${hint}`,
    )
  }
}

/** Replaces the variable parts of a path with their placeholders, such as `{id}`. */
function withoutId(path: string): string {
  return path
    .replace(/^\/(searches|webhooks)\/[^/]+/, '/$1/{id}')
    .replace(/^\/feeds\/[^/]+/, '/feeds/{secret}')
    .replace(/^\/tiles\/[^/]+$/, '/tiles/{search}')
    .replace(/^\/tiles\/[^/]+\/.*$/, '/tiles/{search}/{z}/{x}/{y}')
}

/** Returns the longest known path at the end of the given path, such as `/property` for `/v2/property`. */
function endingOf(given: string, paths: readonly string[]): string | undefined {
  const endings = paths.filter((path) => path.length > 1 && given.endsWith(path))
  return endings.toSorted((one, other) => other.length - one.length)[0]
}
