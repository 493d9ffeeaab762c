import { dataFault } from '../file-fault.ts'

/** Reads exact numbers of bytes from a stream, for binary formats. */
export class ByteReader {
  readonly #file: string
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>, file: string) {
    this.#file = file
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Reads the next bytes. Throws a CommandFault if the stream ends before them. */
  async take(count: number): Promise<Buffer> {
    const parts = [this.#rest]
    let length = this.#rest.length
    while (length < count) {
      const next = await this.#chunks.next()
      if (next.done === true)
        throw dataFault(`"${this.#file}" is cut off: its last row is incomplete; nothing was imported.`)
      parts.push(next.value)
      length += next.value.length
    }
    const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = bytes.subarray(count)
    return bytes.subarray(0, count)
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return true
      this.#rest = next.value
    }
    return false
  }

  async end(): Promise<void> {
    await this.#chunks.return?.()
  }
}
