import { isObject, type JsonObject, type JsonValue, pathOf, valueAt } from './json-path.ts'
import { parsedJson } from './json-rows.ts'
import type { Source } from './source.ts'

/** Maximum number of records whose keys are examined. */
const RECORDS_MAX = 1_000
const PATHS_MAX = 500

/** Returns the paths of all values in the first records of a JSON file. Closes the file. */
export async function columnsOfJson(source: Source, each?: readonly string[]): Promise<readonly string[]> {
  try {
    return await pathsOf(objectsIn(source), each)
  } finally {
    source.close()
  }
}

async function* objectsIn(source: Source): AsyncGenerator<JsonObject> {
  for await (const row of source.rows()) {
    // the reader has already checked this JSON
    if (!('rule' in row) && row.text !== undefined) yield parsedJson(row.text) as JsonObject
  }
}

/**
 * Returns the paths of the values in some records. Omits lists of objects, except for web addresses in them, because
 * only a mapping can turn such a list into rows. Omits a path of null if other records have an object there.
 *
 * @param each The lists that become rows.
 */
export async function pathsOf(
  objects: AsyncIterable<JsonObject>,
  each: readonly string[] = [],
): Promise<readonly string[]> {
  const [values, parents] = [new Set<string>(), new Set<string>()]
  let records = 0
  for await (const object of objects) {
    const inner = each.flatMap((list) => {
      const elements = valueAt(object, pathOf(list))
      return Array.isArray(elements) ? elements.slice(0, 1).map((one: JsonValue) => [list, one] as const) : []
    })
    for (const [key, value] of [...Object.entries(object), ...inner]) collect(value, key, values, parents)
    if (++records === RECORDS_MAX) break
  }
  // The path into a list also reads records with a single object in place of the list.
  const isInList = (path: string) => path.includes('.') && values.has(path.replace(/\.([^.]+)$/, '[].$1'))
  return [...values].filter((path) => !parents.has(path) && !isInList(path))
}

/** Whether a value may be a coordinate. Numbers are parsed as strings. */
function isDegrees(value: JsonValue): boolean {
  return typeof value === 'string' && /^-?\d{1,3}\.\d+$/.test(value)
}

function collect(value: JsonValue, path: string, values: Set<string>, parents: Set<string>): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    parents.add(path)
    for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, values, parents)
  } else if (Array.isArray(value) && value.length === 2 && value.every(isDegrees)) {
    for (const i of [0, 1]) values.add(`${path}[${i}]`)
  } else if (Array.isArray(value) && value.some((one: JsonValue) => typeof one === 'object')) {
    parents.add(path)
    // In a list of objects, only web addresses become columns, because a cell can hold a list of pictures.
    for (const [key, inner] of Object.entries(value.find(isObject) ?? {}))
      if (typeof inner === 'string' && /^https?:/.test(inner)) values.add(`${path}[].${key}`)
  } else if (values.size < PATHS_MAX) values.add(path)
}
