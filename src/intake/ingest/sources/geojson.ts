import { isUtf8 } from 'node:buffer'
import { type Content, openContent, TEXT_OPTIONS, type TextOptions } from './content.ts'
import type { FileFormat } from './format.ts'
import { polygonsOf, SHAPE, spotOf } from './geometry.ts'
import { JsonColumns } from './json-columns.ts'
import { elementsOf, type JsonElement } from './json-elements.ts'
import { isObject, type JsonObject, type JsonValue } from './json-path.ts'
import { pathsOf } from './json-paths.ts'
import { parsedJson, sourceOf } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'

/** A FeatureCollection. The columns are `id`, the properties, and the location of the shape. */
export const GEOJSON: FileFormat<TextOptions> = {
  doc: 'also Esri JSON; columns are the properties, and `geometry.longitude` and `geometry.latitude`',
  options: TEXT_OPTIONS,
  coordinates: 'shapes',
  endings: ['geojson'],
  recognise: ({ text = '' }) =>
    // The collection's type may come after the features; the type of the first feature is then enough.
    /^\s*[{[]/.test(text) && /"features"\s*:/.test(text) && (FEATURE.test(text) || ESRI.test(text)) ? {} : undefined,
  open: openGeojson,
  columnsOf: columnsOfGeojson,
}

const FEATURE = /"type"\s*:\s*"Feature(Collection)?"/
/** Esri JSON, as ArcGIS servers answer: features have `attributes` in place of properties. */
const ESRI = /"(?:geometryType|spatialReference|objectIdFieldName|displayFieldName)"\s*:[\s\S]*"attributes"\s*:\s*\{/

const COLLECTION = 'features'

const WANTED = { format: 'geojson', expected: 'a GeoJSON FeatureCollection' }

async function openGeojson(file: string, options: TextOptions, columns: readonly string[]): Promise<Source> {
  const content = await openContent(file, WANTED, options)
  const paths = new JsonColumns(columns, [])
  const head = await headOf(content)
  const projection = projectionIn(head.split(`"${COLLECTION}"`)[0] ?? '') ?? (await projectionBehind(content, head))
  const isShaped = columns.includes(SHAPE)
  const list = isShaped ? listIn(head) : [COLLECTION]
  const source = sourceOf(content, { file, columns, paths }, (chunks) =>
    rowsOf(featuresOf(file, chunks, list, isShaped), paths),
  )
  return projection === undefined ? source : { ...source, projected: { projection } }
}

async function columnsOfGeojson(file: string, options: TextOptions): Promise<readonly string[]> {
  const content = await openContent(file, WANTED, options)
  try {
    return await pathsOf(objectsIn(featuresOf(file, content.text(), listIn(await headOf(content)))))
  } finally {
    content.close()
  }
}

async function* objectsIn(features: AsyncIterable<Feature>): AsyncGenerator<JsonObject> {
  for await (const { object } of features) if (object !== undefined) yield object
}

/** The projection in older files, before or after the features. */
const CRS = /"crs"\s*:\s*\{[^{}]*\{[^{}]*"name"\s*:\s*"([^"]{1,200})"/

/** The path to the features. Files of layers may contain features without a collection. */
function listIn(head: string): readonly string[] | undefined {
  return head === '' || head.includes(`"${COLLECTION}"`) ? [COLLECTION] : undefined
}

/** Returns the beginning of a file. Empty for a pipe. */
async function headOf(content: Content): Promise<string> {
  if (content.canRepeat) for await (const chunk of content.text()) return chunk.toString('latin1')
  return ''
}

/** Reads a file to its end to find the projection, if the first coordinate is not in degrees. */
async function projectionBehind(content: Content, head: string): Promise<string | undefined> {
  const [, first = 0] = /"coordinates"\s*:[[\s]*(-?[\d.]+)/.exec(head) ?? []
  if (Math.abs(Number(first)) <= 180) return undefined
  let tail = ''
  for await (const chunk of content.text()) tail = (tail + chunk.toString('latin1')).slice(-TAIL_CHARACTERS)
  return projectionIn(tail)
}

/** Maximum length of the statement of the projection. */
const TAIL_CHARACTERS = 2000

function projectionIn(text: string): string | undefined {
  const name = CRS.exec(text)?.[1]
  const isWebMercator = /"spatialReference"\s*:\s*\{[^}]*"(latestW|w)kid"\s*:\s*(102100|3857)\b/.test(text)
  return isWebMercator ? 'EPSG:3857' : name?.replace(/^urn:ogc:def:crs:(\w+):[^:]*:/i, '$1:')
}

/** A feature, or why it cannot be read. */
interface Feature {
  readonly place: Pick<Row, 'line' | 'lastLine'>
  readonly text: string
  readonly object?: JsonObject
  readonly fault?: keyof typeof BROKEN
}

/** Yields features as plain objects: `id`, the properties, and the location as `geometry`. */
async function* featuresOf(
  file: string,
  chunks: AsyncIterable<Buffer>,
  list: readonly string[] | undefined,
  isShaped = false,
): AsyncGenerator<Feature> {
  for await (const element of elementsOf(chunks, list, file)) yield featureIn(element, isShaped)
}

const BROKEN = {
  'row.encoding': 'The feature has bytes that are not UTF-8; it is shown as Latin-1.',
  'row.json': 'The element is not a GeoJSON feature.',
} as const

function featureIn({ line, lastLine, bytes }: JsonElement, isShaped: boolean): Feature {
  const place = lastLine > line ? { line, lastLine } : { line }
  if (!isUtf8(bytes)) return { place, text: bytes.toString('latin1').trim(), fault: 'row.encoding' }
  const text = bytes.toString().trim()
  const value = parsedJson(text)
  if (!isObject(value as JsonValue)) return { place, text, fault: 'row.json' } // parsed JSON
  const { type, id, attributes, properties = attributes, geometry } = value as JsonObject // just checked
  if (type !== 'Feature' && attributes === undefined) return { place, text, fault: 'row.json' }
  const spot = spotOf(geometry)
  const own = isObject(properties) ? properties : {}
  const shape = isShaped && { shape: JSON.stringify(polygonsOf(geometry)) }
  const point = spot && { longitude: String(spot.x), latitude: String(spot.y), ...shape }
  return { place, text, object: { ...(id !== undefined && { id }), ...own, ...(point && { geometry: point }) } }
}

async function* rowsOf(features: AsyncIterable<Feature>, paths: JsonColumns): AsyncGenerator<Row | BrokenRow> {
  for await (const { place, text, object, fault } of features) {
    if (object === undefined) {
      const rule = fault ?? 'row.json'
      yield { ...place, cells: [text], text, rule, sentence: BROKEN[rule], detail: 'it is not a feature' }
      continue
    }
    for (const row of paths.rowsOf(object)) {
      if ('why' in row) yield { ...place, cells: [text], text, rule: 'row.nested', sentence: NESTED, detail: row.why }
      else yield { ...place, ...row, text }
    }
  }
}

const NESTED = 'A row has a value instead of an object, or an object instead of a value.'
