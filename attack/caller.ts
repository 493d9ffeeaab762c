import { connect, type Socket } from 'node:net'

/** What came back on a connection for one request. */
export interface Answer {
  readonly status: number
  /** The server announced that it will close the connection. */
  readonly closes: boolean
}

/**
 * One kept-open connection with one request in flight, which tells apart what a client library hides: answered or
 * lost.
 */
export class Caller {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { readonly answered: (answer: Answer) => void; readonly lost: (error: Error) => void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#take(bytes))
    socket.on('error', () => {}) // told by `close`
    socket.on('close', () => this.#waiting?.lost(new Error('the connection was closed on a request that was sent')))
  }

  static async open(port: number): Promise<Caller> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
    })
    return new Caller(socket)
  }

  /** Whether a request may still be sent: the server has not closed its side. */
  get open(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded
  }

  /** Rejects when the connection ends before the answer is whole. */
  ask(path: string, key: string): Promise<Answer> {
    return new Promise((answered, lost) => {
      this.#waiting = { answered, lost }
      this.#socket.write(requestFor(path, key))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const head = this.#received.toString('latin1', 0, bodyAt)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#received.length < bodyAt + length) return
    this.#received = this.#received.subarray(bodyAt + length)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.answered({ status: Number(head.split(' ')[1]), closes: /\r\nconnection: close\r\n/i.test(head) })
  }
}

export function requestFor(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-service-key: ${key}\r\n\r\n`
}
