import assert from 'node:assert/strict'
import type { Load, LoadOrder, LoadReport, Times } from '../bench/harness/load.ts'
import { Pinned } from '../bench/harness/pinned.ts'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, type Served } from '../test/e2e/program.ts'
import type { Measured } from './attack.ts'
import { inFolder, WIDE, withService } from './harness.ts'
import { HealthChecks } from './heavy-calls/measure.ts'

/** Calls with an API key. With `perSecond`, calls start at a fixed rate, even if earlier calls are unanswered. */
export interface Calls extends Pick<LoadOrder, 'port' | 'paths' | 'connections' | 'seconds' | 'named' | 'body'> {
  readonly key: string
  readonly perSecond?: number
}

/** Makes the calls in another process, so that work in this process does not delay measurements. */
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

/** Returns the times of answers with this status; zeros if there are none. */
export function timesOf({ answers }: LoadReport, status: number): Times {
  return answers[status] ?? NONE
}

/** A service under load, and the calls to make. */
export interface LoadTrial {
  readonly served: Served
  /** Two API keys without limits. */
  readonly keys: readonly [string, string]
  readonly port: number
  /** Different paths, so that no answer comes from a cache. */
  readonly paths: readonly string[]
  /** Health checks of the service, at the operator's address. */
  readonly health: HealthChecks
}

/** Starts a service for an attack, and then stops it. The service may log warnings, but no errors. */
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

/** Returns paths of homes by id, and of searches of the whole country. */
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
