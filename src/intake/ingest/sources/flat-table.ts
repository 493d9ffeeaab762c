/** The description of a table begins with two 16-bit sizes. */
const HEAD_BYTES = 4

/**
 * A FlatBuffers table. A description contains the offset of each field; fields with default values are absent. Reading
 * beyond the bytes throws a RangeError.
 */
export class FlatTable {
  readonly #bytes: Buffer
  readonly #start: number

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes
    this.#start = start
  }

  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, bytes.readUInt32LE(0))
  }

  byte(field: number): number | undefined {
    const at = this.#at(field)
    return at === undefined ? undefined : this.#bytes.readUInt8(at)
  }

  short(field: number): number | undefined {
    const at = this.#at(field)
    return at === undefined ? undefined : this.#bytes.readUInt16LE(at)
  }

  int(field: number): number | undefined {
    const at = this.#at(field)
    return at === undefined ? undefined : this.#bytes.readInt32LE(at)
  }

  long(field: number): number | undefined {
    const at = this.#at(field)
    return at === undefined ? undefined : Number(this.#bytes.readBigUInt64LE(at))
  }

  text(field: number): string | undefined {
    return this.bytes(field)?.toString()
  }

  table(field: number): FlatTable | undefined {
    const at = this.#referred(field)
    return at === undefined ? undefined : new FlatTable(this.#bytes, at)
  }

  bytes(field: number): Buffer | undefined {
    const list = this.#list(field, 1)
    return list && this.#bytes.subarray(list.from, list.from + list.count)
  }

  ints(field: number): readonly number[] | undefined {
    return this.#each(field, 4, (at) => this.#bytes.readUInt32LE(at))
  }

  doubles(field: number): readonly number[] | undefined {
    return this.#each(field, 8, (at) => this.#bytes.readDoubleLE(at))
  }

  tables(field: number): readonly FlatTable[] {
    return this.#each(field, 4, (at) => new FlatTable(this.#bytes, at + this.#bytes.readUInt32LE(at))) ?? []
  }

  #each<T>(field: number, itemBytes: number, read: (at: number) => T): readonly T[] | undefined {
    const list = this.#list(field, itemBytes)
    return list && Array.from({ length: list.count }, (_, i) => read(list.from + i * itemBytes))
  }

  #list(field: number, itemBytes: number): { readonly from: number; readonly count: number } | undefined {
    const at = this.#referred(field)
    if (at === undefined) return undefined
    const count = this.#bytes.readUInt32LE(at)
    if (at + 4 + count * itemBytes > this.#bytes.length) throw new RangeError('a list is longer than its feature')
    return { from: at + 4, count }
  }

  #referred(field: number): number | undefined {
    const at = this.#at(field)
    return at === undefined ? undefined : at + this.#bytes.readUInt32LE(at)
  }

  #at(field: number): number | undefined {
    const description = this.#start - this.#bytes.readInt32LE(this.#start)
    const entry = HEAD_BYTES + 2 * field
    if (entry >= this.#bytes.readUInt16LE(description)) return undefined
    const offset = this.#bytes.readUInt16LE(description + entry)
    return offset === 0 ? undefined : this.#start + offset
  }
}
