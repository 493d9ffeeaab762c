import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Webhook } from '../../src/guard/subscriptions/index.ts'

/** A request that arrived at a receiver. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver on this machine. It records requests, and answers with the function `answer`. */
export interface Receiver {
  readonly server: Server
  readonly port: number
  readonly received: readonly Received[]
}

export async function openReceiver(
  answer: (received: Received, response: ServerResponse) => void = (_received, response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port, received } // the server listens on TCP
}

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export function webhookAt(url: string, webhookId = 'w_1'): Webhook {
  return {
    webhookId,
    keyId: 'key1',
    searchId: undefined,
    url,
    secrets: [SECRET],
    madeMs: 0,
    ended: undefined,
    failingSinceMs: undefined,
    lastFailure: undefined,
  }
}

/** Resolves when the condition becomes true. Rejects after a timeout. */
export async function until(holds: () => boolean | Promise<boolean>, waitMs = 30_000): Promise<void> {
  for (const endMs = performance.now() + waitMs; !(await holds()); ) {
    if (performance.now() > endMs) throw new Error(`not within ${waitMs / 1000} s: ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
