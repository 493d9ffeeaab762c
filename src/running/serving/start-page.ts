import type { Catalog } from '../../catalog/ports/catalog.ts'
import { baseAddress, localAddress } from '../../doors/http/main-thread.ts'
import { DEMO_KEY } from '../../guard/access/index.ts'
import { inShell } from '../../kit/base/sentence.ts'
import { SETTINGS, type Settings } from '../../kit/base/settings.ts'
import type { otherDays } from './data-clocks.ts'
import { exampleHome } from './example-home.ts'
import { isBeyondLoopback, isEveryAddress } from './network.ts'

/** Facts for the start page that neither the settings nor the catalog contain. */
export interface StartFacts {
  /** The base URL of the operators' pages. */
  readonly operators: string
  /** The address at which other machines reach this machine. */
  readonly network: string | undefined
  /** The areas in which today is not the current date. */
  readonly days: ReturnType<typeof otherDays>
}

/**
 * Returns the text that `serve` prints when the service is ready: its addresses, a key, and three requests to paste.
 */
export async function startPage(
  settings: Settings,
  catalog: Catalog,
  { operators, network, days }: StartFacts,
): Promise<string[]> {
  const local = localAddress(settings)
  const { sample, counts } = catalog.about()
  const homes = counts.home.toLocaleString('en-US')
  const hasDemoKey = sample && settings.publicName === ''
  const key = hasDemoKey ? DEMO_KEY : 'YOUR_KEY'
  const addresses = settings.port.map((port) => shownOrigin(baseAddress(settings.host, port), settings, network))
  const calls = (await examplePaths(catalog)).map(
    (path) => `  curl -H 'x-${settings.serviceWord}-key: ${key}' '${local}${path}'`,
  )
  return [
    '',
    sample ? `Plat is ready, with a sample catalog of ${homes} invented homes.` : `Plat is ready, with ${homes} homes.`,
    '',
    ...addresses.map((address) => `  For calls      ${address}`),
    `  For operators  ${operators}/health/ready`,
    '',
    ...dayLines(days),
    ...mediaLines(settings, local),
    ...(hasDemoKey ? demoKeyLines() : ownKeyLines(settings)),
    '',
    'Try it:',
    '',
    ...calls,
    '',
    ...(settings.console === 'on' ? [`In a browser: ${local}/`] : []),
    `All operations: ${local}/docs`,
    '',
  ]
}

/** Replaces the loopback address with the network address if the service listens on all addresses. */
function shownOrigin(origin: string, { host }: Settings, network: string | undefined): string {
  return isEveryAddress(host) && network !== undefined ? origin.replace(LOOPBACK, `//${network}`) : origin
}

const LOOPBACK = '//127.0.0.1'

/** Returns a warning if other machines cannot load the pictures. */
function mediaLines(settings: Settings, local: string): string[] {
  const isForOthers = isBeyondLoopback(settings.host) || settings.publicName !== ''
  if (settings.mediaOrigin !== '' || !isForOthers) return []
  const reach = local.includes(LOOPBACK)
    ? 'which only this machine can reach'
    : 'which callers may not be able to reach'
  const line = `Answers link to pictures at ${local}, ${reach}. Set the public address with --media-origin or PLAT_MEDIA_ORIGIN.`
  return [line, '']
}

/** Lists the areas in which an earlier day counts as today, because their data is old. Homes (area A) go without a name. */
function dayLines(days: StartFacts['days']): string[] {
  if (days.length === 0) return []
  const named = days.map(({ area, today }) => (area === 'A' ? today : `${today} in area ${area}`)).join(', ')
  return [`The data is old, so answers count ${named} as today: see PLAT_TODAY in docs/settings.md.`, '']
}

function demoKeyLines(): string[] {
  return [`Demo key, for this machine only: ${DEMO_KEY}`, 'Create a key for others: ./plat keys create --plan basic']
}

function ownKeyLines({ data }: Settings): string[] {
  const option = data === SETTINGS.data.fallback ? '' : ` --data ${inShell(data)}`
  return [`Create a key: ./plat keys create --plan basic${option}`]
}

/** Returns three request paths that this catalog answers with status 200. */
async function examplePaths(catalog: Catalog): Promise<string[]> {
  const home = await exampleHome(catalog)
  if (home === undefined) return ['/autocomplete?query=a']
  const { streetAddress, city, state, zipcode } = home.address
  const byAddress = `/byaddress?propertyaddress=${inQuery(`${streetAddress}, ${city}, ${state} ${zipcode}`)}`
  return [
    `/pro/byzpid?zpid=${home.zpid}`,
    streetAddress === '' ? `/byzpid?zpid=${home.zpid}` : byAddress,
    `/autocomplete?query=${inQuery(streetAddress === '' ? city.slice(0, 4) : streetAddress.split(' ', 2).join(' '))}`,
  ]
}

/** Encodes a query value for a shell command, where it is inside single quotes. */
function inQuery(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll("'", '%27')
}
