import { highestSeen } from '../../guard/subscriptions/index.ts'
import { type FileMoment, MOMENTS, momentIn } from '../../intake/ingest/as-of.ts'
import type { Mapping } from '../../intake/ingest/mapping.ts'
import { loadMapping, mappingNames } from '../../intake/ingest/mapping-files.ts'
import { importNounOf } from '../../intake/ingest/nouns.ts'
import { onlyDeletes } from '../../intake/ingest/only-deletes.ts'
import { summaryOf } from '../../intake/ingest/report.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { pictureAdvice } from '../doctor/pictures.ts'
import { catalogStoreOf, withheldOf } from '../serving/backend.ts'
import { databaseOf } from '../serving/database.ts'
import { cardsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { type ImportSettings, importFiles, type ShownReport, unusable } from './import-files.ts'
import { watchFolder } from './watch-folder.ts'

const MAPPINGS = mappingNames()
  .join(', ')
  .replaceAll(/(.{90,110}),/g, '$1,\n ')

/** `plat import` imports files into the catalog. */
export const COMMAND: SingleCommand = {
  description: 'Import files into the catalog, all of them or nothing. A mapping says which column fills which field.',
  arguments: [
    'CSV, JSON, spreadsheets, web pages, Parquet, GeoJSON or shapefiles, in any common text encoding, compressed or not',
  ],
  explanation: `Mappings:
  ${MAPPINGS},
or your own YAML file: mappings/README.md says how to write one.

Rows that cannot be used go to <data>/rejects/, with their line and the reason. Importing a file again changes nothing.
An import succeeds even if some rows are rejected. If more than nine in ten are rejected, it imports nothing and exits
with ${EXIT.data}, unless you give --accept-rejects. If no row can be used, it always fails.`,
  examples: `Examples:
  ./plat import kc_house_data.csv --mapping king-county --data kc
  ./plat import --watch /srv/feed --mapping ./mls.yaml
  ./plat import gone.csv --mapping ./mls.yaml --deletes
  ./plat import all.csv --mapping ./mls.yaml --replace-catalog`,
  options: [
    'mapping',
    'data',
    'dryRun',
    'acceptRejects',
    'json',
    'replaceSample',
    'replaceCatalog',
    'asOf',
    'deletes',
    'maxGone',
    'watch',
    'stillS',
  ],
  required: ['mapping'],
  run: importCalled,
}

async function importCalled(call: Call): Promise<void> {
  const { terminal, options, words: files } = call
  const settings = await importSettings(call)
  const { watch, stillS = 0, json = false, dryRun = false } = options
  if (watch === undefined && files.length === 0) {
    throw new CommandFault('Nothing to import: give files, or a folder with --watch.', EXIT.usage)
  }
  if (watch === undefined) {
    const report = await importFiles(terminal, files, settings)
    const advice = pictureAdvice(report.pictureOrigins, call.settings)
    call.answer(report, [...servedLines(report), ...summaryOf(report), ...(advice === undefined ? [] : [advice])])
    const fault = unusable(report)
    if (fault) throw fault
    return
  }
  if (files.length > 0 || dryRun || settings.replaceCatalog) {
    const option = dryRun ? '--dry-run' : '--replace-catalog'
    const wrong = files.length > 0 ? `"${files[0]}"` : option
    throw new CommandFault(`Cannot use ${wrong} with --watch, which imports the files of the folder.`, EXIT.usage)
  }
  const folder = { path: watch, stillMs: stillS * 1000 }
  await watchFolder(terminal, folder, settings, json)
}

async function importSettings({ settings, options }: Call): Promise<ImportSettings> {
  const {
    dryRun = false,
    acceptRejects = false,
    replaceSample = false,
    replaceCatalog = false,
    maxGone,
    deletes = false,
  } = options
  const chosen = chosenMapping(options.mapping)
  const mapping = deletes ? onlyDeletes(chosen) : chosen
  const asOf = readAsOf(options.asOf, mapping)
  return {
    dataDir: settings.data,
    store: await catalogStoreOf(settings, replaceCatalog && !dryRun ? 'any' : undefined),
    withheld: () => withheldOf(settings),
    cards: cardsOf(settings),
    logDays: settings.changesDays,
    today: settings.today,
    mapping,
    dryRun,
    acceptRejects,
    replaceSample,
    replaceCatalog,
    seen: () => highestSeen(settings.data, databaseOf(settings)),
    gazetteer: loadGazetteer(),
    ...(asOf !== undefined && { asOf }),
    ...(maxGone !== undefined && { maxGone }),
  }
}

function chosenMapping(nameOrFile: string | undefined): Mapping {
  if (nameOrFile !== undefined && nameOrFile !== '') return loadMapping(nameOrFile)
  throw new CommandFault(
    `No mapping says what each column means. Let ./plat inspect FILE --draft my.yaml write one, or choose one with --mapping: ${mappingNames().join(', ')}.`,
    EXIT.usage,
  )
}

function readAsOf(text: string | undefined, { noun, name }: Mapping): FileMoment | undefined {
  if (text === undefined) return undefined
  const moment = momentIn(text)
  if (moment === undefined) throw new CommandFault(`--as-of must be ${MOMENTS}; you gave "${text}".`, EXIT.usage)
  if (importNounOf(noun).listed) return moment
  throw new CommandFault(
    `Cannot use --as-of "${text}" with ${name}: rows of the noun ${noun} have their own dates.`,
    EXIT.usage,
  )
}

function servedLines({ served = [] }: ShownReport): string[] {
  if (served.length === 0) return []
  const records = served.flatMap((record) => JSON.stringify(record, null, 2).split('\n'))
  return ['The first records, as searches would return them:', ...records.map((line) => `  ${line}`)]
}
