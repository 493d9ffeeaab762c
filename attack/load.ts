import assert from 'node:assert/strict'
import type { Load, LoadOrder, LoadReport, Times } from '../bench/harness/load.ts'
import { Pinned } from '../bench/harness/pinned.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, type Served } from '../test/e2e/program.ts'
import type { Measured } from './attack.ts'
import { inFolder, WIDE, withService } from './harness.ts'
import { HealthChecks } from './heavy-calls/measure.ts'

/** Calls with a key; `perSecond` makes them come at any moment, whatever has become of those before. */
export interface Calls extends Pick<LoadOrder, 'port' | 'paths' | 'connections' | 'seconds' | 'named' | 'body'> {
  readonly key: string
  readonly perSecond?: number
}

/** Makes the calls from another process, whose own work does not delay what it measures in this one. */
export async function load({ key, perSecond, ...calls }: Calls): Promise<LoadReport> {
  const generator = new Pinned<Load>('harness/load.ts')
  const open = perSecond === undefined ? {} : { open: { perSecond, seed: 1 } }
  try {
    return await generator.ask('run', { ...calls, ...open, headers: { 'x-service-key': key }, endsInPass: true })
  } finally {
    await generator.end()
  }
}

const NONE: Times = { calls: 0, perSecond: 0, medianMs: 0 }

/** Those of one status; all zero where there was none. */
export function timesOf({ answers }: LoadReport, status: number): Times {
  return answers[status] ?? NONE
}

/** A service under load, and what it is asked. */
export interface LoadTrial {
  readonly served: Served
  /** Two keys without limits. */
  readonly keys: readonly [string, string]
  readonly port: number
  /** Calls that differ, so that no answer is kept. */
  readonly paths: readonly string[]
  /** Checks at the address for operators. */
  readonly health: HealthChecks
}

/** Makes a service for an attack and ends it; it may have warned, and no more. */
export function withLoad(
  homes: number,
  workers: number,
  attack: (trial: LoadTrial) => Promise<Measured>,
): Promise<Measured> {
  return inFolder(async (at) => {
    writePlans(at(), [WIDE, { ...WIDE, name: 'demo' }])
    const settings = { PLAT_WORKERS: String(workers), PLAT_HOMES: String(homes) }
    return withService(at(), settings, async (served) => {
      const [one, other] = [await newKey(at(), WIDE.name), await newKey(at(), WIDE.name)]
      const keys = [one.key, other.key] as const
      const health = new HealthChecks(served.operators)
      try {
        return await attack({
          served,
          keys,
          port: Number(new URL(served.a).port),
          paths: await pathsOf(served),
          health,
        })
      } finally {
        await health.end()
        const errors = served.program.stderr.split('\n').filter((line) => line.includes('"level":"error"'))
        assert.deepEqual(errors, [])
      }
    })
  })
}

const PATHS = 20_000

interface Page {
  readonly searchResults: readonly { readonly property: { readonly zpid?: number } }[]
}

/** Homes by their ids, and searches over the country. */
async function pathsOf(served: Served): Promise<readonly string[]> {
  const search = '/search/byaddress?location=USA&listingStatus=Sold'
  const { searchResults } = (await (await served.get(search)).json()) as Page
  const ids = searchResults.flatMap(({ property: { zpid } }) => zpid ?? [])
  return Array.from({ length: PATHS }, (_, at) =>
    at % 2 === 0
      ? `/pro/byzpid?zpid=${ids[at % ids.length]}&x=${at}`
      : `${search}&keywords=pool%20garage&price_min=${at}`,
  )
}
