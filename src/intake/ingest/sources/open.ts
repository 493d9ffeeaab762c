import { type CsvFormat, openCsv } from './csv.ts'
import { type GeojsonFormat, openGeojson } from './geojson.ts'
import { LATITUDE, LONGITUDE } from './geometry.ts'
import { type JsonFormat, openJson } from './json.ts'
import { type NdjsonFormat, openNdjson } from './ndjson.ts'
import { openParquet, type ParquetFormat } from './parquet.ts'
import { isDegrees, type Projected, unprojected } from './projection.ts'
import { openShapefile, type ShapefileFormat } from './shapefile.ts'
import type { Source } from './source.ts'
import { openSql, type SqlFormat } from './sql.ts'
import { openXlsx, type XlsxFormat } from './xlsx.ts'

type FileFormat =
  | CsvFormat
  | NdjsonFormat
  | JsonFormat
  | XlsxFormat
  | ParquetFormat
  | GeojsonFormat
  | ShapefileFormat
  | SqlFormat

/** How a file is read, and its coordinates become degrees. Without `projected` the file itself decides that. */
export type SourceFormat = FileFormat & { readonly projected?: Projected }

/** Opens a file of any format. `columns` has those to read, for formats that do not list them. */
export async function openSource(file: string, format: SourceFormat, columns: readonly string[]): Promise<Source> {
  const { projected } = format
  const source = await openFile(file, format, projected ? withCoordinates(columns, projected) : columns)
  try {
    if (projected !== undefined) return await unprojected(source, projected, format)
    const { projection } = source
    return projection === undefined || isDegrees(projection)
      ? source
      : await unprojected(source, { projection }, format)
  } catch (error) {
    source.close()
    throw error
  }
}

function openFile(file: string, format: FileFormat, columns: readonly string[]): Promise<Source> {
  switch (format.type) {
    case 'csv':
      return openCsv(file, format)
    case 'ndjson':
      return openNdjson(file, format, columns)
    case 'json':
      return openJson(file, format, columns)
    case 'xlsx':
      return openXlsx(file, format)
    case 'parquet':
      return openParquet(file, format, columns)
    case 'geojson':
      return openGeojson(file, format, columns)
    case 'shapefile':
      return openShapefile(file, format)
    case 'sql':
      return openSql(file, format, columns)
  }
}

/** Returns the columns to read when two of them are computed from others. */
function withCoordinates(columns: readonly string[], { x = LONGITUDE, y = LATITUDE }: Projected): string[] {
  const others = columns.filter((column) => column !== LONGITUDE && column !== LATITUDE)
  return [...new Set([...others, x, y])]
}
