import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { CommandFault, EXIT } from '../../base/failure.ts'
import type { BrokenRow, Row, Source } from './source.ts'

export interface CsvFormat {
  /** One ASCII character. */
  readonly delimiter: string
  /** Numbers are written 3,5. */
  readonly decimalComma: boolean
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

async function sizeOf(file: string): Promise<number> {
  try {
    const status = await stat(file)
    if (status.isDirectory()) throw new CommandFault(`Cannot read "${file}": it is a folder, not a file.`, EXIT.noInput)
    if (status.isFile() && status.size === 0)
      throw new CommandFault(`"${file}" is empty: expected a header and rows.`, EXIT.data)
    return status.size
  } catch (error) {
    throw fileFault(file, error)
  }
}

function fileFault(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const why = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
  }[code ?? '']
  if (why) return new CommandFault(`Cannot read "${file}": ${why}.`, EXIT.noInput, { cause: error })
  if (code?.startsWith('E') && error instanceof Error && 'syscall' in error) {
    return new CommandFault(`Cannot read "${file}": the system says ${code}.`, EXIT.io, { cause: error })
  }
  return error
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
  #line = 1

  constructor(file: string, format: CsvFormat) {
    this.#file = file
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
    const row = await this.#next()
    if (!row) throw new CommandFault(`"${this.#file}" is empty: expected a header and rows.`, EXIT.data)
    if (!('rule' in row)) return row.cells.map((cell) => cell.trim())
    throw new CommandFault(`Cannot read the header of "${this.#file}": ${row.detail}. Is it a CSV file?`, EXIT.data)
  }

  async *rows(columns: number): AsyncGenerator<Row | BrokenRow> {
    for (let row = await this.#next(); row; row = await this.#next()) {
      const { length } = row.cells
      const whole = 'rule' in row || length === columns
      yield whole ? row : broken('row.cells', `it has ${length} cells, the header has ${columns}`, row.line, row.cells)
    }
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

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

async function* withoutMark(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let first = true
  for await (const chunk of chunks) {
    if (first && UTF16_MARKS.some((mark) => chunk.subarray(0, 2).equals(mark))) {
      throw new CommandFault(`"${file}" is UTF-16: save it as UTF-8.`, EXIT.data)
    }
    yield first && chunk.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? chunk.subarray(UTF8_MARK.length) : chunk
    first = false
  }
}
