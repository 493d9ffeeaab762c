import { CommandFault } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'
import { type Content, openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import { type FileFormat, orClose } from './format.ts'
import { JsonColumns } from './json-columns.ts'
import { refuseTooMuch } from './json-keys.ts'
import { columnsOfJson } from './json-paths.ts'
import { EACH_OPTION, type EachOption, rowsIn, sourceOf } from './json-rows.ts'
import { sizeOfList } from './list-size.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { readXml, type XmlReader } from './xml.ts'

interface XmlOptions extends TextOptions, EachOption {
  /** Element names of the path to a record, separated by dots. Default: the outermost repeated element. */
  readonly rows?: string
}

/** XML documents that repeat an element, and compact answers of RETS servers, whose rows are lines of cells. */
export const XML_RECORDS: FileFormat<XmlOptions> = {
  doc: 'an XML document that repeats one element. `rows`: the path of that element from the root, such as `rows: Listings.Listing`. Child elements and attributes are columns, with paths as in `ndjson`, such as `Location.City`. The text of an element with attributes is its `#text`; an element with the attribute `name` alone, such as `<item name="city">`, has that name. In an answer of a RETS server, `rows: RETS.DATA` has the columns of `COLUMNS`. `each` works as in `ndjson`',
  options: { ...TEXT_OPTIONS, ...EACH_OPTION, rows: (node) => node.text('rows of the format') },
  coordinates: 'columns',
  endings: ['xml'],
  recognise: ({ kind, text = '' }) =>
    kind === 'xml' || /^\s*<(\?xml|[a-z][\w:-]*[\s>/])/i.test(text) ? {} : undefined,
  open: openXml,
  columnsOf: async (file, options) => columnsOfJson(await openXml(file, options, [])),
}

/** Returns the path of the records, for the mapping. */
export async function xmlStart(file: string): Promise<Pick<XmlOptions, 'rows'>> {
  const content = await openContent(file, { format: 'xml', expected: 'XML' })
  try {
    return { rows: await repeatedIn(content, file) }
  } finally {
    content.close()
  }
}

async function openXml(file: string, options: XmlOptions, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, { format: 'xml', expected: 'XML' }, options)
  return orClose(content, async () => {
    const rows = options.rows ?? (await repeatedIn(content, file))
    const paths = new JsonColumns(columns, options.each ?? [])
    return sourceOf(content, { file, columns, paths }, (chunks) => rowsOf(chunks, rows, paths, file))
  })
}

/** Number of elements examined to find the repeated element. */
const ELEMENTS_LOOKED_AT = 20_000

/** Returns the path of the repeated element that is most likely a home, or of the outermost repeated element around it. */
async function repeatedIn(content: Content, file: string): Promise<string> {
  const counts = new Map<string, number>()
  const path: string[] = []
  const keys = new Map<string, Set<string>>()
  const learn = (element: string, key: string) => keys.set(element, (keys.get(element) ?? new Set()).add(key))
  let elements = 0
  const reader: XmlReader = {
    open: (name, attributes) => {
      elements++
      const outer = path.join('.')
      if (path.length > 1) learn(outer, name)
      path.push(name)
      const own = path.join('.')
      counts.set(own, (counts.get(own) ?? 0) + 1)
      const names = Object.keys(attributes)
      if (names.length > 1) for (const key of names) learn(own, key)
    },
    close: () => path.pop(),
  }
  for await (const _ of readable(readXml(content.text(), reader), file)) if (elements > ELEMENTS_LOOKED_AT) break
  if (counts.has(RETS_ROWS)) return RETS_ROWS
  const all = [...keys].map(([element, { size: parts }]) => {
    const count = counts.get(element) ?? 0
    return { element, count, parts, size: sizeOfList(element.split('.').at(-1) ?? '', count, parts) }
  })
  const repeated = all.filter(({ count }) => count > 1)
  // A document about a single home often has no repeated element.
  const single = all.filter(({ parts }) => parts >= SINGLE_PARTS_MIN)
  const [best] = (repeated.length > 0 ? repeated : single).toSorted((a, b) => b.size - a.size)
  if (best === undefined) throw dataFault(`"${file}" is XML without a repeated element that could be a record.`)
  const around = repeated.map(({ element }) => element).filter((one) => `${best.element}.`.startsWith(`${one}.`))
  return around.sort((a, b) => a.length - b.length)[0] ?? best.element
}

/** Element with a row from a RETS server. A tab begins and ends the row. */
const RETS_ROWS = 'RETS.DATA'
/** Element with the column names of the rows from a RETS server. A tab begins and ends the names. */
const RETS_COLUMNS = 'RETS.COLUMNS'

/** Minimum number of different children for an element to be a record, if the document repeats no element. */
const SINGLE_PARTS_MIN = 6

/** The content of a record, by attribute and element name. Repeated names make a list. */
type Values = Map<string, Value[]>
type Value = string | Values

interface OpenElement {
  readonly values: Values
  text: string
}

/** Maximum length of a record. */
const RECORD_MAX_CHARACTERS = 8 * 1024 * 1024
/** Maximum number of elements and attributes in a record. */
const RECORD_MAX_VALUES = 50_000

/** Collects the records of a document. Other parts are not stored. */
class RecordReader implements XmlReader {
  readonly records: { readonly line: number; readonly bytes: Buffer }[] = []
  readonly #rows: string
  readonly #path: string[] = []
  readonly #open: OpenElement[] = []
  #line = 0
  #columns: readonly string[] = []
  #characters = 0
  #values = 0

  constructor(rows: string) {
    this.#rows = rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#path.push(name)
    if (this.#open.length === 0) {
      const path = this.#path.join('.')
      if (path !== this.#rows && !(path === RETS_COLUMNS && this.#rows === RETS_ROWS)) return
      this.#line = line
      this.#characters = 0
      this.#values = 0
    }
    const own = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'))
    this.#values += 1 + own.length
    for (const [key, value] of own) this.#count(key.length + value.length)
    this.#count(name.length)
    this.#open.push({ values: new Map(own.map(([key, value]) => [key, [value]])), text: '' })
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element === undefined) return
    this.#count(text.length)
    element.text += text
  }

  close(name: string): void {
    this.#path.pop()
    const element = this.#open.pop()
    if (element === undefined) return
    if (this.#rows === RETS_ROWS) {
      this.#closeLine(name, element.text.split('\t').slice(1, -1))
      return
    }
    const text = element.text.trim()
    if (element.values.size > 0 && text !== '') add(element.values, '#text', text)
    const outer = this.#open.at(-1)
    const called = element.values.get('name')
    if (outer !== undefined && element.values.size === (text === '' ? 1 : 2) && typeof called?.[0] === 'string')
      add(outer.values, called[0], text)
    else if (outer !== undefined) add(outer.values, name, element.values.size > 0 ? element.values : text)
    else this.#add(plain(element.values))
  }

  #closeLine(name: string, cells: readonly string[]): void {
    if (RETS_COLUMNS.endsWith(name)) this.#columns = cells
    else this.#add(Object.fromEntries(this.#columns.map((column, at) => [column, cells[at] ?? ''])))
  }

  #add(record: object): void {
    this.records.push({ line: this.#line, bytes: Buffer.from(JSON.stringify(record)) })
  }

  #count(characters: number): void {
    this.#characters += characters
    if (this.#characters > RECORD_MAX_CHARACTERS || this.#values > RECORD_MAX_VALUES)
      throw new Error(`the record that begins on line ${this.#line} is too large`)
  }
}

function add(values: Values, name: string, value: Value): void {
  const before = values.get(name)
  if (before === undefined) values.set(name, [value])
  else before.push(value)
}

function plain(values: Values): object {
  const shown = (value: Value) => (typeof value === 'string' ? value : plain(value))
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? all.map(shown)[0] : all.map(shown)]),
  )
}

async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  rows: string,
  paths: JsonColumns,
  file: string,
): AsyncGenerator<Row | BrokenRow> {
  const reader = new RecordReader(rows)
  for await (const _ of readable(readXml(chunks, reader), file)) {
    for (const { line, bytes } of reader.records.splice(0)) {
      refuseTooMuch(bytes, file, line)
      yield* rowsIn(bytes, { line }, paths)
    }
  }
}

/** Turns errors of the parser into sentences about the file. */
async function* readable(pieces: AsyncGenerator<void>, file: string): AsyncGenerator<void> {
  try {
    yield* pieces
  } catch (error) {
    if (error instanceof CommandFault || !(error instanceof Error)) throw error
    throw dataFault(`"${file}" cannot be read as XML: ${error.message}.`)
  }
}
