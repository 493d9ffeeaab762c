import type { MappingNode } from '../mapping-node.ts'
import { boundedSource } from './bounds.ts'
import { CSV } from './csv.ts'
import { FIXED } from './fixed.ts'
import { FLATGEOBUF } from './flatgeobuf.ts'
import { type FileFormat, orClose } from './format.ts'
import { GEOJSON } from './geojson.ts'
import { LATITUDE, LONGITUDE, type Projected } from './geometry.ts'
import { JSON_DOCUMENTS } from './json.ts'
import { NDJSON } from './ndjson.ts'
import { PARQUET } from './parquet.ts'
import { isDegrees, unprojected } from './projection.ts'
import { SHAPEFILE } from './shapefile.ts'
import type { Source } from './source.ts'
import { SQL } from './sql.ts'
import { SQLITE } from './sqlite.ts'
import { isSpreadsheet, XLSX } from './xlsx.ts'
import { XML_RECORDS } from './xml-records.ts'

/** All formats. If several recognize a file, the last one is used, because any text could be CSV. */
const FORMATS = {
  csv: CSV,
  fixed: FIXED,
  ndjson: NDJSON,
  json: JSON_DOCUMENTS,
  xlsx: XLSX,
  parquet: PARQUET,
  geojson: GEOJSON,
  shapefile: SHAPEFILE,
  flatgeobuf: FLATGEOBUF,
  sqlite: SQLITE,
  sql: SQL,
  xml: XML_RECORDS,
} as const satisfies Record<string, FileFormat<object>>

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

type OptionsOf<F> = F extends FileFormat<infer O> ? O : never

/** How to read a file. Without `projected`, coordinates have the projection that the file states, or are in degrees. */
export type SourceFormat = {
  [K in FormatName]: { readonly type: K } & OptionsOf<(typeof FORMATS)[K]>
}[FormatName] & {
  /** Whether numbers have a decimal comma: 3,5. */
  readonly decimalComma?: boolean
  readonly projected?: Projected
}

/** A format with untyped options. */
type AnyFormat = FileFormat<object> & { readonly options: Readonly<Record<string, (node: MappingNode) => unknown>> }

export function formatOf(name: FormatName): AnyFormat {
  return FORMATS[name]
}

/**
 * Opens a file of any format. `columns` is for formats that do not list their columns. CSV mappings can also read
 * spreadsheets, because publishers offer the same table as both.
 */
export async function openSource(file: string, given: SourceFormat, columns: readonly string[]): Promise<Source> {
  const mayBeSheet = given.type === 'csv' && !given.decimalComma
  const format = mayBeSheet && (await isSpreadsheet(file)) ? { ...given, type: 'xlsx' as const } : given
  const { projected, type } = format
  const opened = await formatOf(type).open(file, format, projected ? withCoordinates(columns, projected) : columns)
  return orClose(opened, async () => {
    // No limit for queries: the operator wrote them, and they may join files.
    const source = type === 'sql' ? opened : boundedSource(opened)
    if (projected !== undefined) return await unprojected(source, projected, format)
    const { projected: own } = source
    if (own === undefined || isDegrees(own.projection)) return source
    return await unprojected(source, own, format, [own.x ?? LONGITUDE, own.y ?? LATITUDE])
  })
}

/** Returns the columns of a file. If the format does not list them, returns the columns in its first records. */
export async function columnsIn(file: string, format: SourceFormat): Promise<readonly string[]> {
  const { columnsOf } = formatOf(format.type)
  if (columnsOf !== undefined) return await columnsOf(file, format)
  const source = await openSource(file, format, [])
  source.close()
  return source.columns
}

/** Returns the columns to read, with projected coordinates instead of longitude and latitude. */
function withCoordinates(columns: readonly string[], { x = LONGITUDE, y = LATITUDE }: Projected): string[] {
  const others = columns.filter((column) => column !== LONGITUDE && column !== LATITUDE)
  return [...new Set([...others, x, y])]
}
