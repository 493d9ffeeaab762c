import { closeSync, constants, fstat, fstatSync, openSync, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { CommandFault, EXIT, Fault } from '../../../kit/base/failure.ts'
import { byteRange } from '../request/byte-range.ts'

/** The size of a PMTiles header, version 3. */
const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const VERSION = 3

/** Offsets of fields in the header. */
const AT = { version: 7, metadata: 24, metadataBytes: 32, compression: 97, tileCompression: 98, tileType: 99, minZoom: 100, maxZoom: 101, bounds: 102 } // biome-ignore format: one table
const [NONE, GZIP] = [1, 2]
const [VECTOR, AVIF] = [1, 5]
const DEGREE = 1e7

/** Longer metadata is not read. */
const METADATA_BYTES_MAX = 16 * 1024 * 1024

/** The maximum number of bytes per answer. Tiles and directories of a tile file are smaller. */
export const RANGE_BYTES_MAX = 1024 * 1024

const statOf = promisify(fstat)
const readAt = promisify(read)

export interface TileHeader {
  readonly kind: 'raster' | 'vector'
  readonly zooms: readonly [least: number, most: number]
  /** The bounding box of the tiles in degrees; null if the file does not say. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | null
}

/** An open tile file that all threads of the process can read. */
export interface OpenTileFile {
  readonly fd: number
  readonly header: TileHeader
  readonly tag: string
}

/** The current state of a tile file. */
export interface TileState {
  readonly sizeBytes: number
  /** A tag that changes when the file changes. */
  readonly tag: string
}

/** A range of bytes in a tile file. */
export interface TileBytes extends TileState {
  readonly bytes: Uint8Array
  readonly from: number
}

/** The request headers `Range` and `If-Range`. */
export interface RangeRequest {
  readonly range: string | undefined
  readonly ifRange: string | undefined
}

/**
 * A PMTiles file, from which clients read byte ranges. All threads serve the file that was opened at the start, even if
 * another file replaces it. If the open file itself changes, its tiles are refused until a restart.
 */
export class TileFile {
  readonly header: TileHeader
  readonly #fd: number
  readonly #tag: string

  constructor({ fd, header, tag }: OpenTileFile) {
    this.#fd = fd
    this.header = header
    this.#tag = tag
  }

  /** Returns the current state. Throws a Fault with status 503 if the file cannot be read. */
  state(): Promise<TileState> {
    return unlessUnreadable(async () => {
      const stat = await statOf(this.#fd)
      if (tagOf(stat) !== this.#tag) throw new Fault('tiles.unreadable')
      return { sizeBytes: stat.size, tag: this.#tag }
    })
  }

  /**
   * Returns the requested bytes, at most `RANGE_BYTES_MAX`. Throws a Fault with status 403 if no range is requested,
   * 416 if the range is outside the file, 503 if the file cannot be read.
   */
  async part({ range, ifRange }: RangeRequest): Promise<TileBytes> {
    const { sizeBytes, tag } = await this.state()
    const isOfThis = ifRange === undefined || ifRange === `"${tag}"`
    const wanted = byteRange(isOfThis ? range : undefined, sizeBytes, RANGE_BYTES_MAX)
    if (wanted === undefined) throw new Fault('range.missing')
    if (wanted === 'unfit') throw unfit(range, sizeBytes)
    const { from, to } = wanted
    const bytes = Buffer.alloc(to - from + 1)
    await unlessUnreadable(() => readAt(this.#fd, bytes, 0, bytes.length, from))
    return { bytes, from, ...(await this.state()) }
  }
}

/** Turns a disk error into a Fault, because it is not a bug in Plat. */
async function unlessUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('tiles.unreadable')
  }
}

/** Opens a tile file. Throws a CommandFault if it is not a valid PMTiles file. */
export function openTileFile(path: string): OpenTileFile {
  const fd = opened(path)
  try {
    const stat = fstatSync(fd)
    const header = stat.isFile() ? headerIn(headOf(fd)) : 'it is not a regular file'
    if (typeof header === 'string') throw refusal(path, header)
    return { fd, header, tag: tagOf(stat) }
  } catch (error) {
    closeSync(fd)
    throw error instanceof CommandFault ? error : unread(path, error)
  }
}

/** Returns the attribution in the metadata of a tile file, as plain text; empty if there is none. */
export function tileAttribution({ fd }: OpenTileFile): string {
  const head = headOf(fd)
  const [from, length] = [AT.metadata, AT.metadataBytes].map((at) => Number(head.readBigUInt64LE(at))) as [
    number,
    number,
  ]
  const bytes = Buffer.alloc(Math.min(length, METADATA_BYTES_MAX))
  readSync(fd, bytes, 0, bytes.length, from)
  const isZipped = head.readUInt8(AT.compression) === GZIP
  try {
    const text = String(isZipped ? gunzipSync(bytes, { maxOutputLength: METADATA_BYTES_MAX }) : bytes)
    const { attribution = '' } = JSON.parse(text) as { readonly attribution?: unknown } // each key may be missing
    return String(attribution)
      .replace(/<[^>]*>/g, '')
      .replaceAll('&copy;', '©')
      .replaceAll('&amp;', '&')
      .trim()
  } catch {
    return '' // the metadata of the file is damaged or too long
  }
}

export function closeTileFile({ fd }: OpenTileFile): void {
  closeSync(fd)
}

/** Whether the setting names a file. Otherwise it is the URL of a tile server. */
export function isTileFile(tiles: string): boolean {
  return tiles.endsWith('.pmtiles') && !/^https?:/.test(tiles)
}

/** Returns why the configured tile file cannot be used; undefined if there is no problem or no file. */
export function tileFileFault(tiles: string): CommandFault | undefined {
  if (!isTileFile(tiles)) return undefined
  try {
    closeTileFile(openTileFile(tiles))
    return undefined
  } catch (error) {
    if (error instanceof CommandFault) return error
    throw error
  }
}

/** Opens a file. If it is a pipe, does not wait for a writer. */
function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw unread(path, error)
  }
}

function headOf(fd: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  return head.subarray(0, readSync(fd, head, 0, HEADER_BYTES, 0))
}

function unread(path: string, error: unknown): CommandFault {
  const { code } = error as NodeJS.ErrnoException // errors of the file system have this type
  return refusal(path, code === 'ENOENT' ? 'the file does not exist' : `it cannot be read (${code})`)
}

function refusal(path: string, why: string): CommandFault {
  return new CommandFault(
    `Cannot use the map tiles "${path}": ${why}. It must be a PMTiles file of version 3, with tiles that are uncompressed or compressed with gzip.`,
    EXIT.noInput,
  )
}

function tagOf({ size, mtimeMs }: Stats): string {
  return `${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}`
}

/** Parses a header. Returns the reason as a string if the header is invalid. */
function headerIn(head: Buffer): TileHeader | string {
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return 'it is not a PMTiles file'
  const version = head.readUInt8(AT.version)
  if (version !== VERSION) return `it has version ${version} of the format`
  const compressions = [head.readUInt8(AT.compression), head.readUInt8(AT.tileCompression)]
  if (compressions.some((one) => one !== NONE && one !== GZIP)) return 'browsers cannot read its compression'
  const type = head.readUInt8(AT.tileType)
  if (type < VECTOR || type > AVIF) return 'its tiles are neither pictures nor vector tiles (MVT)'
  return {
    kind: type === VECTOR ? 'vector' : 'raster',
    zooms: [head.readUInt8(AT.minZoom), head.readUInt8(AT.maxZoom)],
    bounds: boundsIn(head),
  }
}

/** Parses the bounding box; null if it is missing or invalid. */
function boundsIn(head: Buffer): TileHeader['bounds'] {
  const degrees = (place: number) => head.readInt32LE(AT.bounds + place * 4) / DEGREE
  const [west, south, east, north] = [degrees(0), degrees(1), degrees(2), degrees(3)]
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90
  return isOnEarth && west < east && south < north ? [west, south, east, north] : null
}

function unfit(range: string | undefined, sizeBytes: number): Fault {
  return new Fault(
    'range.unfit',
    `Range must be one range such as bytes=0-16383 within the ${sizeBytes} bytes of the file; you sent "${range?.slice(0, 100)}".`,
    { sizeBytes },
  )
}
