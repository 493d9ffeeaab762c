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
import { letDayPass, makeSampleIn } from './first-sample.ts'

/** The catalogue that a service is about to open, and the words of its cards. */
export interface Preparation {
  readonly settings: Settings
  readonly words: Words
}

/**
 * Brings a catalogue up to date, or makes a sample where there is none, then loads the catalogue as `Backend.load` does.
 * It blocks its thread, for minutes perhaps. `tell` hears of the progress. Throws a CommandFault, or the reason of `terminal.interrupted` once that is aborted.
 */
export async function prepare(
  { settings, words }: Preparation,
  terminal: Terminal,
  log: Log,
  tell: OnProgress,
): Promise<LoadedCatalog | undefined> {
  const { data, homes, seed } = settings
  const backend = await backendOf(settings)
  const { store } = backend
  const kind = store.kind()
  if (!store.isFolder) readyForNode(store, kind, data)
  const telling = (what: string) => both(tell, loggedProgress(terminal, log, what))
  const cards = cardMaker(words)
  if (kind === undefined) {
    if (store.isFolder) ensureFolder(data) // refused before anything is announced
    const why = 'There is no catalogue yet: a sample of invented homes is made first, which may take a minute'
    if (terminal.watched) terminal.note(why)
    else log.info({ homes, data }, why)
    const sample = { homes, seed, cards, withheld: await withheldOf(settings) }
    await makeSampleIn(store, sample, terminal, telling('The sample is being made'))
    await letDayPass(store, sample, terminal) // so that there is something new in it
  } else bringUpResults(store, cards, terminal, telling('The search results are being made again'))
  tell(0, 0)
  return backend.load({ cards, log })
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
