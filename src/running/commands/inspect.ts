import { writeFileSync } from 'node:fs'
import { type ColumnProfile, type Inspection, inspectFile } from '../../intake/ingest/inspect.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { inShell, visible } from '../../kit/base/sentence.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'

/** `plat inspect` shows the content of a file, and how to import it. */
export const COMMAND: SingleCommand = {
  description: 'Show the columns of a file with their types and values, and draft a mapping to import it.',
  arguments: ['CSV, JSON, a spreadsheet, a web page, Parquet, GeoJSON or a shapefile, compressed or not'],
  explanation: `Only the beginning of the file is read. The draft is a guess from the headers and values, and each line says why.
Read it, correct it, then try it:
  ./plat inspect sales.csv --draft mine.yaml
  ./plat import sales.csv --mapping ./mine.yaml --dry-run`,
  examples: `Example:
  ./plat inspect sales.csv.gz`,
  options: ['draft', 'json'],
  never: ['nobody', 'busy', 'denied'],
  run: inspect,
}

async function inspect({ terminal, options, words: [file = ''], answer }: Call): Promise<void> {
  const { interrupted, clock, watched } = terminal
  const inspection = await inspectFile(file, { gazetteer: loadGazetteer(), nowMs: clock.now(), signal: interrupted })
  const draftFile = options.draft || undefined
  const { draft, noDraft } = inspection
  if (draftFile !== undefined && draft !== undefined) writeDraft(draftFile, draft)
  answer(inspection, linesOf(inspection, draftFile, watched))
  if (draftFile !== undefined && draft === undefined)
    throw new CommandFault(`There is no draft for "${file}": ${noDraft}`, EXIT.data)
}

type Draft = NonNullable<Inspection['draft']>

/** Writes the draft of a mapping. Never overwrites a file, because the user may have edited an earlier draft. */
function writeDraft(path: string, draft: Draft): void {
  try {
    writeFileSync(path, draft.text, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'the file exists; choose another name' : `the system reports ${code}`
    throw new CommandFault(`Cannot write the draft to "${path}": ${why}.`, EXIT.cannotWrite, { cause: error })
  }
}

/** Maximum number of columns to print. Some tables have a column for each month. */
const COLUMNS_SHOWN_MAX = 80
const RULES_SHOWN_MAX = 4

/** Lists what an import would read, skip and ask the user to check. Also lists the columns if no draft is written. */
function linesOf(inspection: Inspection, draftFile: string | undefined, watched: boolean): string[] {
  const { file, ready, draft, noDraft, emptyDraft = '', columns, broken } = inspection
  const brokenRows = Object.entries(broken).map(([rule, rows]) => `  cannot be read  ${counted(rows, 'row')} (${rule})`)
  const short = [
    visible(headline(inspection)),
    ...brokenRows,
    ...(draft === undefined ? [`No draft: ${noDraft}`] : previewLines(draft)),
  ]
  const hints = ready.map(
    (name) =>
      `The file has all columns of a built-in mapping: ./plat import ${inShell(file)} --mapping ${name} --dry-run`,
  )
  if (draft !== undefined && draftFile !== undefined) return [...short, nextLine(file, draftFile), ...hints]
  const heading = ['column', 'type', 'empty', 'distinct', 'range or values']
  return [
    ...short,
    '',
    ...table(heading, columns.slice(0, COLUMNS_SHOWN_MAX).map(columnRow), watched),
    ...(columns.length > COLUMNS_SHOWN_MAX ? [`and ${columns.length - COLUMNS_SHOWN_MAX} more: --json has all`] : []),
    '',
    draft === undefined ? 'A mapping to fill in:' : 'Draft mapping (--draft FILE writes it):',
    '',
    ...(draft?.text ?? emptyDraft).trimEnd().split('\n').map(visible),
    ...(hints.length > 0 ? ['', ...hints] : []),
  ]
}

function previewLines({ noun, preview, leftOut, notes, doubtful }: Draft): string[] {
  const { rows, used, leftOut: outside, sales, listings, days, prices, rejected, reported } = preview
  const parts = [
    ...(sales > 0 ? [`${counted(sales, 'sale')}${days ? ` from ${days[0]} to ${days[1]}` : ''}`] : []),
    ...Object.entries(listings).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`),
    ...(prices ? [`prices from ${prices[0].toLocaleString('en-US')} to ${prices[1].toLocaleString('en-US')}`] : []),
  ]
  const rules = [...rejected, ...reported]
  const others = rules.length - RULES_SHOWN_MAX
  return [
    `Would be imported: ${used.toLocaleString('en-US')} of the first ${counted(rows, 'row')} as ${noun}s${parts.length > 0 ? `: ${parts.join('; ')}` : ''}`,
    ...(outside > 0 ? [`Left out: ${counted(outside, 'row')}: they are not homes, see "where" in the draft.`] : []),
    ...rejected
      .slice(0, RULES_SHOWN_MAX)
      .map((rule) => `Left out: ${counted(rule.rows, 'row')}: ${visible(rule.sentence)}`),
    ...reported
      .slice(0, Math.max(0, RULES_SHOWN_MAX - rejected.length))
      .map(
        (rule) => `Unusual in ${counted(rule.rows, 'row')}: ${visible(rule.sentence)} First: ${visible(rule.example)}`,
      ),
    ...(others > 0 ? [`and ${others} more kinds of unusual values: try the draft with --dry-run`] : []),
    ...notes.map((note) => `Check first: ${visible(note)}`),
    ...leftOut.map((sentence) => `Left out of the draft: ${visible(sentence)}`),
    ...(doubtful.length > 0 ? [`Check first: ${doubtful.join(', ')}.`] : []),
  ]
}

function headline({ file, format, packing, member, encoding, sheets, rowsRead, isWhole, columns }: Inspection): string {
  const inside = member === undefined ? '' : `, containing ${member}`
  const parts = [
    format,
    ...(packing === undefined ? [] : [`compressed with ${packing}${inside}`]),
    ...(encoding === undefined || encoding === 'utf-8' ? [] : [encoding]),
    ...(sheets === undefined || sheets.length < 2 ? [] : [`the first of the sheets ${sheets.join(', ')}`]),
    counted(columns.length, 'column'),
    isWhole ? counted(rowsRead, 'row') : `the first ${counted(rowsRead, 'row')}`,
  ]
  return `${file}: ${parts.join(', ')}`
}

function columnRow(column: ColumnProfile): string[] {
  const { name, type, format, empty, distinct, distinctIsLeast, rows } = column
  const share = empty === 0 ? '' : empty === rows ? 'all' : `${Math.max(1, Math.round((empty / rows) * 100))} %`
  const many = `${distinctIsLeast ? 'over ' : ''}${distinct.toLocaleString('en-US')}`
  return [visible(name), format === undefined ? type : `${type} ${format}`, share, many, visible(looksOf(column))]
}

const LOOKS_MAX_CHARACTERS = 60

function looksOf({ min, max, values, samples, placeholders, unit, odd }: ColumnProfile): string {
  const range = min === undefined || max === undefined ? undefined : `${min} to ${max}${unit ? ` ${unit}` : ''}`
  const few = values && values.length <= 6 ? values.map(({ value, rows }) => `${value} (${rows})`) : samples
  const nothing = placeholders.map(({ value, rows }) => `${value} means empty (${rows})`)
  const unread = odd.cells === 0 ? [] : [`does not fit: ${odd.texts.join(', ')} (${odd.cells})`]
  const text = [range ?? few.join(', '), ...nothing, ...unread].filter((part) => part !== '').join('; ')
  return text.length > LOOKS_MAX_CHARACTERS ? `${text.slice(0, LOOKS_MAX_CHARACTERS - 1)}…` : text
}

function nextLine(file: string, draftFile: string): string {
  const next = `./plat import ${inShell(file)} --mapping ${inShell(withFolder(draftFile))} --dry-run`
  return `Draft written to ${draftFile}. Read it, then try it: ${next}`
}

/** Prefixes a bare name with `./`. Without a folder, `--mapping` would look for a built-in mapping of that name. */
function withFolder(path: string): string {
  return /[\\/]|\.ya?ml$/i.test(path) ? path : `./${path}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
