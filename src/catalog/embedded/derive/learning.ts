import type { DatabaseSync } from 'node:sqlite'
import type { PlaceAddress } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions/regions.ts'
import { derivedFrom } from '../../facts/stored-home.ts'
import { ValueTally } from '../../facts/value-tally.ts'
import { NO_ROWS, storeRows } from '../derived-rows.ts'
import { ESTIMATORS, isLearnt, isOutdated } from '../estimators/stored.ts'
import { meta, setMeta } from '../meta.ts'
import { RecordReader } from '../records.ts'
import { readSegments } from '../segments.ts'
import { PLACES } from './home-tallies.ts'

/**
 * Row of `meta`: the base of homes that estimators were trained beside. Empty while nothing is trained yet; missing in a
 * sample, since what is invented says nothing about what homes are worth.
 */
const LEARNT = 'learnt'

/** Has estimators be trained after the commit if the catalogue has homes of its own and never learnt from any. */
export function noteUnlearnt(database: DatabaseSync): void {
  const isDue = meta(database, 'kind') !== 'sample' && meta(database, LEARNT) === undefined
  if (isDue) setMeta(database, LEARNT, '')
}

/** Forgets at once what was learnt, and has estimators be trained after the commit. */
export function forgetLearnt(database: DatabaseSync): void {
  if (!isLearnt(database)) return
  storeRows(database, { ...NO_ROWS, tables: { [ESTIMATORS]: [] } })
  setMeta(database, LEARNT, '')
}

/** Keeps what was learnt when the base is stored again with other cards and the same homes. */
export function keepLearnt(database: DatabaseSync, before: string | undefined): void {
  const base = readSegments(database, 'home').segments[0]?.name
  if (base !== undefined && before !== undefined && meta(database, LEARNT) === before) setMeta(database, LEARNT, base)
}

/**
 * The base that was stored since estimators were trained: a tenth of the homes are others. Also the same one, where an
 * older version of Plat trained them.
 */
export function baseToLearn(database: DatabaseSync): string | undefined {
  const learnt = meta(database, LEARNT)
  const base = readSegments(database, 'home').segments[0]?.name
  return learnt === undefined || (learnt === base && !isOutdated(database)) ? undefined : base
}

/** Where changes are stored: one transaction that others do not wait for long. */
interface Writes {
  atOnce<T>(work: (database: DatabaseSync) => T): T
}

/**
 * Trains estimators where another base has made it due. Records are read as they are at that moment, so that no
 * state is held; what was trained is stored with another revision, since answers change. It is dropped where an import
 * has learnt meanwhile. Returns whether it was stored. `look` is called often, and throws to end the work.
 */
export function learnAside(database: DatabaseSync, writes: Writes, look = () => {}): boolean {
  const base = baseToLearn(database)
  if (base === undefined) return false
  const rows = tallied(database, look).rows(undefined, look)
  return writes.atOnce((writing) => {
    if (baseToLearn(writing) === undefined) return false
    setMeta(writing, LEARNT, base)
    if (rows.length === 0 && !isLearnt(writing)) return false // nothing is known of any market, as before
    storeRows(writing, { ...NO_ROWS, tables: { [ESTIMATORS]: rows } })
    setMeta(writing, 'revision', String(Number(meta(writing, 'revision') ?? '0') + 1))
    return true
  })
}

/** Homes read between two looks. */
const HOMES_PER_LOOK = 1000

function tallied(database: DatabaseSync, look: () => void): ValueTally {
  const storedPlaces: readonly PlaceAddress[] = JSON.parse(meta(database, PLACES) ?? '[]')
  const places = new RegionTally(undefined, storedPlaces)
  const tally = new ValueTally()
  const records = new RecordReader(database, 'home')
  const ids = Float64Array.from(database.prepare('SELECT id FROM home ORDER BY id').all(), ({ id }) => Number(id))
  for (const [at, id] of ids.entries()) {
    if (at % HOMES_PER_LOOK === 0) look()
    const json = records.json(id)
    if (json === undefined) continue // it was removed
    const home = derivedFrom(json, true)
    const place = places.placeOf(home.address)
    if (place < storedPlaces.length) tally.add(home, place) // else an import has just brought it, and numbers it
  }
  return tally
}
