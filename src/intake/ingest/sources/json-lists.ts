import { dataFault } from '../file-fault.ts'
import type { Content } from './content.ts'
import { cellOf } from './json-columns.ts'
import { elementsOf } from './json-elements.ts'
import { type JsonObject, type JsonValue, pathOf, valueAt } from './json-path.ts'
import { brokenRow, parsedJson } from './json-rows.ts'
import type { BrokenRow, Row } from './source.ts'

/** The columns of rows that are lists, and the number of rows before the data. */
export interface ListHeader {
  readonly names: readonly string[]
  readonly rowsBefore: 0 | 1
}

/**
 * Returns the columns of rows that are lists: the names at `header`, or the texts in the first row. Undefined if rows
 * are objects.
 */
export async function listHeader(
  content: Content,
  file: string,
  rows: readonly string[] | undefined,
  header: readonly string[] | undefined,
): Promise<ListHeader | undefined> {
  if (header !== undefined) {
    if (!content.canRepeat)
      throw dataFault(`"${file}" is a pipe, which cannot be read twice for its header: save its data to a file.`)
    const names: string[] = []
    for await (const { bytes } of elementsOf(content.text(), header, file))
      names.push(nameIn(parsedJson(bytes.toString())))
    return { names, rowsBefore: 0 }
  }
  if (!content.canRepeat) return undefined
  for await (const { bytes } of elementsOf(content.text(), rows, file)) {
    const first = parsedJson(bytes.toString())
    const isHeader = Array.isArray(first) && first.length > 0 && first.every((name) => typeof name === 'string')
    return isHeader ? { names: first.map(nameIn), rowsBefore: 1 } : undefined
  }
  return undefined
}

/** Keys under which descriptions of columns have their name, in order of preference. */
const NAME_KEYS = ['name', 'fieldName', 'field', 'key', 'id', 'label', 'title']

function nameIn(described: unknown): string {
  if (typeof described === 'string') return described.trim()
  const entries = typeof described === 'object' && described !== null ? Object.entries(described) : []
  for (const key of NAME_KEYS) {
    const [, name] = entries.find(([other, value]) => other === key && typeof value === 'string') ?? []
    if (typeof name === 'string') return name.trim()
  }
  return ''
}

/** Turns rows that are lists into cells. */
export class ListRows {
  readonly columns: readonly string[]
  readonly #names: readonly string[]
  readonly #within: readonly ReturnType<typeof pathOf>[]

  /** @param asked Columns to read. A column inside another column is a path, such as `place[1]`. */
  constructor({ names }: ListHeader, asked: readonly string[]) {
    const within = asked.filter(
      (column) => !names.includes(column) && names.includes(pathOf(column).steps[0]?.key ?? ''),
    )
    this.#names = names
    this.#within = within.map(pathOf)
    this.columns = [...names, ...within]
  }

  rowOf(bytes: Buffer, place: Pick<Row, 'line' | 'lastLine'>): Row | BrokenRow {
    const text = bytes.toString().trim()
    const values = parsedJson(text)
    if (!Array.isArray(values)) return brokenRow('row.json', 'it is not a list, unlike the other rows', bytes, place)
    if (values.length !== this.#names.length) {
      const why = `it has ${values.length} values, the header names ${this.#names.length}`
      return brokenRow('row.json', why, bytes, place)
    }
    const list = values as readonly JsonValue[]
    const object: JsonObject =
      this.#within.length === 0 ? {} : Object.fromEntries(this.#names.map((name, i) => [name, list[i] ?? null]))
    const inner = this.#within.map((path) => valueAt(object, path))
    return { ...place, cells: [...list, ...inner].map((value) => cellOf(value) ?? ''), text }
  }
}
