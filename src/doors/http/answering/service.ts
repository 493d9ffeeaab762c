import { randomBytes, randomInt } from 'node:crypto'
import { Random } from '../../../kit/algorithms/random.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { keyHeadersOf } from '../../../kit/base/key-headers.ts'
import type { Log } from '../../../kit/base/log.ts'
import { SETTINGS, type Settings } from '../../../kit/base/settings.ts'
import { type Handling, nearestName, quote } from '../../../kit/params/index.ts'
import { worded } from '../../../service/operations/index.ts'
import type { Operation } from '../../../service/operations/operation.ts'
import { INSTEAD } from '../../../service/operations/other-paths.ts'
import { KeptIndexes } from '../../../service/tiles/kept-indexes.ts'
import type { View } from '../../mcp/index.ts'
import { type ReadODataCall, readODataCall } from '../../odata/index.ts'
import { Cors, isPreflight } from '../content/cors.ts'
import { Counts } from '../counting/counts.ts'
import { type Readiness, unreadiness } from '../counting/readiness.ts'
import { CallQueue } from '../load/call-queue.ts'
import { type Bounds, Connections } from '../load/connections.ts'
import { makeLane, type ServiceLane } from '../load/service-lane.ts'
import { networkOf, Strangers } from '../load/strangers.ts'
import { Streams } from '../load/streams.ts'
import { CallLog } from '../records/call-log.ts'
import { CallRecords } from '../records/call-records.ts'
import type { Call } from '../request/call.ts'
import { basicKeyIn, keyInQuery, keysIn } from '../request/keys-in.ts'
import { originOf } from '../request/origin.ts'
import { isForTiles, type Protocol, protocolOf } from '../request/protocol.ts'
import { AreaDays } from '../routes/area-days.ts'
import type { Backend } from '../routes/backend.ts'
import { Console, type ConsoleParts } from '../routes/console.ts'
import { OPERATOR_ROUTE, type OpenRoute, type Route, type Routes, type RoutesService } from '../routes/route.ts'
import { mediaRoute, ODATA_ROUTE, type Pictures, routesOf } from '../routes/routes.ts'
import { Answers } from './answers.ts'

export interface ServiceParts {
  readonly operations: readonly Operation[]
  readonly pictures: Pictures
  readonly log: Log
  readonly settings: Pick<Settings, 'serviceWord' | 'corsOrigins' | 'portalWord'> &
    Partial<
      Bounds &
        Pick<
          Settings,
          | 'answersMb'
          | 'corsCredentials'
          | 'openPerSecond'
          | 'handling'
          | 'keyHeaders'
          | 'trustProxy'
          | 'accessLog'
          | 'slowMs'
        >
    >
  /** The console is off where it is left out. */
  readonly console?: ConsoleParts
  /** Reads calls below `/odata`; the door does where it is left out. */
  readonly readOData?: ReadODataCall
  /** Memory shared with other threads that serve the same ports; left out where there are none. */
  readonly lane?: ServiceLane
}

/** Everything that answers need of an open catalog. */
interface Opened {
  readonly backend: Backend
  readonly days: AreaDays
  readonly answers: Answers
  readonly tiles: KeptIndexes
  readonly strangers: Strangers
}

const BEARER = 'Authorization: Bearer'

const SEED_MAX = 2 ** 31

/** Keys remembered at a time. */
const KEYS_MAX = 20_000

/** Homes in order for map tiles take up to so much, 22 bytes each for every search that was drawn lately. */
const TILES_MB = 256

/** Seconds after which a caller may ask again while the catalogue opens. */
const BUSY_RETRY_S = 2

/** Answers calls. Until its catalogue is open, it answers that it is not ready. */
export class Service implements RoutesService {
  /** Headers that may carry a key, in the order in which they are read. */
  readonly keyHeaders: readonly string[]
  readonly cors: Cors
  readonly connections: Connections
  readonly records: CallRecords
  readonly queue: CallQueue
  /** Key ids by keys that were good lately. */
  readonly #keyIds = new Map<string, string>()
  readonly readOData: ReadODataCall
  readonly log: Log
  /** The handling of calls that ask for none. */
  readonly handling: Handling
  readonly #routes: Routes
  readonly #media: OpenRoute
  readonly #console: Console | undefined
  readonly #idPrefix = randomBytes(6).toString('base64url')
  #calls = 0
  #opened: Opened | undefined
  readonly #lane: ServiceLane
  readonly #answersMb: number
  readonly #openPerSecond: number
  readonly #trustProxy: boolean
  #closing = false
  readonly #closers = new Set<() => void>()
  readonly streams = new Streams()

  constructor(parts: ServiceParts) {
    const { operations, pictures, log, settings, lane, console } = parts
    this.readOData = parts.readOData ?? readODataCall
    this.keyHeaders = keyHeadersOf(settings)
    this.cors = new Cors(settings, this.keyHeaders)
    this.#lane = lane ?? makeLane()
    this.connections = new Connections(settings, log, this.#lane)
    const { connections } = this
    this.queue = new CallQueue({
      now: () => performance.now(),
      connections: () => connections.seen,
      onOverload: () => connections.tellOverload(),
    })
    this.log = log
    const { accessLog = SETTINGS.accessLog.fallback, slowMs = SETTINGS.slowMs.fallback } = settings
    const callLog = new CallLog(log, { accessLog, slowMs }, new Random(randomInt(SEED_MAX), 'access log'))
    this.records = new CallRecords(new Counts(this.#lane.lane), callLog)
    this.handling = settings.handling ?? SETTINGS.handling.fallback
    this.#answersMb = settings.answersMb ?? SETTINGS.answersMb.fallback
    this.#openPerSecond = settings.openPerSecond ?? SETTINGS.openPerSecond.fallback
    this.#trustProxy = settings.trustProxy ?? false
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

  /** A page that shows answers in hosts of agents. */
  get agentView(): View | undefined {
    return this.#console?.agentView
  }

  /** From here on calls are answered. */
  open(backend: Backend): void {
    const shareBytes = (1024 * 1024) / this.#lane.lanes // each thread keeps its own
    const days = new AreaDays(backend.context, backend.dataClocks)
    this.#opened = {
      backend,
      days,
      answers: new Answers(days, this.#answersMb * shareBytes),
      tiles: new KeptIndexes(TILES_MB * shareBytes),
      strangers: new Strangers(backend.context.clock, this.#openPerSecond),
    }
  }

  requireReady(): void {
    const refusal = unreadiness(this.readiness)
    if (refusal !== undefined) throw refusal
  }

  /** Counts a call without a valid key: a Fault of status 429 when there were too many from its address. */
  refuseStranger(call: Call): Fault | undefined {
    return this.#opened?.strangers.refuse(call.address)
  }

  /** Makes all documents now; made on demand, they would hold up every call at that moment. */
  makeDocuments(): void {
    for (const route of this.#routes.values()) if (route.kind === 'open') route.make?.()
  }

  /** The origin under which a caller reached this server. */
  originOf(call: Call): string {
    return originOf(call, this.#trustProxy)
  }

  /** From now on `/health/ready` says no, and every connection ends with its answer. */
  beginClosing(): void {
    this.#closing = true
    for (const act of this.#closers) act()
  }

  /** Runs `act` when closing begins. Returns a function that forgets it. */
  whenClosing(act: () => void): () => void {
    this.#closers.add(act)
    return () => this.#closers.delete(act)
  }

  get closing(): boolean {
    return this.#closing
  }

  /** Throws a Fault of status 503 until the catalog is open, as the three getters below do. */
  get backend(): Backend {
    return this.#required.backend
  }

  get answers(): Answers {
    return this.#required.answers
  }

  get tiles(): KeptIndexes {
    return this.#required.tiles
  }

  get days(): AreaDays {
    return this.#required.days
  }

  get #required(): Opened {
    if (this.#opened !== undefined) return this.#opened
    const detail = 'The catalogue is being opened: try again in a moment.'
    throw new Fault('server.busy', detail, { retryAfterS: BUSY_RETRY_S })
  }

  /** Throws a Fault of status 404 when the call's path has no route, unless it only asks what a page may send. */
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
    if (path?.startsWith('/docs/')) return this.#routes.get('/docs/') ?? this.#media
    return path === OPERATOR_ROUTE.path || path?.startsWith(`${OPERATOR_ROUTE.path}/`) ? OPERATOR_ROUTE : undefined
  }

  /** The keys that a call carries, the one to try first in front; none is known to be good. */
  keysOf(call: Call): readonly string[] {
    const keys = keysIn(call.headers, this.keyHeaders)
    const isOData = protocolOf(call) === 'odata'
    if (!isOData && !isForTiles(call)) return keys
    const others = [isOData ? basicKeyIn(call.headers) : undefined, keyInQuery(call.rawQuery).key].filter(
      (key) => key !== undefined,
    )
    return [...new Set([...keys, ...others])]
  }

  /** A key was good. */
  rememberKey(key: string, keyId: string): void {
    if (this.#keyIds.get(key) === keyId) return
    if (this.#keyIds.size >= KEYS_MAX) this.#keyIds.clear()
    this.#keyIds.set(key, keyId)
  }

  /**
   * Whose time a call uses, before anything of it is read: the key that it carries, if that was good before; otherwise
   * its address. Callers who make keys up get no share for each.
   */
  queueKeyOf(call: Call): string {
    const goodKey = this.keysOf(call).find((key) => this.#keyIds.has(key))
    return (goodKey && this.#keyIds.get(goodKey)) ?? networkOf(call.address)
  }

  /** The refusal of a call without any key, which names the places that take one. */
  keyMissing(call: Call): Fault {
    const [first, ...others] = this.keyHeaders.map((name) => (name === 'authorization' ? BEARER : name))
    const headers = `in the header ${first} (${others.join(' and ')} are read, too)`
    const places: Readonly<Record<Protocol, string>> = {
      plain: isForTiles(call) ? `${headers}, or in the query option access_token` : headers,
      agents: headers,
      odata: `${headers}, or as the password of Authorization: Basic, or in the query option access_token`,
      oauth: 'as client_secret in the form, or as the password of Authorization: Basic',
    }
    return new Fault(
      'key.missing',
      `The call has no API key: send one ${places[protocolOf(call)]}. If you have none, ask the operator of this server, who makes keys with ./plat keys create.`,
    )
  }

  /** A unique id for a request that has none. */
  readonly makeRequestId = (): string => {
    this.#calls += 1
    return `${this.#idPrefix}-${this.#calls.toString(36)}`
  }

  /**
   * Runs `act` once nothing more of the answer is to be sent. Nobody is left to be told of a fault there: it is logged
   * and counted, and must not end the thread with all its other calls.
   */
  whenOver(call: Call, act: () => void): void {
    call.whenOver(() => this.guarded(call.requestId, act))
  }

  /** Runs `act`, whose faults are logged and counted. */
  guarded(requestId: string, act: () => void): void {
    try {
      act()
    } catch (err) {
      this.records.counts.failedAfterAnswer.inc()
      this.log.error({ requestId, err }, 'What follows an answer failed through a fault of Plat')
    }
  }

  /** How ready `/health/ready` says that it is. */
  get readiness(): Readiness {
    if (this.#closing) return 'closing'
    if (this.#opened === undefined) return 'opening'
    return this.#opened.backend.context.catalog.about().damage === undefined ? 'ready' : 'damaged'
  }

  #unknown(call: Call): Fault {
    const given = call.path ?? call.rawPath
    const instead = INSTEAD[given]
    if (instead !== undefined) return new Fault('route.unknown', `No operation ${quote(given)} here: ${instead}`)
    const paths = [...this.#routes.keys()]
    const nearest = endingOf(given, paths) ?? nearestName(given, paths)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    return new Fault('route.unknown', `No operation ${quote(given)}: /openapi.json lists those that exist.${hint}`)
  }
}

/** The path of a thing that a key keeps, of a feed or of tiles, as it is declared. */
function withoutId(path: string): string {
  return path
    .replace(/^\/(searches|webhooks)\/[^/]+/, '/$1/{id}')
    .replace(/^\/feeds\/[^/]+/, '/feeds/{secret}')
    .replace(/^\/tiles\/[^/]+$/, '/tiles/{search}')
    .replace(/^\/tiles\/[^/]+\/.*$/, '/tiles/{search}/{z}/{x}/{y}')
}

/** The longest path with which the given one ends: programs put versions or editions before it. */
function endingOf(given: string, paths: readonly string[]): string | undefined {
  const endings = paths.filter((path) => path.length > 1 && given.endsWith(path))
  return endings.toSorted((one, other) => other.length - one.length)[0]
}
