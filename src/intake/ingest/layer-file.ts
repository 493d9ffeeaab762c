import { quote } from '../../kit/base/sentence.ts'
import type { LayerPolygon } from '../../model/layer.ts'
import { dataFault } from './file-fault.ts'
import { mendedPolygons, nestedPolygons, type Repair, UnusableFeature } from './layer-rings.ts'
import { LATITUDE, LONGITUDE, type Polygons, SHAPE } from './sources/geometry.ts'
import { columnsIn, openSource, type SourceFormat } from './sources/open.ts'
import { isDegrees, unprojector } from './sources/projection.ts'
import { sniff } from './sources/sniff.ts'
import type { Source } from './sources/source.ts'

/** Maximum number of corners of a feature. More would make searches slow. */
const CORNERS_MAX = 1_000_000
/** Maximum number of characters of ids and names. */
const NAME_MAX = 200

/** One feature. `number` is its position in the file, from 1. */
export interface FileFeature {
  readonly number: number
  readonly id: string
  readonly name?: string
  readonly polygons: readonly LayerPolygon[]
  readonly mends: ReadonlySet<Repair>
}

export interface RefusedFeature {
  readonly number: number
  readonly why: string
}

/** The columns with ids and names. Absent if the caller does not name them. */
export interface LayerColumns {
  readonly idColumn?: string | undefined
  readonly nameColumn?: string | undefined
}

export interface LayerFile extends Pick<Source, 'bytesTotal' | 'bytesRead' | 'close'> {
  features(): AsyncIterable<FileFeature | RefusedFeature>
}

/**
 * Opens a file of polygons. Throws a one-sentence CommandFault if it has no polygons, lacks a column, or cannot be
 * read.
 */
export async function openLayerFile(file: string, { idColumn, nameColumn }: LayerColumns): Promise<LayerFile> {
  const { format } = await sniff(file)
  const shaped = shapedFormat(file, format)
  const columns = await columnsIn(file, shaped)
  const id = columnFor(file, columns, idColumn, 'id')
  const name = columnFor(file, columns, nameColumn, 'name')
  const shape = await shapeColumnOf(file, shaped)
  const source = await openSource(
    file,
    shaped,
    [shape, LONGITUDE, LATITUDE, id, name].filter((column) => column !== undefined),
  )
  const { bytesTotal, bytesRead, close } = source
  return { bytesTotal, bytesRead, close, features: () => featuresOf(source, { shape, id, name }, shaped.type) }
}

/** Reads JSON as GeoJSON: features without a collection around them look like other JSON. */
function shapedFormat(file: string, format: SourceFormat): SourceFormat {
  switch (format.type) {
    case 'geojson':
    case 'shapefile':
    case 'parquet':
    case 'flatgeobuf':
      return format
    case 'ndjson':
    case 'json':
      return { ...('encoding' in format && { encoding: format.encoding }), type: 'geojson' }
    default:
      throw dataFault(
        `A layer file must be GeoJSON, a shapefile, GeoParquet or FlatGeobuf; "${file}" is ${format.type}, which has no polygons.`,
      )
  }
}

/** Returns the column with the shapes. GeoParquet files name it. */
async function shapeColumnOf(file: string, format: SourceFormat): Promise<string> {
  if (format.type !== 'parquet') return SHAPE
  const source = await openSource(file, format, [])
  source.close()
  const place = source.projected?.x
  if (place === undefined)
    throw dataFault(`A Parquet file with a layer must be GeoParquet; "${file}" has no column with shapes.`)
  return place.replace(/longitude$/, 'shape')
}

function columnFor(file: string, columns: readonly string[], asked: string | undefined, usual: string) {
  const column = columns.find((name) => (asked === undefined ? name.toLowerCase() === usual : name === asked))
  if (column !== undefined || asked === undefined) return column
  throw dataFault(`There is no column ${quote(asked)} in "${file}": its columns are ${columns.join(', ')}.`)
}

interface Columns {
  readonly shape: string
  readonly id: string | undefined
  readonly name: string | undefined
}

async function* featuresOf(
  source: Source,
  { shape, id, name }: Columns,
  type: SourceFormat['type'],
): AsyncGenerator<FileFeature | RefusedFeature> {
  const own = source.projected?.projection
  const unproject = own === undefined || isDegrees(own) ? undefined : await unprojector(own)
  let number = 0
  for await (const row of source.rows()) {
    number++
    if ('rule' in row) {
      yield { number, why: row.detail }
      continue
    }
    const cell = (column: string | undefined) =>
      column === undefined ? '' : (row.cells[source.columns.indexOf(column)] ?? '').trim()
    try {
      const rings = ringsIn(cell(shape), type)
      const mends = new Set<Repair>()
      const polygons = mendedPolygons(rings, unproject, mends)
      // outlines run clockwise in shapefiles, so turning them is no repair
      if (type === 'shapefile') mends.delete('turned')
      if (polygons.length === 0) throw new UnusableFeature('none of its rings encloses an area')
      const named = nameIn(cell(name))
      yield { number, id: nameIn(cell(id)) || String(number), ...(named && { name: named }), polygons, mends }
    } catch (error) {
      if (!(error instanceof UnusableFeature)) throw error
      yield { number, why: error.message }
    }
  }
}

function ringsIn(cell: string, type: SourceFormat['type']): readonly LayerPolygon[] {
  if (cell !== '' && !cell.startsWith('[')) throw new UnusableFeature('its shape cannot be read')
  const polygons = JSON.parse(cell || '[]') as Polygons // the format readers write polygons as JSON
  if (polygons.length === 0) throw new UnusableFeature('it has no polygon')
  const corners = polygons.flat().reduce((sum, ring) => sum + ring.length / 2, 0)
  if (corners > CORNERS_MAX) {
    const [has, most] = [corners, CORNERS_MAX].map((count) => count.toLocaleString('en-US'))
    throw new UnusableFeature(`it must have at most ${most} corners, but has ${has}: simplify it`)
  }
  return type === 'shapefile' ? nestedPolygons(polygons.flat()) : polygons
}

function nameIn(cell: string): string {
  if (cell.length > NAME_MAX) throw new UnusableFeature(`its id or name has more than ${NAME_MAX} characters`)
  return cell
}
