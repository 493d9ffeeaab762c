import { ELEMENT_MARK } from './source.ts'

export interface JsonObject {
  readonly [key: string]: JsonValue
}
export type JsonValue = string | boolean | null | readonly JsonValue[] | JsonObject

/** Why an object has no cells. */
export interface NoCells {
  readonly why: string
}

/** Turns objects into cells, by the paths that are read. */
export class JsonColumns {
  readonly #columns: readonly string[]
  readonly #paths: readonly (readonly string[])[]
  readonly #each: readonly string[]
  readonly #found = new Set<string>()
  readonly #notUsed = new Set<string>()
  readonly #used: ReadonlySet<string>

  constructor(columns: readonly string[], each: readonly string[]) {
    this.#columns = columns
    this.#each = each
    this.#paths = columns.map((column) => column.split('.'))
    this.#used = new Set([...columns, ...each].map((path) => path.split('.')[0] ?? ''))
  }

  seen(): { readonly absent: readonly string[]; readonly notUsed: readonly string[] } {
    return { absent: this.#columns.filter((column) => !this.#found.has(column)), notUsed: [...this.#notUsed] }
  }

  /** One row for the object, or one per object in its lists, with the values outside the lists repeated. */
  rowsOf(object: JsonObject): (string[] | NoCells)[] {
    for (const key of Object.keys(object)) if (!this.#used.has(key)) this.#notUsed.add(key)
    const elements: { path: string; element: JsonValue }[] = []
    for (const path of this.#each) {
      const list = valueAt(object, path.split('.')) ?? []
      if (!Array.isArray(list)) return [{ why: `${path} is not a list` }]
      elements.push(...list.map((element: JsonValue) => ({ path, element })))
    }
    if (elements.length === 0) return [this.#cells(object)]
    return elements.map(({ path, element }) =>
      isObject(element) ? this.#cells(object, path, element) : { why: `${path} has an element that is not an object` },
    )
  }

  /** Columns inside a list of `each` come from `element`; without one they are empty. */
  #cells(object: JsonObject, listPath = '', element: JsonValue = null): string[] | NoCells {
    const cells: string[] = []
    for (const [i, column] of this.#columns.entries()) {
      const list = this.#each.find((path) => column.startsWith(`${path}.`))
      const value =
        list === undefined
          ? valueAt(object, this.#paths[i] ?? [])
          : list === listPath
            ? valueAt(element, column.slice(list.length + 1).split('.'))
            : undefined
      if (value !== undefined) this.#found.add(column)
      const cell = cellOf(value)
      if (cell === undefined) return { why: `${column} is an object, not a value: name a key inside it` }
      cells.push(cell)
    }
    return cells
  }
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined when the value is an object or contains one. */
function cellOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.replaceAll(ELEMENT_MARK, ' ')
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const elements = value.map((element: JsonValue) => cellOf(element))
  if (elements.some((element) => element === undefined)) return undefined
  // a trailing mark distinguishes a list of one from a text
  return elements.length === 0 ? '' : `${elements.join(ELEMENT_MARK)}${ELEMENT_MARK}`
}
