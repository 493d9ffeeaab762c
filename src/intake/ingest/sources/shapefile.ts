import { isUtf8 } from 'node:buffer'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'
import { ByteReader } from './byte-reader.ts'
import { TEXT_OPTIONS, type TextOptions } from './content.ts'
import { ENCODINGS, type Encoding, EncodingGuess } from './encoding.ts'
import { FileBytes } from './file-bytes.ts'
import { kindOf } from './foreign.ts'
import { type FileFormat, orClose } from './format.ts'
import { LATITUDE, LONGITUDE, SHAPE, type Spot } from './geometry.ts'
import type { BrokenRow, Row, Source } from './source.ts'
import { isNamed, type Member, membersOf } from './zip.ts'

/**
 * A `.shp` with its `.dbf` beside it, or a ZIP archive with both. Columns are the columns of the `.dbf`, and the
 * location of the shape: the point, or the center of the bounding box.
 */
export const SHAPEFILE: FileFormat<TextOptions> = {
  doc: 'columns are the properties, and `geometry.longitude` and `geometry.latitude`',
  options: TEXT_OPTIONS,
  coordinates: 'shapes',
  endings: ['shp'],
  recognise: ({ kind, names }) => (kind === 'shapefile' || names.some((name) => /\.shp$/i.test(name)) ? {} : undefined),
  open: openShapefile,
}

/** The files of a shapefile. */
interface Parts {
  shapes(): AsyncIterable<Buffer>
  table(): AsyncIterable<Buffer>
  readonly projection: string | undefined
  readonly codePage: string | undefined
}

/** Throws a one-sentence CommandFault if a file is missing or cut off. */
async function openShapefile(file: string, options: TextOptions, columns: readonly string[]): Promise<Source> {
  const first = await FileBytes.openFile(file, 'a shapefile')
  const open = [first]
  const close = () => {
    for (const bytes of open) bytes.close()
  }
  return orClose({ close }, async () => {
    const parts = await partsOf(first, options, open)
    const table = await Table.open(parts, options, file)
    const isShaped = columns.includes(SHAPE)
    return {
      file,
      columns: [...table.columns, LONGITUDE, LATITUDE, ...(isShaped ? [SHAPE] : [])],
      ...(parts.projection && { projected: { projection: parts.projection } }),
      bytesTotal: first.size,
      bytesRead: () => first.bytesRead,
      rows: () => rowsOf(parts, table, file, isShaped),
      close,
    }
  })
}

/** @param open Receives every opened file, so that the caller can close it. */
async function partsOf(bytes: FileBytes, { member }: TextOptions, open: FileBytes[]): Promise<Parts> {
  const { file } = bytes
  const kind = kindOf(bytes.head, file)
  if (kind === 'zip') return partsInZip(await membersOf(bytes), member, bytes)
  if (kind !== 'shapefile') throw dataFault(`"${file}" is not a shapefile: name its .shp, or a ZIP archive with it.`)
  const beside = async (extension: string) => {
    for (const name of [extension, extension.toUpperCase()]) {
      const path = file.replace(/\.[^./\\]*$/, `.${name}`)
      const part = await FileBytes.openFile(path, 'a part of a shapefile').catch(absent)
      if (part === undefined) continue
      open.push(part)
      return part
    }
    return undefined
  }
  const [table, projection, codePage] = [await beside('dbf'), await beside('prj'), await beside('cpg')]
  if (table === undefined)
    throw new CommandFault(
      `"${file}" has only the shapes: put its .dbf, which has the columns, into the same folder.`,
      EXIT.noInput,
    )
  const texts = [projection, codePage].map((part) => part?.head.toString().trim())
  return {
    shapes: () => bytes.chunks(),
    table: () => table.chunks(),
    projection: texts[0],
    codePage: texts[1],
  }
}

/** Returns undefined if the error says that a file is missing. Throws other errors. */
function absent(error: unknown): undefined {
  const cause = error instanceof CommandFault ? (error.cause as NodeJS.ErrnoException | undefined) : undefined // `fileFault` sets this cause
  if (cause?.code !== 'ENOENT') throw error
}

async function partsInZip(members: readonly Member[], asked: string | undefined, bytes: FileBytes): Promise<Parts> {
  const { file } = bytes
  const shapes = members.filter(
    (member) => /\.shp$/i.test(member.name) && (asked === undefined || isNamed(member, asked)),
  )
  const [shape, ...others] = shapes
  const what = asked === undefined ? 'shapefile (.shp) in it' : `shapefile named "${asked}" in it`
  if (shape === undefined) throw dataFault(`"${file}" has no ${what}.`)
  if (others.length > 0) {
    const names = shapes.map(({ name }) => name).join(', ')
    throw dataFault(
      `"${file}" has several shapefiles, ${names}: choose one in the mapping, such as format: { type: shapefile, member: ${shape.name} }.`,
    )
  }
  const part = (extension: string) =>
    members.find(({ name }) => name.toLowerCase() === shape.name.toLowerCase().replace(/shp$/, extension))
  const table = part('dbf')
  if (table === undefined) throw dataFault(`"${file}" has "${shape.name}" without its .dbf, which has the columns.`)
  return {
    shapes: () => shape.chunks(),
    table: () => table.chunks(),
    projection: await textOf(part('prj')),
    codePage: await textOf(part('cpg')),
  }
}

async function textOf(member: Member | undefined): Promise<string | undefined> {
  if (member === undefined) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of member.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks).toString().trim()
}

/** Decodes bytes. Undefined if they are invalid in the encoding. */
type Decode = (bytes: Buffer) => string | undefined

interface TableColumn {
  readonly name: string
  readonly type: string
  readonly bytes: number
}

const TABLE_HEAD_BYTES = 32
const COLUMNS_END = 0x0d
const DELETED = 0x2a

/** Reads a dBase table with columns of fixed width. */
class Table {
  readonly #columns: readonly TableColumn[]
  readonly #decode: Decode
  readonly headBytes: number
  readonly rowBytes: number
  readonly rowCount: number

  private constructor(head: Buffer, columns: readonly TableColumn[], decode: Decode) {
    this.rowCount = head.readUInt32LE(4)
    this.headBytes = head.readUInt16LE(8)
    this.rowBytes = head.readUInt16LE(10)
    this.#columns = columns
    this.#decode = decode
  }

  static async open(parts: Parts, { encoding }: TextOptions, file: string): Promise<Table> {
    const reader = new ByteReader(parts.table(), file)
    const head = await reader.take(TABLE_HEAD_BYTES)
    const rest = await reader.take(Math.max(0, head.readUInt16LE(8) - TABLE_HEAD_BYTES))
    await reader.end()
    const columns: TableColumn[] = []
    for (let at = 0; at + 32 <= rest.length && rest[at] !== COLUMNS_END; at += 32) {
      const name = rest.toString('latin1', at, at + 11).split('\0')[0] ?? ''
      columns.push({ name, type: String.fromCharCode(rest[at + 11] ?? 0), bytes: rest[at + 16] ?? 0 })
    }
    const named = encoding ?? codePageOf(parts.codePage) ?? LANGUAGES.get(head[LANGUAGE_AT] ?? 0)
    const table = new Table(head, columns, decoderOf(named ?? (await encodingOf(parts, head.readUInt16LE(8)))))
    const width = columns.reduce((sum, { bytes }) => sum + bytes, 1)
    // Refuses columns of zero bytes: they take no space in the file but a cell in each row.
    if (columns.length > 0 && columns.every(({ bytes }) => bytes > 0) && width === table.rowBytes) return table
    throw dataFault(`"${file}" has a damaged table (.dbf): its columns do not fill its rows.`)
  }

  get columns(): string[] {
    return this.#columns.map(({ name }) => name)
  }

  /** Reads a row. Undefined if it was deleted. */
  rowOf(row: Buffer, line: number, { spot, rings }: Shape): Row | BrokenRow | undefined {
    if (row[0] === DELETED) return undefined
    const cells: string[] = []
    let at = 1
    for (const { type, bytes } of this.#columns) {
      const text = this.#decode(row.subarray(at, at + bytes))
      at += bytes
      if (text === undefined) return brokenRow(row, line)
      cells.push(cellText(type, text))
    }
    return { line, cells: [...cells, ...(spot ? [String(spot.x), String(spot.y)] : ['', '']), ...rings] }
  }
}

function brokenRow(row: Buffer, line: number): BrokenRow {
  const sentence = 'The row has bytes that are not in the encoding of its table; it is shown as Latin-1.'
  const text = row.toString('latin1', 1)
  return { line, cells: [text], text, rule: 'row.encoding', sentence, detail: 'it has bytes that are not its text' }
}

function decoderOf(encoding: Encoding): Decode {
  if (encoding === 'latin-1') return (bytes) => bytes.toString('latin1')
  if (encoding === 'utf-8') return (bytes) => (isUtf8(bytes) ? bytes.toString() : undefined)
  const decoder = new TextDecoder(encoding)
  return (bytes) => decoder.decode(bytes)
}

/** The offset of the code page in the table's header, and the supported code pages. */
const LANGUAGE_AT = 29
const LANGUAGES: ReadonlyMap<number, Encoding> = new Map([
  [0x03, 'windows-1252'],
  [0xc8, 'windows-1250'],
])

/** Guesses the encoding from the rows if the file does not state it. */
async function encodingOf(parts: Parts, headBytes: number): Promise<Encoding> {
  const guess = new EncodingGuess()
  let head = headBytes
  for await (const chunk of parts.table()) {
    guess.add(chunk.subarray(head))
    head = Math.max(0, head - chunk.length)
  }
  return guess.encoding
}

/** Returns the encoding stated in the `.cpg` file. */
function codePageOf(codePage: string | undefined): Encoding | undefined {
  return ENCODINGS.find((one) => one === codePageName(codePage))
}

function codePageName(codePage: string | undefined): string {
  const name = (codePage ?? '').toLowerCase()
  if (/^(utf-?8|65001)$/.test(name)) return 'utf-8'
  const windows = /(125[02])$/.exec(name)?.[1]
  return windows === undefined ? name.replace(/^iso-?8859-?1$|^88591$/, 'latin-1') : `windows-${windows}`
}

function cellText(type: string, text: string): string {
  const trimmed = text.replaceAll('\0', ' ').trim()
  if (type === 'D') return trimmed.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  if (type === 'L') return trimmed === '?' ? '' : trimmed
  if (type !== 'N' && type !== 'F') return trimmed
  // Asterisks mean that the number was too wide for its column. Zeros after the decimal point only fill the column.
  return trimmed.startsWith('*') ? '' : trimmed.replace(/\.0+$/, '')
}

const SHAPES_HEAD_BYTES = 100
const NO_SHAPE = 0
const POINTS: ReadonlySet<number> = new Set([1, 11, 21])
const AREAS: ReadonlySet<number> = new Set([5, 15, 25])
const AREA_HEAD_BYTES = 44
const SHAPE_MAX_BYTES = 64 * 1024 * 1024

async function* rowsOf(parts: Parts, table: Table, file: string, isShaped: boolean): AsyncGenerator<Row | BrokenRow> {
  const shapes = new ByteReader(parts.shapes(), file)
  const rows = new ByteReader(parts.table(), file)
  try {
    await shapes.take(SHAPES_HEAD_BYTES)
    await rows.take(table.headBytes)
    for (let line = 1; line <= table.rowCount; line++) {
      const bytes = await rows.take(table.rowBytes)
      const row = table.rowOf(bytes, line, await nextShape(shapes, file, isShaped))
      if (row !== undefined) yield row
    }
  } finally {
    await shapes.end()
    await rows.end()
  }
}

/** The location of a shape, and its rings if they are needed. */
interface Shape {
  readonly spot: Spot | undefined
  readonly rings: readonly string[]
}

async function nextShape(shapes: ByteReader, file: string, isShaped: boolean): Promise<Shape> {
  const head = await shapes.take(8)
  const bytes = head.readInt32BE(4) * 2
  if (bytes < 4 || bytes > SHAPE_MAX_BYTES)
    throw dataFault(`"${file}" is damaged: a shape of ${bytes} bytes; nothing was imported.`)
  const shape = await shapes.take(bytes)
  const type = shape.readInt32LE(0)
  if (type === NO_SHAPE) return { spot: undefined, rings: isShaped ? [''] : [] }
  const isPoint = POINTS.has(type)
  if (shape.length < (isPoint ? 20 : 36))
    throw dataFault(`"${file}" is damaged: a shape is too short; nothing was imported.`)
  const rings = isShaped ? [AREAS.has(type) ? JSON.stringify(ringsIn(shape, file).map((ring) => [ring])) : '[]'] : []
  if (isPoint) return { spot: { x: shape.readDoubleLE(4), y: shape.readDoubleLE(12) }, rings }
  // All other shapes begin with their bounding box.
  const [west, south, east, north] = [4, 12, 20, 28].map((at) => shape.readDoubleLE(at))
  return { spot: { x: ((west ?? 0) + (east ?? 0)) / 2, y: ((south ?? 0) + (north ?? 0)) / 2 }, rings }
}

/**
 * Reads the rings of an area, outlines and holes in any order. Format: number of rings, number of corners, first corner
 * of each ring, corners.
 */
function ringsIn(shape: Buffer, file: string): readonly number[][] {
  const short = () =>
    dataFault(`"${file}" is damaged: an area has fewer corners than its record declares; nothing was imported.`)
  if (shape.length < AREA_HEAD_BYTES) throw short()
  const [rings, corners] = [shape.readInt32LE(36), shape.readInt32LE(40)]
  const first = AREA_HEAD_BYTES + 4 * rings
  if (rings < 0 || corners < 0 || first + 16 * corners > shape.length) throw short()
  const starts = Array.from({ length: rings }, (_, i) => shape.readInt32LE(AREA_HEAD_BYTES + 4 * i))
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? corners
    if (start < 0 || end < start || end > corners) throw short()
    return Array.from({ length: 2 * (end - start) }, (_, at) => shape.readDoubleLE(first + 16 * start + 8 * at))
  })
}
