import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { withoutMark } from './byte-order-mark.ts'
import { fileFault, sizeOf } from './file.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface CsvFormat {
  readonly type: 'csv'
  /** One ASCII character. */
  readonly delimiter: string
  /** Numbers are written 3,5. */
  readonly decimalComma: boolean
  /** Lines before the header that are no data. */
  readonly skip?: number
  /** Lines that the header is spread over; a column's name is what they say of it, joined by a blank. */
  readonly headerLines?: number
  /** The first row whose first cell begins with this text, and all behind it, are no data. */
  readonly until?: string
}

/** A row beyond this is taken for one whose closing quote is missing. */
const ROW_MAX_CHARACTERS = 1_000_000
const CHUNK_BYTES = 256 * 1024

/**
 * Opens a CSV file (RFC 4180, UTF-8 with or without byte order mark, any line ends) and reads its header. Throws a
 * CommandFault of one sentence when there is no such file, it cannot be read, or its header is not one.
 */
export async function openCsv(file: string, format: CsvFormat): Promise<Source> {
  const bytesTotal = await sizeOf(file)
  const lines = new CsvLines(file, format)
  try {
    const columns = await lines.header()
    return {
      file,
      columns,
      bytesTotal,
      bytesRead: lines.bytesRead,
      rows: () => lines.rows(columns.length),
      close: lines.close,
    }
  } catch (error) {
    lines.close()
    throw error
  }
}

interface RawRecord {
  readonly record: readonly string[]
  /** The record's bytes, one character each, with the line ends around it. */
  readonly raw: string
}

/**
 * The parser works on bytes (`latin1`), so that each row can be checked for what is not UTF-8; it takes rows with odd
 * quotes or another number of cells, so that the row after them is not lost. They are refused here instead.
 */
class CsvLines {
  readonly #file: string
  readonly #stream: ReturnType<typeof createReadStream>
  readonly #records: AsyncIterator<RawRecord>
  readonly #wellQuoted: RegExp
  readonly #format: CsvFormat
  #line = 1

  constructor(file: string, format: CsvFormat) {
    this.#file = file
    this.#format = format
    this.#wellQuoted = wellQuoted(format.delimiter)
    this.#stream = createReadStream(file, { highWaterMark: CHUNK_BYTES })
    const parser = parse({
      delimiter: format.delimiter,
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: ROW_MAX_CHARACTERS,
      skip_empty_lines: true,
      relax_quotes: true,
      relax_column_count: true,
      raw: true,
    })
    // errors reach the reader of the parser; a parser that is closed early closes the file
    pipeline(
      this.#stream,
      (chunks) => withoutMark(chunks, file),
      parser,
      () => {},
    )
    this.#records = parser[Symbol.asyncIterator]()
  }

  readonly bytesRead = (): number => this.#stream.bytesRead

  readonly close = (): void => {
    this.#records.return?.().catch(() => {}) // it was read to where it was needed
    this.#stream.destroy()
  }

  async header(): Promise<readonly string[]> {
    const { skip = 0, headerLines = 1 } = this.#format
    let row = await this.#next()
    while (row && row.line <= skip) row = await this.#next()
    const lines: (readonly string[])[] = []
    for (; row; row = await this.#next()) {
      if ('rule' in row)
        throw new CommandFault(`Cannot read the header of "${this.#file}": ${row.detail}. Is it a CSV file?`, EXIT.data)
      lines.push(row.cells)
      if (lines.length === headerLines) return joined(lines)
    }
    const where = skip > 0 ? ` behind line ${skip}` : ''
    throw new CommandFault(`"${this.#file}" is empty${where}: expected a header and rows.`, EXIT.data)
  }

  async *rows(columns: number): AsyncGenerator<Row | BrokenRow> {
    for (let row = await this.#next(); row; row = await this.#next()) {
      if (this.#isEnd(row)) return
      const { length } = row.cells
      const whole = 'rule' in row || length === columns
      yield whole ? row : broken('row.cells', `it has ${length} cells, the header has ${columns}`, row.line, row.cells)
    }
  }

  #isEnd({ cells }: Row): boolean {
    const { until } = this.#format
    return until !== undefined && (cells[0] ?? '').trimStart().startsWith(until)
  }

  async #next(): Promise<Row | BrokenRow | undefined> {
    try {
      const next = await this.#records.next()
      return next.done ? undefined : this.#row(next.value)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  #row({ record, raw }: RawRecord): Row | BrokenRow {
    const line = this.#line + lineEnds(blankLinesBefore(raw))
    this.#line += lineEnds(raw)
    const inAscii = !NOT_ASCII.test(raw)
    if (!inAscii && !isUtf8(bytesOf(raw)))
      return broken('row.encoding', 'it holds bytes that are not UTF-8', line, record)
    const cells = inAscii ? record : record.map((cell) => bytesOf(cell).toString('utf8'))
    if (raw.includes('\0')) return broken('row.zero', 'it holds a NUL byte', line, cells)
    const strange = raw.includes('"') && !this.#wellQuoted.test(raw)
    return strange ? broken('row.quotes', 'a quote stands where none may stand', line, cells) : { line, cells }
  }

  #fault(error: unknown): unknown {
    const { code, raw } = error as CsvError
    const start = `"${this.#file}" breaks off: in the row that begins in line`
    const line = this.#line + lineEnds(blankLinesBefore(typeof raw === 'string' ? raw : ''))
    const nothing = 'nothing was imported.'
    if (code === 'CSV_QUOTE_NOT_CLOSED') {
      return new CommandFault(`${start} ${line} a quote is opened and never closed; ${nothing}`, EXIT.data, {
        cause: error,
      })
    }
    if (code === 'CSV_MAX_RECORD_SIZE') {
      const size = ROW_MAX_CHARACTERS.toLocaleString('en-US')
      return new CommandFault(
        `${start} ${line} no end was found within ${size} characters, perhaps for want of a closing quote; ${nothing}`,
        EXIT.data,
        { cause: error },
      )
    }
    return fileFault(this.#file, error)
  }
}

const BROKEN = {
  'row.encoding': 'The row holds bytes that are not UTF-8; its cells are shown as Latin-1.',
  'row.zero': 'The row holds a NUL byte.',
  'row.quotes': 'A quote stands where none may stand.',
  'row.cells': 'The row has another number of cells than the header.',
} as const

function broken(rule: keyof typeof BROKEN, detail: string, line: number, cells: readonly string[]): BrokenRow {
  return { line, cells, rule, sentence: BROKEN[rule], detail }
}

const NOT_ASCII = /[\u0080-\u00ff]/

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** What several header lines say of each column. */
function joined(lines: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...lines.map((cells) => cells.length))
  return Array.from({ length: columns }, (_, i) =>
    lines
      .map((cells) => (cells[i] ?? '').trim())
      .filter((cell) => cell !== '')
      .join(' '),
  )
}

/** The parser keeps `\r` alone of a `\r\n` that ends a row. */
function lineEnds(raw: string): number {
  return raw.match(/\r\n|\r|\n/g)?.length ?? 0
}

function blankLinesBefore(raw: string): string {
  return /^[\r\n]*/.exec(raw)?.[0] ?? ''
}

/** A row whose every cell is either free of quotes, or quoted from end to end with quotes inside doubled. */
function wellQuoted(delimiter: string): RegExp {
  const between = delimiter === '|' ? '\\|' : delimiter
  const cell = `(?:"[^"]*(?:""[^"]*)*"|[^"${between}]*)`
  return new RegExp(`^[\\r\\n]*${cell}(?:${between}${cell})*[\\r\\n]*$`)
}
