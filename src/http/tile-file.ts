import { closeSync, fstatSync, openSync, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { CommandFault, EXIT, Fault } from '../base/failure.ts'

/** Of the format PMTiles, version 3. */
const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const VERSION = 3

/** Where the header says what tiles are, and how they and the directories are compressed. */
const AT = { version: 7, sections: 8, compression: 97, tileCompression: 98, tileType: 99, minZoom: 100, maxZoom: 101 }
const SECTIONS = 4
const [NONE, GZIP] = [1, 2]
const [VECTOR, AVIF] = [1, 5]

/** A tile or a directory is far smaller. */
const RANGE_BYTES_MAX = 4 * 1024 * 1024

const readAt = promisify(read)

/** What the header of a tile file tells. */
export interface TileHeader {
  readonly kind: 'raster' | 'vector'
  readonly zooms: readonly [least: number, most: number]
}

/** Bytes of the file, and a tag that changes with it. */
export interface TileBytes {
  readonly bytes: Uint8Array
  readonly from: number
  readonly sizeBytes: number
  readonly tag: string
}

/**
 * A PMTiles file, read a range at a time: the reader of the tiles knows where they lie. A file that takes its place is
 * read from the next start on; one that is written over is noticed by the next read.
 */
export class TileFile {
  readonly header: TileHeader
  readonly #fd: number
  #tag: string

  /** Throws a CommandFault that names the file where it is none. */
  constructor(path: string) {
    this.#fd = opened(path)
    try {
      const stat = fstatSync(this.#fd)
      const head = Buffer.alloc(HEADER_BYTES)
      const length = stat.isFile() ? readSync(this.#fd, head, 0, HEADER_BYTES, 0) : 0
      const header = headerIn(head.subarray(0, length), stat.size)
      if (typeof header === 'string') throw refusal(path, header)
      this.header = header
      this.#tag = tagOf(stat)
    } catch (error) {
      closeSync(this.#fd)
      throw error
    }
  }

  /**
   * What a header `Range` asks for: one range, cut off at the end of the file. Throws a Fault of status 416 for anything
   * else, and of 503 where the file has become unreadable.
   */
  async range(asked: string | undefined): Promise<TileBytes> {
    const stat = fstatSync(this.#fd)
    await this.#checkChanged(stat)
    const { size: sizeBytes } = stat
    const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(asked ?? '') ?? []
    const [from, to] = [Number(first), Math.min(Number(last), sizeBytes - 1)]
    if (first === '' || from > to || to - from >= RANGE_BYTES_MAX) throw unfit(asked, sizeBytes)
    const bytes = Buffer.alloc(to - from + 1)
    const { bytesRead } = await readAt(this.#fd, bytes, 0, bytes.length, from)
    if (bytesRead < bytes.length) throw new Fault('tiles.unreadable')
    return { bytes, from, sizeBytes, tag: this.#tag }
  }

  close(): void {
    closeSync(this.#fd)
  }

  async #checkChanged(stat: Stats): Promise<void> {
    const tag = tagOf(stat)
    if (tag === this.#tag) return
    const head = Buffer.alloc(HEADER_BYTES)
    const { bytesRead } = await readAt(this.#fd, head, 0, HEADER_BYTES, 0)
    if (typeof headerIn(head.subarray(0, bytesRead), stat.size) === 'string') throw new Fault('tiles.unreadable')
    this.#tag = tag
  }
}

/** Whether the setting names a file rather than a server. */
export function isTileFile(tiles: string): boolean {
  return tiles.endsWith('.pmtiles') && !/^https?:/.test(tiles)
}

/** What is wrong with the file that the setting names; undefined where it names none, or all is well. */
export function tileFileFault(tiles: string): CommandFault | undefined {
  if (!isTileFile(tiles)) return undefined
  try {
    new TileFile(tiles).close()
    return undefined
  } catch (error) {
    if (error instanceof CommandFault) return error
    throw error
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // of the file system
    throw refusal(path, code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`)
  }
}

function refusal(path: string, why: string): CommandFault {
  return new CommandFault(
    `Cannot use PLAT_MAP_TILES "${path}": ${why}. Accepted is a PMTiles file of version 3, with tiles as they are or as gzip.`,
    EXIT.noInput,
  )
}

function tagOf({ size, mtimeMs }: Stats): string {
  return `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`
}

/** A sentence where it is no header of a file of that size. */
function headerIn(head: Buffer, sizeBytes: number): TileHeader | string {
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'it is no PMTiles file'
  const version = head.readUInt8(AT.version)
  if (version !== VERSION) return `it has version ${version} of the format`
  for (let section = 0; section < SECTIONS; section++) {
    const at = AT.sections + section * 16
    const end = head.readBigUInt64LE(at) + head.readBigUInt64LE(at + 8)
    if (end > sizeBytes) return `it was cut off: it should have ${end} bytes at least, and has ${sizeBytes}`
  }
  const compressions = [head.readUInt8(AT.compression), head.readUInt8(AT.tileCompression)]
  if (compressions.some((one) => one !== NONE && one !== GZIP)) return 'browsers cannot read its compression'
  const type = head.readUInt8(AT.tileType)
  if (type < VECTOR || type > AVIF) return 'its tiles are neither pictures nor of the vector format MVT'
  return {
    kind: type === VECTOR ? 'vector' : 'raster',
    zooms: [head.readUInt8(AT.minZoom), head.readUInt8(AT.maxZoom)],
  }
}

function unfit(asked: string | undefined, sizeBytes: number): Fault {
  const given = asked === undefined ? 'no range' : `the range "${asked.slice(0, 100)}"`
  return new Fault(
    'range.unfit',
    `Cannot answer ${given}: accepted is one range such as bytes=0-16383, of at most ${RANGE_BYTES_MAX} bytes, within the ${sizeBytes} of the file.`,
  )
}
