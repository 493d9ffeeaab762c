import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import type { Context } from '../../src/catalog/ports/context.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { MARKET_MEASURES, type MarketSeries, seriesId } from '../../src/model/market.ts'
import { regionLabel } from '../../src/places/regions/region-label.ts'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { IS_LONG } from '../long-run.ts'
import { gatherSample } from '../sample/trial.ts'
import { ODD_HOMES } from '../search/odd-homes.ts'
import { anyHome } from './any-home.ts'
import { call, operationAt } from './call.ts'
import { problemsOf } from './declared.ts'
import { filled, ofEachKind } from './filled.ts'
import { ABOUT_LAYERS, layered } from './layered.ts'
import { AGENTS, HOMES, NOW_MS, REGIONS, TOWER } from './made-homes.ts'
import { CARA, PEOPLE } from './made-people.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { schemaProblem } from './openapi-schema.ts'
import {
  ABOUT_CHANGES,
  aboutAgent,
  aboutBuilding,
  aboutDocuments,
  aboutHome,
  aboutMarket,
  aboutOwners,
  aboutPerson,
  aboutPlace,
  type Question,
} from './questions.ts'
import { smallContext } from './small-catalog.ts'

/**
 * `call` checks every answer against its declaration. These tests also check answers of every kind against their
 * OpenAPI schema.
 */

const WORDS = { Portal: 'Hearth', portal: 'hearth', portalOrigin: 'https://hearth.example', mediaOrigin: '' }

/** The first few answers of each operation. */
const answered = new Map<string, object[]>()
const MAX_KEPT = 10

/** Makes calls. A refusal is fine: not every home has a listing number, and not every place has a market. */
async function ask(questions: readonly Question[], context: Context): Promise<void> {
  for (const [path, parameters] of questions) {
    try {
      const answer = await call(path, parameters, context)
      assert.equal(schemaProblem(path, answer, context.words), undefined)
      const kept = answered.get(path) ?? []
      if (kept.length < MAX_KEPT) answered.set(path, [...kept, answer])
    } catch (error) {
      if (!(error instanceof Fault) || error.status >= 500) throw error
    }
  }
}

function withChanges({ zpid }: Home): readonly Question[] {
  return [['/pro/byzpid', { zpid: String(zpid), changes: 'true' }]]
}

suite('every answer matches the declaration of its operation and the OpenAPI document', () => {
  test('of a sample: of every home, and in full of homes of every type and state', async () => {
    const { records } = await gatherSample(IS_LONG ? 1500 : 500, 5)
    const context = filled(records, WORDS)
    const places = context.catalog.regions().map(regionLabel)
    await ask(records.home.flatMap(aboutDocuments), context)
    await ask(ofEachKind(records.home, NOW_MS).flatMap(aboutHome), context)
    await ask(records.building.slice(0, 20).flatMap(aboutBuilding), context)
    await ask(records.agent.slice(0, 30).flatMap(aboutAgent), context)
    await ask(records.person.slice(0, 60).flatMap(aboutPerson), context)
    await ask(records.home.flatMap(aboutOwners).slice(0, 200), context)
    await ask(['USA', ...places.slice(0, 15), ...places.slice(-10)].flatMap(aboutPlace), context)
    await ask(aboutMarket(), context)
    await ask(PORTALS, context)
    const later = filled(records, WORDS, undefined, 3)
    await ask([...ABOUT_CHANGES, ...records.home.flatMap(withChanges)], later)
  })

  for (const bare of [false, true]) {
    test(`of the made-up neighborhood, ${bare ? 'with nothing but its homes' : 'with everything around it'}`, async () => {
      const agents = [CARA, ...AGENTS]
      const context = smallContext({ bare, agents, series: bare ? [] : SERIES }, WORDS)
      await ask(HOMES.flatMap(aboutHome), context)
      await ask(aboutBuilding(TOWER), context)
      await ask(agents.flatMap(aboutAgent), context)
      await ask(PEOPLE.flatMap(aboutPerson), context)
      await ask(PLACES.flatMap(aboutPlace), context)
      await ask(aboutMarket(), context)
    })
  }

  test('of homes that are difficult for searches', async () => {
    const context = smallContext({ homes: ODD_HOMES }, WORDS)
    await ask(ODD_HOMES.flatMap(aboutHome), context)
    await ask(aboutMarket(), context)
    await ask(PLACES.flatMap(aboutPlace), context)
  })

  test('of offers and experiences, with all and with almost no facts', async () => {
    await ask(PORTALS, smallContext({ offers: OFFERS, experiences: EXPERIENCES }, WORDS))
    await ask(PORTALS, smallContext({}, WORDS))
  })

  test('of layers', () => ask(ABOUT_LAYERS, layered(smallContext({}, WORDS))))

  test('of any home, with any facts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyHome, { minLength: 1, maxLength: 4 }), fc.boolean(), async (homes, bare) => {
        const context = smallContext({ homes: [...HOMES, ...homes], bare }, WORDS)
        await ask([...homes.flatMap(aboutHome), ...aboutMarket()], context)
      }),
      { numRuns: 30 },
    )
  })

  test('every operation has answered', () => {
    const uncalled = OPERATIONS.filter(({ path }) => !answered.has(path))
    assert.deepEqual(
      uncalled.map(({ path }) => path),
      [],
    )
  })
})

test('an answer violates its declaration exactly when it violates its OpenAPI schema', () => {
  const random = new Random(11, 'spoiled')
  let refused = 0
  for (const [path, answers] of answered) {
    for (let i = 0; i < 60; i++) {
      const spoiled = spoil(structuredClone(random.pick(answers)), random)
      const problems = problemsOf(spoiled, operationAt(path).answer, WORDS)
      // the schemas contain neither the format `YYYY-MM-DD hh:mm:ss` nor aliases of keys
      const isUntold = (problem: string) =>
        problem.endsWith('is not a second') || problem.includes('.market saletolist ratio: ')
      if (problems.every(isUntold) && problems.length > 0) continue
      const invalid = schemaProblem(path, spoiled, WORDS)
      assert.equal(problems.length === 0, invalid === undefined, `${path}: ${problems.join('; ')} / ${invalid}`)
      refused += Number(problems.length > 0)
    }
  }
  assert(refused > answered.size * 30, `only ${refused} were refused`)
})

const WRONG_VALUES = [null, '', 'wrong', '2026-11-21', 0, 1, 0.5, -1, true, false, [], {}] as const

/** Makes one change inside an answer: removes a key, adds a key, or replaces a value. */
function spoil(answer: object, random: Random): object {
  let place = answer as Record<string, unknown> // a copy, which may be changed
  for (;;) {
    const keys = Object.keys(place)
    const key = random.pick([...keys, 'unheardOf'])
    const inner = place[key]
    if (typeof inner === 'object' && inner !== null && random.chance(0.8)) {
      place = inner as Record<string, unknown>
      continue
    }
    if (random.chance(0.3) && !Array.isArray(place)) delete place[key]
    else if (!Array.isArray(place) || key !== 'unheardOf') place[key] = random.pick(WRONG_VALUES)
    return answer
  }
}

const PLACES = [...REGIONS.map(regionLabel), 'USA', 'Portland', 'Nowhere At All, ZZ']

const SERIES: readonly MarketSeries[] = MARKET_MEASURES.map((measure) => ({
  seriesId: seriesId(measure, 'city/tx/austin'),
  source: 'test',
  measure,
  region: 'city/tx/austin',
  points: [
    ['2025-10-31', 1],
    ['2026-10-31', 2],
  ],
}))

const PORTALS: readonly Question[] = [
  ...['For_Sale', 'For_Rent'].flatMap((searchType) =>
    ['Warszawa; Kraków', 'małopolskie; Nowhere'].flatMap((location) =>
      ['1', '2', '99'].map(
        (page): Question => ['/search/bylocation', { location, searchType, page, resultCount: '200' }],
      ),
    ),
  ),
  ...['Rome; Japan', 'Paris, France', 'Kraków', 'Nowhere'].map(
    (searchDestinations): Question => ['/search/exp/bydestination', { searchDestinations }],
  ),
]
