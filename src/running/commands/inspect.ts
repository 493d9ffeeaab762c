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
  arguments: ['CSV, JSON, Excel, Parquet, GeoJSON or a shapefile, compressed or not'],
  explanation: `Only the beginning of the file is read. The draft is a guess from the headers and values, and each line says why.
Read it, correct it, then try it:
  ./plat inspect sales.csv --draft mine.yaml
  ./plat import sales.csv --mapping ./mine.yaml --dry-run`,
  examples: `Example:
  ./plat inspect sales.csv.gz`,
  options: ['draft', 'json'],
  run: inspect,
}

async function inspect({ terminal, options, words: [file = ''], answer }: Call): Promise<void> {
  const gazetteer = loadGazetteer()
  const inspection = await inspectFile(file, {
    isZip: (zipcode) => gazetteer.zip(zipcode) !== undefined,
    signal: terminal.interrupted,
  })
  const draftFile = options.draft || undefined
  if (draftFile !== undefined) writeDraft(draftFile, inspection)
  answer(inspection, linesOf(inspection, draftFile, terminal.watched))
}

/** Writes a draft. It never overwrites a file, because you may have corrected an earlier draft. */
function writeDraft(path: string, { draft, noDraft, file }: Inspection): void {
  if (draft === undefined) throw new CommandFault(`Cannot draft a mapping for "${file}": ${noDraft}`, EXIT.data)
  try {
    writeFileSync(path, draft.text, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'the file exists; choose another name' : `the system says ${code}`
    throw new CommandFault(`Cannot write the draft to "${path}": ${why}.`, EXIT.cannotWrite, { cause: error })
  }
}

/** The maximum number of columns to show. Wide tables have a column per month. */
const COLUMNS_SHOWN_MAX = 80

function linesOf(inspection: Inspection, draftFile: string | undefined, watched: boolean): string[] {
  const { file, ready, draft, noDraft, columns, broken } = inspection
  const brokenRows = Object.entries(broken).map(([rule, rows]) => `  cannot be read  ${counted(rows, 'row')} (${rule})`)
  const heading = ['column', 'type', 'empty', 'distinct', 'range or values']
  return [
    visible(headline(inspection)),
    ...brokenRows,
    '',
    ...table(heading, columns.slice(0, COLUMNS_SHOWN_MAX).map(columnRow), watched),
    ...(columns.length > COLUMNS_SHOWN_MAX ? [`and ${columns.length - COLUMNS_SHOWN_MAX} more: --json has all`] : []),
    '',
    ...ready.map((name) => `This file has all columns of the mapping ${name}: use --mapping ${name}`),
    ...(draft === undefined ? [`No draft: ${noDraft}`] : draftLines(draft, file, draftFile)),
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

function draftLines(draft: NonNullable<Inspection['draft']>, file: string, draftFile: string | undefined): string[] {
  const leftOut = draft.leftOut.map((sentence) => `Left out of the draft: ${visible(sentence)}`)
  if (draftFile !== undefined) {
    const next = `./plat import ${inShell(file)} --mapping ${inShell(withFolder(draftFile))} --dry-run`
    const doubts = draft.doubtful.length === 0 ? [] : [`Check first: ${draft.doubtful.join(', ')}.`]
    return [...leftOut, ...doubts, `Draft written to ${draftFile}. Read it, then try it: ${next}`]
  }
  return [
    ...leftOut,
    'Draft mapping (write it with --draft FILE):',
    '',
    ...draft.text.trimEnd().split('\n').map(visible),
  ]
}

/** Adds a folder to a bare name. Without it, --mapping would look for a built-in mapping of that name. */
function withFolder(path: string): string {
  return /[\\/]|\.ya?ml$/i.test(path) ? path : `../cli/${path}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
