import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'
import { fileFault } from './file.ts'

const CHUNK_BYTES = 256 * 1024
/** Number of bytes for recognizing a file's format. */
const HEAD_BYTES = 64 * 1024

/**
 * The bytes of an open file, up to its size when it was opened. Later bytes are not read: a file that grew is refused
 * if its last line was incomplete.
 */
export class FileBytes {
  readonly file: string
  /** In bytes. 0 for a pipe, whose size is unknown. */
  readonly size: number
  readonly head: Buffer
  /** Whether the bytes can be read again. False for a pipe. */
  readonly canRepeat: boolean
  readonly #handle: FileHandle
  #bytesRead = 0

  private constructor(file: string, handle: FileHandle, size: number | undefined, head: Buffer) {
    this.file = file
    this.#handle = handle
    this.size = size ?? 0
    this.canRepeat = size !== undefined
    this.head = head
  }

  /** Opens a file. Throws a one-sentence CommandFault if it is missing, unreadable or empty. */
  static async open(file: string, expected: string): Promise<FileBytes> {
    let handle: FileHandle | undefined
    try {
      handle = await open(file, constants.O_RDONLY)
      const size = sizeOf(await handle.stat(), file, expected)
      const head = Buffer.alloc(HEAD_BYTES)
      const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, size === undefined ? null : 0)
      if (bytesRead === 0) throw empty(file, expected)
      return new FileBytes(file, handle, size, head.subarray(0, bytesRead))
    } catch (error) {
      await handle?.close()
      throw fileFault(file, error)
    }
  }

  /** Opens a file for random access. Refuses pipes immediately. */
  static async openFile(file: string, expected: string): Promise<FileBytes> {
    const status = await stat(file).catch((error: unknown) => {
      throw fileFault(file, error)
    })
    if (status.isFile() || status.isDirectory()) return await FileBytes.open(file, expected)
    throw new CommandFault(
      `"${file}" is a pipe or a device, which can be read only once: save its data to a file, and import that file.`,
      EXIT.noInput,
    )
  }

  get bytesRead(): number {
    return this.#bytesRead
  }

  readonly close = (): void => {
    // The caller already has its result or a more important error.
    void this.#handle.close().catch(() => undefined)
  }

  /** Yields all bytes from `start`. */
  async *chunks(start = 0): AsyncGenerator<Buffer> {
    this.#bytesRead = start
    try {
      yield* this.canRepeat ? this.#positioned(start) : this.#piped()
    } catch (error) {
      throw fileFault(this.file, error)
    }
  }

  /** Returns a range of bytes. Throws a CommandFault if the file ends before `end`. */
  async range(start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.alloc(end - start)
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#read(bytes, at, start + at)
      if (bytesRead === 0) throw this.#shrunk()
      at += bytesRead
    }
    this.#bytesRead = Math.max(this.#bytesRead, end)
    return bytes
  }

  async #read(bytes: Buffer, at: number, position: number | null): Promise<{ bytesRead: number }> {
    try {
      return await this.#handle.read(bytes, at, bytes.length - at, position)
    } catch (error) {
      throw fileFault(this.file, error)
    }
  }

  async *#positioned(start: number): AsyncGenerator<Buffer> {
    let last = 0
    for (let at = start; at < this.size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.size - at))
      const { bytesRead } = await this.#read(chunk, 0, at)
      if (bytesRead === 0) throw this.#shrunk()
      at += bytesRead
      this.#bytesRead = at
      last = chunk[bytesRead - 1] ?? 0
      yield chunk.subarray(0, bytesRead)
    }
    if (last !== LINE_FEED && (await this.#handle.stat()).size > this.size) throw this.#growing()
  }

  async *#piped(): AsyncGenerator<Buffer> {
    yield this.head
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const { bytesRead } = await this.#read(chunk, 0, null)
      if (bytesRead === 0) return
      this.#bytesRead += bytesRead
      yield chunk.subarray(0, bytesRead)
    }
  }

  #growing(): CommandFault {
    return dataFault(
      `"${this.file}" is still being written: it ended inside a row and grew while it was read; import it when it is complete.`,
    )
  }

  #shrunk(): CommandFault {
    return dataFault(`"${this.file}" became shorter while it was read: import it when no program writes to it.`)
  }
}

const LINE_FEED = 0x0a

function sizeOf(status: Awaited<ReturnType<typeof stat>>, file: string, expected: string): number | undefined {
  if (status.isDirectory()) throw new CommandFault(`Cannot read "${file}": it is a folder, not a file.`, EXIT.noInput)
  if (!status.isFile()) return undefined
  if (status.size === 0) throw empty(file, expected)
  return Number(status.size)
}

function empty(file: string, expected: string): CommandFault {
  return dataFault(`"${file}" is empty: expected ${expected}.`)
}
