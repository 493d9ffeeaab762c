import { type AddressInfo, createServer, type ListenOptions as NetListenOptions, Server as NetServer } from 'node:net'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { optionOf, type SettingName, type Settings, variableOf } from '../../../kit/base/settings.ts'
import { AREAS, type Area } from '../../../service/operations/operation.ts'
import type { AreaOf } from './server.ts'

export type Origins = Readonly<{ A: string } & Partial<Record<Area, string>>>

/** Where the areas will answer. */
export interface Addresses {
  /** Base address of each area; where areas are told apart by host names, only those that have one. */
  readonly origins: Origins
  /** Base address of area A without any name service: for calls on this machine. */
  readonly local: string
  /** One for each area, or one for all of them. */
  readonly ports: readonly number[]
}

export type PortSettings = Pick<Settings, 'portA' | 'portB' | 'portC' | 'hostA' | 'hostB' | 'hostC'>

export type ListenSettings = PortSettings & Pick<Settings, 'host'> & Partial<Pick<Settings, 'operatorPort'>>

export const PORTS = { A: 'portA', B: 'portB', C: 'portC' } as const satisfies Record<Area, SettingName>
type PortName = (typeof PORTS)[Area]

/** Only Linux lets several sockets take one port, and a process claim it (`claimPorts`). */
export const PORTS_CAN_BE_SHARED = process.platform === 'linux'

/** Ports that were found free. */
export interface Tried {
  readonly addresses: Addresses
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
    for (const name of portNamesOf(settings)) {
      const server = createServer((socket) => socket.destroy()).unref()
      const isHeld = isShared(settings[name])
      await listenOn(server, settings.host, settings[name], name, isHeld).catch((error: unknown) => {
        throw sharedPort(error, name, settings) ?? error
      })
      tried.push(server)
      ports.push(portOf(server))
      if (isHeld) held.push(server)
    }
    return { addresses: addressesAt(ports, settings), release }
  } catch (error) {
    await release()
    throw error
  } finally {
    await stopAll(tried.filter((server) => !held.includes(server)))
  }
}

/** Ports that were passed to this process, and need not be tried. */
export function passedPorts(settings: ListenSettings): Tried {
  return { addresses: addressesAt(portsOf(settings), settings), release: async () => {} }
}

/** One for each area, or one for all of them if they have host names. */
export function portsOf(settings: PortSettings): readonly number[] {
  return portNamesOf(settings).map((name) => settings[name])
}

function portNamesOf(settings: PortSettings): readonly PortName[] {
  return hostsOf(settings) ? [PORTS.A] : AREAS.map((area) => PORTS[area])
}

/** Whether the port is one that `tryPorts` holds for those that listen. */
export function isShared(port: number): boolean {
  return port === 0 && PORTS_CAN_BE_SHARED
}

/** The refusal of a port that another setting gives away: by then this very process listens there. */
function sharedPort(error: unknown, name: PortName, settings: ListenSettings): CommandFault | undefined {
  const port = settings[name]
  const before: readonly (PortName | 'operatorPort')[] = ['operatorPort', ...Object.values(PORTS)]
  const other = before.slice(0, before.indexOf(name)).find((each) => settings[each] === port)
  if (!isTaken(error) || port === 0 || other === undefined) return undefined
  const names = `${optionOf(other)} and ${optionOf(name)} both say ${port}`
  return new CommandFault(`Cannot listen on port ${port} twice: ${names}; ${chooseAnother(name)}`, EXIT.usage)
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
export async function claimPorts(settings: ListenSettings, { ports }: Addresses): Promise<() => Promise<void>> {
  if (!PORTS_CAN_BE_SHARED) return async () => {}
  const claims: NetServer[] = []
  const release = () => stopAll(claims)
  try {
    for (const [i, port] of ports.entries()) {
      const claim = createServer((socket) => socket.destroy()).unref()
      const place = { path: `\0plat ${settings.host} ${port}` }
      await listenAt(claim, place, (code) => sentenceOf(code, settings.host, port, PORTS[AREAS[i] ?? 'A']))
      claims.push(claim)
    }
    return release
  } catch (error) {
    await release()
    throw error
  }
}

export function listenOn(
  server: NetServer,
  host: string,
  port: number,
  name: SettingName,
  reusePort = false,
): Promise<void> {
  return listenAt(server, { host, port, reusePort }, (code) => sentenceOf(code, host, port, name))
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

export function sentenceOf(code: string, host: string, port: number, name: SettingName): string {
  return listenSentence(code, host, port, { host: 'host', port: name })
}

/** Why the system would not let us listen, by its code, and with which settings another place is chosen. */
export function listenSentence(
  code: string,
  host: string,
  port: number,
  names: { readonly host: SettingName; readonly port: SettingName },
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

/** The host names that tell areas apart. */
export function hostNames({ hostA, hostB, hostC }: ListenSettings): Readonly<Record<Area, string>> {
  return { A: hostA, B: hostB, C: hostC }
}

/** Host name to area, once the operator has named one; whatever else is asked for by name gets area A. */
export function hostsOf({ hostA, hostB, hostC }: PortSettings): AreaOf | undefined {
  if (hostA === '' && hostB === '' && hostC === '') return undefined
  const areas = new Map<string, Area>([
    [hostC, 'C'],
    [hostB, 'B'],
    [hostA, 'A'],
  ])
  areas.delete('')
  return (host) => areas.get(host?.toLowerCase().replace(/:\d+$/, '') ?? '') ?? 'A'
}

export function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port // it listens on TCP
}

export function addressesAt(ports: readonly number[], settings: ListenSettings): Addresses {
  const [local = '', ...others] = ports.map((port) => baseAddress(settings.host, port))
  return { origins: originsOf(local, others, settings), local, ports }
}

/** How this machine reaches a port. */
export function baseAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function originsOf(local: string, [B, C]: readonly string[], { hostA, hostB, hostC }: ListenSettings): Origins {
  if (B !== undefined && C !== undefined) return { A: local, B, C }
  const port = local.slice(local.lastIndexOf(':'))
  const origin = (host: string) => `http://${host}${port}`
  return {
    A: hostA === '' ? local : origin(hostA),
    ...(hostB !== '' && { B: origin(hostB) }),
    ...(hostC !== '' && { C: origin(hostC) }),
  }
}
