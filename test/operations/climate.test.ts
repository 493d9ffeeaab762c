import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Home } from '../../src/model/home.ts'
import { CLIMATE_PERILS, type ClimateScore, climateScoreId } from '../../src/model/market.ts'
import { call } from './call.ts'
import { CLIMATE } from './made-climate.ts'
import { BARE, POOR, RICH, UNDISCLOSED } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Shown {
  readonly name: string
  readonly score: number
  readonly resolution: string
}
type Climate = Readonly<Record<`${string}Sources`, Readonly<Record<string, Shown>>>> & {
  readonly disagreement?: Readonly<Record<string, readonly { readonly sources: readonly string[] }[]>>
}

async function climateOf(home: Home, scores: readonly ClimateScore[] = CLIMATE): Promise<Climate> {
  const context = smallContext({ homes: [home], climate: scores })
  const answer = await call('/climate', { byzpid: String(home.zpid) }, context)
  for (const peril of CLIMATE_PERILS) {
    for (const [name, shown] of Object.entries((answer as Climate)[`${peril}Sources`] ?? {})) {
      assert.equal(shown.name, name)
    }
  }
  return answer as Climate // `call` has checked the answer
}

function empty(answer: Climate): boolean {
  return CLIMATE_PERILS.every((peril) => Object.keys(answer[`${peril}Sources`] ?? {}).length === 0)
}

function scored(change: Partial<ClimateScore>): ClimateScore {
  const [first] = CLIMATE
  assert(first)
  const score = { ...first, ...change }
  return { ...score, scoreId: climateScoreId(score) }
}

test('every source is listed under its peril, with its own scale, unit, resolution, date and meaning', async () => {
  const { floodSources, fireSources, heatSources, windSources, airSources, overallSources } = await climateOf(RICH)
  assert.deepEqual(Object.keys(floodSources ?? {}), ['County flood index', 'Flood grades', 'Parcel survey'])
  assert.deepEqual(floodSources?.['Flood grades'], {
    name: 'Flood grades',
    score: 8,
    scale: { min: 1, max: 10 },
    higherIsWorse: true,
    unit: 'grades',
    resolution: 'county',
    vintage: '2025',
    explanation: 'From 0 for none to 100 for the greatest risk.',
    source: 'climate-survey',
  })
  assert.deepEqual(Object.keys(fireSources ?? {}), ['Fire index'])
  assert.deepEqual(Object.keys(overallSources ?? {}), ['All hazards'])
  assert.deepEqual([heatSources, windSources, airSources], [{}, {}, {}])
})

test('a withheld home has only the scores of its county', async () => {
  const { floodSources } = await climateOf({ ...RICH, address: { ...RICH.address, undisclosed: true } })
  assert.deepEqual(
    Object.values(floodSources ?? {}).filter(({ resolution }) => resolution !== 'county'),
    [],
  )
  assert.ok(floodSources?.['Flood grades'])
})

test('sources that differ by more than a third of their scales are named, with the peril', async () => {
  const { disagreement } = await climateOf(RICH)
  assert.deepEqual(disagreement, {
    flood: [
      {
        peril: 'flood',
        sources: ['County flood index', 'Flood grades'],
        difference: 0.5778,
        detail:
          'Flood grades (8 on a scale from 1 to 10) sees much more flood risk than County flood index (20 on a scale from 0 to 100).',
      },
      {
        peril: 'flood',
        sources: ['Parcel survey', 'Flood grades'],
        difference: 0.4278,
        detail:
          'Flood grades (8 on a scale from 1 to 10) sees much more flood risk than Parcel survey (35 on a scale from 0 to 100).',
      },
    ],
  })
})

test('if climate sources agree, no disagreement is listed', async () => {
  const agreeing = CLIMATE.filter(({ name }) => name !== 'Flood grades')
  assert.equal(Object.hasOwn(await climateOf(RICH, agreeing), 'disagreement'), false)
})

test('a source that scores the parcel, its tract and its county is shown with the most detailed score', async () => {
  const tract = { ...RICH, address: { ...RICH.address, censusTract: '48453001100' } }
  const scores = [
    scored({ score: 1 }),
    scored({ score: 2, resolution: 'tract', areaId: '48453001100' }),
    scored({ score: 3, resolution: 'parcel', areaId: String(RICH.zpid) }),
  ]
  const shownOf = async (home: Home, of: readonly ClimateScore[]) =>
    (await climateOf(home, of)).floodSources?.['County flood index']
  assert.deepEqual((await shownOf(tract, scores))?.resolution, 'parcel')
  assert.deepEqual((await shownOf(tract, scores.slice(0, 2)))?.score, 2)
  assert.deepEqual((await shownOf(RICH, scores.slice(0, 2)))?.score, 1, 'a home of no known tract has no tract scores')
})

test('the county comes from the ZIP code if the record names none, even without coordinates', async () => {
  const { point, ...placeless } = POOR
  assert.ok(point)
  assert.deepEqual(Object.keys((await climateOf(placeless)).floodSources ?? {}), ['County flood index', 'Flood grades'])
  assert.deepEqual(Object.keys((await climateOf(UNDISCLOSED)).fireSources ?? {}), ['Fire index'])
})

test('a home with an unknown county, or with a county that no source scores, has empty sources', async () => {
  assert.ok(empty(await climateOf(BARE)))
  assert.ok(empty(await climateOf(RICH, [])))
})
