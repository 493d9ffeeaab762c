import { openContent } from './content.ts'
import { featuresOf, type GeojsonFormat } from './geojson.ts'
import type { JsonFormat } from './json.ts'
import type { JsonObject, JsonValue } from './json-path.ts'
import type { NdjsonFormat } from './ndjson.ts'
import { openSource } from './open.ts'

/** Cap on the records whose keys are examined. */
const RECORDS_MAX = 1_000
const PATHS_MAX = 500

/** Returns the columns of a JSON file: the paths of all values that its first records have. */
export async function columnsOfJson(
  file: string,
  format: NdjsonFormat | JsonFormat | GeojsonFormat,
): Promise<readonly string[]> {
  const paths = new Set<string>()
  let records = 0
  for await (const object of format.type === 'geojson' ? featureObjectsIn(file, format) : objectsIn(file, format)) {
    for (const path of pathsIn(object)) if (paths.size < PATHS_MAX) paths.add(path)
    if (++records === RECORDS_MAX) break
  }
  return [...paths]
}

async function* objectsIn(file: string, format: NdjsonFormat | JsonFormat): AsyncGenerator<JsonObject> {
  const source = await openSource(file, format, [])
  try {
    for await (const row of source.rows()) {
      if ('rule' in row || row.text === undefined) continue
      yield JSON.parse(row.text) as JsonObject // the reader has parsed it
    }
  } finally {
    source.close()
  }
}

async function* featureObjectsIn(file: string, format: GeojsonFormat): AsyncGenerator<JsonObject> {
  const content = await openContent(file, { format: 'geojson', expected: 'a GeoJSON FeatureCollection' }, format)
  try {
    for await (const { object } of featuresOf(file, content.text())) if (object !== undefined) yield object
  } finally {
    content.close()
  }
}

/** Yields the paths in a value. Lists of objects are left out: only a mapping can say that each object is a row. */
function* pathsIn(value: JsonValue, path = ''): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, path === '' ? key : `${path}.${key}`)
  } else if (!Array.isArray(value) || value.every((one: JsonValue) => typeof one !== 'object')) yield path
}
