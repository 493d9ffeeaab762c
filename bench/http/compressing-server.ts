import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { answerQuestions, processorTime } from '../pinned.ts'

/** Its paths are numbers: `/15` answers with body 15, compressed at level 1 for each call. */
export interface CompressingServer {
  /** Answers the port. */
  listen(bodies: readonly Uint8Array[]): Promise<number>
  /** From now on it answers with these. */
  use(bodies: readonly Uint8Array[]): void
  processorTime(): number
}

const compressed = promisify<Uint8Array, { readonly level: number }, Buffer>(gzip)
const server = createServer()
let ready: readonly Uint8Array[] = []

/** What a plain server does whose answers are ready, but not compressed. */
answerQuestions({
  async listen(bodies) {
    ready = bodies
    server.on('request', (request, response) => {
      const body = ready[Number(request.url?.slice(1))] ?? new Uint8Array()
      void compressed(body, { level: 1 }).then((bytes) => {
        const headers = {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': bytes.length,
        }
        response.writeHead(200, headers)
        response.end(bytes)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port // it listens on TCP
  },
  use(bodies) {
    ready = bodies
  },
  processorTime,
} satisfies CompressingServer)
