import { makeSample, type SampleReport } from '../../sample/sample.ts'
import { NO_CATALOG } from '../../src/catalog/facts/no-catalog.ts'
import type { Noun, Records } from '../../src/catalog/ports/nouns.ts'
import { TRIAL_NOW_MS } from './trial.ts'

type SampleNoun = 'home' | 'building' | 'series' | 'agent' | 'offer' | 'experience' | 'climate'

/** Makes a sample that is large enough to test shares and rare cases, without records that few tests need. */
export async function largeSample(
  homes: number,
  seed: number,
): Promise<{ readonly [N in SampleNoun]: readonly Records[N][] } & { readonly report: SampleReport }> {
  const kept: { [N in SampleNoun]: Records[N][] } = {
    home: [],
    building: [],
    series: [],
    agent: [],
    offer: [],
    experience: [],
    climate: [],
  }
  const put = (noun: Noun, record: unknown) => {
    const list: unknown[] | undefined = noun in kept ? kept[noun as SampleNoun] : undefined
    list?.push(record)
  }
  const report = await makeSample(
    {
      ...NO_CATALOG,
      put,
    },
    { homes, seed, nowMs: TRIAL_NOW_MS },
  )
  return { ...kept, report }
}
