import { randomBytes } from 'node:crypto'
import { openAccess } from '../access/index.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { Context } from '../catalog/context.ts'
import { ensureFolder, openCatalog } from '../catalog/open.ts'
import {
  type Addresses,
  claimPorts,
  closeTileFile,
  listen,
  makeLane,
  Operators,
  type SlowCall,
  tryPorts,
} from '../http/index.ts'
import { openPrivacy } from '../privacy/index.ts'
import { cardMaker } from '../rendering/card-maker.ts'
import { isDemo, openService, openTiles, unlessDamaged } from './answering.ts'
import { bringUp, bringUpResults } from './bring-up.ts'
import { type CrewParts, crewOf } from './crew.ts'
import { dataClocksOf, otherDays } from './data-clocks.ts'
import { catalogStoreOf, databasesOf, openDatabaseCatalog, withheldOf } from './database.ts'
import { openDesk } from './desk.ts'
import { announceMetrics, tellMetrics } from './metrics.ts'
import { networkAddress } from './network.ts'
import { makeSampleIn } from './sample.ts'
import { startPage } from './start-page.ts'
import type { Terminal } from './terminal.ts'
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

/**
 * Starts the service. The ports are tried first, so that one in use is reported at once; then the catalogue is
 * opened, or made if there is none, then access to it. The service listens last, once nothing is left that would keep
 * its first callers waiting. `crew`: the threads that will answer calls, where there are any. When anything throws,
 * what was opened is closed again, and the same error is thrown.
 */
export async function start(
  settings: Settings,
  terminal: Terminal,
  log: Log,
  crew = crewOf(settings, log),
): Promise<Running> {
  const { data: dataDir, homes, seed } = settings
  const { clock } = terminal
  const opened: (() => Promise<void> | void)[] = [() => crew?.close()]
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const store = await catalogStoreOf(settings)
    const databases = databasesOf(settings, crew === undefined ? 1 : 0)
    const kind = store.kind()
    if (databases !== undefined) readyForNode(store, kind, dataDir)
    const tiles = openTiles(settings)
    if (tiles !== undefined) opened.push(() => closeTileFile(tiles))
    const operators = await Operators.open(settings, log)
    opened.push(() => operators.close())
    announceMetrics(operators)
    const { addresses, release } = await tryPorts(settings)
    opened.push(release)
    bringUp(store, terminal)
    if (crew !== undefined) opened.push(await claimPorts(settings, addresses))
    const words = wordsOf(settings, addresses.origins.A)
    const cards = cardMaker(words)
    if (kind === undefined)
      await makeSampleIn(store, { homes, seed, cards, withheld: await withheldOf(settings) }, terminal)
    else bringUpResults(store, cards, terminal)
    const database = databases?.access
    const privacy = await openPrivacy({ dataDir, database, clock, log, randomness: randomBytes })
    opened.push(() => privacy.close())
    const { withheld } = privacy
    const catalog =
      databases === undefined
        ? openCatalog(dataDir, log, cards, withheld, settings.compression === 'fast')
        : await openDatabaseCatalog({ database: databases.catalog, primary: databases.primary, cards, withheld, log })
    opened.push(() => catalog.close())
    const demo = () => isDemo(settings, catalog)
    const access = await openAccess({
      dataDir,
      database: databases?.access,
      clock,
      log,
      demo,
      borrowers: crew?.size ?? 0,
    })
    opened.push(() => access.close())
    const lane = makeLane((crew?.size ?? 0) + 1, settings.connections)
    const desk = openDesk({ settings, words, lane, catalog, access, clock, log })
    const parts = { settings, words, addresses, lane, tiles, catalog, access, audit: privacy.audit, desk, clock, log }
    opened.push(tellMetrics(operators, parts))
    opened.push(() => desk.close())
    const clocks = dataClocksOf(settings, catalog, clock)
    if (crew === undefined) await unlessDamaged(catalog, warmUp(catalog, clocks.A))
    const days = otherDays(clocks, clock)
    const about = { operators: operators.origin, network: networkAddress(), days }
    const page = await unlessDamaged(catalog, startPage(settings, addresses, catalog, about))
    if (crew === undefined) opened.push(await answerHere(parts))
    else {
      opened.push(() => crew.close()) // before what its threads borrow from
      await crew.open(parts)
    }
    await release()
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
  const { settings, words, addresses, lane, tiles, catalog, access, audit, desk, clock, log } = parts
  const context: Context = Object.freeze({ catalog, clock, log, words })
  const onSlow = (call: SlowCall) => desk.addSlow(call)
  const service = openService({ settings, addresses, context, access, audit, lane, tiles, operators: desk, onSlow })
  const listening = await listen(service, settings, addresses)
  return async () => {
    service.beginClosing()
    await listening.close(settings.shutdownS)
  }
}
