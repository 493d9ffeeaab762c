import { crc32 } from 'node:zlib'

/**
 * Plain values and typed arrays as one run of bytes: a magic word, the length of a header in JSON, the header, the
 * arrays, and a checksum of it all. Little-endian on every machine that Node runs on.
 */

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array }
type Kind = keyof typeof KINDS

interface Header {
  readonly plain: unknown
  readonly columns: readonly { readonly name: string; readonly kind: Kind; readonly length: number }[]
}

const WORD_BYTES = 8
const LENGTH_BYTES = 4
const SUM_BYTES = 4

/** `word` says what the bytes are, in up to eight letters. */
export function pack(word: string, plain: unknown, columns: Readonly<Record<string, Column>>): Uint8Array {
  const header: Header = {
    plain,
    columns: Object.entries(columns).map(([name, column]) => ({
      name,
      kind: column.constructor.name as Kind, // a column is one of these arrays
      length: column.length,
    })),
  }
  const head = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  const body = Object.values(columns).map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  )
  const all = Buffer.concat([Buffer.from(word.padEnd(WORD_BYTES)), length, head, ...body, Buffer.alloc(SUM_BYTES)])
  all.writeUInt32LE(crc32(all.subarray(0, -SUM_BYTES)), all.length - SUM_BYTES)
  return all
}

/** Reads what `pack` wrote. Throws a `RangeError` for bytes that are damaged or something else. */
export class Packed {
  readonly plain: unknown
  readonly #what: string
  readonly #columns: ReadonlyMap<string, Column>

  constructor(word: string, bytes: Uint8Array, what: string) {
    this.#what = what
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const headStart = WORD_BYTES + LENGTH_BYTES
    if (all.length < headStart + SUM_BYTES || all.toString('latin1', 0, WORD_BYTES) !== word.padEnd(WORD_BYTES))
      this.refuse('they are of another kind or another version')
    if (crc32(all.subarray(0, -SUM_BYTES)) !== all.readUInt32LE(all.length - SUM_BYTES))
      this.refuse('their checksum does not fit')
    const headEnd = headStart + all.readUInt32LE(WORD_BYTES)
    if (headEnd > all.length - SUM_BYTES) this.refuse('they end too soon')
    const header = JSON.parse(all.toString('utf8', headStart, headEnd)) as Header // the checksum says that it is ours
    const columns = new Map<string, Column>()
    let at = headEnd
    for (const { name, kind, length } of header.columns) {
      const size = length * KINDS[kind].BYTES_PER_ELEMENT
      if (at + size > all.length - SUM_BYTES) this.refuse('they end too soon')
      const aligned = new Uint8Array(all.subarray(at, at + size)).buffer
      columns.set(name, new KINDS[kind](aligned))
      at += size
    }
    this.plain = header.plain
    this.#columns = columns
  }

  column<K extends Kind>(name: string, kind: K): InstanceType<(typeof KINDS)[K]> {
    const column = this.#columns.get(name)
    if (column === undefined || column.constructor !== KINDS[kind]) this.refuse(`they lack ${name}`)
    return column as InstanceType<(typeof KINDS)[K]> // just compared
  }

  refuse(why: string): never {
    throw new RangeError(`Cannot read the ${this.#what} from its bytes: ${why}.`)
  }
}
