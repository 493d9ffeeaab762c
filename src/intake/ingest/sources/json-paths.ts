import type { JsonObject, JsonValue } from './json-path.ts'
import type { Source } from './source.ts'

/** Cap on the records whose keys are examined. */
const RECORDS_MAX = 1_000
const PATHS_MAX = 500

/** Returns the columns of an open file of JSON, and closes it: the paths of all values that its first records have. */
export async function columnsOfJson(source: Source): Promise<readonly string[]> {
  try {
    return await pathsOf(objectsIn(source))
  } finally {
    source.close()
  }
}

async function* objectsIn(source: Source): AsyncGenerator<JsonObject> {
  for await (const row of source.rows()) {
    if (!('rule' in row) && row.text !== undefined) yield JSON.parse(row.text) as JsonObject // the reader has parsed it
  }
}

/** Returns the paths of the values of records. */
export async function pathsOf(objects: AsyncIterable<JsonObject>): Promise<readonly string[]> {
  const paths = new Set<string>()
  let records = 0
  for await (const object of objects) {
    for (const path of pathsIn(object)) if (paths.size < PATHS_MAX) paths.add(path)
    if (++records === RECORDS_MAX) break
  }
  return [...paths]
}

/** Yields the paths in a value. Lists of objects are left out: only a mapping can say that each object is a row. */
function* pathsIn(value: JsonValue, path = ''): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, path === '' ? key : `${path}.${key}`)
  } else if (!Array.isArray(value) || value.every((one: JsonValue) => typeof one !== 'object')) yield path
}
