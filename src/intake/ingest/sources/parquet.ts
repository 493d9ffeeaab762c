import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors, FileMetaData, SchemaTree } from 'hyparquet'
import { dataFault, orDamaged } from '../file-fault.ts'
import { FileBytes } from './file-bytes.ts'
import { floatText } from './float-text.ts'
import { kindOf } from './foreign.ts'
import { type FileFormat, orClose } from './format.ts'
import { polygonsOf, spotOf } from './geometry.ts'
import { isGeometry, markShapes, placeColumns, shapeColumn } from './geoparquet.ts'
import { JsonColumns } from './json-columns.ts'
import type { JsonValue } from './json-path.ts'
import { EACH_OPTION, type EachOption, rowsOfRecord } from './json-rows.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { type Outline, outlineOfWkb } from './wkb.ts'

/** Parquet files. Columns are paths into the structure. */
export const PARQUET: FileFormat<EachOption> = {
  doc: 'columns are paths such as `address.zip`; a column of shapes (GeoParquet) gives two, such as `geometry.longitude` and `geometry.latitude`. `each` works as for NDJSON',
  options: EACH_OPTION,
  coordinates: 'either',
  endings: ['parquet'],
  recognise: ({ kind }) => (kind === 'parquet' ? {} : undefined),
  open: openParquet,
}

const PAGE_MAX_BYTES = 512 * 1024 * 1024
/** Writers make groups of up to 1,000,000 rows. One group at a time is in memory. */
const GROUP_ROWS_MAX = 5_000_000
const GROUP_MAX_BYTES = 2n * 1024n ** 3n
/** In memory a value takes at least 8 bytes, even if it takes none in the file. */
const GROUP_VALUES_MAX = 200_000_000n

/** Supported compressions. The library itself reads Snappy. */
const COMPRESSORS: Compressors = {
  GZIP: (input) => gunzipSync(input, { maxOutputLength: PAGE_MAX_BYTES }),
  BROTLI: (input) => brotliDecompressSync(input, { maxOutputLength: PAGE_MAX_BYTES }),
  ZSTD: (input) => zstdDecompressSync(input, { maxOutputLength: PAGE_MAX_BYTES }),
}
const CODECS = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)]

/** Throws a one-sentence CommandFault if the file is cut off or its compression is unsupported. */
async function openParquet(file: string, { each = [] }: EachOption, columns: readonly string[]): Promise<Source> {
  const bytes = await FileBytes.openFile(file, 'a Parquet file')
  return orClose(bytes, async () => {
    if (kindOf(bytes.head, file) !== 'parquet')
      throw dataFault(`"${file}" is not a Parquet file: name its format in the mapping.`)
    const { parquetMetadataAsync, parquetSchema } = await import('hyparquet')
    const buffer = {
      byteLength: bytes.size,
      slice: async (start: number, end = bytes.size) => {
        if (start < 0 || end > bytes.size || start > end) throw new Error('it refers to bytes beyond its end')
        const part = await bytes.range(start, end)
        // our own buffer, so it is not shared memory
        return part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength) as ArrayBuffer
      },
    }
    const metadata = await guarded(file, () => parquetMetadataAsync(buffer))
    const tree = parquetSchema(metadata)
    const projected = await guarded(file, async () => markShapes(tree, metadata))
    const shapes = tree.children.filter(isGeometry).map(shapeColumn)
    const all = tree.children
      .flatMap((child) => pathsOf(child))
      .concat(shapes.filter((shape) => columns.includes(shape)))
    const wanted = all.filter(
      (path) => columns?.some((column) => column === path || column.startsWith(`${path}.`)) ?? true,
    )
    const roots = [...new Set([...wanted, ...each].map((path) => path.split('.')[0] ?? ''))]
    refuseUnreadable(metadata, roots, file)
    const named = [...new Set([...all, ...(columns ?? [])])].filter(
      (path) => all.includes(path) || each.some((list) => path.startsWith(`${list}.`)),
    )
    const paths = new JsonColumns(named, each)
    return {
      file,
      columns: named,
      ...(projected && { projected }),
      bytesTotal: bytes.size,
      bytesRead: () => bytes.bytesRead,
      rows: () =>
        rowsOf({
          file,
          metadata,
          buffer,
          roots,
          tree,
          paths,
          isShaped: shapes.some((shape) => columns.includes(shape)),
        }),
      close: bytes.close,
    }
  })
}

function guarded<T>(file: string, work: () => Promise<T>): Promise<T> {
  return orDamaged(file, work, ({ message }) => message.replace(/^parquet /, ''))
}

/** Returns the columns of a part of the structure. A list is one column. */
function pathsOf(node: SchemaTree): string[] {
  const { element, children, path } = node
  if (isGeometry(node)) return [...placeColumns(node)]
  const isList =
    element.converted_type === 'LIST' || element.converted_type === 'MAP' || element.repetition_type === 'REPEATED'
  return children.length === 0 || isList ? [path.join('.')] : children.flatMap(pathsOf)
}

function refuseUnreadable({ row_groups }: FileMetaData, roots: readonly string[], file: string): void {
  for (const { columns, num_rows } of row_groups) {
    const read = columns.flatMap(({ meta_data }) =>
      meta_data && roots.includes(meta_data.path_in_schema[0] ?? '') ? [meta_data] : [],
    )
    const other = read.find(({ codec }) => !CODECS.includes(codec))
    if (other !== undefined) {
      throw dataFault(
        `Parquet files must be uncompressed or use Snappy, gzip, Brotli or zstd; "${file}" uses ${other.codec}.`,
      )
    }
    const size = read.reduce((sum, { total_uncompressed_size }) => sum + total_uncompressed_size, 0n)
    const values = num_rows * BigInt(read.length)
    if (num_rows > GROUP_ROWS_MAX || size > GROUP_MAX_BYTES || values > GROUP_VALUES_MAX) {
      throw dataFault(
        `"${file}" has a row group of ${num_rows.toLocaleString('en-US')} rows, ${read.length} columns and ${size.toLocaleString('en-US')} bytes: save it with row groups of at most ${GROUP_ROWS_MAX.toLocaleString('en-US')} rows, ${GROUP_VALUES_MAX.toLocaleString('en-US')} values and 2 GB.`,
      )
    }
  }
}

interface Reading {
  readonly file: string
  readonly metadata: FileMetaData
  readonly buffer: { readonly byteLength: number; slice(start: number, end?: number): Promise<ArrayBuffer> }
  readonly roots: readonly string[]
  readonly tree: SchemaTree
  readonly paths: JsonColumns
  /** Whether to read the polygons of shapes. */
  readonly isShaped: boolean
}

async function* rowsOf({
  file,
  metadata,
  buffer,
  roots,
  tree,
  paths,
  isShaped,
}: Reading): AsyncGenerator<Row | BrokenRow> {
  const { parquetScan } = await import('hyparquet')
  const options = { file: buffer, metadata, columns: [...roots], compressors: COMPRESSORS, parsers: PARSERS }
  const scan = await guarded(file, () => parquetScan(options))
  const nodes = roots.map((root) => tree.children.find(({ element }) => element.name === root))
  for (const { rowStart, rowEnd } of scan.ranges) {
    const columns: ArrayLike<unknown>[] = []
    for (const column of roots) columns.push(await guarded(file, () => scan.readColumn({ column, rowStart, rowEnd })))
    if (columns.some(({ length }) => length !== rowEnd - rowStart))
      throw dataFault(`"${file}" is damaged: its columns differ in length; nothing was imported.`)
    for (let i = 0; i < rowEnd - rowStart; i++) {
      const entries = roots.map(
        (root, column) => [root, jsonOf(columns[column]?.[i], nodes[column], isShaped)] as const,
      )
      yield* rowsOfRecord(Object.fromEntries(entries), { line: rowStart + i + 1 }, paths)
    }
  }
}

/**
 * Returns the location of a shape, and its polygons if needed. For an unreadable shape, longitude, latitude and
 * polygons are a text that the report quotes.
 */
function placeOf(shape: unknown, isRead: boolean): JsonValue {
  if (typeof shape === 'string') return { longitude: shape, latitude: shape, shape }
  const spot = spotOf(shape)
  if (spot === undefined) return null
  const polygons = isRead && (shape instanceof Object && 'polygons' in shape ? shape.polygons : polygonsOf(shape))
  return {
    longitude: String(spot.x),
    latitude: String(spot.y),
    ...(polygons !== false && { shape: JSON.stringify(polygons) }),
  }
}

function outlineIn(bytes: Uint8Array | undefined): Outline | string | undefined {
  try {
    return bytes && outlineOfWkb(bytes)
  } catch {
    return 'a damaged shape'
  }
}

/** Dates and times stay texts: as JavaScript dates they could not be distinguished. Shapes become locations. */
const PARSERS = {
  geometryFromBytes: outlineIn,
  geographyFromBytes: outlineIn,
  timestampFromMilliseconds: (timeMs: bigint) => isoTime(timeMs),
  timestampFromMicroseconds: (time: bigint) => isoTime(time / 1000n),
  timestampFromNanoseconds: (time: bigint) => isoTime(time / 1_000_000n),
  dateFromDays: (days: number) => isoTime(BigInt(days) * 86_400_000n).slice(0, 10),
}

function isoTime(timeMs: bigint): string {
  const date = new Date(Number(timeMs))
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString().replace('.000Z', 'Z')
}

function jsonOf(value: unknown, node: SchemaTree | undefined, isShaped = false): JsonValue {
  if (value === null || value === undefined) return null
  if (isGeometry(node)) return placeOf(value, isShaped)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return numberText(value, node)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, (one) => jsonOf(one, undefined)) // typed arrays have a length
  const children = new Map(node?.children.map((child) => [child.element.name, child]))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonOf(one, children.get(key))]))
}

/** Formats a number with its original digits: 0.3 instead of 0.30000000000000004. */
function numberText(value: number, node: SchemaTree | undefined): string {
  const { converted_type, scale = 0, type } = node?.element ?? {}
  if (converted_type === 'DECIMAL') return String(Number(value.toFixed(Math.min(100, scale))))
  return type === 'FLOAT' ? floatText(value) : String(value)
}
