import { dataFault } from '../file-fault.ts'
import { type Content, openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import { isHeader } from './csv-start.ts'
import { type FileFormat, orClose } from './format.ts'
import { Lines, withoutEnd } from './lines.ts'
import type { Row, Source } from './source.ts'
import { TABLE_OPTIONS, type TableOptions } from './table.ts'

interface FixedOptions extends TextOptions, Pick<TableOptions, 'skip'> {
  /** Widths of the columns in characters. The last column extends to the end of the line. */
  readonly widths: readonly number[]
}

/** Text with columns of fixed width. */
export const FIXED: FileFormat<FixedOptions> = {
  doc: '`widths`: the width of each column in characters; the first line is the header, and the last column reaches to the end of the line. `skip` works as for CSV',
  options: {
    ...TEXT_OPTIONS,
    skip: TABLE_OPTIONS.skip,
    widths: (node) => node.elements().map((width) => width.number('A width')),
  },
  needs: { option: 'widths', sentence: 'The format fixed needs widths.' },
  coordinates: 'columns',
  isByLine: true,
  endings: ['fwf', 'dat', 'txt'],
  recognise: ({ text = '' }) => fixedIn(text),
  open: openFixed,
}

const LINES_MIN = 4
const COLUMNS_MIN = 4
const LINES_READ_MAX = 200
const HEADING_LINES_MAX = 10
/** A line that only underlines the header. */
const RULE = /^[-=\s]+$/

/** Finds the columns between positions at which every line has a blank. A header never contains a delimiter. */
function fixedIn(head: string): FixedOptions | undefined {
  const all = head.split(/\r\n|\n|\r/).slice(0, LINES_READ_MAX)
  if (all.length > 1) all.pop() // the last line may be incomplete
  for (let skip = 0; skip <= Math.min(HEADING_LINES_MAX, all.length - LINES_MIN); skip++) {
    const [header = '', ...rest] = all.slice(skip)
    if (/[,;|\t"{}<]/.test(header) || header.trim() === '') continue
    const widths = widthsOf(
      header,
      rest.filter((line) => line.trim() !== '' && !RULE.test(line)),
    )
    if (widths !== undefined) return { widths, ...(skip > 0 && { skip }) }
  }
  return undefined
}

function widthsOf(header: string, lines: readonly string[]): readonly number[] | undefined {
  if (lines.length < LINES_MIN - 1 || lines.some((line) => line.includes('\t'))) return undefined
  const length = Math.max(header.length, ...lines.map((line) => line.length))
  const isGap = Array.from({ length }, (_, at) => [header, ...lines].every((line) => (line[at] ?? ' ') === ' '))
  const starts = isGap.flatMap((gap, at) => (!gap && (isGap[at - 1] ?? true) ? [at] : []))
  // Below an empty header, words may line up by chance, so they do not start a column.
  const named = starts.filter((start, i) => header.slice(start, starts[i + 1]).trim() !== '')
  const names = named.map((start, i) => header.slice(start, named[i + 1]).trim())
  if (named.length < COLUMNS_MIN || named[0] !== starts[0] || !isHeader(names)) return undefined
  return named.map((start, i) => (named[i + 1] ?? length) - (i === 0 ? 0 : start))
}

async function openFixed(file: string, options: FixedOptions): Promise<Source> {
  const content = await openContent(file, { format: 'fixed', expected: 'a header and rows' }, options)
  const rows = rowsOf(content, file, options)
  return orClose(content, async () => {
    const header = await rows.next()
    if (header.done === true) throw dataFault(`"${file}" is empty: expected a header and rows.`)
    const { bytesTotal, bytesRead, close } = content
    return { file, columns: header.value.cells, bytesTotal, bytesRead, rows: () => rows, close }
  })
}

async function* rowsOf(content: Content, file: string, { widths, skip = 0 }: FixedOptions): AsyncGenerator<Row> {
  const lines = new Lines(file, content.text())
  for (let line = 1; ; line++) {
    const bytes = await lines.reach(0)
    if (bytes === undefined) return
    lines.take(1)
    const text = Buffer.from(withoutEnd(bytes), 'latin1').toString()
    if (line > skip && !RULE.test(text)) yield { line, cells: cellsIn(text, widths) }
  }
}

function cellsIn(text: string, widths: readonly number[]): readonly string[] {
  let start = 0
  return widths.map((width, i) => {
    const end = i === widths.length - 1 ? text.length : start + width
    const cell = text.slice(start, end).trim()
    start = end
    return cell
  })
}
