import { DEMO_KEY } from '../access/index.ts'
import { SETTINGS, type Settings } from '../base/settings.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { AREAS, type Listening } from '../http/index.ts'
import { exampleHome } from './example-home.ts'

const AREA_NAMES = { A: 'property data', B: 'offers', C: 'experiences' }

/** What a person reads once the service answers: where it is, with which key, and three calls to paste. */
export async function startPage(settings: Settings, listening: Listening, catalog: Catalog): Promise<string[]> {
  const { sample, counts } = catalog.about()
  const homes = counts.home.toLocaleString('en-US')
  const { origins, local } = listening
  const key = sample ? DEMO_KEY : 'YOUR_KEY'
  const areas = AREAS.map((area) => {
    const address = origins[area] ?? `not served: PLAT_HOST_${area} is not set`
    return `  Area ${area}  ${AREA_NAMES[area].padEnd(14)} ${address}`
  })
  const calls = (await examplePaths(catalog)).map(
    (path) => `  curl -H 'x-${settings.serviceWord}-key: ${key}' '${local}${path}'`,
  )
  return [
    '',
    sample ? `Plat serves a sample catalogue: ${homes} invented homes.` : `Plat serves ${homes} homes.`,
    '',
    ...areas,
    '',
    ...(sample ? demoKeyLines() : ownKeyLines(settings)),
    '',
    'Try it:',
    '',
    ...calls,
    '',
    `All operations: ${local}/docs`,
    '',
  ]
}

function demoKeyLines(): string[] {
  return [`Key for this machine only: ${DEMO_KEY}`, 'Keys for others: ./plat keys create --plan basic']
}

function ownKeyLines({ data }: Settings): string[] {
  const option = data === SETTINGS.data.fallback ? '' : ` --data '${data.replaceAll("'", "'\\''")}'`
  return [`Make a key: ./plat keys create --plan basic${option}`]
}

/** Paths that this catalogue answers with a 200. */
async function examplePaths(catalog: Catalog): Promise<string[]> {
  const home = await exampleHome(catalog)
  if (home === undefined) return ['/autocomplete?query=a']
  const { streetAddress, city, state, zipcode } = home.address
  const byAddress = `/byaddress?propertyaddress=${inShell(`${streetAddress}, ${city}, ${state} ${zipcode}`)}`
  return [
    `/pro/byzpid?zpid=${home.zpid}`,
    streetAddress === '' ? `/byzpid?zpid=${home.zpid}` : byAddress,
    `/autocomplete?query=${inShell(streetAddress === '' ? city.slice(0, 4) : streetAddress.split(' ', 2).join(' '))}`,
  ]
}

/** As a query value between single quotes. */
function inShell(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll("'", '%27')
}
