import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Day } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { CardMaker } from '../catalog/cards.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import { catalogKind, openWriter } from '../catalog/open.ts'
import { NO_SOURCE_HOMES } from '../catalog/source-homes.ts'
import { dayIn } from '../ingest/as-of.ts'
import type { Mapping } from '../ingest/mapping.ts'
import { loadMapping, mappingNames } from '../ingest/mapping-files.ts'
import { importNounOf } from '../ingest/nouns.ts'
import { type Report, summaryOf } from '../ingest/report.ts'
import { type ImportStep, runImport } from '../ingest/run.ts'
import { withheldNow } from '../privacy/index.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { AsServed } from './as-served.ts'
import { bringUp } from './bring-up.ts'
import { EXIT_CODES_HELP, readTold, type Told, withOptions } from './options.ts'
import { Progress, type Terminal } from './terminal.ts'
import { cardsOf } from './words.ts'

const MAPPINGS = mappingNames()
  .join(', ')
  .replaceAll(/(.{90,110}),/g, '$1,\n ')

const AFTER_HELP = `
Mappings:
  ${MAPPINGS},
or a YAML file of your own: mappings/README.md says how to write one.

Rows that cannot be used go to <data>/rejects/, with line and reason. Importing a file again changes nothing. An import
succeeds even if some rows were rejected. If more than nine in ten were, it fails with ${EXIT.data} and imports nothing, unless
--accept-rejects; it always does if no row could be used.
${EXIT_CODES_HELP}

Example:
  ./plat import kc_house_data.csv --mapping king-county --data kc`

/** `plat import`: brings files into the catalogue of the data folder. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description('Bring files into the catalogue, through a mapping of columns to fields: all of them or nothing.')
    .argument(
      '<file...>',
      'CSV, JSON, Excel, Parquet, GeoJSON or shapefiles; text in any usual encoding, packed or not',
    )
    .addHelpText('after', AFTER_HELP)
    .action((files: string[]) => importFiles(terminal, files, readTold(command, terminal)))
  return withOptions(
    command,
    ['mapping', 'data', 'dryRun', 'acceptRejects', 'json', 'replaceSample', 'asOf'],
    ['mapping'],
  )
}

async function importFiles(
  terminal: Terminal,
  files: readonly string[],
  { settings, options }: Pick<Told, 'settings' | 'options'>,
): Promise<void> {
  const { clock } = terminal
  const dataDir = settings.data
  const { dryRun = false, acceptRejects = false, json = false, replaceSample = false } = options
  const mapping = chosenMapping(options.mapping)
  const asOf = readAsOf(options.asOf, mapping)
  const progress = new ImportProgress(terminal)
  const cards = cardsOf(settings)
  // what a person's record says is never repeated
  const served = dryRun && !mapping.personal ? new AsServed(mapping.noun, cards, clock.now()) : undefined
  try {
    const report = await runImport({
      files,
      mapping,
      openWriter: () => {
        if (!replaceSample) bringUp(dataDir, terminal)
        const writer = writerFor(dataDir, cards, dryRun, replaceSample)
        return served?.watching(writer) ?? writer
      },
      gazetteer: loadGazetteer(),
      clock,
      rejectsPath: rejectsPath(dataDir, mapping, clock.now()),
      ...(asOf !== undefined && { asOf }),
      dryRun,
      acceptRejects,
      signal: terminal.interrupted,
      onProgress: (step, done, total) => progress.update(step, done, total),
    })
    progress.end()
    show(terminal, { ...report, ...(served && { served: served.records }) }, json)
  } finally {
    progress.end()
  }
}

function chosenMapping(nameOrFile: string | undefined): Mapping {
  if (nameOrFile !== undefined && nameOrFile !== '') return loadMapping(nameOrFile)
  throw new CommandFault(
    `No mapping says which column means what: choose one with --mapping; accepted are ${mappingNames().join(', ')}, or a file such as ./my.yaml.`,
    EXIT.usage,
  )
}

function readAsOf(text: string | undefined, { noun, name }: Mapping): Day | undefined {
  if (text === undefined) return undefined
  const day = dayIn(text)
  if (day === undefined) {
    throw new CommandFault(`Cannot read --as-of "${text}": accepted are YYYY-MM-DD and YYYY-MM.`, EXIT.usage)
  }
  if (importNounOf(noun).listed) return day
  throw new CommandFault(
    `Cannot use --as-of "${text}" with ${name}: rows of the noun ${noun} have their own dates.`,
    EXIT.usage,
  )
}

/** Real and invented data never mix: a sample catalogue is replaced as a whole, or left alone. */
function writerFor(dataDir: string, cards: CardMaker, dryRun: boolean, replaceSample: boolean): CatalogWriter {
  const kind = catalogKind(dataDir)
  if (kind === 'sample' && !replaceSample) {
    throw new CommandFault(
      `${dataDir} holds a sample catalogue, and invented data never mixes with real data: choose another folder with --data, or --replace-sample to remove the sample.`,
      EXIT.usage,
    )
  }
  if (dryRun && kind !== 'imported') return EMPTY_CATALOG
  const withheld = withheldNow(dataDir)
  return openWriter({ dataDir, kind: 'imported', replace: kind === 'sample', cards, withheld, newCatalogId })
}

function newCatalogId(): string {
  return randomBytes(8).toString('hex')
}

/** What a dry run compares with when there is no catalogue yet, so that it leaves no folder behind. */
const EMPTY_CATALOG: CatalogWriter = {
  sourceHomes: NO_SOURCE_HOMES,
  get: () => undefined,
  each: () => [],
  put() {},
  remove: () => false,
  attribute: () => false,
  commit() {},
  rollback() {},
}

/** Sorts by time, and holds no character that a file name must not have. */
function rejectsPath(dataDir: string, mapping: Mapping, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '')
  const path = (suffix: string) => join(dataDir, 'rejects', `${mapping.name}-${time}${suffix}.csv`)
  let suffix = ''
  for (let n = 2; existsSync(path(suffix)); n++) suffix = `-${n}`
  return path(suffix)
}

/** What a dry run adds: the first records as they would be served. */
type ShownReport = Report & { readonly served?: readonly object[] }

function show(terminal: Terminal, report: ShownReport, json: boolean): void {
  if (json) terminal.print(JSON.stringify(report, null, 2))
  else for (const line of [...servedLines(report), ...summaryOf(report)]) terminal.print(line)
  if (report.rowsUsed > 0 && !report.refused) return
  if (report.rowsRejected === 0) {
    throw new CommandFault(`All ${report.rowsRead} rows are left out: nothing fits the mapping's where.`, EXIT.data)
  }
  const where = report.rejectsFile === undefined ? '' : `: ${report.rejectsFile} says why, row by row`
  if (report.rowsUsed === 0) {
    throw new CommandFault(`None of the ${report.rowsRead} rows could be used${where}.`, EXIT.data)
  }
  const few = `only ${report.rowsUsed} of the ${report.rowsRead} rows can be used`
  throw new CommandFault(
    `Nothing was imported, because ${few}${where}. If that is as it should be, --accept-rejects imports them.`,
    EXIT.data,
  )
}

function servedLines({ served = [] }: ShownReport): string[] {
  if (served.length === 0) return []
  const records = served.flatMap((record) => JSON.stringify(record, null, 2).split('\n'))
  return ['The first records as they would be served:', ...records.map((line) => `  ${line}`)]
}

const LABELS: Readonly<Record<ImportStep, string>> = {
  keys: 'Looking ahead',
  rows: 'Reading',
  commit: 'Putting in order',
}

/** One progress line for each step. */
class ImportProgress {
  readonly #terminal: Terminal
  #step: ImportStep | undefined
  #progress: Progress | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  update(step: ImportStep, done: number, total: number): void {
    if (step !== this.#step) {
      this.end()
      this.#progress = new Progress(this.#terminal, LABELS[step])
      this.#step = step
    }
    this.#progress?.update(done, total)
  }

  end(): void {
    this.#progress?.end()
    this.#progress = undefined
  }
}
