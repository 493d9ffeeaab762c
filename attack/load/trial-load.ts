import assert from 'node:assert/strict'
import type { Plan } from '../../src/access/access.ts'
import { writePlans } from '../../test/access/write-plans.ts'
import { newKey, type Served, scratch, serve } from '../../test/e2e/program.ts'
import type { Measured } from '../attack.ts'
import { HealthChecks } from '../heavy-calls/measure.ts'

/** So wide that none of its limits is met: what is left is the line in which calls wait. */
const WIDE: Plan = {
  name: 'wide',
  credits: 1_000_000_000,
  period: 'month',
  areas: ['A'],
  skip: false,
  requestsPerSecond: 1_000_000,
  burst: 1_000_000,
  callsInFlight: 1_000_000,
}

/** A service under load, and what it is asked. */
export interface LoadTrial {
  readonly served: Served
  /** Two keys without limits. */
  readonly keys: readonly [string, string]
  readonly port: number
  /** Calls that differ, so that no answer is kept. */
  readonly paths: readonly string[]
  /** Of the listener for operators. */
  readonly health: HealthChecks
}

/** Makes a service for `act` and ends it; it may have warned, and no more. */
export async function withLoad(
  homes: number,
  workers: number,
  act: (trial: LoadTrial) => Promise<Measured>,
): Promise<Measured> {
  const folder = scratch()
  try {
    writePlans(folder.path, [WIDE, { ...WIDE, name: 'demo' }])
    const served = await serve(folder.path, { PLAT_WORKERS: String(workers), PLAT_HOMES: String(homes) })
    const keys = [await keyOf(folder.path), await keyOf(folder.path)] as const
    const health = new HealthChecks(served.operators)
    try {
      return await act({ served, keys, port: Number(new URL(served.a).port), paths: await pathsOf(served), health })
    } finally {
      await health.end()
      served.program.child.kill('SIGTERM')
      assert.equal(await served.program.ended(), 0)
      assert.doesNotMatch(served.program.stderr, /"level":"error"/)
    }
  } finally {
    folder.remove()
  }
}

async function keyOf(dataDir: string): Promise<string> {
  return (await newKey(dataDir, WIDE.name)).key
}

const PATHS = 20_000

interface Found {
  readonly searchResults: readonly { readonly property: { readonly zpid?: number } }[]
}

/** Homes by their ids, and searches over the country. */
async function pathsOf(served: Served): Promise<readonly string[]> {
  const search = '/search/byaddress?location=USA&listingStatus=Sold'
  const { searchResults } = (await (await served.get(search)).json()) as Found
  const ids = searchResults.flatMap(({ property: { zpid } }) => zpid ?? [])
  return Array.from({ length: PATHS }, (_, at) =>
    at % 2 === 0
      ? `/pro/byzpid?zpid=${ids[at % ids.length]}&x=${at}`
      : `${search}&keywords=pool%20garage&price_min=${at}`,
  )
}
