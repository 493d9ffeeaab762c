import type { Backend } from '../../catalog/opening/backend.ts'
import type { StoredRecords } from '../../catalog/ports/stored-records.ts'
import { decodeQuery } from '../../doors/http/request/query.ts'
import { CommandFault, EXIT, Fault } from '../../kit/base/failure.ts'
import { didYouMean, quote, visible } from '../../kit/base/sentence.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { ask, type SearchCall } from '../../service/exporting/asked.ts'
import { type Destination, fileAt } from '../../service/exporting/destination.ts'
import { FORMAT_NAMES, type FormatName, formatOf } from '../../service/exporting/formats.ts'
import { EXPORTED_NOUNS } from '../../service/exporting/nouns.ts'
import { type Exported, runExport } from '../../service/exporting/run.ts'
import { backendOf, withheldOf } from '../serving/backend.ts'
import { bringUpResults } from '../serving/bring-up.ts'
import { dataClocksOf } from '../serving/data-clocks.ts'
import { openLog } from '../serving/log.ts'
import { cardsOf, wordsOf } from '../serving/words.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { Progress, type Terminal } from '../terminal/terminal.ts'

const PLURALS = Object.values(EXPORTED_NOUNS).map(({ plural }) => plural)

/** `plat export` writes the records of a search, or all records of a type, to a file. */
export const COMMAND: SingleCommand = {
  description: 'Export all results of a search, or all records of one kind, as CSV, NDJSON, GeoJSON or Parquet.',
  arguments: [PLURALS.join(', ')],
  explanation: `Give a noun to export all its records (${PLURALS.join(', ')}), or --search with the path and parameters
of a search over HTTP. The export has all results, not one page, sorted by id, from the catalog as it was at the start.
Columns are named like import fields (docs/import-fields.md). Data that searches hide is left out: the street,
coordinates, parcel number and census tract of an undisclosed address, hidden prices, and people. Each row names its
source and the attribution that the source requires. For details, see docs/exporting.md.

The file appears under its name when it is complete. It then replaces an existing file of that name.`,
  examples: `Examples:
  ./plat export homes --out homes.parquet
  ./plat export --search "/search/byaddress?location=Austin, TX&listingStatus=For_Sale" --format csv > austin.csv`,
  options: ['search', 'format', 'out', 'data', 'portalWord'],
  run: exportRecords,
}

async function exportRecords({ terminal, settings, options, words: [plural] }: Call): Promise<void> {
  const { out = '', search = '' } = options
  const format = chosenFormat(options.format, out)
  const whole = chosenNoun(plural, search)
  const backend = await backendOf(settings, { statementMs: PATIENCE_MS })
  const progress = new Progress(terminal, 'Exporting')
  const { records, noun, keys } =
    whole === undefined
      ? await searched(search, backend, settings, terminal)
      : { records: await backend.records(terminal.interrupted), noun: whole }
  try {
    const exported = await runExport({
      records,
      noun,
      ...(keys && { keys }),
      format,
      destination: out === '' ? standardOutput(terminal) : fileAt(out, String(process.pid)),
      signal: terminal.interrupted,
      onProgress: (done, total) => progress.update(done, total),
    })
    progress.end()
    for (const line of summaryOf(exported, noun, out)) terminal.note(line)
  } finally {
    progress.end()
    records.close()
  }
}

function chosenNoun(plural: string | undefined, search: string): SearchedNoun | undefined {
  if (plural === undefined) {
    if (search !== '') return undefined
    throw new CommandFault(`Say what to export: ${PLURALS.join(', ')}, or a search with --search.`, EXIT.usage)
  }
  if (search !== '') throw new CommandFault(`Cannot use "${plural}" with --search: give one of them.`, EXIT.usage)
  const noun = Object.values(EXPORTED_NOUNS).find((each) => each.plural === plural)?.noun
  if (noun !== undefined) return noun
  const hint = didYouMean(plural, PLURALS)
  throw new CommandFault(
    `Cannot export ${quote(plural)}. You can export ${PLURALS.join(', ')}, or a search with --search.${hint}`,
    EXIT.usage,
  )
}

function chosenFormat(given: string | undefined, out: string): FormatName {
  const name = given === undefined || given === '' ? formatOf(out) : FORMAT_NAMES.find((each) => each === given)
  if (name !== undefined) return name
  const accepted = `must be one of ${FORMAT_NAMES.join(', ')}`
  if (given) throw new CommandFault(`--format ${accepted}; you gave ${quote(given)}.`, EXIT.usage)
  const why = out === '' ? 'the format is missing' : `${quote(out)} does not end in the name of a format`
  throw new CommandFault(`Cannot export, because ${why}: choose a format with --format, which ${accepted}.`, EXIT.usage)
}

interface SearchResult {
  readonly records: StoredRecords
  readonly noun: SearchedNoun
  readonly keys?: Float64Array
}

/** The time limit of an export. A search that matches all homes of a country takes longer than an HTTP request may. */
const PATIENCE_MS = 3_600_000

/**
 * Maximum number of attempts to read the results and their records from the same state of the catalog. Imports can
 * commit between the two reads.
 */
const TRIES_MAX = 5

/** Returns the results of a search and their full records, both from the same state of the catalog. */
async function searched(text: string, backend: Backend, settings: Settings, terminal: Terminal): Promise<SearchResult> {
  const cards = cardsOf(settings)
  const log = openLog(settings.logLevel)
  const withheld = await withheldOf(settings)
  const words = wordsOf(settings)
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    bringUpResults(backend.store, cards, terminal)
    const catalog = await backend.open({ cards, withheld, log })
    let records: StoredRecords | undefined
    try {
      records = await backend.records(terminal.interrupted)
      const { dataVersion } = records.about
      const isOneState = () => catalog.about().dataVersion === dataVersion
      if (!isOneState()) continue
      const context = { catalog, clock: terminal.clock, log, words }
      const clocks = dataClocksOf(settings, catalog, terminal.clock)
      const { noun, keys, notes } = await ask(callIn(text), context, settings.handling, clocks)
      await catalog.refresh?.()
      if (!isOneState()) continue
      for (const note of notes) terminal.note(visible(note))
      const result = { records, noun, keys }
      records = undefined // from now on the caller closes `records`
      return result
    } catch (error) {
      throw error instanceof Fault ? new CommandFault(error.message, exitCodeOf(error), { cause: error }) : error
    } finally {
      records?.close()
      await catalog.close()
    }
  }
  throw new CommandFault('Imports change the catalog too often for an export. Try again in a moment.', EXIT.busy)
}

function exitCodeOf({ status }: Fault): number {
  return status >= 500 ? EXIT.io : EXIT.usage
}

/** Returns the path and query of a search. The text may be a complete URL. */
function callIn(text: string): SearchCall {
  const local = text.trim().replace(/^https?:\/\/[^/?]*/i, '')
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: mark < 0 ? [] : decodeQuery(local.slice(mark + 1)),
  }
}

function standardOutput(terminal: Terminal): Destination {
  return { write: (bytes) => terminal.write(bytes), complete() {}, abandon() {} }
}

function summaryOf({ records, attributions }: Exported, noun: SearchedNoun, out: string): string[] {
  const { plural, idColumn } = EXPORTED_NOUNS[noun]
  const where = out === '' ? '' : ` in ${visible(out)}`
  const sources = attributions.length === 0 ? '' : ` Sources: ${visible(attributions.join('; '))}.`
  const what = records === 1 ? noun : plural
  return [`${records.toLocaleString('en-US')} ${what}${where}, sorted by ${idColumn}.${sources}`]
}
