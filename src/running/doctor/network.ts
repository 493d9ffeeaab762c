import { baseAddress, isTileFile, tileFileFault, tryPorts } from '../../doors/http/main-thread.ts'
import { isLoopbackAddress } from '../../doors/http/request/this-machine.ts'
import { ownerOf } from '../../guard/access/index.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** The default port of the operators' pages. */
const OPERATOR_PORT = 8083
const ASK_MS = 2000

/**
 * Checks the ports of the service that runs on the folder. If no service runs, checks whether the ports are free. A
 * service on a database is recognized by its operator port, because it leaves no note in the folder.
 */
export async function portFindings(settings: Settings): Promise<readonly Finding[]> {
  const { fine, mend } = findingsAbout('ports')
  const isNode = settings.databaseUrl !== ''
  const owner = isNode ? undefined : ownerOf(settings.data)
  const fault = owner === undefined ? await portFault(settings) : undefined
  if (owner === undefined && fault === undefined) return [fine('The ports are free.')]
  const { operatorHost, operatorPort } = settings
  const operators = owner?.operators ?? baseAddress(operatorHost, operatorPort === '' ? OPERATOR_PORT : operatorPort)
  const health = isNode || owner !== undefined ? await healthOf(operators) : undefined
  if (health === 200) return [fine(`A service is running: ${operators}/health/ready reports it as ready.`)]
  if (fault !== undefined && health === undefined) return [mend(fault.message)]
  const answer = health === undefined ? 'does not answer' : `answers ${health}`
  return [mend(`A service is running but not ready: ${operators}/health/ready ${answer}. See the log of the service.`)]
}

/** Returns why the ports cannot be used. */
async function portFault(settings: Settings): Promise<CommandFault | undefined> {
  try {
    const { release } = await tryPorts(settings)
    await release()
    return undefined
  } catch (error) {
    if (error instanceof CommandFault) return error
    throw error
  }
}

async function healthOf(operators: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${operators}/health/ready`, { signal: AbortSignal.timeout(ASK_MS) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined // no service is listening
  }
}

/** Checks whether the configured file of map tiles can be served. */
export function tileFindings({ mapTiles }: Settings): readonly Finding[] {
  if (!isTileFile(mapTiles)) return []
  const { fine, mend } = findingsAbout('map tiles')
  const fault = tileFileFault(mapTiles)
  return [fault === undefined ? fine(`"${mapTiles}" is a PMTiles file.`) : mend(fault.message)]
}

/** Checks whether the routing engine answers. Any answer counts, because its refusals name the cause themselves. */
export async function routingFindings({ routingUrl }: Settings): Promise<readonly Finding[]> {
  if (routingUrl === '') return []
  const { fine, mend } = findingsAbout('routing engine')
  try {
    await fetch(routingUrl, { signal: AbortSignal.timeout(ASK_MS) })
    return [fine(`${routingUrl} answers.`)]
  } catch {
    return [mend(`${routingUrl} does not answer: start the routing engine, or correct PLAT_ROUTING_URL.`)]
  }
}

/** Checks settings that matter if other machines can reach the service. */
export function publicFindings(settings: Settings): readonly Finding[] {
  const { fine, look, mend } = findingsAbout('reach')
  const { host, publicName, trustProxy, mediaOrigin, operatorHost, openPerSecond } = settings
  const isNamed = publicName !== ''
  const findings = [
    isExposed(host) &&
      look(
        `Requests reach ${host} unencrypted: put a proxy with TLS in front, and let only the proxy reach the ports.`,
      ),
    isExposed(operatorHost) &&
      look(`Health and metrics at ${operatorHost} need no key: let only your own machines reach this port.`),
    isNamed &&
      mediaOrigin === '' &&
      mend(
        'PLAT_PUBLIC_NAME is set, but the addresses of pictures still begin with http://: set PLAT_MEDIA_ORIGIN=https://YOUR.NAME.',
      ),
    isNamed &&
      !trustProxy &&
      look(
        'PLAT_PUBLIC_NAME is set without PLAT_TRUST_PROXY=true: behind a proxy with TLS, /openapi.json would name http:// servers.',
      ),
    trustProxy &&
      !isNamed &&
      look('PLAT_TRUST_PROXY is set without PLAT_PUBLIC_NAME: set PLAT_PUBLIC_NAME to turn off the demo key.'),
    isNamed &&
      openPerSecond === 200 &&
      look(
        'Behind a proxy, all callers without a key share PLAT_OPEN_PER_SECOND=200, which includes pictures: raise it.',
      ),
  ].filter((finding) => finding !== false)
  return findings.length > 0 ? findings : [fine('Only this machine, or a proxy on it, can reach the service.')]
}

function isExposed(host: string): boolean {
  return host !== 'localhost' && !isLoopbackAddress(host)
}
