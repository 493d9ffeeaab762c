import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * Node's parser refuses a request line with bytes above 0x7f, which is what curl and scripts send for `é` typed as it
 * is. Those bytes are percent-encoded here and the request is read once more. Only what came whole in one packet can
 * be helped; the connection ends with its answer.
 */
export function percentEncoded(packet: Buffer): Buffer | undefined {
  const text = packet.toString('latin1')
  const [line = ''] = text.split('\r\n', 1)
  if (!REQUEST_LINE.test(line) || !RAW_BYTE.test(line) || !text.includes('\r\n\r\n')) return undefined
  const encoded = line.replace(RAW_BYTES, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  return Buffer.from(`${encoded}\r\nConnection: close${text.slice(line.length)}`, 'latin1')
}

const REQUEST_LINE = /^(?:GET|HEAD|OPTIONS) [\x21-\xff]+ HTTP\/1\.[01]$/
const RAW_BYTE = /[\x80-\xff]/
const RAW_BYTES = /[\x80-\xff]/g

/** A connection whose first bytes are given; answers go out on the socket behind it. */
export class Reread extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, bytes: Buffer) {
    super()
    this.#socket = socket
    this.push(bytes)
    socket.once('close', () => this.destroy())
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  override _read(): void {}

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  /** The socket's first parser is past hearing its end, so it is ended here, once all is written. */
  override _final(done: () => void): void {
    this.#socket.destroySoon()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
