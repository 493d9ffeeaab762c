import type { SearchedNoun } from '../../model/searched.ts'
import type { ExportedNoun } from './exported-noun.ts'
import { csv } from './formats/csv.ts'
import type { Encoding } from './formats/encoding.ts'
import { geojson, ndjson } from './formats/json.ts'
import { parquet } from './formats/parquet.ts'

/** The formats of exports by name, each with its file name endings. */
const FORMATS = {
  csv: { endings: ['csv'], of: (noun: ExportedNoun) => csv(tableColumns(noun)) },
  ndjson: { endings: ['ndjson', 'jsonl'], of: ({ columns, list }: ExportedNoun) => ndjson(columns, list) },
  geojson: { endings: ['geojson', 'json'], of: ({ columns, list }: ExportedNoun) => geojson(columns, list) },
  parquet: { endings: ['parquet'], of: (noun: ExportedNoun) => parquet(tableColumns(noun)) },
} as const

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

/** Returns the columns of a table in which each row has one item of a record's list. */
export function tableColumns({ columns, list }: Pick<ExportedNoun, 'columns' | 'list'>): ExportedNoun['columns'] {
  return [...columns, ...(list?.columns ?? [])]
}

export async function encodingFor<N extends SearchedNoun>(name: FormatName, noun: ExportedNoun<N>): Promise<Encoding> {
  return await FORMATS[name].of(noun)
}

/** Returns the format for a file name's ending; undefined for an unknown ending. */
export function formatOf(path: string): FormatName | undefined {
  return FORMAT_NAMES.find((name) => FORMATS[name].endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`)))
}
