import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './pinned.ts'

/** Its paths are numbers: `/1500` answers with so many bytes. */
export interface BareServer {
  /** Answers the port. `mostBytes`: the longest body that will be asked for. */
  listen(mostBytes: number): Promise<number>
}

/** Node's own server with nothing to do: it sends bytes that are ready, as many as the path says. */
const server = createServer()

answerQuestions({
  async listen(mostBytes) {
    const bytes = Buffer.alloc(mostBytes, '{"made":"ready"} ')
    server.on('request', (request, response) => {
      const body = bytes.subarray(0, Number(request.url?.slice(1)))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port // it listens on TCP
  },
} satisfies BareServer)
