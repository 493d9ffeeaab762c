import type { DatabaseSync } from 'node:sqlite'
import { Damage } from '../../kit/algorithms/row-sum.ts'
import type { MortgageRate } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import type { School } from '../../model/school.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { type RegionArrays, regionArrays } from '../../places/completion/region-index.ts'
import type { WordArrays } from '../../places/completion/word-list.ts'
import type { FrontCodedArrays } from '../engine/front-coded.ts'
import { type NearestArrays, NearestIndex } from '../engine/nearest.ts'
import type { CardWords } from '../facts/card-words.ts'
import type { Noun, Records } from '../ports/nouns.ts'
import { readWords } from './address-book.ts'
import { REGIONS } from './derive/home-tallies.ts'
import { isTrainingDue } from './derive/learning.ts'
import { type HeldTables, readHeldTables } from './held-records.ts'
import { readBuildingLines } from './home-lines.ts'
import { meta } from './meta.ts'
import { type HomePointParts, readHomePoints } from './points.ts'
import { eachRecord } from './records.ts'
import { readNamedPlaces } from './search/named-places.ts'
import { readSearch, type SearchParts, type SearchSegments } from './search/stored.ts'
import { readSegments, stateVersionOf } from './segments.ts'

/**
 * The part of a committed catalog state that is kept in memory. It is plain data, and its large parts are in shared
 * memory, so that a worker can post it without copying.
 */
export interface Loaded {
  /** See `stateVersionOf`. */
  readonly stateVersion: string
  readonly regions: readonly Region[]
  /** Arrays that find regions by the beginnings of their names. */
  readonly regionArrays: RegionArrays
  /** The words of addresses, for correcting misspelled words. */
  readonly addressWords: WordArrays
  readonly searches: { readonly [N in SearchedNoun]: SearchSegments }
  /** Whether estimators must be trained. An import trains them after its commit; if that failed, a service does. */
  readonly isTrainingDue: boolean
  readonly heldTables: HeldTables
  /** The completion lines of buildings. */
  readonly buildingLines: FrontCodedArrays
  /** The coordinates of homes, one entry per segment. */
  readonly homePoints: readonly HomePointParts[]
  readonly schools: readonly School[]
  /** Finds schools near a point. Its ids are indexes into `schools`. */
  readonly schoolIndex: NearestArrays
  /** The newest rate of each product. */
  readonly rates: readonly MortgageRate[]
}

/**
 * Returns the parts that later states of the same file may reuse. They are in shared memory, so posting them to threads
 * costs nothing.
 */
export function sharedPart({ searches: { home, offer, experience }, ...loaded }: Loaded): SharedPart {
  return {
    searches: { home: shared(home), offer: shared(offer), experience: shared(experience) },
    homePoints: loaded.homePoints,
    heldTables: loaded.heldTables,
    buildingLines: loaded.buildingLines,
  }
}

function shared(segments: SearchSegments): SearchSegments {
  const parts = segments.map((each) => ({ ...each, places: [], namedPlaces: [], tags: [], buildings: [] }))
  return parts as readonly SearchParts[] as SearchSegments // `map` keeps the number of segments
}

export type SharedPart = Pick<Loaded, 'searches' | 'homePoints' | 'heldTables' | 'buildingLines'>

/**
 * Loads the state that the connection's transaction sees.
 *
 * @param earlier The shared part of an earlier state of the same file. Segments that still exist are reused.
 */
export function load(database: DatabaseSync, words: CardWords, earlier?: SharedPart): Loaded {
  const search = (noun: SearchedNoun): SearchSegments => {
    const [base, ...added] = readSegments(database, noun).segments.map((segment) => {
      const same = earlier?.searches[noun].find(({ name }) => name === segment.name)
      return readSearch(database, segment, words, same)
    })
    if (base === undefined) throw new Damage(`the search of noun ${noun} is missing`)
    return [{ ...base, namedPlaces: readNamedPlaces(database, noun).places() }, ...added]
  }
  const schools = readAll(database, 'school')
  const heldTables = readHeldTables(database, earlier?.heldTables)
  const hasSameBuildings = earlier?.heldTables.building === heldTables.building
  const regions: readonly Region[] = JSON.parse(meta(database, REGIONS) ?? '[]')
  return {
    stateVersion: stateVersionOf(database),
    regions,
    regionArrays: regionArrays(regions),
    addressWords: readWords(database),
    searches: { home: search('home'), offer: search('offer'), experience: search('experience') },
    isTrainingDue: isTrainingDue(database),
    heldTables: heldTables,
    buildingLines: hasSameBuildings ? earlier.buildingLines : readBuildingLines(database),
    homePoints: readSegments(database, 'home').segments.map((segment) =>
      readHomePoints(
        database,
        segment,
        earlier?.homePoints.find(({ name }) => name === segment.name),
      ),
    ),
    schools,
    schoolIndex: indexSchools(schools),
    rates: newestOfEach(readAll(database, 'rate')),
  }
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
    const latest = newest.get(rate.product)
    if (!latest || latest.date < rate.date) newest.set(rate.product, rate)
  }
  return [...newest.values()].sort((a, b) => (a.product < b.product ? -1 : 1))
}
