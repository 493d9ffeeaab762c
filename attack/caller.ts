import { connect, type Socket } from 'node:net'

/** The answer to one request on a connection. */
export interface Answer {
  readonly status: number
  /** Whether the server announced that it closes the connection. */
  readonly closes: boolean
  /** Status line and headers, unchanged, one per line. */
  readonly head: string
  readonly body: Buffer
}

/**
 * A keep-alive connection with one request at a time. Unlike client libraries, it shows whether a request was answered
 * or lost.
 */
export class Caller {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: Waiting | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#take(bytes))
    socket.on('error', () => {}) // handled by `close`, which reports the error
    socket.on('close', () => this.#waiting?.lost(new Error('the connection was closed after a request was sent')))
  }

  static async open(port: number): Promise<Caller> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
    })
    return new Caller(socket)
  }

  /** Whether a request can still be sent: the server has not closed its side. */
  get open(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded
  }

  /**
   * Sends a request unchanged. `hasBody`: whether answers to this method have a body. Rejects if the connection ends
   * before the answer is complete.
   */
  send(request: Buffer, hasBody: boolean): Promise<Answer> {
    return new Promise((answered, lost) => {
      this.#waiting = { hasBody, answered, lost }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const head = this.#received.toString('latin1', 0, bodyAt - 4)
    const status = Number(head.split(' ', 2)[1])
    if (status < 200) {
      this.#take(this.#cut(bodyAt)) // "100 Continue": the real answer follows
      return
    }
    const waiting = this.#waiting
    const isEmpty = waiting?.hasBody === false || status === 204 || status === 304
    const length = isEmpty ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < bodyAt + length) return
    const body = this.#received.subarray(bodyAt, bodyAt + length)
    this.#received = this.#cut(bodyAt + length)
    this.#waiting = undefined
    waiting?.answered({ status, closes: /\r\nconnection: close/i.test(head), head, body })
  }

  /** Removes the first `length` bytes of the received data, and returns the rest. */
  #cut(length: number): Buffer {
    const rest = this.#received.subarray(length)
    this.#received = Buffer.alloc(0)
    return rest
  }
}

interface Waiting {
  readonly hasBody: boolean
  readonly answered: (answer: Answer) => void
  readonly lost: (error: Error) => void
}
