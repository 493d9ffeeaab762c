import { type CsvFormat, openCsv } from './csv.ts'
import { type NdjsonFormat, openNdjson } from './ndjson.ts'
import type { Source } from './source.ts'

export type SourceFormat = CsvFormat | NdjsonFormat

/** Opens a file of any format. `columns`: the columns to read, for formats that do not list them. */
export function openSource(file: string, format: SourceFormat, columns: readonly string[]): Promise<Source> {
  return format.type === 'csv' ? openCsv(file, format) : openNdjson(file, format, columns)
}
