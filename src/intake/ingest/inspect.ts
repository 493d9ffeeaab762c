import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { dayOf } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { FieldTable } from '../../model/field.ts'
import { OWNER_FIELDS } from '../../model/left-out-fields.ts'
import { dataFault } from './file-fault.ts'
import { type DraftParts, doubtsOf, draftText, emptyDraft, flow } from './inspection/draft.ts'
import type { OptionValue } from './inspection/guess.ts'
import { type Preview, previewOf } from './inspection/preview.ts'
import { type ColumnProfile, ColumnTally, type TallyOptions } from './inspection/profile.ts'
import { HOUSES, nounOf, type ProposalContext, propose } from './inspection/propose.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { loadMapping, mappingNames } from './mapping-files.ts'
import { MappingFault } from './mapping-node.ts'
import type { ImportGazetteer } from './noun.ts'
import { importNounOf } from './nouns.ts'
import { RowReader } from './row-reader.ts'
import { columnsIn, FORMAT_NAMES, formatOf, openSource, type SourceFormat } from './sources/open.ts'
import { sniff } from './sources/sniff.ts'
import { ELEMENT_MARK, type Source } from './sources/source.ts'

export type { ColumnProfile } from './inspection/profile.ts'

/** What a file contains, and how to import it. */
export interface Inspection {
  readonly file: string
  /** The format as a mapping spells it. */
  readonly format: string
  readonly encoding?: string
  readonly packing?: string
  readonly member?: string
  readonly sheets?: readonly string[]
  readonly rowsRead: number
  /** Whether all rows of the file were read. */
  readonly isWhole: boolean
  /** Number of rows that cannot be read, by rule. */
  readonly broken: Readonly<Record<string, number>>
  readonly columns: readonly ColumnProfile[]
  /** Built-in mappings whose columns exist in the file. */
  readonly ready: readonly string[]
  readonly draft?: Draft
  /** Why no draft was made. `emptyDraft` is then a mapping to complete by hand. */
  readonly noDraft?: string
  readonly emptyDraft?: string
}

export interface Draft {
  readonly noun: string
  /** The text of the mapping file. */
  readonly text: string
  readonly fields: readonly { readonly field: string; readonly from: string; readonly reason: string }[]
  /** Fields, or the key, that the draft assumes without evidence in the file. */
  readonly doubtful: readonly string[]
  /** Guesses that a mapping cannot express, each with the reason. */
  readonly leftOut: readonly string[]
  /** Important warnings. They stand at the top of the draft. */
  readonly notes: readonly string[]
  /** The result of importing the first rows through the draft. */
  readonly preview: Preview
}

export interface InspectOptions {
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
  readonly signal?: AbortSignal
}

/** Limits on the rows and cells that are examined. */
const ROWS_MAX = 20_000
const CELLS_MAX = 20_000_000
/** Number of rows that are imported through the draft as a trial. */
const ROWS_TRIED = 2_000
/** A table with more columns than this has a column per month, not a column per fact. */
const WIDE_COLUMNS = 100

/** Reads the beginning of a file. Throws a one-sentence CommandFault if no format reads it. */
export async function inspectFile(file: string, options: InspectOptions): Promise<Inspection> {
  const { format, encoding, packing, member } = await sniff(file)
  // Passing the encoding on avoids reading the whole file again to detect it.
  const encoded = encoding === undefined ? format : ({ ...format, encoding } as SourceFormat)
  const columns = await columnsIn(file, encoded)
  const read = await profilesOf(file, encoded, columns, options)
  const unread = Object.values(read.broken).reduce((sum, rows) => sum + rows, 0)
  if (unread === read.rowsRead && unread > 0)
    throw dataFault(
      read.broken['row.cells'] === unread
        ? `"${file}" has no row that can be read: all ${unread} rows have more or fewer cells than the header.`
        : `"${file}" has no row that can be read: is it ${format.type}?`,
    )
  if (read.rowsRead === 0) throw dataFault(`"${file}" has a header and no rows.`)
  const formatText = writtenFormat(format)
  const { mtimeMs } = await stat(file)
  const asOf = asOfLines(file, mtimeMs)
  const lastYear = Number(dayOf(options.nowMs).slice(0, 4))
  const { rows, ...profiles } = read
  const pairsOf = (...names: readonly [string, string]) => {
    const [at = 0, other = 0] = names.map((name) => read.columns.findIndex((column) => column.name === name))
    return rows.map((cells) => [cells[at] ?? '', cells[other] ?? ''] as const)
  }
  const { gazetteer } = options
  const context = { decimalComma: format.decimalComma ?? false, lastYear, gazetteer, pairsOf, file: basename(file) }
  const trial = { ...options, file, columns: read.columns.map(({ name }) => name), rows }
  const draft = draftOf(trial, formatText, read.columns, context, asOf)
  return {
    file,
    format: formatText,
    ...(encoding !== undefined && { encoding }),
    ...(packing !== undefined && { packing }),
    ...(member !== undefined && { member }),
    ...profiles,
    ready: await readyMappings(file, encoded, columns),
    ...(typeof draft === 'string'
      ? { noDraft: draft, emptyDraft: emptyDraft(nameFor(file), formatText, read.columns) }
      : { draft }),
  }
}

async function profilesOf(file: string, format: SourceFormat, columns: readonly string[], options: InspectOptions) {
  const source = await openSource(file, format, columns)
  try {
    const { gazetteer, signal } = options
    const isZip = (zipcode: string) => gazetteer.zip(zipcode) !== undefined
    const mayBeKey = source.columns.length <= WIDE_COLUMNS
    const how: TallyOptions = { listMark: ELEMENT_MARK, decimalComma: format.decimalComma ?? false, mayBeKey, isZip }
    const tallies = source.columns.map((name) => new ColumnTally(name, how))
    const broken: Record<string, number> = {}
    const tried: (readonly string[])[] = []
    let rowsRead = 0
    let isWhole = true
    const rowsMax = Math.min(ROWS_MAX, Math.ceil(CELLS_MAX / Math.max(1, tallies.length)))
    for await (const row of source.rows()) {
      if (rowsRead === rowsMax) {
        isWhole = false
        break
      }
      rowsRead++
      if ('rule' in row) broken[row.rule] = (broken[row.rule] ?? 0) + 1
      else {
        for (const [i, tally] of tallies.entries()) tally.add(row.cells[i] ?? '')
        if (tried.length < ROWS_TRIED) tried.push(row.cells)
      }
      if (rowsRead % 1000 === 0) signal?.throwIfAborted()
    }
    const sheets = sheetsOf(source)
    const profiles = tallies.map((tally) => tally.profile())
    return { rowsRead, isWhole, broken, columns: profiles, rows: tried, ...(sheets && { sheets }) }
  } finally {
    source.close()
  }
}

function sheetsOf(source: Source): readonly string[] | undefined {
  return 'sheets' in source ? (source.sheets as readonly string[]) : undefined // only spreadsheets have sheets
}

/** Returns the built-in mappings whose format reads the file and whose columns exist. */
async function readyMappings(file: string, format: SourceFormat, columns: readonly string[]): Promise<string[]> {
  const ready: string[] = []
  for (const name of mappingNames()) {
    const mapping = loadMapping(name)
    const isSheetOfCsv = mapping.format.type === 'csv' && format.type === 'xlsx'
    if (mapping.format.type !== format.type && !isSheetOfCsv) continue
    const encoding = 'encoding' in format ? { encoding: format.encoding } : {}
    const source = await openSource(file, { ...mapping.format, ...encoding }, columns).catch(() => undefined)
    if (source === undefined) continue
    if (fits(mapping, source)) ready.push(name)
    source.close()
  }
  return ready
}

/** Whether the file has all columns that the mapping needs. */
function fits(mapping: Mapping, source: Source): boolean {
  try {
    return new RowReader(mapping, source).columnsNotUsed.length <= source.columns.length
  } catch (error) {
    if (error instanceof CommandFault) return false
    throw error
  }
}

/** The input for trying a draft: the file's first rows and the options. */
interface DraftTrial extends InspectOptions {
  readonly file: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function draftOf(
  trial: DraftTrial,
  format: string,
  columns: readonly ColumnProfile[],
  context: Omit<ProposalContext, 'fields'>,
  asOf: readonly string[],
): Draft | string {
  const fields = withoutOwners(importNounOf(nounOf(columns)).fields)
  const proposal = propose(columns, { fields, ...context })
  if ('whyNot' in proposal) return proposal.whyNot
  const { noun } = proposal
  const parts = { ...proposal, name: nameFor(trial.file), format, asOf: noun === 'offer' ? asOf : [] }
  return loadable(parts, proposal.keys, trial)
}

/** Drafts leave out owners, because only the operator may decide to store names of people. */
function withoutOwners(fields: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OWNER_FIELDS.some((field) => field === name)))
}

/**
 * Makes the draft, without fields that no mapping can express or that no cell fills. Returns the reason if there is no
 * draft.
 */
function loadable(parts: DraftParts, keys: readonly DraftParts['key'][], trial: DraftTrial): Draft | string {
  const { fields } = importNounOf(parts.noun as 'home' | 'offer') // only these nouns are proposed
  const leftOut: string[] = []
  let { guesses, constants, notes, key } = parts
  const leaveOut = (field: string | undefined) => {
    if (field === HOUSES.field && parts.noun === 'home') constants = [HOUSES, ...constants]
    else constants = constants.filter((constant) => constant.field !== field)
    guesses = guesses.filter((guess) => guess.field !== field)
  }
  for (let tries = guesses.length + constants.length + keys.length; tries >= 0; tries--) {
    const drafted = { ...parts, guesses, constants, notes, key }
    const text = draftText(drafted, fields)
    try {
      const { hopeless, hasKey, ...preview } = previewOf(readMapping(text, 'draft'), trial)
      const other = keys[keys.indexOf(key) + 1]
      if (!hasKey && other !== undefined) {
        const not = key.columns.map(({ name }) => `"${name}"`).join(', ')
        notes = [...notes, `${not} is not the key: rows with the same value are in different places.`]
        key = other
        continue
      }
      const notesOnFields = [
        ...constants.map(({ field, value, reason }) => ({ field, from: `always ${value}`, reason })),
        ...guesses.map(({ field, column, reason }) => ({ field, from: column, reason })),
      ]
      if (hopeless.length === 0)
        return { noun: parts.noun, text, fields: notesOnFields, doubtful: doubtsOf(drafted), leftOut, notes, preview }
      for (const { field, example } of hopeless) {
        const column = guesses.find((guess) => guess.field === field)?.column ?? field
        notes = [...notes, `"${column}" cannot be read as ${field}: it has cells such as "${example}".`]
        leaveOut(field)
      }
    } catch (error) {
      if (!(error instanceof MappingFault)) throw error
      const { line, sentence } = error
      const field = /^ {2}(\w+):/.exec(text.split('\n')[line - 1] ?? '')?.[1]
      // If a required field is missing, leaving out another field does not help.
      if (field === undefined || sentence.startsWith('No field'))
        return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
      leftOut.push(sentence)
      leaveOut(field)
    }
  }
  throw new Error(`No draft for "${trial.file}" can be read: ${leftOut.join(' ')}`)
}

/** Writes the day that a file of offers describes: the day in its name, or its modification time. */
function asOfLines(file: string, writtenMs: number): string[] {
  const name = basename(file)
  const format = name.replace(
    /(?<!\d)(?:19|20)\d\d([-_.])(?:0[1-9]|1[0-2])(?:\1(?:[0-2]\d|3[01]))?(?!\d)/,
    (found, mark: string) => ['YYYY', 'MM', 'DD'].slice(0, found.split(mark).length).join(mark),
  )
  if (format !== name)
    return ['# The file name contains the date of the data.', `asOf: { fileName: ${JSON.stringify(format)} }`]
  return [
    '# The day that the file describes. The file name contains no date, so this is the day on which the file was written.',
    `asOf: ${dayOf(writtenMs)}`,
  ]
}

const PACKINGS = ['zip', 'gz', 'zst']
const ENDINGS = new RegExp(
  `(\\.(${[...FORMAT_NAMES.flatMap((name) => formatOf(name).endings), ...PACKINGS].join('|')}))+$`,
)

/** Turns `2024 Sales (final).csv.gz` into `2024-sales-final`. */
function nameFor(file: string): string {
  const plain = basename(file)
    .toLowerCase()
    .replace(ENDINGS, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'draft'
}

/** The names that mappings use for blank delimiters. */
const BLANKS: Readonly<Record<string, string>> = { '\t': 'tab', ' ': 'space' }

/** Writes a format as a mapping spells it. All options have types that a mapping can express. */
function writtenFormat({ type, ...options }: SourceFormat): string {
  const written = Object.entries(options).map(
    ([name, value]) => `${name}: ${BLANKS[String(value)] ?? flow(value as OptionValue)}`,
  )
  return written.length === 0 ? type : `{ type: ${type}, ${written.join(', ')} }`
}
