import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request of a test. */
export interface Injected {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly payload?: string
}

/**
 * Sends a request to a server over a real connection. Starts the server if necessary; it does not keep the process
 * alive.
 */
export async function inject(server: Server, { url, headers = {}, payload, method = 'GET' }: Injected) {
  if (!server.listening) {
    server.listen(0, '127.0.0.1').unref()
    await once(server, 'listening')
  }
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  // Without `host`, each request would look up "localhost", and would try IPv6 first.
  const own = { host: `localhost:${port}`, ...Object.fromEntries(given) }
  const asked = request({ host: '127.0.0.1', port, path: url, method, headers: own, agent: false })
  asked.end(payload)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const rawPayload = await buffer(answer)
  return {
    statusCode: answer.statusCode ?? 0,
    headers: answer.headers,
    rawPayload,
    payload: rawPayload.toString(),
    json: () => JSON.parse(rawPayload.toString()),
  }
}
