import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { matcherOf } from '../src/catalog/matching/matcher.ts'
import { SearchIndex } from '../src/catalog/matching/search-index.ts'
import { openRecords } from '../src/catalog/opening/open.ts'
import type { Selection } from '../src/catalog/ports/query.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import type { Home } from '../src/model/home.ts'
import { cityRegionKey } from '../src/places/regions/region-keys.ts'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/catalogues.ts'
import type { Figures } from './harness/figures.ts'
import { mean, median, numbers, quantile } from './harness/timing.ts'
import { type Aim, aimsIn, savedSearch } from './saved-searches/mix.ts'

const MAX_P99_MS = 5
const MAX_MEMORY_MB = 1024

/** The share of searches that are over the city with most homes, besides those drawn anyway. */
const HOT_SHARE = 0.05
/** Events that are also told by matching every search, one by one. */
const ONE_BY_ONE = 20
const ROUNDS = 5

interface Event {
  readonly before: Home | undefined
  readonly after: Home | undefined
}

/**
 * Events told to very many saved searches: `--searches` for the time of an event, `--many` for the memory of a search,
 * `--events` of homes drawn from a sample (`--homes`, `--seed`).
 */
export const run = bench(
  { homes: 50_000, seed: 1, searches: 100_000, many: 1_000_000, events: 4_000 },
  async (given, figures) => {
    const folder = await sampleFolder(given, figures)
    const records = openRecords(folder)
    const aims = aimsIn(records.each('home'))
    records.close()
    const cities = Map.groupBy(aims, ({ home: { address } }) => cityRegionKey(address.city, address.state))
    const [hotKey = '', hot = aims] = [...cities].sort(([, one], [, other]) => other.length - one.length)[0] ?? []
    const selectionAt = (i: number): Selection => {
      const random = new Random(given.seed, 'saved', i)
      if (!random.chance(HOT_SHARE)) return savedSearch(random.pick(aims), random)
      return savedSearch(random.pick(hot), random, { kind: 'place', regions: [hotKey] })
    }
    measureEvents(selectionAt, given, aims, hot, figures)
    measureMemory(selectionAt, given.many, aims, figures)
  },
)

type SelectionAt = (index: number) => Selection

function measureEvents(
  selectionAt: SelectionAt,
  { searches, events, seed }: { readonly searches: number; readonly events: number; readonly seed: number },
  aims: readonly Aim[],
  hot: readonly Aim[],
  figures: Figures,
): void {
  figures.heading(`${searches.toLocaleString('en-US')} saved searches`)
  const index = indexOf(selectionAt, searches)
  const random = new Random(seed, 'events')
  const drawn = numbers(events).map(() => eventOf(random.pick(aims).home, random))
  const drawnHot = numbers(events).map(() => eventOf(random.pick(hot).home, random))
  const [all, inHot] = [tell(index, drawn), tell(index, drawnHot)]
  figures.add('an event of any home: median', median(all.times), 'ms')
  figures.add('an event of any home: 99th percentile', quantile(all.times, 0.99), 'ms', { atMost: MAX_P99_MS })
  figures.add('searches that it touches, mean', mean(all.touched), '')
  figures.add('an event in the city with most searches: median', median(inHot.times), 'ms')
  figures.add('an event there: 99th percentile', quantile(inHot.times, 0.99), 'ms', { atMost: MAX_P99_MS })
  figures.add('searches that it touches, mean', mean(inHot.touched), '')
  const matchers = numbers(searches).map((i) => matcherOf('home', selectionAt(i)))
  const few = drawn.slice(0, ONE_BY_ONE)
  const startMs = performance.now()
  const touched = few.map(
    ({ before, after }) =>
      matchers.filter((matches) => (before && matches(before)) || (after && matches(after))).length,
  )
  const oneByOneMs = (performance.now() - startMs) / few.length
  if (touched.some((count, i) => count !== all.touched[i])) throw new Error('Matching one by one finds other searches.')
  figures.add('an event, matching all searches one by one', oneByOneMs, 'ms')
  figures.add('one by one beside the index', oneByOneMs / mean(all.times), 'times')
  const startPutMs = performance.now()
  for (const i of numbers(events)) index.put(idOf(i), 'home', selectionAt(searches + i))
  figures.add('putting a search in place of another', ((performance.now() - startPutMs) * 1000) / events, 'µs')
}

function measureMemory(selectionAt: SelectionAt, many: number, aims: readonly Aim[], figures: Figures): void {
  figures.heading(`${many.toLocaleString('en-US')} saved searches`)
  const before = memoryBytes()
  const startMs = performance.now()
  const index = indexOf(selectionAt, many)
  figures.add('putting one, drawing it included', ((performance.now() - startMs) * 1000) / many, 'µs')
  const bytes = memoryBytes() - before
  figures.add('memory', bytes / 2 ** 20, 'MB', { atMost: MAX_MEMORY_MB })
  figures.add('memory of a search', bytes / many, 'B')
  const random = new Random(many, 'events')
  const { times } = tell(
    index,
    numbers(1000).map(() => eventOf(random.pick(aims).home, random)),
  )
  figures.add('an event of any home: median', median(times), 'ms')
  figures.add('an event of any home: 99th percentile', quantile(times, 0.99), 'ms')
}

function indexOf(selectionAt: SelectionAt, searches: number): SearchIndex {
  const index = new SearchIndex()
  for (let i = 0; i < searches; i++) index.put(idOf(i), 'home', selectionAt(i))
  return index
}

/** The ids of saved searches are as long. */
function idOf(i: number): string {
  return `s_${String(i).padStart(16, '0')}`
}

/** Tells all events round after round; the time of each is the median of its times, in milliseconds. */
function tell(index: SearchIndex, events: readonly Event[]) {
  const rounds = numbers(ROUNDS).map(() =>
    events.map(({ before, after }) => {
      const startMs = performance.now()
      const { length } = index.touched('home', before, after)
      return { ms: performance.now() - startMs, touched: length }
    }),
  )
  return {
    times: events.map((_, i) => median(rounds.map((round) => round[i]?.ms ?? Number.NaN))),
    touched: rounds[0]?.map(({ touched }) => touched) ?? [],
  }
}

/** Half of the events are another price, the others another status, a home that comes, or one that goes. */
function eventOf(home: Home, random: Random): Event {
  const ticket = random.unit()
  if (ticket < 0.15) return { before: undefined, after: home }
  if (ticket < 0.25) return { before: home, after: undefined }
  const { listing } = home
  if (listing === undefined) return { before: home, after: home }
  if (ticket < 0.5) return { before: home, after: { ...home, listing: { ...listing, status: 'Pending' } } }
  const listPrice = Math.round((listing.listPrice ?? 300_000) * random.between(0.9, 1.05))
  return { before: home, after: { ...home, listing: { ...listing, listPrice } } }
}

/** After the garbage is collected. */
function memoryBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
