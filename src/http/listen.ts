import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CommandFault, EXIT } from '../base/failure.ts'
import { optionOf, type SettingName, type Settings, variableOf } from '../base/settings.ts'
import type { Area } from '../operations/operation.ts'
import { type AreaOf, buildServer } from './server.ts'
import { AREAS, type Service } from './service.ts'

export type Origins = Readonly<{ A: string } & Partial<Record<Area, string>>>

/** The areas at their addresses. */
export interface Listening {
  /** Base address of each area; where areas are told apart by host names, only those that have one. */
  readonly origins: Origins
  /** Base address of area A without any name service: for calls on this machine. */
  readonly local: string
  /** Lets calls in flight finish, for so many seconds at most. */
  readonly close: (graceS: number) => Promise<void>
}

type ListenSettings = Pick<Settings, 'host' | 'portA' | 'portB' | 'portC' | 'hostA' | 'hostB' | 'hostC'>

const PORTS = { A: 'portA', B: 'portB', C: 'portC' } as const satisfies Record<Area, SettingName>

/** Takes the ports; throws a CommandFault that names the one that is not to be had, and its option. */
export async function listen(service: Service, settings: ListenSettings): Promise<Listening> {
  const byHost = hostsOf(settings)
  const servers = byHost
    ? [{ port: PORTS.A, server: buildServer(service, byHost) }]
    : AREAS.map((area) => ({ port: PORTS[area], server: buildServer(service, () => area) }))
  try {
    for (const { port, server } of servers) await listenOn(server, settings.host, settings[port], port)
  } catch (error) {
    await Promise.all(servers.map(({ server }) => server.close()))
    throw error
  }
  const open = servers.map(({ server }) => server)
  const ports = open.map((server) => (server.server.address() as AddressInfo).port) // they listen on TCP
  const { host } = settings
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const [local = '', ...others] = ports.map((port) => `http://${name}:${port}`)
  return { origins: originsOf(local, others, settings), local, close: (graceS) => closeAll(open, graceS) }
}

async function listenOn(server: FastifyInstance, host: string, port: number, name: SettingName): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw new CommandFault(listenSentence(error, host, port, name), EXIT.busy, { cause: error })
  }
}

function listenSentence(error: unknown, host: string, port: number, name: SettingName): string {
  const code = (error as NodeJS.ErrnoException).code // what listen rejects with is a system error
  const choose = `choose another with ${optionOf(name)} or ${variableOf(name)}.`
  switch (code ?? '') {
    case 'EADDRINUSE':
      return `Cannot listen on port ${port} of ${host}: another program uses it; ${choose}`
    case 'EACCES':
      return `Cannot listen on port ${port} of ${host}: this user may not; ${choose}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Cannot listen on "${host}": this machine has no such address; choose another with --host or PLAT_HOST.`
    default:
      return `Cannot listen on port ${port} of ${host}: ${code ?? String(error)}.`
  }
}

/** Host name to area, once the operator has named one; whatever else is asked for by name gets area A. */
function hostsOf({ hostA, hostB, hostC }: ListenSettings): AreaOf | undefined {
  if (hostA === '' && hostB === '' && hostC === '') return undefined
  const areas = new Map<string, Area>([
    [hostC, 'C'],
    [hostB, 'B'],
    [hostA, 'A'],
  ])
  areas.delete('')
  return (host) => areas.get(host?.toLowerCase().replace(/:\d+$/, '') ?? '') ?? 'A'
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

/** How often connections are looked through for those that have fallen silent since closing began. */
const LOOK_MS = 100

async function closeAll(servers: readonly FastifyInstance[], graceS: number): Promise<void> {
  const each = (act: (server: Server) => void) => () => {
    for (const { server } of servers) act(server)
  }
  const idle = setInterval(
    each((server) => server.closeIdleConnections()),
    LOOK_MS,
  )
  const deadline = setTimeout(
    each((server) => server.closeAllConnections()),
    graceS * 1000,
  )
  await Promise.all(servers.map((server) => server.close()))
  clearInterval(idle)
  clearTimeout(deadline)
}
