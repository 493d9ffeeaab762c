import type { DatabaseSync } from 'node:sqlite'
import { type NearestArrays, NearestIndex } from '../../engine/nearest.ts'
import type { MortgageRate } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import type { School } from '../../model/school.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Noun, Records } from '../nouns.ts'
import { SEARCHED_NOUNS } from '../searched.ts'
import { type AgentArrays, readAgents } from './agents/stored.ts'
import { dataVersionOf, meta } from './meta.ts'
import { readHomePoints } from './points.ts'
import { eachRecord } from './records.ts'
import { type CardSetting, isFinished, readSearch, type SearchParts, type SearchSegments } from './search/stored.ts'
import { TableSums } from './table-sums.ts'

/**
 * The part of a catalogue state that is kept in memory: plain data, with the large parts in shared memory, so that a
 * worker can read it and hand it over without copying.
 */
export interface Loaded {
  readonly dataVersion: string
  /** Changes whenever other arrays or cards are stored, which a commit without other data does, too. */
  readonly arraysVersion: string
  readonly regions: readonly Region[]
  readonly searches: { readonly [N in SearchedNoun]: SearchSegments }
  readonly agents: AgentArrays
  /** See `readHomePoints`. */
  readonly homePoints: readonly ArrayBufferLike[]
  readonly schools: readonly School[]
  /** Ids are indexes into `schools`. */
  readonly schoolIndex: NearestArrays
  /** The newest rate of each product. */
  readonly rates: readonly MortgageRate[]
}

/** See `Loaded.arraysVersion`. */
export function arraysVersionOf(database: DatabaseSync): string {
  return new TableSums(database).versionOf('arrays')
}

/** Loads the state that the connection's transaction sees; its cards may still have to be finished. */
export function load(database: DatabaseSync, wanted: CardSetting, cardsAtOnceMaxBytes?: number): Loaded {
  const search = (noun: SearchedNoun): SearchSegments => [readSearch(database, noun, wanted, cardsAtOnceMaxBytes)]
  const schools = readAll(database, 'school')
  return {
    dataVersion: dataVersionOf(database),
    arraysVersion: arraysVersionOf(database),
    regions: JSON.parse(meta(database, 'regions') ?? '[]'),
    searches: { home: search('home'), offer: search('offer'), experience: search('experience') },
    agents: readAgents(database),
    homePoints: readHomePoints(database),
    schools,
    schoolIndex: indexSchools(schools),
    rates: newestOfEach(readAll(database, 'rate')),
  }
}

/** The segments of all searches. */
export function segmentsOf({ searches }: Loaded): readonly SearchParts[] {
  return SEARCHED_NOUNS.flatMap((noun) => searches[noun])
}

/** Whether cards are in memory as they are wanted. */
export function isReady(loaded: Loaded, wanted: CardSetting): boolean {
  return segmentsOf(loaded).every((segment) => isFinished(segment, wanted))
}

/** Whether cards are in memory, as they are stored at least. */
export function hasCards(loaded: Loaded): boolean {
  return segmentsOf(loaded).every(({ cards }) => cards !== undefined)
}

/** The same state, each segment changed. */
export function withSegments(
  loaded: Loaded,
  changed: (segment: SearchParts, noun: SearchedNoun) => SearchParts,
): Loaded {
  const all = (noun: SearchedNoun): SearchSegments => {
    const [base, ...added] = loaded.searches[noun]
    return [changed(base, noun), ...added.map((segment) => changed(segment, noun))]
  }
  return { ...loaded, searches: { home: all('home'), offer: all('offer'), experience: all('experience') } }
}

function readAll<N extends Noun>(database: DatabaseSync, noun: N): Records[N][] {
  return Array.from(eachRecord(database, noun), (json) => JSON.parse(json))
}

function indexSchools(schools: readonly School[]): NearestArrays {
  return NearestIndex.build(
    Float64Array.from(schools, (_, slot) => slot),
    Float64Array.from(schools, (school) => school.point.longitude),
    Float64Array.from(schools, (school) => school.point.latitude),
  ).arrays
}

function newestOfEach(rates: readonly MortgageRate[]): MortgageRate[] {
  const newest = new Map<string, MortgageRate>()
  for (const rate of rates) {
    const known = newest.get(rate.product)
    if (!known || known.date < rate.date) newest.set(rate.product, rate)
  }
  return [...newest.values()].sort((a, b) => (a.product < b.product ? -1 : 1))
}
