import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { Trial } from '../ingest/trial.ts'
import { gatherSample } from '../sample/trial.ts'
import { call } from './call.ts'
import { BARE, NOW_MS, RICH } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

interface Scored {
  readonly source: string
  readonly walk_transit_bike: {
    readonly walkScore: { readonly walkscore: number; readonly description: string } | null
    readonly transitScore: { readonly transit_score: number; readonly description: string } | null
    readonly bikeScore: { readonly bikescore: number; readonly description: string } | null
  }
}

async function scoresOf(home: Home, by: Readonly<Record<string, string>> = { byzpid: String(home.zpid) }) {
  // `call` has checked the answer
  return (await call('/walk_transit_bike', by, smallContext({ homes: [home] }))) as unknown as Scored
}

const trial = new Trial()
after(() => trial.remove())

test('scores are under the keys that clients read, for every identifier of the home, with their meaning', async () => {
  const byId = await scoresOf(RICH)
  assert.deepEqual(byId.walk_transit_bike, {
    walkScore: { walkscore: 88, description: 'Most errands can be done on foot' },
    transitScore: { transit_score: 61, description: 'Many public transit lines nearby' },
    bikeScore: { bikescore: 90, description: 'Daily errands can be done by bike' },
  })
  for (const by of [
    { byaddress: '1204 N Lamar Blvd, Austin, TX 78703' },
    { byurl: `https://portal.example/homedetails/x/${RICH.zpid}_zpid/` },
  ]) {
    assert.deepEqual(await scoresOf(RICH, by), byId)
  }
})

test('an unknown score is null, and 0 is a score', async () => {
  const { walk_transit_bike } = await scoresOf({ ...RICH, facts: { walkScore: 0 } })
  assert.deepEqual(walk_transit_bike, {
    walkScore: { walkscore: 0, description: 'Nearly all errands need a car' },
    transitScore: null,
    bikeScore: null,
  })
})

test('a home without any score is a 404 that says so, with the container that clients reach into', async () => {
  await assert.rejects(scoresOf(BARE), (fault) => {
    assert.ok(fault instanceof Fault)
    assert.deepEqual(
      [fault.code, fault.status, fault.extras.container],
      ['scores.unknown', 404, { walk_transit_bike: {} }],
    )
    assert.equal(fault.message, `404: this catalog has no walk, transit or bike score for the property ${BARE.zpid}.`)
    return true
  })
})

test('a file imports scores in three columns, and a score off the scale is reported and not stored', async () => {
  const report = await trial.run(
    'k,type,zip,walk,transit,bike\n1,CONDO,98103,91,64,\n2,CONDO,98103,101,-1,55\n',
    `name: scores
source: scores
key: k
fields:
  HomeType: type
  PostalCode: zip
  WalkScore: walk
  TransitScore: transit
  BikeScore: bike
`,
  )
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['score.scale', 1]],
  )
  const kept = [...trial.homes.values()].map(({ facts }) => [facts.walkScore, facts.transitScore, facts.bikeScore])
  assert.deepEqual(kept, [
    [91, 64, undefined],
    [undefined, undefined, 55],
  ])
})

test('the sample scores nearly every home, higher in denser places, and says that it is invented', async () => {
  const { records } = await gatherSample(3000, 7, NOW_MS)
  const walk = (homes: readonly Home[]) => homes.flatMap(({ facts }) => facts.walkScore ?? [])
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const units = records.home.filter(({ lotId }) => lotId !== undefined)
  const others = records.home.filter(({ lotId }) => lotId === undefined)
  assert.ok(walk(records.home).length > 2500 && walk(records.home).length < 3000)
  assert.ok(mean(walk(units)) > mean(walk(others)) + 5)
  for (const { facts } of records.home) {
    for (const score of [facts.walkScore, facts.transitScore, facts.bikeScore]) {
      assert.ok(score === undefined || (Number.isInteger(score) && score >= 0 && score <= 100))
    }
  }
  const [home] = records.home.filter(({ facts }) => facts.walkScore !== undefined)
  assert.ok(home)
  const context = smallContext({ homes: [home], sample: true })
  const { source } = (await call('/walk_transit_bike', { byzpid: String(home.zpid) }, context)) as unknown as Scored
  assert.match(source, /invented/)
})
