import assert from 'node:assert/strict'
import type { Plan } from '../../src/guard/access/access.ts'
import { Meter } from '../../src/guard/access/meter.ts'
import { SharedRates } from '../../src/guard/access/postgres/shared-rates.ts'
import { enterOnceLeased } from '../../src/guard/access/rates.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Database } from '../../src/kit/postgres/database.ts'

/** Describes how calls of one key come to several nodes. */
export interface Arrivals {
  readonly seed: number
  readonly plan: Plan
  readonly nodes: number
  readonly seconds: number
  /** Calls per second, in parts of what the plan allows. */
  readonly load: number
  /** `one`: all calls go to one of the nodes; `moving`: to another one every second; `spread`: by weights. */
  readonly way: 'one' | 'moving' | 'spread'
  /** Calls that come at once. */
  readonly atOnce: number
  /** A node that dies in the middle, whose calls go to the others. */
  readonly dies?: number
}

export interface LetIn {
  /** Calls that were let through, and those that one process would have let through. */
  readonly calls: number
  readonly alone: number
}

const SHARE_MS = 100
const START_MS = 1_000_000_000

/**
 * Sends calls to nodes by a clock that stands still meanwhile. Whatever comes, no more is let through over any span than
 * one process would.
 */
export async function letIn(database: Pick<Database, 'query'>, arrivals: Arrivals): Promise<LetIn> {
  const { seed, plan, nodes, seconds, load, way, atOnce, dies } = arrivals
  const random = new Random(seed, 'rates')
  const clock = fixedClock(START_MS)
  const keyId = `key-${JSON.stringify(arrivals)}`
  const rates = Array.from({ length: nodes }, () => new SharedRates(database, clock))
  const weights = Array.from({ length: nodes }, () => random.unit() ** 2)
  const sharesAtMs = rates.map((_, node) => START_MS + (SHARE_MS * node) / nodes)
  const [alone, check] = [Meter.make(1), Meter.make(1)]
  const living = () => [...rates.keys()].filter((node) => node !== dies || clock.now() < START_MS + seconds * 500)
  const counts = { calls: 0, alone: 0 }
  const endMs = START_MS + seconds * 1000
  for (let atMs = START_MS; atMs < endMs; atMs += pauseMs(random, plan.requestsPerSecond * load) * atOnce) {
    for (;;) {
      const next = living().reduce((first, node) => (at(sharesAtMs, node) < at(sharesAtMs, first) ? node : first))
      if (at(sharesAtMs, next) > atMs) break
      clock.set(at(sharesAtMs, next))
      await at(rates, next).share()
      sharesAtMs[next] = clock.now() + SHARE_MS
    }
    clock.set(atMs)
    const second = Math.floor((atMs - START_MS) / 1000)
    for (let call = 0; call < atOnce; call++) {
      const among = living()
      const node =
        way === 'spread'
          ? weighted(random, among, weights)
          : (among[(way === 'one' ? seed : second) % among.length] ?? 0)
      if (isLetIn(alone.enter(plan, atMs), alone)) counts.alone++
      const { own } = at(rates, node)
      const meter = own.meter(keyId)
      const lease = () => at(rates, node).lease(keyId)
      const entered = meter.enter(plan, atMs) ?? (await enterOnceLeased(meter, plan, clock, lease))
      if (!isLetIn(entered, meter)) continue
      counts.calls++
      assert(isLetIn(check.enter(plan, atMs), check), `${JSON.stringify(arrivals)}: call ${counts.calls} was too many`)
    }
  }
  return counts
}

function isLetIn(entered: unknown, meter: Meter): boolean {
  if (entered instanceof Fault || entered === undefined) return false
  meter.leave()
  return true
}

/** Between calls that come at any time, at a rate. */
function pauseMs(random: Random, perSecond: number): number {
  return (-Math.log(1 - random.unit()) * 1000) / perSecond
}

function weighted(random: Random, among: readonly number[], weights: readonly number[]): number {
  let place = random.unit() * among.reduce((sum, node) => sum + at(weights, node), 0)
  for (const node of among) {
    place -= at(weights, node)
    if (place < 0) return node
  }
  return among[0] ?? 0
}

function at<T>(list: readonly T[], index: number): T {
  return list[index] as T // there are as many as nodes
}
