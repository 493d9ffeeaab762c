import { isObject, type JsonObject, type JsonPath, type JsonValue, listOf, pathOf, valueAt } from './json-path.ts'
import { ELEMENT_MARK, type Row } from './source.ts'

export type { JsonObject } from './json-path.ts'

export type Cells = Pick<Row, 'cells' | 'lacks'>

/** Why an object has no cells. */
export interface NoCells {
  readonly why: string
}

/** A column. `list` is the list in `each` that contains it. */
interface Column {
  readonly name: string
  readonly path: JsonPath
  readonly list?: string
  /** The path inside an element of the list. Empty if the column is the element itself. */
  readonly within?: JsonPath
}

/** Maximum number of keys to remember. */
const KEYS_MAX = 1_000
/** Maximum number of objects whose keys are remembered to suggest a column. */
const OBJECTS_KNOWN_MAX = 100
const DEPTH_KNOWN_MAX = 4

/** Turns objects into cells. Columns are paths. */
export class JsonColumns {
  readonly #columns: readonly Column[]
  readonly #each: readonly JsonPath[]
  readonly #seen = new Set<string>()
  readonly #notUsed = new Set<string>()
  readonly #declared = new Set<string>()
  readonly #used: ReadonlySet<string>
  #objects = 0

  constructor(columns: readonly string[], each: readonly string[]) {
    this.#each = each.map(pathOf)
    this.#columns = columns.map((name) => columnIn(name, each))
    this.#used = new Set([...columns, ...each].map((path) => pathOf(path).steps[0]?.key ?? ''))
  }

  seen(): {
    readonly absent: readonly string[]
    readonly notUsed: readonly string[]
    readonly declared: readonly string[]
  } {
    const absent = this.#columns.flatMap(({ name }) => (this.#seen.has(name) ? [] : [name]))
    return { absent, notUsed: [...this.#notUsed], declared: [...this.#declared] }
  }

  /** Yields one row per object, or one row per element of its lists. Values outside the lists are repeated. */
  *rowsOf(object: JsonObject): Generator<Cells | NoCells, void> {
    this.#learn(object)
    let isListed = false
    for (const { text: list, steps } of this.#each) {
      const value = valueAt(object, { steps })
      if (value === undefined || value === null) continue
      const hasOwnCells = this.#columns.some(({ name }) => name === list)
      for (const element of listOf(value)) {
        isListed = true
        if (isObject(element) || hasOwnCells) yield this.#cells(object, list, element)
        else
          yield { why: Array.isArray(value) ? `${list} has an element that is not an object` : `${list} is not a list` }
      }
    }
    if (!isListed) yield this.#cells(object)
  }

  #learn(object: JsonObject): void {
    for (const key of Object.keys(object)) {
      if (!this.#used.has(key) && this.#notUsed.size < KEYS_MAX) this.#notUsed.add(key)
    }
    if (this.#objects++ < OBJECTS_KNOWN_MAX) this.#remember(object, '', DEPTH_KNOWN_MAX)
  }

  #remember(object: JsonObject, prefix: string, depth: number): void {
    for (const [key, value] of Object.entries(object)) {
      const path = prefix + key
      if (this.#declared.size < KEYS_MAX) this.#declared.add(path)
      const [first] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
      if (depth > 1 && isObject(first))
        this.#remember(first, Array.isArray(value) ? `${path}[].` : `${path}.`, depth - 1)
    }
  }

  /**
   * Fills the cells. Columns inside the list at `listPath` come from `element`; columns inside other lists are empty.
   */
  #cells(object: JsonObject, listPath?: string, element: JsonValue = null): Cells | NoCells {
    const cells: string[] = []
    const lacks = new Set<number>()
    for (const { name, path, list, within } of this.#columns) {
      const value =
        list === undefined
          ? valueAt(object, path)
          : list !== listPath
            ? undefined
            : within === undefined
              ? element
              : valueAt(element, within)
      if (value === undefined) lacks.add(cells.length)
      else this.#seen.add(name)
      const cell = cellOf(value)
      if (cell === undefined) return { why: `${name} is an object, not a value: name a key inside it` }
      cells.push(cell)
    }
    return lacks.size === 0 ? { cells } : { cells, lacks }
  }
}

function columnIn(name: string, each: readonly string[]): Column {
  const path = pathOf(name)
  if (each.includes(name)) return { name, path, list: name }
  const list = each.find((one) => name.startsWith(`${one}.`))
  return list === undefined ? { name, path } : { name, path, list, within: pathOf(name.slice(list.length + 1)) }
}

/** Returns a value as a cell. Undefined for objects, and for lists that contain objects. */
export function cellOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.replaceAll(ELEMENT_MARK, ' ')
  if (typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const elements = value.map((element: JsonValue) => cellOf(element))
  if (elements.some((element) => element === undefined)) return undefined
  // A trailing mark distinguishes a list of one element from a text.
  return elements.length === 0 ? '' : `${elements.join(ELEMENT_MARK)}${ELEMENT_MARK}`
}
