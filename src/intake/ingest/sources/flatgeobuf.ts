import { dataFault, orDamaged } from '../file-fault.ts'
import { ByteReader } from './byte-reader.ts'
import { FileBytes } from './file-bytes.ts'
import { FlatTable } from './flat-table.ts'
import { floatText } from './float-text.ts'
import { kindOf } from './foreign.ts'
import { type FileFormat, orClose } from './format.ts'
import { Box, DEPTH_MAX, LATITUDE, LONGITUDE, type Polygons, SHAPE } from './geometry.ts'
import type { Row, Source } from './source.ts'

/** FlatGeobuf version 3. The index is skipped, because all features are read. */
export const FLATGEOBUF = {
  doc: 'columns are the properties, and `geometry.longitude` and `geometry.latitude`',
  options: {},
  coordinates: 'shapes',
  endings: ['fgb'],
  recognise: ({ kind }) => (kind === 'flatgeobuf' ? {} : undefined),
  open: openFlatgeobuf,
} as const satisfies FileFormat<object>

const MAGIC_BYTES = 8
const SIZE_BYTES = 4
/** An index node is a box and the offset of its feature. */
const INDEX_NODE_BYTES = 40
/** Maximum size of a header or feature. */
const PART_MAX_BYTES = 64 * 1024 * 1024

interface Column {
  readonly name: string
  readonly type: number
}

interface Header {
  readonly columns: readonly Column[]
  readonly kind: number
  readonly projection: string | undefined
  /** The offset of the first feature. */
  readonly from: number
}

async function openFlatgeobuf(file: string, _: object, asked: readonly string[]): Promise<Source> {
  const bytes = await FileBytes.openFile(file, 'a FlatGeobuf file')
  return orClose(bytes, async () => {
    if (kindOf(bytes.head, file) !== 'flatgeobuf') throw dataFault(`"${file}" is not a FlatGeobuf file of version 3.`)
    const header = await orDamaged(file, async () => headerOf(bytes))
    const isShaped = asked.includes(SHAPE)
    return {
      file,
      columns: [...header.columns.map(({ name }) => name), LONGITUDE, LATITUDE, ...(isShaped ? [SHAPE] : [])],
      ...(header.projection !== undefined && { projected: { projection: header.projection } }),
      bytesTotal: bytes.size,
      bytesRead: () => bytes.bytesRead,
      rows: () => rowsOf(bytes, header, isShaped),
      close: bytes.close,
    }
  })
}

async function headerOf(bytes: FileBytes): Promise<Header> {
  const size = bytes.head.readUInt32LE(MAGIC_BYTES)
  const from = MAGIC_BYTES + SIZE_BYTES
  if (size > PART_MAX_BYTES) throw new Error(`its header has ${size} bytes`)
  const table = FlatTable.root(await bytes.range(from, from + size))
  const columns = table.tables(7).map((column) => ({ name: column.text(0) ?? '', type: column.byte(1) ?? 0 }))
  const indexBytes = indexBytesOf(table.long(8) ?? 0, table.short(9) ?? 16)
  return {
    columns,
    kind: table.byte(2) ?? 0,
    projection: projectionIn(table.table(10)),
    from: from + size + indexBytes,
  }
}

/** The index is a tree of nodes, stored level by level from the root. */
function indexBytesOf(features: number, nodeSize: number): number {
  if (features === 0 || nodeSize < 2) return 0
  let nodes = features
  for (let level = features; level > 1; nodes += level) level = Math.ceil(level / nodeSize)
  return (features === 1 ? 2 : nodes) * INDEX_NODE_BYTES
}

function projectionIn(crs: FlatTable | undefined): string | undefined {
  const [organization, code, wkt] = [crs?.text(0) || 'EPSG', crs?.int(1), crs?.text(4)]
  return code ? (wkt && !isKnownDegrees(code) ? wkt : `${organization}:${code}`) : wkt
}

/** For these codes, the WKT may state another order of axes than the coordinates have. */
function isKnownDegrees(code: number): boolean {
  return code === 4326 || code === 4269
}

async function* rowsOf(bytes: FileBytes, header: Header, isShaped: boolean): AsyncGenerator<Row> {
  const { file } = bytes
  const reader = new ByteReader(bytes.chunks(header.from), file)
  try {
    for (let line = 1; bytes.size > header.from && !(await reader.isAtEnd()); line++) {
      const size = (await reader.take(SIZE_BYTES)).readUInt32LE(0)
      if (size > PART_MAX_BYTES)
        throw dataFault(`"${file}" is damaged: feature ${line} has ${size} bytes; nothing was imported.`)
      const feature = FlatTable.root(await reader.take(size))
      yield await orDamaged(file, async () => ({ line, cells: cellsOf(feature, header, isShaped) }))
    }
  } finally {
    await reader.end()
  }
}

function cellsOf(feature: FlatTable, { columns, kind }: Header, isShaped: boolean): readonly string[] {
  const own = feature.tables(2).map((column) => ({ name: column.text(0) ?? '', type: column.byte(1) ?? 0 }))
  const values = valuesIn(feature.bytes(1) ?? Buffer.alloc(0), own.length > 0 ? own : columns)
  const box = new Box()
  const polygons: number[][][] = []
  const geometry = feature.table(0)
  if (geometry !== undefined) read(geometry, kind, box, polygons, 0)
  const { middle } = box
  return [
    ...columns.map(({ name }) => values.get(name) ?? ''),
    ...(middle ? [String(middle.x), String(middle.y)] : ['', '']),
    ...(isShaped ? [middle ? JSON.stringify(polygons satisfies Polygons) : ''] : []),
  ]
}

const POLYGON = 3

/** A compound shape has parts. In other shapes, `ends` has the last corner of each ring or line. */
function read(geometry: FlatTable, kindOfAll: number, box: Box, polygons: number[][][], depth: number): void {
  if (depth > DEPTH_MAX) throw new Error(`shapes within shapes, more than ${DEPTH_MAX} deep`)
  const kind = geometry.byte(6) || kindOfAll
  const parts = geometry.tables(7)
  // parts of a multi-polygon may omit their type
  for (const part of parts) read(part, kind === MULTI_POLYGON ? POLYGON : 0, box, polygons, depth + 1)
  const xy = geometry.doubles(1) ?? []
  for (let i = 0; i + 1 < xy.length; i += 2) box.add(xy[i] as number, xy[i + 1] as number)
  if (kind !== POLYGON || xy.length === 0) return
  const ends = geometry.ints(0) ?? [xy.length / 2]
  polygons.push(ends.map((end, i) => xy.slice(2 * (ends[i - 1] ?? 0), 2 * end)))
}

const MULTI_POLYGON = 6

const FIXED: readonly (readonly [bytes: number, text: (value: Buffer) => string])[] = [
  [1, (value) => String(value.readInt8())],
  [1, (value) => String(value.readUInt8())],
  [1, (value) => String(value.readUInt8() !== 0)],
  [2, (value) => String(value.readInt16LE())],
  [2, (value) => String(value.readUInt16LE())],
  [4, (value) => String(value.readInt32LE())],
  [4, (value) => String(value.readUInt32LE())],
  [8, (value) => String(value.readBigInt64LE())],
  [8, (value) => String(value.readBigUInt64LE())],
  [4, (value) => floatText(value.readFloatLE())],
  [8, (value) => String(value.readDoubleLE())],
]
/** Text, JSON and date-time. Type 14 is binary. */
const TEXT_TYPES: ReadonlySet<number> = new Set([11, 12, 13])

/** Each value follows its column number. Texts follow their length. */
function valuesIn(bytes: Buffer, columns: readonly Column[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const column = columns[bytes.readUInt16LE(at)]
    if (column === undefined) throw new Error('a value belongs to no column')
    at += 2
    const fixed = FIXED[column.type]
    const size = fixed?.[0] ?? bytes.readUInt32LE(at)
    if (fixed === undefined) at += SIZE_BYTES
    if (at + size > bytes.length) throw new Error('a value is longer than its feature')
    const value = bytes.subarray(at, at + size)
    values.set(column.name, fixed?.[1](value) ?? value.toString(TEXT_TYPES.has(column.type) ? 'utf8' : 'hex'))
    at += size
  }
  return values
}
