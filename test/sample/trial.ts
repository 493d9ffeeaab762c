import { makeSample, type SampleReport } from '../../sample/sample.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { GivenRecords, Noun } from '../../src/catalog/ports/nouns.ts'
import { NO_SOURCE_HOMES } from '../../src/catalog/ports/source-homes.ts'

export type Gathered = { readonly [N in Noun]: GivenRecords[N][] }

/** The time at which samples of tests are made, on a Monday. */
export const TRIAL_NOW_MS = Date.UTC(2026, 5, 15, 16, 20)

interface Sample {
  readonly records: Gathered
  readonly report: SampleReport
}

/** The last sample, which all test files of a process share. */
let latest: { readonly of: string; readonly sample: Promise<Sample> } | undefined

/** Makes a sample in memory, and copies it as JSON. Tests must not modify its records. */
export function gatherSample(homes: number, seed = 1, nowMs = TRIAL_NOW_MS): Promise<Sample> {
  const of = `${homes} ${seed} ${nowMs}`
  if (latest?.of !== of) latest = { of, sample: gatherAgain(homes, seed, nowMs) }
  return latest.sample
}

async function gatherAgain(homes: number, seed: number, nowMs: number): Promise<Sample> {
  const records = noRecords()
  const report = await makeSample(gatherer(records), { homes, seed, nowMs })
  return { records, report }
}

export function noRecords(): Gathered {
  return {
    home: [],
    building: [],
    agent: [],
    office: [],
    school: [],
    person: [],
    series: [],
    rate: [],
    climate: [],
    offer: [],
    experience: [],
    shape: [],
  }
}

/** A writer that collects records. `ending`: whether it has committed. */
export function gatherer(records: Gathered): CatalogWriter & { ending: 'open' | 'committed' | 'rolled back' } {
  return {
    ending: 'open',
    sourceHomes: NO_SOURCE_HOMES,
    get: () => undefined,
    expect() {},
    each: () => [],
    idsOf: () => [],
    put(noun, record) {
      const kept: unknown[] = records[noun]
      kept.push(JSON.parse(JSON.stringify(record)))
    },
    remove: () => false,
    attribute: () => false,
    contribute: () => false,
    note: () => undefined,
    setNote() {},
    layersOf: () => [],
    learnAgain() {},
    commit() {
      this.ending = 'committed'
    },
    rollback() {
      this.ending = 'rolled back'
    },
  }
}
