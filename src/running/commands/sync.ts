import { join } from 'node:path'
import { ensureFolder } from '../../catalog/opening/open.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { highestSeen } from '../../guard/subscriptions/index.ts'
import { RunFile } from '../../intake/ingest/run-folder.ts'
import { tellingWait } from '../../intake/sync/budget.ts'
import { loadSyncConfig } from '../../intake/sync/config.ts'
import { runReports, syncLines } from '../../intake/sync/report.ts'
import { requestLogIn } from '../../intake/sync/request-log.ts'
import type { SyncStore } from '../../intake/sync/store.ts'
import { syncTurn, type TurnOptions } from '../../intake/sync/turn.ts'
import { Web } from '../../intake/sync/web.ts'
import { DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { catalogStoreOf, withheldOf } from '../serving/backend.ts'
import { databaseOf } from '../serving/database.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { StepProgress, type Terminal } from '../terminal/terminal.ts'
import { readEvery, wait } from './every.ts'
import { kindBeside, rejectsPath, writerFor } from './import-files.ts'
import { notLearned } from './not-learned.ts'

/** `plat sync` copies the listings of a RESO Web API server and follows their changes. */
export const COMMAND: SingleCommand = {
  description: 'Copy all listings of a RESO Web API server into the catalog, then follow their changes.',
  explanation: `The first sync reads every row, and later ones read only changes. If a sync is interrupted, the next one continues where
it stopped. docs/syncing.md describes the configuration, and what Plat does if a server fails.`,
  examples: `Examples:
  ./plat sync --config mls.yaml                 sync once
  ./plat sync --config mls.yaml --every 15m     sync every 15 minutes, until Ctrl-C`,
  options: ['config', 'every', 'shrink', 'data', 'json', 'replaceSample', 'replaceCatalog'],
  required: ['config'],
  run: sync,
}

async function sync({ terminal, settings, options, demand }: Call): Promise<void> {
  const config = loadSyncConfig(demand('config'), terminal.environment)
  const everyMs = options.every === undefined ? config.everyMs : readEvery(options.every)
  const { clock, interrupted: signal } = terminal
  const onWait = (ms: number) => terminal.note(waitSentence(config.server.host, ms))
  const { replaceSample = false, replaceCatalog = false } = options
  const catalog = await catalogStoreOf(settings, replaceCatalog ? 'any' : undefined)
  const store = storeOf(terminal, catalog, settings, { replaceSample, replaceCatalog })
  kindBeside(catalog, replaceSample || replaceCatalog) // throws before the first request if the catalog may not be replaced
  ensureFolder(settings.data)
  const log = requestLogIn(join(settings.data, `requests-${config.source}.log`), clock, DAY_MS)
  let run: RunFile | undefined
  const recordedWait = tellingWait(wait, (minutes, all) => run?.progress('Waiting, in minutes', minutes, all))
  const steady = { now: () => performance.now() }
  const web = new Web({ config, clock, steady, wait: recordedWait, signal, onWait, log })
  for (let mayShrink = options.shrink ?? false; ; mayShrink = false) {
    try {
      run = new RunFile(settings.data, clock, { kind: 'sync', source: config.source, server: config.server.host })
      await syncOnce(terminal, { config, web, store, mayShrink }, options.json ?? false, run)
    } catch (error) {
      if (everyMs !== undefined && signal.aborted) return
      if (everyMs === undefined || !(error instanceof CommandFault)) throw error
      terminal.note(error.message)
    }
    if (everyMs === undefined) return
    await wait(everyMs, signal).catch(() => signal) // Ctrl-C ends the pause
    if (signal.aborted) return
  }
}

function waitSentence(host: string, ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return `Waiting ${minutes} minutes before the next request to "${host}": the server asked for this, or perHour or perDay is used up.`
}

async function syncOnce(terminal: Terminal, options: TurnOptions, json: boolean, run: RunFile): Promise<void> {
  const progress = new StepProgress<string>(terminal)
  const onRows: TurnOptions['onRows'] = (resource, rows) => {
    const label = `Reading ${resource}`
    progress.update(label, rows, 0)
    run.progress(label, rows, 0)
  }
  try {
    const report = await syncTurn({ ...options, onRows }).catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error)
      run.end(options.store.signal.aborted ? { state: 'stopped' } : { state: 'failed', failure })
      throw error
    })
    progress.end()
    const failure = report.faults.length > 0 ? report.faults.join(' ') : undefined
    run.end({ state: failure === undefined ? 'done' : 'failed', failure, reports: runReports(report) })
    if (json) terminal.print(JSON.stringify(report))
    else for (const line of syncLines(report)) terminal.print(line)
    if (report.faults.length > 0) throw new CommandFault(report.faults.join(' '), EXIT.data)
  } finally {
    progress.end()
  }
}

function storeOf(
  terminal: Terminal,
  store: CatalogStore,
  settings: Call['settings'],
  { replaceSample, replaceCatalog }: { readonly replaceSample: boolean; readonly replaceCatalog: boolean },
): SyncStore {
  const { clock, interrupted: signal } = terminal
  let isReplaced = !replaceCatalog
  const dataDir = settings.data
  return {
    async openWriter() {
      const writer = await writerFor({
        store,
        withheld: () => withheldOf(settings),
        cards: cardsOf(settings),
        logDays: settings.changesDays,
        dryRun: false,
        replaceSample,
        replaceCatalog: !isReplaced,
        seen: () => highestSeen(dataDir, databaseOf(settings)),
        signal,
        stopLearning: signal,
      })
      const commit = writer.commit.bind(writer)
      writer.commit = (...parameters) => {
        commit(...parameters)
        isReplaced = true
      }
      return writer
    },
    notes: (beginning) => (isReplaced ? store.notes(beginning) : new Map()),
    keepNotes: (notes) => (isReplaced ? store.keepNotes(notes) : undefined),
    rejectsPath: (mapping) => rejectsPath(dataDir, mapping, clock.now()),
    gazetteer: loadGazetteer(),
    clock,
    signal,
    onNotLearned: (failure) => terminal.note(notLearned(failure)),
  }
}
