import { writeFileSync } from 'node:fs'
import { type ColumnProfile, type Inspection, inspectFile } from '../../intake/ingest/inspect.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { inShell, visible } from '../../kit/base/sentence.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import type { Call, SingleCommand } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'

/** `plat inspect` shows the content of a file, and how it could be imported. */
export const COMMAND: SingleCommand = {
  description: "Read the beginning of a file: its columns, their types and values, and a draft of the file's mapping.",
  arguments: ['CSV, JSON, Excel, Parquet, GeoJSON or a shapefile; packed or not'],
  explanation: `The draft is a guess by headers and by what the values look like; each line says why. Read it, correct it, and try it:
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

/** Writes a draft, and never overwrites one, since it may have been corrected. */
function writeDraft(path: string, { draft, noDraft, file }: Inspection): void {
  if (draft === undefined) throw new CommandFault(`There is no draft for "${file}": ${noDraft}`, EXIT.data)
  try {
    writeFileSync(path, draft.text, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it exists already; choose another name' : `the system says ${code}`
    throw new CommandFault(`Cannot write the draft to "${path}": ${why}.`, EXIT.cannotWrite, { cause: error })
  }
}

/** Cap on the columns shown: wide tables have a column per month. */
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
    ...ready.map((name) => `The mapping ${name} has all its columns here: --mapping ${name}`),
    ...(draft === undefined ? [`No draft: ${noDraft}`] : draftLines(draft, file, draftFile)),
  ]
}

function headline({ file, format, packing, member, encoding, sheets, rowsRead, isWhole, columns }: Inspection): string {
  const inside = member === undefined ? '' : `, in it ${member}`
  const parts = [
    format,
    ...(packing === undefined ? [] : [`packed with ${packing}${inside}`]),
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
  const nothing = placeholders.map(({ value, rows }) => `${value} for nothing (${rows})`)
  const unread = odd.cells === 0 ? [] : [`not so: ${odd.texts.join(', ')} (${odd.cells})`]
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
  return [...leftOut, 'Draft mapping (--draft FILE writes it):', '', ...draft.text.trimEnd().split('\n').map(visible)]
}

/** Gives a bare name a folder: without one it would mean a built-in mapping, unless it ends like a file. */
function withFolder(path: string): string {
  return /[\\/]|\.ya?ml$/i.test(path) ? path : `../cli/${path}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
