import { type AddressInfo, createServer, type ListenOptions as NetListenOptions, Server as NetServer } from 'node:net'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { optionOf, type SettingName, type Settings, variableOf } from '../../../kit/base/settings.ts'

export type ListenSettings = Pick<Settings, 'host' | 'port'> & Partial<Pick<Settings, 'operatorPort'>>

/** Only Linux lets several sockets take one port, and a process claim it (`claimPorts`). */
export const PORTS_CAN_BE_SHARED = process.platform === 'linux'

/** Ports that were found free. */
export interface Tried {
  readonly ports: readonly number[]
  /** Lets go of what is held; to be called once `listen` has taken the ports, or none will. */
  readonly release: () => Promise<void>
}

/**
 * Checks that the ports are free, and which ports 0 becomes. Ports that were named are not kept: callers are let in
 * only once they can be answered at once. A port that the system chose is unknown to callers: it is held, so that no
 * other program gets it before it is used. Throws a CommandFault that names the port that is taken, and its option.
 */
export async function tryPorts(settings: ListenSettings): Promise<Tried> {
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

/** The refusal of a port that is that of operators, too: by then this very process listens there. */
function operatorsPort(error: unknown, port: number, { operatorPort }: ListenSettings): CommandFault | undefined {
  if (!isTaken(error) || port === 0 || port !== operatorPort) return undefined
  const names = `--operator-port and --port both say ${port}`
  return new CommandFault(`Cannot listen on port ${port} twice: ${names}; ${chooseAnother('port')}`, EXIT.usage)
}

/** Whether a CommandFault of this file says that a port is taken. */
export function isTaken(error: unknown): boolean {
  return error instanceof CommandFault && (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/**
 * Claims the ports for this process until the function that it resolves with is called: where ports can be shared,
 * another service could take one as well, without an error, and get some of the callers. A claim is a socket in
 * Linux's namespace without files. Throws as `tryPorts` does.
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

/** Connections that wait at a socket that outlives a service; Node's own 511 are fewer than come during a slow start. */
const INHERITED_QUEUE = 4096

/** Rejects with a CommandFault that says `sentence` of the system's code. */
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
    const { code } = error as NodeJS.ErrnoException // what listen rejects with is a system error
    throw new CommandFault(sentence(code ?? String(error)), EXIT.busy, { cause: error })
  }
  server.off('error', reject)
}

export async function stopAll(servers: readonly NetServer[]): Promise<void> {
  await Promise.all(servers.map((server) => stopListening(server)))
}

/** Resolves once all connections are closed, too. A server's own `close` would end idle ones at once. */
export async function stopListening(server: NetServer): Promise<void> {
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
}

/** Why the system would not let us listen, by its code, and with which settings another place is chosen. */
export function listenSentence(
  code: string,
  host: string,
  port: number,
  names: { readonly host: SettingName; readonly port: SettingName } = { host: 'host', port: 'port' },
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Cannot listen on port ${port} of ${host}: another program uses it; ${chooseAnother(names.port)}`
    case 'EACCES':
      return `Cannot listen on port ${port} of ${host}: this user may not; ${chooseAnother(names.port)}`
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
  return (server.address() as AddressInfo).port // it listens on TCP
}

/** How this machine reaches the first port. */
export function localAddress({ host, port: [first = 0] }: ListenSettings): string {
  return baseAddress(host, first)
}

/** How this machine reaches a port. */
export function baseAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
