import { isTileFile, tileFileFault, tryPorts } from '../../doors/http/main-thread.ts'
import { isLoopbackAddress } from '../../doors/http/request/this-machine.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** The port at which operators see the health of a service, unless they chose another. */
const OPERATOR_PORT = 8083
const ASK_MS = 2000

/** Checks whether the ports are free. `isInUse` means that a service has the folder open, which may be using them. */
export async function portFindings(settings: Settings, isInUse: boolean): Promise<readonly Finding[]> {
  const { fine, look, mend } = findingsAbout('ports')
  try {
    const { release } = await tryPorts(settings)
    await release()
    return [fine('The ports are free.')]
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error
    if (!isInUse) return [mend(error.message)]
    const health = await healthOf(settings)
    if (health === undefined)
      return [look(`A process has the folder open, and a port is in use, but nobody answers at ${readyUrl(settings)}.`)]
    if (health === 200) return [fine(`A service on this folder answers calls, ${readyUrl(settings)} says.`)]
    return [mend(`${readyUrl(settings)} answers ${health}: the log of the service says why it does not answer calls.`)]
  }
}

function readyUrl({ operatorHost, operatorPort }: Settings): string {
  const host = operatorHost.includes(':') ? `[${operatorHost}]` : operatorHost
  return `http://${host}:${operatorPort === '' ? OPERATOR_PORT : operatorPort}/health/ready`
}

async function healthOf(settings: Settings): Promise<number | undefined> {
  try {
    const answer = await fetch(readyUrl(settings), { signal: AbortSignal.timeout(ASK_MS) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined // no service is there
  }
}

/** Checks whether the configured file of map tiles can be served. */
export function tileFindings({ mapTiles }: Settings): readonly Finding[] {
  if (!isTileFile(mapTiles)) return []
  const { fine, mend } = findingsAbout('map tiles')
  const fault = tileFileFault(mapTiles)
  return [fault === undefined ? fine(`"${mapTiles}" is a PMTiles file.`) : mend(fault.message)]
}

/** Reminds of settings for a service that other machines may call. */
export function publicFindings(settings: Settings): readonly Finding[] {
  const { fine, look, mend } = findingsAbout('reach')
  const { host, publicName, trustProxy, mediaOrigin, operatorHost, openPerSecond } = settings
  const isNamed = publicName !== ''
  const findings: Finding[] = []
  if (isExposed(host)) {
    findings.push(
      look(`Calls come in unencrypted at ${host}: put a proxy with TLS in front, and let only that reach the ports.`),
    )
  }
  if (isExposed(operatorHost)) {
    findings.push(
      look(`Health and metrics need no key and answer at ${operatorHost}: let only your own machines reach that port.`),
    )
  }
  if (isNamed && mediaOrigin === '') {
    findings.push(
      mend(
        'A public name is set, and pictures still have an http:// address: set PLAT_MEDIA_ORIGIN=https://YOUR.NAME.',
      ),
    )
  }
  if (isNamed && !trustProxy) {
    findings.push(
      look('A public name is set without PLAT_TRUST_PROXY=true: behind TLS, /openapi.json then names http:// servers.'),
    )
  }
  if (trustProxy && !isNamed) {
    findings.push(
      look('PLAT_TRUST_PROXY is set without PLAT_PUBLIC_NAME, which would switch the demo key off for good.'),
    )
  }
  if (isNamed && openPerSecond === 200) {
    findings.push(
      look('Behind a proxy all callers without a key share PLAT_OPEN_PER_SECOND=200, pictures included: raise it.'),
    )
  }
  return findings.length > 0 ? findings : [fine('Calls come from this machine alone, or through a proxy on it.')]
}

function isExposed(host: string): boolean {
  return host !== 'localhost' && !isLoopbackAddress(host)
}
