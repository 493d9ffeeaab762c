import assert from 'node:assert/strict'
import { DAY_MS, dayOf, systemClock } from '../src/kit/base/clock.ts'
import type { Attack, Measured } from './attack.ts'
import { fillSubscriptions } from './heavy-calls/subscriptions.ts'
import { type LoadTrial, load, timesOf, withLoad } from './load.ts'

const HOMES = 50_000
const SECONDS = 5
const CONNECTIONS = 64
const MAX_SLOWER = 2

/** Calls per second with the key that does not flood the service. */
const PER_SECOND = 50

/**
 * Maximum milliseconds by which the heaviest flood may delay calls with the other key: the median call, and the slowest
 * percent of calls.
 */
const MAX_MEDIAN_MS = 25
const MAX_P99_MS = 50

/** Number of rounds. Only the best one counts, because other programs may slow the machine down. */
const ROUNDS = 5

export const floodOfOneKey: Attack = {
  name: 'flood-of-one-key',
  promise:
    'a flood from one key at most doubles the time of similar calls by another key; if it sends the heaviest calls of a route, it delays them by at most 25 ms, or 50 ms for one in a hundred; none of them is refused',
  short: () => withLoad(500, 2, short),
  long: 'It needs load. src/doors/http/load/call-queue.test.ts tests that keys take turns.',
  full: () => withLoad(HOMES, 2, full),
}

/**
 * Makes calls with the other key while a flood fills the queue. With `perSecond`, calls start at a fixed rate. The
 * flood is `named`: its calls have idempotency keys, for which one worker must wait for another.
 */
async function beside(
  { keys: [flooding, other], port, paths }: LoadTrial,
  { seconds, flooders, ...calls }: { seconds: number; flooders: number; connections: number; perSecond?: number },
) {
  const flood = load({ port, key: flooding, paths, named: true, seconds: seconds + 1, connections: flooders })
  const report = await load({ port, key: other, paths, seconds, ...calls })
  const flooded = timesOf(await flood, 200)
  assert.deepEqual(Object.keys(report.answers), ['200'], 'calls of the other key were refused')
  return { ...timesOf(report, 200), flooded: flooded.perSecond }
}

/** Calls that are as expensive as their route allows. */
interface Flood {
  readonly name: string
  readonly paths: readonly string[]
  readonly body?: string
}

/** Returns 500 different paths, so that no answer comes from a cache. */
function numbered(pathOf: (n: number) => string): readonly string[] {
  return Array.from({ length: 500 }, (_, n) => pathOf(n))
}

const LETTERS_IN_CITY = Array.from(
  'abcdefghijklmnopqrstuvwxyz',
  (letter) => `contains(tolower(City),%27${letter}%27)`,
).join('%20or%20')

function message(name: string, given: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
}

async function floodsOf({ served, keys: [flooding] }: LoadTrial): Promise<readonly Flood[]> {
  const day = dayOf(systemClock.now() - 200 * DAY_MS)
  const { search, feed, tiles } = await fillSubscriptions(served.a, flooding)
  const usa = 'location=United%20States&listingStatus=Sold'
  return [
    { name: '/searches', paths: ['/searches'] },
    {
      name: '/searches/{id}/changes',
      paths: numbered((n) => `/searches/${search}/changes?since=${day}&x=${n}`),
    },
    { name: '/webhooks', paths: ['/webhooks'] },
    { name: '/feeds', paths: [feed] },
    { name: '/tiles of a saved search', paths: [tiles] },
    { name: '/tiles', paths: numbered((n) => `/tiles/Sold/4/${n % 16}/${5 + (n % 3)}`) },
    { name: '/changes', paths: numbered((n) => `/changes?since=${day}&resultCount=200&x=${n}`) },
    { name: 'as_of', paths: numbered((n) => `/search/byaddress?${usa}&as_of=${day}&price_min=${n}`) },
    { name: 'facets', paths: numbered((n) => `/search/facets?${usa}&price_min=${n}`) },
    { name: '/search', paths: numbered((n) => `/search/byaddress?${usa}&keywords=%22the%20of%22&price_min=${n}`) },
    {
      name: '/odata',
      paths: numbered(
        (n) =>
          `/odata/Property?$orderby=City,ListPrice%20desc&$count=true&$filter=${LETTERS_IN_CITY}%20or%20YearBuilt%20eq%20${n}`,
      ),
    },
    { name: '/mcp', paths: ['/mcp'], body: message('search_homes', { kind: 'sold', place: 'United States' }) },
    { name: '/mcp, summarize', paths: ['/mcp'], body: message('summarize', { kind: 'sold', place: 'United States' }) },
  ]
}

/** Measures, for each flood, how much longer the other key's calls take. Only the best round counts. */
async function heaviest(trial: LoadTrial): Promise<Measured> {
  const { keys, port, paths } = trial
  const [flooding, other] = keys
  const measured: Record<string, number> = {}
  const calls = { port, key: other, paths, seconds: SECONDS, connections: 50, perSecond: PER_SECOND }
  for (const { name, ...flood } of await floodsOf(trial)) {
    let [medianMs, p99Ms] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < ROUNDS && (medianMs > MAX_MEDIAN_MS || p99Ms > MAX_P99_MS); round++) {
      const alone = await load(calls)
      const flooded = load({ port, key: flooding, ...flood, seconds: SECONDS + 1, connections: CONNECTIONS })
      const report = await load(calls)
      assert.deepEqual(Object.keys(report.answers), ['200'], 'calls of the other key were refused')
      await flooded
      medianMs = Math.min(medianMs, report.p50Ms - alone.p50Ms)
      p99Ms = Math.min(p99Ms, report.p99Ms - alone.p99Ms)
    }
    process.stdout.write(
      `    beside ${name}: ${medianMs.toFixed(1)} ms more, ${p99Ms.toFixed(1)} ms at the 99th percentile\n`,
    )
    measured[`${name}: median, ms more`] = Math.round(medianMs)
    measured[`${name}: 99th percentile, ms more`] = Math.round(p99Ms)
  }
  const over = Object.entries(measured).filter(
    ([name, ms]) => ms > (name.includes('99th') ? MAX_P99_MS : MAX_MEDIAN_MS),
  )
  assert.deepEqual(over, [])
  return measured
}

async function short(trial: LoadTrial): Promise<Measured> {
  // Calls are made one after another. At a fixed rate, they would pile up whenever the machine is busy, like a second
  // flood.
  const { calls, flooded } = await beside(trial, { seconds: 2, flooders: 200, connections: 2 })
  assert(calls > 0 && flooded > 0)
  return { 'calls beside the flood': calls }
}

async function full(trial: LoadTrial): Promise<Measured> {
  let best = { aloneMs: 1, besideMs: Number.POSITIVE_INFINITY, flooded: 0 }
  const { keys, port, paths } = trial
  await load({ port, key: keys[0], paths, seconds: 1, connections: 8 })
  for (let round = 0; round < ROUNDS && best.besideMs > MAX_SLOWER * best.aloneMs; round++) {
    const alone = await load({ port, key: keys[1], paths, seconds: SECONDS, connections: 50, perSecond: PER_SECOND })
    const { medianMs: aloneMs } = timesOf(alone, 200)
    const { medianMs: besideMs, flooded } = await beside(trial, {
      seconds: SECONDS,
      flooders: CONNECTIONS,
      connections: 50,
      perSecond: PER_SECOND,
    })
    process.stdout.write(
      `    ${aloneMs.toFixed(2)} ms alone, ${besideMs.toFixed(2)} ms beside ${Math.round(flooded)}/s\n`,
    )
    if (besideMs / aloneMs < best.besideMs / best.aloneMs) best = { aloneMs, besideMs, flooded }
  }
  const { aloneMs, besideMs, flooded } = best
  const times = besideMs / aloneMs
  assert(times <= MAX_SLOWER, `beside the flood a call takes ${times.toFixed(1)} times as long`)
  return {
    'median alone, ms': Number(aloneMs.toFixed(2)),
    'median beside the flood, ms': Number(besideMs.toFixed(2)),
    'calls of the flood a second': Math.round(flooded),
    ...(await heaviest(trial)),
  }
}
