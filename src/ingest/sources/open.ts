import { type CsvFormat, openCsv } from './csv.ts'
import { type JsonFormat, openJson } from './json.ts'
import { type NdjsonFormat, openNdjson } from './ndjson.ts'
import type { Source } from './source.ts'

export type SourceFormat = CsvFormat | NdjsonFormat | JsonFormat

/** Opens a file of any format. `columns`: the columns to read, for formats that do not list them. */
export function openSource(file: string, format: SourceFormat, columns: readonly string[]): Promise<Source> {
  switch (format.type) {
    case 'csv':
      return openCsv(file, format)
    case 'ndjson':
      return openNdjson(file, format, columns)
    case 'json':
      return openJson(file, format, columns)
  }
}
