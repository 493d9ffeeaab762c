import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../console/src/service/problem.ts'
import { type Query, queryOf } from '../../console/src/service/query.ts'
import type { FoundHome } from '../../console/src/views/search/search-page.ts'
import { type Means, type Paid, WholeLoad, type WholeState } from '../../console/src/views/search/whole.ts'

const ADDRESS = { streetAddress: '', city: '', state: '', zipcode: '78702' }
const HOMES = { propertyType: 'house', address: ADDRESS }

/** Returns a page of homes for sale with these prices. */
function pageOf(prices: readonly number[], other: object = {}) {
  const searchResults = prices.map((value) => ({ property: { ...HOMES, zpid: value, price: { value }, ...other } }))
  return { resultsCount: { totalMatchingCount: prices.length }, searchResults }
}

interface Trial {
  readonly load: WholeLoad
  /** The calls so far, each as part and page. */
  readonly asked: string[]
  readonly waitedMs: number[]
  /** The states that the view has shown, in order. */
  readonly states: WholeState[]
  now(): WholeState
  prices(): readonly (number | undefined)[]
}

interface Service {
  readonly totals: readonly number[]
  readonly params?: Query['params']
  /** Answers a call, or throws. The default answer is a home with a price that encodes part and page. */
  answer?(call: string): unknown
  version?(call: string): string
  paused?(): void
}

/** Loads a complete search result from a fake service. */
function trial({ totals, params = {}, answer, version, paused }: Service): Trial {
  const [asked, waitedMs, states]: [string[], number[], WholeState[]] = [[], [], []]
  let shown: readonly FoundHome[] = []
  const parts = totals.map((total, part) => ({ path: '/search/byaddress', query: `location=TX&part=${part}`, total }))
  const means: Means = {
    async ask<T>({ path, params: sent }: Query, signal: AbortSignal): Promise<Paid<T>> {
      const call = path === '/search/plan' ? 'plan' : `${sent.part}/${sent.page}`
      asked.push(call)
      await Promise.resolve()
      signal.throwIfAborted()
      const body = answer?.(call) ?? (call === 'plan' ? { parts } : pageOf([Number(call.replace('/', ''))]))
      return { body: body as T, cost: 1, dataVersion: version?.(call) ?? '1' } // the caller chooses this type
    },
    pause(ms) {
      waitedMs.push(ms)
      paused?.()
      return Promise.resolve()
    },
  }
  const query = queryOf('/search/byaddress', { location: 'TX', ...params })
  const load = new WholeLoad(query, means, (state, homes) => {
    states.push(state)
    shown = homes ?? shown
  })
  const now = () => states.at(-1) ?? { at: 'start' as const }
  return { load, asked, waitedMs, states, now, prices: () => shown.map(({ keys }) => keys.leastPrice) }
}

function refusal(status: number, retryAfterS?: number): Problem {
  return new Problem({ status, code: 'x', title: 'X', detail: `Refused with ${status}.` }, retryAfterS)
}

/** Returns a page of homes in two ZIP codes. The most expensive homes are in the first. */
function housesOf(prices: readonly number[]) {
  const { searchResults, ...rest } = pageOf(prices)
  const moved = searchResults.map(({ property }) => ({
    property: property.price.value < 500 ? property : { ...property, address: { ...ADDRESS, zipcode: '78701' } },
  }))
  return { ...rest, searchResults: moved }
}

test('parts with interleaved prices are shown in the requested order, or otherwise by ZIP code and price', async () => {
  const prices: Readonly<Record<string, readonly number[]>> = { '0/1': [100, 300, 500], '1/1': [200, 400] }
  const answer = (call: string) => (call === 'plan' ? undefined : housesOf(prices[call] ?? []))
  for (const [sortOrder, expected, isSorted] of [
    ['Price_Low_to_High', [100, 200, 300, 400, 500], true],
    ['price high to low', [500, 400, 300, 200, 100], true],
    [undefined, [500, 100, 200, 300, 400], false],
    ['Homes_for_you', [500, 100, 200, 300, 400], false],
  ] as const) {
    const { load, now, prices: shown } = trial({ totals: [3, 2], params: { sortOrder }, answer })
    await load.plan()
    await load.load()
    const state = now()
    assert.equal(state.at === 'over' && state.isSorted, isSorted)
    assert.deepEqual(shown(), expected)
  }
})

test('unknown values come last, and an order that results cannot provide is not invented', async () => {
  const { load, prices } = trial({
    totals: [2, 1],
    params: { sortOrder: 'Year_Built' },
    answer: (call) =>
      call === 'plan'
        ? undefined
        : call === '0/1'
          ? pageOf([1, 2])
          : pageOf([3], { yearBuilt: 1990, price: { value: 3 } }),
  })
  await load.plan()
  await load.load()
  assert.deepEqual(prices(), [3, 1, 2])
  const sold = trial({ totals: [1], params: { sortOrder: 'Newest', listingStatus: 'Sold' } })
  await sold.load.plan()
  await sold.load.load()
  const state = sold.now()
  assert.equal(state.at === 'over' && state.isSorted, false)
})

test('the list stays unchanged until loading has ended', async () => {
  const { load, states, prices } = trial({ totals: [1000, 1000, 1000], params: { sortOrder: 'Price_Low_to_High' } })
  await load.plan()
  const loading = load.load()
  while (states.filter(({ at }) => at === 'loading').length < 14) await Promise.resolve()
  assert.deepEqual(prices(), [])
  await loading
  assert.equal(prices().length, 15)
})

test('Cancel stops after the current page, which is counted, and loading continues from there', async () => {
  let load: WholeLoad | undefined
  const run = trial({
    totals: [400, 801],
    answer: (call) => {
      if (call === '1/1') load?.cancel()
      return undefined
    },
  })
  load = run.load
  await load.plan()
  await load.load()
  assert.deepEqual(run.asked, ['plan', '0/1', '0/2', '1/1'])
  assert.equal(
    run.states.some((state) => state.at === 'loading' && state.isEnding),
    true,
  )
  const ended = run.now()
  assert(ended.at === 'over')
  assert.deepEqual([ended.done, ended.cost, ended.credits, ended.failure], [3, 4, 4, undefined])
  await load.load()
  assert.deepEqual(run.asked.slice(4), ['1/2', '1/3', '1/4', '1/5'])
  const whole = run.now()
  assert(whole.at === 'over')
  assert.deepEqual([whole.done, whole.cost, whole.credits], [7, 8, 0])
  assert.equal(run.prices().length, 7)
})

test('a failure leaves the loaded pages, and the failed page is the first to be requested again', async () => {
  let failures = 1
  const run = trial({
    totals: [600],
    answer: (call) => {
      if (call === '0/2' && failures-- > 0) throw new Error('The service does not answer.')
      return undefined
    },
  })
  await run.load.plan()
  await run.load.load()
  const failed = run.now()
  assert(failed.at === 'over')
  assert.deepEqual([failed.failure, failed.done, failed.credits], ['The service does not answer.', 1, 2])
  await run.load.load()
  assert.deepEqual(run.asked, ['plan', '0/1', '0/2', '0/2', '0/3'])
  assert.deepEqual(run.prices(), [1, 2, 3])
})

test('after a refusal with a time to retry, loading waits and continues, also for the plan; other and endless refusals are shown', async () => {
  const refused = new Map<string, Problem[]>([
    ['plan', [refusal(429, 7)]],
    ['0/1', [refusal(503, 2), refusal(429, 1)]],
    ['0/2', [refusal(503)]],
    ['0/3', Array.from({ length: 99 }, () => refusal(429, 1))],
  ])
  const run = trial({
    totals: [600],
    answer: (call) => {
      const problem = refused.get(call)?.shift()
      if (problem !== undefined) throw problem
      return undefined
    },
  })
  await run.load.plan()
  assert.deepEqual([run.now().at, run.waitedMs.splice(0)], ['planned', [7000]])
  assert.equal(
    run.states.some((state) => state.at === 'planning' && state.waitS === 7),
    true,
  )
  await run.load.load()
  assert.deepEqual(run.waitedMs.splice(0), [2000, 1000])
  const unsaid = run.now()
  assert.equal(unsaid.at === 'over' && unsaid.failure, 'Refused with 503.')
  await run.load.load()
  const endless = run.now()
  assert.equal(endless.at === 'over' && endless.failure, 'Refused with 429.')
})

test('a failed plan can be requested again, and a plan canceled while waiting leaves no trace', async () => {
  const problems = [refusal(500), refusal(429, 60)]
  let load: WholeLoad | undefined
  const run = trial({
    totals: [1],
    answer: () => {
      const problem = problems.shift()
      if (problem !== undefined) throw problem
      return undefined
    },
    paused: () => load?.cancel(),
  })
  load = run.load
  await load.plan()
  assert.deepEqual(run.now(), { at: 'unplanned', failure: 'Refused with 500.' })
  await load.plan()
  assert.deepEqual(run.now(), { at: 'start' })
  await load.plan()
  assert.equal(run.now().at, 'planned')
})

test('once another search has replaced a search, nothing more is requested or shown for it', async () => {
  let load: WholeLoad | undefined
  const run = trial({
    totals: [600],
    answer: (call) => {
      if (call === '0/2') load?.close()
      return undefined
    },
  })
  load = run.load
  await load.plan()
  await load.load()
  assert.deepEqual([run.asked.at(-1), run.now().at, run.prices()], ['0/2', 'loading', []])
})

test('of a part with more homes than one search returns, only the homes that the search returns are planned', async () => {
  const run = trial({ totals: [1400, 200] })
  await run.load.plan()
  assert.deepEqual(run.now(), { at: 'planned', homes: 1200, total: 1600, credits: 6 })
})

test('data that changed between plan and page is reported, also after continuing', async () => {
  const run = trial({ totals: [400], version: (call) => (call === '0/1' ? '2' : '1') })
  await run.load.plan()
  await run.load.load()
  const state = run.now()
  assert.equal(state.at === 'over' && state.isMixed, true)
})
