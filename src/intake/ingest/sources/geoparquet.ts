import type { FileMetaData, SchemaTree } from 'hyparquet'
import { parseForeignJson } from '../../../kit/base/foreign-json.ts'
import type { Projected } from './geometry.ts'

/** What GeoParquet files say about their shapes, under the key `geo`. */
interface GeoStatement {
  readonly primary_column?: string
  readonly columns?: Readonly<Record<string, { readonly encoding?: string; readonly crs?: unknown }>>
}

/**
 * Marks columns of points and lists of points as geometry; the library marks WKB columns itself. Returns the projection
 * and the location columns of the main column. Without a stated projection it is in degrees.
 */
export function markShapes(tree: SchemaTree, { key_value_metadata: stated = [] }: FileMetaData): Projected | undefined {
  const statement = (name: string) => stated.find(({ key }) => key === name)?.value
  const geo = (parseForeignJson(statement('geo') ?? '{}') ?? {}) as GeoStatement // all parts are checked before use
  for (const { element, children } of tree.children) {
    const { encoding = 'WKB' } = geo.columns?.[element.name] ?? {}
    if (children.length > 0 && encoding !== 'WKB') element.logical_type = { type: 'GEOMETRY' }
  }
  const shapes = tree.children.filter((child) => isGeometry(child))
  const main = shapes.find(({ element }) => element.name === geo.primary_column) ?? shapes[0]
  if (main === undefined) return undefined
  const { crs } = geo.columns?.[main.element.name] ?? {}
  const projection = typeof crs === 'object' && crs !== null ? JSON.stringify(crs) : crsOf(main)
  const [, key] = /^projjson:(.*)$/.exec(projection ?? '') ?? []
  const text = key === undefined ? projection?.replace(/^srid:/, 'EPSG:') : statement(key)
  const [x = '', y = ''] = placeColumns(main)
  return { projection: text ?? 'OGC:CRS84', x, y }
}

export function isGeometry(node: SchemaTree | undefined): boolean {
  const type = node?.element.logical_type?.type
  return type === 'GEOMETRY' || type === 'GEOGRAPHY'
}

/** Returns the two columns with the location of a column of shapes. */
export function placeColumns({ path }: SchemaTree): readonly string[] {
  return [`${path.join('.')}.longitude`, `${path.join('.')}.latitude`]
}

/** Returns the column with the polygons of a column of shapes. */
export function shapeColumn({ path }: SchemaTree): string {
  return `${path.join('.')}.shape`
}

/** The projection in the type of a column. */
function crsOf({ element: { logical_type: type } }: SchemaTree): string | undefined {
  return type && 'crs' in type ? type.crs : undefined
}
