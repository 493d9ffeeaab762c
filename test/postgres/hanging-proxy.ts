import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server. It can hang like a machine that stops: it then accepts connections, but returns nothing. */
export interface HangingProxy {
  readonly port: number
  hang(): void
  /** Forwards everything that was held back. */
  resume(): void
  close(): Promise<void>
}

/** `passes`: called with the data that clients send. */
export async function hangingProxy(serverPort: number, passes?: (sent: Buffer) => void): Promise<HangingProxy> {
  let hangs = false
  const sockets = new Set<Socket>()
  const follow = (from: Socket, to: Socket) => {
    sockets.add(from)
    if (hangs) from.pause()
    from.on('data', (chunk) => to.write(chunk))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }
  const server = createServer((caller) => {
    const way = connect(serverPort, '127.0.0.1')
    if (passes !== undefined) caller.on('data', passes)
    follow(caller, way)
    follow(way, caller)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listener on a port has no port')
  return {
    port: address.port,
    hang: () => {
      hangs = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      hangs = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
