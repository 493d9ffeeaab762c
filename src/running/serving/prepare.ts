import type { LoadedCatalog } from '../../catalog/opening/backend.ts'
import { ensureFolder } from '../../catalog/opening/open.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { backendOf, withheldOf } from './backend.ts'
import { both, bringUpResults, loggedProgress, type OnProgress } from './bring-up.ts'
import { makeSampleIn } from './first-sample.ts'

/** Which catalog to open, and the portal's name and link origins in its search results. */
export interface Preparation {
  readonly settings: Settings
  readonly words: Words
}

/**
 * Brings a catalog up to date, or makes a sample if there is no catalog, then loads it. May block the thread for
 * minutes.
 *
 * `report` receives the progress. Throws a CommandFault, or the signal's reason if `terminal.interrupted` is aborted.
 */
export async function prepare(
  { settings, words }: Preparation,
  terminal: Terminal,
  log: Log,
  report: OnProgress,
): Promise<LoadedCatalog | undefined> {
  const { data, homes, seed } = settings
  const backend = await backendOf(settings)
  const { store } = backend
  const kind = store.kind()
  report(0, 1)
  if (!store.isFolder) readyForNode(store, kind, data)
  const reporting = (what: string) => both(report, loggedProgress(terminal, log, what))
  const cards = cardMaker(words)
  if (kind === undefined) {
    if (store.isFolder) ensureFolder(data) // throws before the service says that it makes a sample
    const why = 'There is no catalog yet. Making a sample of invented homes, which may take a minute'
    if (terminal.watched) terminal.note(why)
    else log.info({ homes, data }, why)
    const sample = { homes, seed, cards, withheld: await withheldOf(settings), passesDay: true }
    const say = (step: string) => terminal.watched || log.info({}, step)
    await makeSampleIn(store, sample, terminal, reporting('Making the sample'), say)
    say('Opening the catalog')
  } else bringUpResults(store, cards, terminal, reporting('Rendering search results again'))
  report(0, 0)
  terminal.interrupted.throwIfAborted()
  return backend.load(cards)
}

/** Throws if a node starts on an empty database. A sample there would block the import of real data. */
function readyForNode(store: CatalogStore, kind: ReturnType<CatalogStore['kind']>, dataDir: string): void {
  if (kind === undefined) {
    throw new CommandFault(
      `The database ${store.name} has no catalog yet: make one with ./plat sample or ./plat import, with the same PLAT_DATABASE_URL.`,
      EXIT.noInput,
    )
  }
  ensureFolder(dataDir) // imports write their reports and rejected rows here
}
