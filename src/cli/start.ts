import { randomBytes } from 'node:crypto'
import { openAccess } from '../access/index.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Context } from '../catalog/context.ts'
import { catalogKind, openCatalog } from '../catalog/open.ts'
import { type Listening, listen, Service, tryPorts } from '../http/index.ts'
import { OPERATIONS } from '../operations/index.ts'
import { pictureAt } from '../pictures/catalog-pictures.ts'
import { openPrivacy } from '../privacy/index.ts'
import { cardMaker } from '../rendering/card-maker.ts'
import { bringUp, bringUpResults } from './bring-up.ts'
import { hasHostNames, networkAddress } from './network.ts'
import { makeSampleIn } from './sample.ts'
import { startPage } from './start-page.ts'
import type { Terminal } from './terminal.ts'
import { warmUp } from './warm-up.ts'
import { wordsOf } from './words.ts'

/** The service, answering. */
export interface Running {
  readonly listening: Listening
  /** The start page, line by line. */
  readonly page: readonly string[]
  /** Lets calls in flight finish, then closes everything in the reverse order of its opening. */
  stop(): Promise<void>
}

/**
 * Starts the service. The ports are tried first, so that one in use is reported at once; then the catalogue is
 * opened, or made if there is none, then access to it. The service listens last, once nothing is left that would keep
 * its first callers waiting. When anything throws, what was opened is closed again, and the same error is thrown.
 */
export async function start(settings: Settings, terminal: Terminal, log: Log): Promise<Running> {
  const { data: dataDir, homes, seed } = settings
  const { clock } = terminal
  const kind = catalogKind(dataDir)
  const addresses = await tryPorts(settings)
  bringUp(dataDir, terminal)
  const opened: (() => Promise<void> | void)[] = []
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const words = wordsOf(settings, addresses.origins.A)
    const cards = cardMaker(words)
    if (kind === undefined) await makeSampleIn(dataDir, { homes, seed, cards }, terminal)
    else bringUpResults(dataDir, cards, terminal)
    const privacy = openPrivacy({ dataDir, clock, log, randomness: randomBytes })
    opened.push(() => privacy.close())
    const catalog = openCatalog(dataDir, log, cards, privacy.withheld, settings.compression === 'fast')
    opened.push(() => catalog.close())
    await unlessDamaged(catalog, warmUp(catalog, clock))
    const isForOthers = hasHostNames(settings) // a proxy that hides itself and the Host is not to be told from a local call
    const access = await openAccess({ dataDir, clock, log, demo: () => !isForOthers && catalog.about().sample })
    opened.push(() => access.close())
    const context: Context = Object.freeze({ catalog, clock, log, words })
    const service = new Service({
      operations: OPERATIONS,
      pictures: (path, { records }) => pictureAt(path, records),
      log,
      settings,
    })
    service.open({ access, context, audit: privacy.audit })
    service.makeDocuments()
    const page = await unlessDamaged(catalog, startPage(settings, addresses, catalog, networkAddress()))
    const listening = await listen(service, settings, addresses)
    opened.push(async () => {
      service.beginClosing()
      await listening.close(settings.shutdownS)
    })
    return { listening, page, stop: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Throws a CommandFault that says what to do where the work failed because the catalogue cannot be read. */
function unlessDamaged<T>(catalog: Catalog, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { damage } = catalog.about()
    throw damage === undefined ? error : new CommandFault(damage, EXIT.data, { cause: error })
  })
}
