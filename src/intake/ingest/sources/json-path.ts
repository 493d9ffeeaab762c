export interface JsonObject {
  readonly [key: string]: JsonValue
}
export type JsonValue = string | boolean | null | readonly JsonValue[] | JsonObject

/** A path such as `host.name`, `geometry.coordinates[0]` or `photos[].url`. */
export interface JsonPath {
  readonly text: string
  readonly steps: readonly { readonly key: string; readonly elements: readonly (number | 'all')[] }[]
}

/**
 * Returns the keys of the path to the records, as the file writes them between quotes. A dot within a key is written as
 * `\\.`, as `rowsPathOf` writes it.
 */
export function keysOf(path: string): readonly string[] {
  return path.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'))
}

export function rowsPathOf(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll('.', '\\.')).join('.')
}

export function pathOf(text: string): JsonPath {
  return { text, steps: text.split('.').map(stepOf) }
}

function stepOf(part: string): JsonPath['steps'][number] {
  const [, key = part, brackets = ''] = /^([^[\]]*)((?:\[\d*\])*)$/.exec(part) ?? []
  const elements = [...brackets.matchAll(/\[(\d*)\]/g)].map(([, index = '']) => (index === '' ? 'all' : Number(index)))
  return { key, elements }
}

/** Returns the value at a path. If a list is expected, a single value becomes a list of one. */
export function valueAt(value: JsonValue | undefined, { steps }: Pick<JsonPath, 'steps'>): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (let i = 0; i < steps.length; i++) {
    const { key, elements } = steps[i] ?? NO_STEP
    // null contains only unknown values
    if (at === null) return null
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
    for (let j = 0; j < elements.length; j++) {
      if (at === null || at === undefined) return at
      const element = elements[j] ?? 'all'
      if (element === 'all') return collected(listOf(at), elements.slice(j + 1), steps.slice(i + 1))
      at = listOf(at)[element]
    }
  }
  return at
}

const NO_STEP: JsonPath['steps'][number] = { key: '', elements: [] }

/** Returns the values at a path in all elements of a list. */
function collected(
  list: readonly JsonValue[],
  elements: readonly (number | 'all')[],
  steps: JsonPath['steps'],
): readonly JsonValue[] {
  // Wrap the elements, because a path must begin with a key.
  const rest = { steps: [{ key: 'element', elements }, ...steps] }
  return list.flatMap((element) => {
    const value = valueAt({ element }, rest)
    return value === undefined || value === null ? [] : listOf(value)
  })
}

export function listOf(value: JsonValue): readonly JsonValue[] {
  return isList(value) ? value : [value]
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
