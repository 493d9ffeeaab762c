import { randomBytes } from 'node:crypto'
import { ensureFolder } from '../../catalog/opening/open.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Context } from '../../catalog/ports/context.ts'
import { Counts, sumOf } from '../../doors/http/counting/counts.ts'
import {
  type Addresses,
  claimPorts,
  closeTileFile,
  listen,
  makeLane,
  Operators,
  PORTS_CAN_BE_SHARED,
  prepareForAgents,
  type SlowCall,
  tryPorts,
} from '../../doors/http/index.ts'
import { openAccess, requireFree } from '../../guard/access/index.ts'
import { openPrivacy } from '../../guard/privacy/index.ts'
import { openSubscriptions } from '../../guard/subscriptions/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isDemo, openService, openTiles, unlessDamaged } from './answering.ts'
import { backendOf, withheldOf } from './backend.ts'
import { both, bringUp, bringUpResults, loggedProgress, type OnProgress } from './bring-up.ts'
import { type Crew, type CrewParts, crewOf } from './crew.ts'
import { dataClocksOf, otherDays } from './data-clocks.ts'
import { databasesOf, readyAccess } from './database.ts'
import { openDesk } from './desk.ts'
import { letDayPass, makeSampleIn } from './first-sample.ts'
import { startTelling } from './hooks.ts'
import { announceMetrics, tellMetrics } from './metrics.ts'
import { networkAddress } from './network.ts'
import { endThoseOfRefusedKeys } from './refused-keys.ts'
import { startPage } from './start-page.ts'
import { warmUp } from './warm-up.ts'
import { wordsOf } from './words.ts'

/** The service, answering. */
export interface Running {
  readonly addresses: Addresses
  /** Base address for operators. */
  readonly operators: string
  /** The areas whose today is not that of the clock, as the start found them. */
  readonly days: ReturnType<typeof otherDays>
  /** The start page, line by line. */
  readonly page: readonly string[]
  /** Lets calls in flight finish, then closes everything in the reverse order of its opening. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** The threads that will answer calls, where there are any. */
  readonly crew?: Crew | undefined
  /** Shows what the start does next, and so what it waits for. */
  readonly say?: (sentence: string) => void
}

/**
 * Starts the service. The folder and the ports are tried first, so that one in use is reported at once; then the
 * catalogue is opened, or made if there is none, then access to it. The service listens last, once nothing is left that
 * would keep its first callers waiting. When anything throws, what was opened is closed again, and the same error is
 * thrown.
 */
export async function start(
  settings: Settings,
  terminal: Terminal,
  log: Log,
  { crew = crewOf(settings, log), say = () => {} }: StartOptions = {},
): Promise<Running> {
  const { data: dataDir, homes, seed } = settings
  const { clock } = terminal
  const opened: (() => Promise<void> | void)[] = [() => crew?.close()]
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const threads = crew === undefined ? 1 : 0
    say(settings.databaseUrl === '' ? `Starting: opening the catalog in ${dataDir}` : 'Starting: opening the database')
    const backend = await backendOf(settings, { threads })
    const { store } = backend
    const databases = databasesOf(settings, threads)
    if (databases === undefined) requireFree(dataDir)
    const kind = store.kind()
    if (!store.isFolder) readyForNode(store, kind, dataDir)
    const tiles = openTiles(settings)
    if (tiles !== undefined) opened.push(() => closeTileFile(tiles))
    const operators = await Operators.open(settings, log)
    opened.push(() => operators.close())
    announceMetrics(operators)
    const { addresses, release } = await tryPorts(settings)
    opened.push(release)
    const telling = (what: string): OnProgress =>
      both((done, total) => operators.tellProgress(done, total), loggedProgress(terminal, log, what))
    const tell = telling('The catalogue is being brought up to date')
    bringUp(store, terminal, tell)
    opened.push(await claimPorts(settings, addresses))
    const words = wordsOf(settings, addresses.origins.A)
    const cards = cardMaker(words)
    if (kind === undefined) {
      if (store.isFolder) ensureFolder(dataDir) // refused before anything is announced
      const why = 'There is no catalogue yet: a sample of invented homes is made first, which may take a minute'
      if (terminal.watched) say(why)
      else log.info({ homes, data: dataDir }, why)
      const sample = { homes, seed, cards, withheld: await withheldOf(settings) }
      await makeSampleIn(store, sample, terminal, telling('The sample is being made'))
      letDayPass(store, sample, terminal) // so that there is something new in it
      operators.tellProgress(0, 0)
    } else bringUpResults(store, cards, terminal, tell)
    const database = databases?.primary
    const privacy = await openPrivacy({ dataDir, database, clock, log, randomness: randomBytes })
    opened.push(() => privacy.close())
    const { withheld } = privacy
    const catalog = await backend.open({ cards, withheld, log })
    opened.push(() => catalog.close())
    const demo = () => isDemo(settings, catalog)
    await readyAccess(settings)
    const access = await openAccess({
      dataDir,
      database: databases?.access,
      clock,
      log,
      demo,
      borrowers: crew?.size ?? 0,
      url: addresses.local,
      keyHeader: `x-${settings.serviceWord}-key`,
    })
    opened.push(() => access.close())
    const kept = await openSubscriptions({ dataDir, database, clock })
    opened.push(() => kept.close())
    const { subscriptions } = kept
    opened.push(endThoseOfRefusedKeys({ settings, access, subscriptions, clock, log }))
    const lane = makeLane((crew?.size ?? 0) + 1, settings.connections)
    const counts = new Counts(lane.lane)
    opened.push(counts.watchLoop())
    const counted = async () => sumOf([await counts.snapshot(), ...((await crew?.snapshots()) ?? [])])
    const desk = openDesk({ settings, words, lane, catalog, access, clock, log, counted })
    const shared = { settings, words, addresses, lane, counts, tiles, catalog, access, desk, clock, log }
    const parts = { ...shared, audit: privacy.audit, subscriptions }
    tellMetrics(operators, { ...parts, counted })
    opened.push(() => desk.close())
    const clocks = dataClocksOf(settings, catalog, clock)
    if (crew === undefined) await unlessDamaged(catalog, warmUp(catalog, clocks.A))
    const days = otherDays(clocks, clock)
    const about = { operators: operators.origin, network: networkAddress(), days }
    const page = await unlessDamaged(catalog, startPage(settings, addresses, catalog, about))
    if (crew === undefined) opened.push(await answerHere(parts))
    else {
      say(`Starting ${crew.size} workers`)
      opened.push(() => crew.close()) // before what its threads borrow from
      await crew.open(parts)
    }
    await release()
    await kept.begin()
    const context: Context = Object.freeze({ catalog, clock, log, words })
    opened.push(startTelling({ context, clocks, settings, kept }))
    operators.follow(() => {
      if (catalog.about().damage !== undefined) return 'damaged'
      return crew === undefined || crew.isAnswering ? 'ready' : 'unanswered'
    })
    const stop = async () => {
      operators.follow(() => 'closing')
      await closeAll()
    }
    return { addresses, operators: operators.origin, days, page, stop }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** A node of a database begins with what is in it: a sample that nobody asked for would be in the way of one's data. */
function readyForNode(store: CatalogStore, kind: ReturnType<CatalogStore['kind']>, dataDir: string): void {
  if (kind === undefined) {
    throw new CommandFault(
      `The database ${store.name} has no catalogue yet: make one with ./plat sample or ./plat import, with the same PLAT_DATABASE_URL.`,
      EXIT.noInput,
    )
  }
  ensureFolder(dataDir) // for what runs report, and what is rejected
}

/** Opens the ports in this thread; returns how to end that. */
async function answerHere(parts: CrewParts) {
  const { settings, words, addresses, catalog, desk, clock, log, ...others } = parts
  const context: Context = Object.freeze({ catalog, clock, log, words })
  const onSlow = (call: SlowCall) => desk.addSlow(call)
  const service = openService({ ...others, settings, addresses, context, operators: desk, onSlow })
  await prepareForAgents(service)
  const listening = await listen(service, settings, addresses, PORTS_CAN_BE_SHARED)
  return async () => {
    service.beginClosing()
    await listening.close(settings.shutdownS)
  }
}
