import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clockOf } from '../../catalog/facts/data-clock.ts'
import { NO_CATALOG } from '../../catalog/facts/no-catalog.ts'
import { SEARCHED_NOUNS } from '../../catalog/facts/searched.ts'
import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { CatalogKind, CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import type { FileMoment } from '../../intake/ingest/as-of.ts'
import type { Mapping } from '../../intake/ingest/mapping.ts'
import { importNounOf } from '../../intake/ingest/nouns.ts'
import type { Report } from '../../intake/ingest/report.ts'
import { type ImportOptions, type ImportStep, runImport } from '../../intake/ingest/run.ts'
import { RunFile, runReport } from '../../intake/ingest/run-folder.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { StepProgress, type Terminal } from '../terminal/terminal.ts'
import { AsServed } from './as-served.ts'
import { newCatalogId } from './change-catalog.ts'
import { notLearned } from './not-learned.ts'

/** The settings that all files of a call share. */
export interface ImportSettings {
  /** The folder for rejected rows and for reports of runs. */
  readonly dataDir: string
  readonly store: CatalogStore
  /** Returns the people who are withheld at the moment of the call. */
  readonly withheld: () => Promise<Withheld>
  readonly cards: CardMaker
  /** Days for which events are kept. */
  readonly logDays: number
  readonly mapping: Mapping
  readonly dryRun: boolean
  readonly acceptRejects: boolean
  readonly replaceSample: boolean
  readonly replaceCatalog: boolean
  /** The highest number of a change that a saved search, a feed or a webhook has seen. */
  readonly seen: () => Promise<number>
  readonly gazetteer: ImportOptions['gazetteer']
  readonly asOf?: FileMoment
  readonly maxGone?: number
  /** The day in the form of the setting `today`. Only a dry run shows it. */
  readonly today: string
}

interface WriterSettings
  extends Pick<
    ImportSettings,
    'store' | 'withheld' | 'cards' | 'logDays' | 'dryRun' | 'replaceSample' | 'replaceCatalog' | 'seen'
  > {
  /** Aborted to end the import before it is complete. */
  readonly signal: AbortSignal
  /** Aborted to end the learning of values, which an import does not need to be complete. */
  readonly stopLearning: AbortSignal
}

/** The report with, after a dry run, the first records as they would be served. */
export type ShownReport = Report & { readonly served?: readonly object[] }

/** The options in which the imports of a watched folder differ from others. */
export interface ImportBeside {
  /** Notes to keep with the import, by name. */
  readonly notes?: ReadonlyMap<string, string>
  /** Aborted to end the import before it is complete. Ctrl-C ends it when absent. */
  readonly signal?: AbortSignal
  /** Called when the files fit the mapping, before the catalogue is opened. */
  readonly onOpening?: () => void
  /** Called before anything is written. An error that it throws ends the import. */
  readonly onOpen?: (writer: CatalogWriter) => void
  /** Whether a failed import is recorded among the runs. Every one is when absent. */
  readonly isTold?: (error: unknown) => boolean
}

/** Imports files with these settings, all or nothing. */
export async function importFiles(
  terminal: Terminal,
  files: readonly string[],
  settings: ImportSettings,
  { notes = new Map(), signal = terminal.interrupted, ...beside }: ImportBeside = {},
): Promise<ShownReport> {
  const { clock } = terminal
  const { dataDir, store, mapping, cards, dryRun, acceptRejects, gazetteer, asOf, maxGone } = settings
  const isWatched = beside.isTold !== undefined
  const run = dryRun ? undefined : runOf(dataDir, clock, mapping, files, isWatched)
  const progress = new ImportProgress(terminal, run)
  // The values of a person's record are never repeated.
  const served =
    dryRun && !mapping.personal ? new AsServed(importNounOf(mapping.noun).stored, cards, clock.now()) : undefined
  try {
    const report = await runImport({
      files,
      mapping,
      openWriter: async () => {
        beside.onOpening?.()
        const writer = await openedFor({ ...settings, signal, stopLearning: terminal.interrupted }, beside)
        return served?.watching(writer) ?? writer
      },
      gazetteer,
      clock,
      rejectsPath: rejectsPath(dataDir, mapping, clock.now()),
      ...(asOf !== undefined && { asOf }),
      ...(maxGone !== undefined && { maxGone }),
      notes,
      keepNotes: (all) => store.keepNotes(all),
      dryRun,
      acceptRejects,
      signal,
      onProgress: (step, done, total) => progress.update(step, done, total),
      onLearning: (failure) => {
        progress.end()
        if (failure !== undefined) terminal.note(notLearned(failure))
        else if (terminal.watched)
          terminal.note('Searches find these rows now. Values are being learnt from the sales …')
      },
    })
    const failure = unusable(report)?.message
    run?.end({ state: failure === undefined ? 'done' : 'refused', failure, reports: [runReport(report)] })
    return { ...report, ...(served && { served: served.records(todayAfter(served, settings, clock)) }) }
  } catch (error) {
    if (beside.isTold?.(error) === false) run?.forget()
    else if (signal.aborted) run?.end({ state: 'stopped' })
    else run?.end({ state: 'failed', failure: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    progress.end()
  }
}

function runOf(
  dataDir: string,
  clock: Clock,
  { name, source }: Mapping,
  files: readonly string[],
  isWatched: boolean,
): RunFile {
  return new RunFile(dataDir, clock, { kind: isWatched ? 'watch' : 'import', source, mapping: name, files })
}

/** Returns the day from which answers would count back after the import. */
function todayAfter({ newestDay }: AsServed, { mapping, store, today }: ImportSettings, clock: Clock): number {
  const noun = SEARCHED_NOUNS.find((each) => each === mapping.noun)
  const isThere = store.kind() === 'imported'
  return clockOf(today, clock, (last) => {
    const keptDay = noun && isThere ? store.newestDay(noun, last) : undefined
    return keptDay === undefined || newestDay === undefined ? (keptDay ?? newestDay) : Math.max(keptDay, newestDay)
  }).now()
}

/** Returns why a successful import brought nothing, because no rows could be used. */
export function unusable({ rowsRead, rowsUsed, rowsRejected, rejectsFile, refused }: Report): CommandFault | undefined {
  if (rowsUsed > 0 && !refused) return undefined
  if (rowsRejected === 0) {
    return new CommandFault(`All ${rowsRead} rows are left out: nothing fits the mapping's where.`, EXIT.data)
  }
  const where = rejectsFile === undefined ? '' : `: ${rejectsFile} says why, row by row`
  if (rowsUsed === 0) return new CommandFault(`None of the ${rowsRead} rows could be used${where}.`, EXIT.data)
  return new CommandFault(
    `Nothing was imported, because only ${rowsUsed} of the ${rowsRead} rows can be used${where}. If that is as it should be, --accept-rejects imports them.`,
    EXIT.data,
  )
}

async function openedFor(settings: WriterSettings, { onOpen }: ImportBeside): Promise<CatalogWriter> {
  const writer = await writerFor(settings)
  try {
    onOpen?.(writer)
    return writer
  } catch (error) {
    writer.rollback()
    throw error
  }
}

/** Real and invented data never mix: a sample catalogue is replaced as a whole, or left alone. */
export async function writerFor({
  store,
  withheld,
  cards,
  logDays,
  dryRun,
  replaceSample,
  replaceCatalog,
  seen,
  signal,
  stopLearning,
}: WriterSettings): Promise<CatalogWriter> {
  const kind = kindBeside(store, replaceSample || replaceCatalog)
  if (dryRun && (kind !== 'imported' || replaceCatalog)) return NO_CATALOG // this leaves no folder behind
  const replace = kind === 'sample' || replaceCatalog
  return store.openWriter({
    kind: 'imported',
    replace,
    after: replace ? await seen() : 0,
    cards,
    logDays,
    withheld: await withheld(),
    newCatalogId,
    signal,
    stopLearning,
  })
}

/** Returns the catalogue's kind once it has real data. Throws a CommandFault for a sample that must stay. */
export function kindBeside(store: CatalogStore, replaceSample: boolean): CatalogKind | undefined {
  const kind = store.kind()
  if (kind !== 'sample' || replaceSample) return kind
  throw new CommandFault(
    `${store.name} holds a sample catalogue, and invented data never mixes with real data: choose another ${store.isFolder ? 'folder with --data' : 'database'}, or --replace-sample to remove the sample.`,
    EXIT.usage,
  )
}

/** Returns a path that sorts by time and has only characters that file names may have. */
export function rejectsPath(dataDir: string, mapping: Mapping, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '')
  const path = (suffix: string) => join(dataDir, 'rejects', `${mapping.name}-${time}${suffix}.csv`)
  let suffix = ''
  for (let n = 2; existsSync(path(suffix)); n++) suffix = `-${n}`
  return path(suffix)
}

const LABELS: Readonly<Record<ImportStep, string>> = {
  keys: 'Looking ahead',
  rows: 'Reading',
  commit: 'Preparing all records for searches',
}

/** Draws a progress line, and records progress for operators. */
class ImportProgress extends StepProgress<ImportStep> {
  readonly #run: RunFile | undefined

  constructor(terminal: Terminal, run: RunFile | undefined) {
    super(terminal, LABELS)
    this.#run = run
  }

  override update(step: ImportStep, done: number, total: number): void {
    this.#run?.progress(LABELS[step], done, total)
    super.update(step, done, total)
  }
}
