import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, gzipSync } from 'node:zlib'
import { answerQuestions } from '../pinned.ts'

/** Its paths are numbers: `/7` answers with the body of that place, which it compresses anew for each call. */
export interface CompressingServer {
  /** Answers the port. */
  listen(): Promise<number>
  /** From now on it answers with these. */
  use(bodies: readonly Uint8Array[]): void
}

/** What Node's own server does when the bytes are ready but not compressed: zlib's quickest level, at once. */
const server = createServer()
const OPTIONS = { level: constants.Z_BEST_SPEED }
let ready: readonly Uint8Array[] = []

answerQuestions({
  async listen() {
    server.on('request', (request, response) => {
      const body = gzipSync(ready[Number(request.url?.slice(1))] ?? new Uint8Array(), OPTIONS)
      const head = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length }
      response.writeHead(200, head)
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port // it listens on TCP
  },
  use(bodies) {
    ready = bodies
  },
} satisfies CompressingServer)
