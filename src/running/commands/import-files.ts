import { existsSync, statSync } from 'node:fs'
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
import { isUndated, type Report } from '../../intake/ingest/report.ts'
import { type ImportOptions, type ImportStep, runImport } from '../../intake/ingest/run.ts'
import { RunFile, runReport } from '../../intake/ingest/run-folder.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { StepProgress, type Terminal } from '../terminal/terminal.ts'
import { AsServed } from './as-served.ts'
import { newCatalogId } from './change-catalog.ts'
import { notLearned } from './not-learned.ts'

/** The settings of an import, which are the same for all its files. */
export interface ImportSettings {
  /** The folder in which rejected rows and run reports are written. */
  readonly dataDir: string
  readonly store: CatalogStore
  /** Returns the people who are currently hidden from answers. */
  readonly withheld: () => Promise<Withheld>
  readonly cards: CardMaker
  /** The number of days for which change events are stored. */
  readonly logDays: number
  readonly mapping: Mapping
  readonly dryRun: boolean
  readonly acceptRejects: boolean
  readonly replaceSample: boolean
  readonly replaceCatalog: boolean
  /** Returns the highest change number that a saved search, feed or webhook has already returned to a client. */
  readonly seen: () => Promise<number>
  readonly gazetteer: ImportOptions['gazetteer']
  readonly asOf?: FileMoment
  readonly maxGone?: number
  /** The setting `today`. A dry run needs it to print records as searches would return them. */
  readonly today: string
}

interface WriterSettings
  extends Pick<
    ImportSettings,
    'store' | 'withheld' | 'cards' | 'logDays' | 'dryRun' | 'replaceSample' | 'replaceCatalog' | 'seen'
  > {
  /** Aborting the signal cancels the import. */
  readonly signal: AbortSignal
  /** Aborting the signal skips the training of value estimators. The import itself still completes. */
  readonly stopLearning: AbortSignal
}

/** The report of an import. After a dry run, it contains the first records as searches would return them. */
export type ShownReport = Report & { readonly served?: readonly object[] }

/** Options for imports from a watched folder. */
export interface WatchOptions {
  /** Notes to store with the import, by name. */
  readonly notes?: ReadonlyMap<string, string>
  /** Aborting the signal cancels the import. Defaults to the signal of Ctrl-C. */
  readonly signal?: AbortSignal
  /** Called after the files were checked against the mapping, and before the catalog is opened. */
  readonly onOpening?: () => void
  /** Called before the first write. The import is cancelled if this function throws. */
  readonly onOpen?: (writer: CatalogWriter) => void
  /** Whether to record a failed import in the list of runs. Default: always. */
  readonly isRecorded?: (error: unknown) => boolean
}

/** Bytes of memory that an import takes for each byte of its files: over 4.4 GB for 0.9 GB of CSV with 2.4 million homes. */
const MEMORY_PER_BYTE = 5
const LARGE_BYTES = 200_000_000

/** Before an import, prints how much memory it takes, if that is more than 1 GB. */
function noteMemory(terminal: Pick<Terminal, 'note'>, files: readonly string[]): void {
  const bytes = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
  if (bytes < LARGE_BYTES) return
  const [size, memory] = [bytes, bytes * MEMORY_PER_BYTE].map((count) => `${(count / 1e9).toFixed(1)} GB`)
  terminal.note(
    `These files have ${size}: the import may take ${memory} of memory. Split them if your machine has less.`,
  )
}

/** Imports the files in one transaction: all of them or none. */
export async function importFiles(
  terminal: Terminal,
  files: readonly string[],
  settings: ImportSettings,
  { notes = new Map(), signal = terminal.interrupted, ...watchOptions }: WatchOptions = {},
): Promise<ShownReport> {
  const { clock } = terminal
  const { dataDir, store, mapping, cards, dryRun, acceptRejects, gazetteer, asOf, maxGone } = settings
  noteMemory(terminal, files)
  const kind = watchOptions.isRecorded === undefined ? 'import' : 'watch'
  const { name, source } = mapping
  const run = dryRun ? undefined : new RunFile(dataDir, clock, { kind, source, mapping: name, files })
  const progress = new ImportProgress(terminal, run)
  // A dry run never prints records of people.
  const served =
    dryRun && !mapping.personal ? new AsServed(importNounOf(mapping.noun).stored, cards, clock.now()) : undefined
  try {
    const report = await runImport({
      files,
      mapping,
      openWriter: async () => {
        watchOptions.onOpening?.()
        const writer = await openedFor({ ...settings, signal, stopLearning: terminal.interrupted }, watchOptions)
        served?.watch(writer)
        return writer
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
        else if (terminal.watched) terminal.note('Searches now find these rows. Learning home values from the sales …')
      },
    })
    const failure = unusable(report)?.message
    run?.end({ state: failure === undefined ? 'done' : 'refused', failure, reports: [runReport(report)] })
    return { ...report, ...(served && { served: served.records(todayAfter(served, settings, clock)) }) }
  } catch (error) {
    if (watchOptions.isRecorded?.(error) === false) run?.forget()
    else if (signal.aborted) run?.end({ state: 'stopped' })
    else run?.end({ state: 'failed', failure: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    progress.end()
  }
}

/**
 * Returns the time that counts as today after the import. Searches such as `sold in the last 30 days` count back from
 * it.
 */
function todayAfter({ newestDay }: AsServed, { mapping, store, today }: ImportSettings, clock: Clock): number {
  const noun = SEARCHED_NOUNS.find((each) => each === mapping.noun)
  const isThere = store.kind() === 'imported'
  return clockOf(today, clock, (last) => {
    const keptDay = noun && isThere ? store.newestDay(noun, last) : undefined
    return keptDay === undefined || newestDay === undefined ? (keptDay ?? newestDay) : Math.max(keptDay, newestDay)
  }).now()
}

/** Returns a CommandFault if an import was refused or no row could be used; undefined if the import is usable. */
export function unusable(report: Report): CommandFault | undefined {
  const { rowsRead, rowsUsed, rowsRejected, rejectsFile, refused, rejected } = report
  if (rowsUsed > 0 && !refused) return undefined
  if (isUndated(report)) {
    return new CommandFault(
      `Nothing was imported, because all ${rowsUsed} rows are sales and none has a date that can be read: check CloseDate in the mapping. To import these rows anyway, use --accept-rejects.`,
      EXIT.data,
    )
  }
  if (rowsRejected === 0) {
    return new CommandFault(`All ${rowsRead} rows were left out: no row meets the mapping's "where".`, EXIT.data)
  }
  const [reason] = rejected // the most frequent reason comes first
  const why = reason ? ` Most frequent reason: ${reason.sentence} First example: ${reason.example}.` : ''
  const where = rejectsFile === undefined ? '' : ` ${rejectsFile} gives the reason for each row.`
  if (rowsUsed === 0) return new CommandFault(`None of the ${rowsRead} rows could be used.${why}${where}`, EXIT.data)
  return new CommandFault(
    `Nothing was imported, because only ${rowsUsed} of the ${rowsRead} rows can be used.${why}${where} To import these rows anyway, use --accept-rejects.`,
    EXIT.data,
  )
}

async function openedFor(settings: WriterSettings, { onOpen }: WatchOptions): Promise<CatalogWriter> {
  const writer = await writerFor(settings)
  try {
    onOpen?.(writer)
    return writer
  } catch (error) {
    writer.rollback()
    throw error
  }
}

/** Opens a writer for an import. Real and invented data never mix: an import replaces a sample completely or fails. */
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
  if (dryRun && (kind !== 'imported' || replaceCatalog)) return { ...NO_CATALOG } // a dry run creates nothing
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

/** Returns whether the catalog is a sample or imported. Throws a CommandFault for a sample that may not be replaced. */
export function kindBeside(store: CatalogStore, replaceSample: boolean): CatalogKind | undefined {
  const kind = store.kind()
  if (kind !== 'sample' || replaceSample) return kind
  throw new CommandFault(
    `${store.name} has a sample catalog, and invented data never mixes with real data: choose another ${store.isFolder ? 'folder with --data' : 'database'}, or remove the sample with --replace-sample.`,
    EXIT.usage,
  )
}

/** Returns a new path for rejected rows. It sorts by time and has only characters that are valid in file names. */
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

/** Draws a progress line, and stores the progress for operators. */
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
