import { Calendar } from '../../sample/calendar.ts'
import { makeExperience } from '../../sample/experiences.ts'
import { makeOffer } from '../../sample/offers.ts'
import { SEARCHED } from '../../src/catalog/facts/searched.ts'
import { DAY_MS } from '../../src/kit/base/clock.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import type { RecordOf, SearchedNoun } from '../../src/model/searched.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { ODD_HOMES } from './odd-homes.ts'
import { ODD_EXPERIENCES, ODD_OFFERS } from './odd-records.ts'
import { RandomQueries } from './random-query.ts'

export type RecordsOf = { readonly [N in SearchedNoun]: readonly RecordOf<N>[] }

/**
 * Returns hundreds of sample records of each type, and all odd records. Few of the sample records are off the market.
 */
export async function searchedRecords(seed = 1): Promise<RecordsOf> {
  const { records } = await gatherSample(1_000, seed)
  const calendar = new Calendar(TRIAL_NOW_MS)
  return {
    home: [...records.home.filter((home, i) => listingClassOf(home) !== undefined || i % 20 === 0), ...ODD_HOMES],
    offer: [...Array.from({ length: 300 }, (_, i) => makeOffer(seed, i, calendar)), ...ODD_OFFERS],
    experience: [...Array.from({ length: 200 }, (_, i) => makeExperience(seed, i, calendar)), ...ODD_EXPERIENCES],
  }
}

const ODD: RecordsOf = { home: ODD_HOMES, offer: ODD_OFFERS, experience: ODD_EXPERIENCES }

/** Returns random queries. Most match some of the records. */
export function queriesOver<N extends SearchedNoun>(noun: N, records: readonly RecordOf<N>[]): RandomQueries<N> {
  return new RandomQueries(SEARCHED[noun], records, ODD[noun], Math.floor(TRIAL_NOW_MS / DAY_MS))
}
