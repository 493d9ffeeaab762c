import { connect, type Socket } from 'node:net'

const BUFFER_BYTES = 256 * 1024
const MAX_HEAD_BYTES = 8192
const END_OF_HEAD = '\r\n\r\n'

/** An answer: its status, the unparsed text of its head, and the size of its body. */
export interface Answered {
  readonly status: number
  readonly head: string
  readonly bytes: number
}

/**
 * A keep-alive connection with one request at a time. It reads all answers into the same buffer and only counts bytes,
 * so that it uses little processor time. Answers must state their length.
 */
export class LoadConnection {
  readonly #socket: Socket
  /** The beginning of the current head, until the rest arrives. */
  #head = ''
  #status = 0
  #lastHead = ''
  #length = 0
  #left = 0
  #inBody = false
  #answered: ((answer: Answered) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  private constructor(port: number, opened: () => void, failed: (error: Error) => void) {
    this.#failed = failed
    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const take = (count: number) => {
      this.#take(buffer, count)
      return true // continues reading from the socket
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: take } }, opened)
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the server closed a connection')))
  }

  static async open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const connection = new LoadConnection(port, () => resolve(connection), reject)
    })
  }

  /** Sends a complete request. Resolves once the whole answer has arrived. */
  ask(request: Uint8Array): Promise<Answered> {
    return new Promise((answered, failed) => {
      this.#answered = answered
      this.#failed = failed
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(buffer: Buffer, count: number): void {
    let at = 0
    while (at < count) {
      at = this.#inBody ? this.#takeBody(at, count) : this.#takeHead(buffer, at, count)
      if (!this.#inBody || this.#left > 0) continue
      this.#inBody = false
      this.#answered?.({ status: this.#status, head: this.#lastHead, bytes: this.#length })
    }
  }

  #takeBody(at: number, count: number): number {
    const part = Math.min(this.#left, count - at)
    this.#left -= part
    return at + part
  }

  /** Returns the index at which the body begins. Returns `count` if the head is incomplete. */
  #takeHead(buffer: Buffer, at: number, count: number): number {
    const before = this.#head.length
    this.#head += buffer.toString('latin1', at, Math.min(count, at + MAX_HEAD_BYTES))
    const end = this.#head.indexOf(END_OF_HEAD)
    if (end < 0) return count
    const head = this.#head.slice(0, end)
    this.#head = ''
    this.#lastHead = head
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) this.#failed?.(new Error('an answer does not state its length'))
    this.#status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    this.#length = Number(length ?? 0)
    this.#left = this.#length
    this.#inBody = true
    return at + end + END_OF_HEAD.length - before
  }
}
