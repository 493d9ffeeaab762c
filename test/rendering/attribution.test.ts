import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../operations/call.ts'
import { RICH } from '../operations/made-homes.ts'
import { smallContext } from '../operations/small-catalog.ts'

const SMALL = smallContext()

/** Makes a catalog whose sources have these attributions. */
function naming(attributions: ReadonlyMap<string, string>) {
  const catalog = Object.create(SMALL.catalog, { about: { value: () => ({ ...SMALL.catalog.about(), attributions }) } })
  return { ...SMALL, catalog }
}

const CONTEXT = naming(
  new Map([
    [RICH.source, 'Records of the county (public)'],
    ['climate-survey', 'The climate survey (free)'],
    ['survey', 'The survey of rates (free)'],
  ]),
)

interface AttributedAnswer {
  readonly source?: string
  readonly Source?: string
  readonly floodSources?: Readonly<Record<string, { readonly source: string }>>
  readonly propertyDetails?: { readonly mortgageRates: Readonly<Record<string, { readonly rateSource: string }>> }
}

const ask = (path: string, parameters: Readonly<Record<string, string>>): Promise<AttributedAnswer> =>
  call(path, parameters, CONTEXT)

test('answers contain the attribution that the mapping of a source requires', async () => {
  const zpid = String(RICH.zpid)
  const climate = await ask('/climate', { byzpid: zpid })
  assert.equal(climate.source, 'Records of the county (public)')
  assert.equal(climate.floodSources?.['Flood grades']?.source, 'The climate survey (free)')
  assert.equal((await ask('/byzpid', { zpid })).Source, 'Records of the county (public)')
  const { propertyDetails } = await ask('/pro/byzpid', { zpid })
  const named = Object.values(propertyDetails?.mortgageRates ?? {}).map(({ rateSource }) => rateSource)
  assert.ok(named.includes('The survey of rates (free)'), String(named))
})
