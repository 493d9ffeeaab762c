import { type AddressInfo, createServer, type ListenOptions as NetListenOptions, Server as NetServer } from 'node:net'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { optionOf, type SettingName, type Settings, variableOf } from '../../../kit/base/settings.ts'

export type ListenSettings = Pick<Settings, 'host' | 'port'> & Partial<Pick<Settings, 'operatorPort'>>

/** Whether several sockets can listen on the same port, and `claimPorts` works. Only Linux supports this. */
export const PORTS_CAN_BE_SHARED = process.platform === 'linux'

/** Ports that were free when they were checked. */
export interface FreePorts {
  readonly ports: readonly number[]
  /** Releases the reserved ports. Call this after `listen`, or if the ports are not used. */
  readonly release: () => Promise<void>
}

/**
 * Checks that the ports are free. For port 0, chooses a free port, which stays reserved. Other ports are closed again,
 * so that clients cannot connect before the service is ready. Rejects with a CommandFault that names the occupied port
 * and its option.
 */
export async function tryPorts(settings: ListenSettings): Promise<FreePorts> {
  const ports: number[] = []
  const tried: NetServer[] = []
  const held: NetServer[] = []
  const release = () => stopAll(held)
  try {
    for (const port of settings.port) {
      const server = createServer((socket) => socket.destroy()).unref()
      const isHeld = port === 0 && PORTS_CAN_BE_SHARED
      await listenOn(server, settings.host, port, isHeld).catch((error: unknown) => {
        throw operatorsPort(error, port, settings) ?? error
      })
      tried.push(server)
      ports.push(portOf(server))
      if (isHeld) held.push(server)
    }
    return { ports, release }
  } catch (error) {
    await release()
    throw error
  } finally {
    await stopAll(tried.filter((server) => !held.includes(server)))
  }
}

/** Returns the CommandFault for a port that this process already uses for operators. */
function operatorsPort(error: unknown, port: number, { operatorPort }: ListenSettings): CommandFault | undefined {
  if (!isTaken(error) || port === 0 || port !== operatorPort) return undefined
  const names = `--operator-port and --port both say ${port}`
  return new CommandFault(`Cannot listen on port ${port} twice: ${names}; ${chooseAnother('port')}`, EXIT.usage)
}

/** Whether an error is the CommandFault for an occupied port. */
export function isTaken(error: unknown): boolean {
  return error instanceof CommandFault && (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/**
 * Claims the ports for this process. Otherwise a second service could share a port without an error and get some of the
 * clients. A claim is a Linux abstract socket.
 *
 * Returns a function that releases the claims. Rejects with a CommandFault if another process has claimed a port.
 */
export async function claimPorts({ host, port: ports }: ListenSettings): Promise<() => Promise<void>> {
  if (!PORTS_CAN_BE_SHARED) return async () => {}
  const claims: NetServer[] = []
  const release = () => stopAll(claims)
  try {
    for (const port of ports) {
      const claim = createServer((socket) => socket.destroy()).unref()
      const place = { path: `\0plat ${host} ${port}` }
      await listenAt(claim, place, (code) => listenSentence(code, host, port))
      claims.push(claim)
    }
    return release
  } catch (error) {
    await release()
    throw error
  }
}

export function listenOn(server: NetServer, host: string, port: number, reusePort = false): Promise<void> {
  return listenAt(server, { host, port, reusePort }, (code) => listenSentence(code, host, port))
}

/**
 * The length of an inherited socket's connection queue. Node's default of 511 is too short for the connections that
 * arrive during a slow start.
 */
const INHERITED_QUEUE = 4096

/** Listens at an address. Rejects with a CommandFault. `sentence` makes its message from the system's error code. */
export async function listenAt(
  server: NetServer,
  place: NetListenOptions | { readonly fd: number },
  sentence: (code: string) => string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  if ('fd' in place) server.listen(place, INHERITED_QUEUE, resolve)
  else server.listen(place, resolve)
  try {
    await promise
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // `listen` fails only with system errors
    throw new CommandFault(sentence(code ?? String(error)), EXIT.busy, { cause: error })
  }
  server.off('error', reject)
}

export async function stopAll(servers: readonly NetServer[]): Promise<void> {
  await Promise.all(servers.map((server) => stopListening(server)))
}

/**
 * Stops listening, and resolves when all connections are closed. Unlike `close` of Node's HTTP server, it does not end
 * idle connections.
 */
export async function stopListening(server: NetServer): Promise<void> {
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
}

/** Returns a sentence about why listening failed, and which setting to change. */
export function listenSentence(
  code: string,
  host: string,
  port: number,
  names: { readonly host: SettingName; readonly port: SettingName } = { host: 'host', port: 'port' },
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Cannot listen on port ${port} of ${host}: another program uses this port; ${chooseAnother(names.port)}`
    case 'EACCES':
      return `Cannot listen on port ${port} of ${host}: you do not have permission; ${chooseAnother(names.port)}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Cannot listen on "${host}": this machine has no such address; ${chooseAnother(names.host)}`
    default:
      return `Cannot listen on port ${port} of ${host}: ${code}.`
  }
}

function chooseAnother(name: SettingName): string {
  return `choose another with ${optionOf(name)} or ${variableOf(name)}.`
}

export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port // the server listens on TCP
}

/** Returns the URL of the first port on this machine. */
export function localAddress({ host, port: [first = 0] }: ListenSettings): string {
  return baseAddress(host, first)
}

/** Returns the URL of a port on this machine. */
export function baseAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
