import { randomBytes } from 'node:crypto'
import type { Context } from '../../catalog/ports/context.ts'
import { Counts, sumOf } from '../../doors/http/counting/counts.ts'
import { claimPorts, closeTileFile, localAddress, makeLane, Operators, tryPorts } from '../../doors/http/main-thread.ts'
import { openAccess, requireFree } from '../../guard/access/index.ts'
import { openPrivacy } from '../../guard/privacy/index.ts'
import { openSubscriptions } from '../../guard/subscriptions/index.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { laneBackendOf } from './backend.ts'
import { type Crew, crewOf } from './crew.ts'
import { dataClocksOf, otherDays } from './data-clocks.ts'
import { databasesOf, readyAccess } from './database.ts'
import { openDesk } from './desk.ts'
import { startSending } from './hooks.ts'
import { announceMetrics, showMetrics } from './metrics.ts'
import { networkAddress } from './network.ts'
import { sendQuotaAlerts } from './quota-alerts.ts'
import { endSubscriptionsOfRefusedKeys } from './refused-keys.ts'
import { routingEngineAt } from './routing-engine.ts'
import { isDemo, openTiles, unlessDamaged } from './served.ts'
import { startPage } from './start-page.ts'
import { wordsOf } from './words.ts'

export interface RunningService {
  /** The base URL on this machine, with the first port. */
  readonly local: string
  readonly ports: readonly number[]
  /** The base URL of the operators' pages. */
  readonly operators: string
  /** The areas in which today was not the current date at the start. */
  readonly days: ReturnType<typeof otherDays>
  /** The lines of the start page. */
  readonly page: readonly string[]
  /** Aborted with a CommandFault if the service cannot continue. The caller must then stop the service. */
  readonly failed: AbortSignal
  /** Lets running requests finish, then closes everything. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** The worker threads. If absent, `start` makes them. */
  readonly crew?: Crew
  /** Reports the next step of the start. */
  readonly say?: (sentence: string) => void
}

/** The objects that all steps of the start share. */
interface Starting {
  readonly settings: Settings
  readonly terminal: Terminal
  readonly log: Log
  readonly crew: Crew
  readonly operators: Operators
  readonly local: string
  /** Releases the sockets that reserve the ports, once the workers listen on them. */
  readonly release: Close
  readonly words: Words
}

type Close = () => Promise<void> | void

/** Time for workers to end after Ctrl-C during the start. Opening a catalog may take longer, and is cut off. */
const UNDO_MS = 1000

/**
 * Starts the service. Checks the folder and ports first, so that conflicts are reported immediately. Opens the catalog
 * and the keys, and listens last, so that the first callers do not wait. If a step fails, closes everything and throws
 * the error.
 */
export async function start(
  given: Settings,
  terminal: Terminal,
  log: Log,
  { crew = crewOf(given, log), say = () => {} }: StartOptions = {},
): Promise<RunningService> {
  const { clock, interrupted } = terminal
  const closing: Close[] = [() => crew.close()]
  let ending: NodeJS.Timeout | undefined
  const stop = () => {
    say('Stopping: the start is undone')
    ending = setTimeout(() => crew.isWriting || void crew.close(), UNDO_MS)
  }
  interrupted.addEventListener('abort', stop, { once: true })
  try {
    if (given.databaseUrl === '') requireFree(given.data)
    const operators = await Operators.open(given, log)
    closing.push(() => operators.close())
    announceMetrics(operators)
    const passed = { ports: given.port, release: () => {} }
    const { ports, release } = crew.sockets === undefined ? await tryPorts(given) : passed
    closing.push(release)
    const settings = { ...given, port: ports }
    closing.push(await claimPorts(settings))
    const local = localAddress(settings)
    const words = wordsOf(settings, local)
    const starting = { settings, terminal, log, crew, operators, local, release, words }

    say(
      settings.databaseUrl === ''
        ? `Starting: opening the catalog in ${settings.data}`
        : 'Starting: opening the database',
    )
    const stores = await openStores(starting)
    closing.push(stores.close)
    const { catalog } = stores
    const clocks = dataClocksOf(settings, catalog, clock)
    const days = otherDays(clocks, clock)
    const about = { operators: operators.origin, network: networkAddress(), days }
    const page = await unlessDamaged(catalog, startPage(settings, catalog, about))

    interrupted.throwIfAborted()
    say(crew.size === 1 ? 'Starting a worker' : `Starting ${crew.size} workers`)
    closing.push(await openWorkers(starting, stores))
    closing.push(await listen(starting, stores))
    return {
      local,
      ports,
      operators: operators.origin,
      days,
      page,
      failed: crew.failure.signal,
      stop: async () => {
        operators.follow(() => 'closing')
        await closeAll(closing)
      },
    }
  } catch (error) {
    await closeAll(closing)
    interrupted.throwIfAborted()
    throw error
  } finally {
    clearTimeout(ending)
    interrupted.removeEventListener('abort', stop)
  }
}

/** Closes everything, even if one part fails to close. A part that stays open would keep the process alive. */
async function closeAll(closing: readonly Close[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closing.toReversed()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

type Stores = Awaited<ReturnType<typeof openStores>>

/** Prepares the catalog, then opens all stores. */
async function openStores({ settings, terminal, log, crew, operators, local, words }: Starting) {
  const { data: dataDir } = settings
  const { clock } = terminal
  const loaded = await crew.prepare({ settings, words }, terminal, (done, total) => operators.showProgress(done, total))
  const closing: Close[] = []
  try {
    const databases = databasesOf(settings, 0)
    const tiles = openTiles(settings)
    if (tiles !== undefined) closing.push(() => closeTileFile(tiles))
    const database = databases?.primary
    const privacy = await openPrivacy({ dataDir, database, clock, log, randomness: randomBytes })
    closing.push(() => privacy.close())
    const { withheld, audit } = privacy
    const backend = await laneBackendOf(settings, 0)
    const catalog = await backend.open({ cards: cardMaker(words), withheld, log }, loaded)
    closing.push(() => catalog.close())
    await readyAccess(settings)
    const access = await openAccess({
      dataDir,
      database: databases?.access,
      clock,
      log,
      demo: () => isDemo(settings, catalog),
      inThread: true,
      onEnd: (cause) => {
        log.error({ err: cause }, 'The thread that charges calls has ended, so the service stops')
        crew.fail(
          'The service cannot charge calls, because the thread of the ledger has ended: start the service again.',
        )
      },
      url: local,
      operators: operators.origin,
      keyHeader: `x-${settings.serviceWord}-key`,
    })
    closing.push(() => access.close())
    const kept = await openSubscriptions({ dataDir, database, clock })
    closing.push(() => kept.close())
    const { subscriptions } = kept
    closing.push(endSubscriptionsOfRefusedKeys({ settings, access, subscriptions, clock, log }))
    return { tiles, audit, catalog, access, kept, close: () => closeAll(closing) }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

/** Opens the workers, the operators' pages and the metrics. Returns a function that closes them. */
async function openWorkers(starting: Starting, { tiles, audit, catalog, access, kept }: Stores): Promise<Close> {
  const { settings, terminal, log, crew, operators, words } = starting
  const { clock } = terminal
  const lane = makeLane(crew.size + 1)
  const counts = new Counts(lane.lane)
  const unwatch = counts.watchLoop()
  const counted = async () => sumOf([await counts.snapshot(), ...(await crew.snapshots())])
  const shared = { settings, words, lane, catalog, access, clock, log }
  const { subscriptions } = kept
  const desk = openDesk({ ...shared, subscriptions, counted })
  await crew.open({ ...shared, counts, tiles, audit, subscriptions, desk })
  showMetrics(operators, { ...shared, counted })
  return async () => {
    await crew.close() // before the stores close, because the worker threads use them
    await desk.close()
    unwatch()
  }
}

/** Opens the ports and starts the webhook deliveries. Returns a function that stops the deliveries. */
async function listen(
  { settings, terminal, log, crew, operators, release, words }: Starting,
  { catalog, kept }: Stores,
): Promise<Close> {
  const { clock } = terminal
  await crew.listen()
  await release()
  await kept.begin()
  const travelTimes = routingEngineAt(settings.routingUrl, log)
  const context: Context = Object.freeze({ catalog, clock, log, words, travelTimes })
  const endAlerts = sendQuotaAlerts({ settings, clock, log })
  const endSending = startSending({ context, clocks: dataClocksOf(settings, catalog, clock), settings, kept })
  operators.follow(() => {
    if (catalog.about().damage !== undefined) return 'damaged'
    return crew.isAnswering ? 'ready' : 'unanswered'
  })
  return async () => {
    endAlerts()
    await endSending()
  }
}
