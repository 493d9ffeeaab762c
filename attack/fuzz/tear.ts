import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../test/engine/random.ts'

/** Maximum milliseconds to wait for the beginning of an answer. */
const ANSWER_MS = 1000

/** Maximum milliseconds until the caller disconnects. Most calls take a few milliseconds, so many are still running. */
const UNDER_WAY_MS = 25

/** The stages at which a caller disconnects. Each function brings a call to its stage. */
const STAGES: Readonly<
  Record<string, (socket: Socket, request: Buffer, random: Random) => Promise<unknown> | undefined>
> = {
  'within the request': async (socket, request, random) => {
    socket.write(request.subarray(0, random.whole(0, request.length - 1)))
    if (random.chance(0.5)) await pause(random.whole(0, UNDER_WAY_MS))
  },
  'at the end of the head': (socket, request) =>
    void socket.write(request.subarray(0, request.indexOf('\r\n\r\n') + 4)),
  'at the end of the request': (socket, request) => void socket.write(request),
  'while it is answered': (socket, request, random) => {
    socket.write(request)
    return pause(random.between(0, UNDER_WAY_MS))
  },
  'within the answer': (socket, request) => {
    socket.write(request)
    return once(socket, 'data')
  },
  'within the first of two answers': (socket, request) => {
    socket.write(Buffer.concat([request, request]))
    return once(socket, 'data')
  },
  'with its own half closed': (socket, request) => {
    socket.end(request)
    return once(socket.resume(), 'end')
  },
}

/** Starts a call on a new connection and disconnects at a random stage. Returns the stage. */
export async function tear(port: number, request: Buffer, random: Random): Promise<string> {
  const [stage, act] = random.pick(Object.entries(STAGES))
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  await once(socket, 'connect')
  const isClosed = once(socket, 'close')
  isClosed.catch(() => {}) // the service may reset the connection if it has not read the whole request
  socket.on('error', () => {})
  const acted = Promise.resolve(act(socket, request, random)).catch(() => {})
  await Promise.race([acted, isClosed.catch(() => {}), pause(ANSWER_MS)])
  if (random.chance(0.5)) socket.destroy()
  else socket.resetAndDestroy()
  return stage
}
