import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import { guarded } from '../../../kit/store/store-fault.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import type { PlaceAddress } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions/regions.ts'
import { derivedFrom } from '../../facts/stored-home.ts'
import { ValueTally } from '../../facts/value-tally.ts'
import type { EstimatorRow } from '../../facts/value-training.ts'
import { NO_ROWS, storeRows } from '../derived-rows.ts'
import { ESTIMATORS, isLearnt, isOutdated } from '../estimators/stored.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { LEARN_LOCK, WriterLock } from '../lock.ts'
import { meta, setMeta } from '../meta.ts'
import { RecordReader } from '../records.ts'
import { storeRowCounts } from '../row-checks.ts'
import { changeTable } from '../schema.ts'
import { PLACES } from './home-tallies.ts'

/**
 * Row of `meta`: the number of the last change of a home when estimators were trained. Empty while nothing is trained
 * yet; missing in a sample, since what is invented says nothing about what homes are worth.
 */
const LEARNT = 'learnt'

/** The share of changed homes at which estimators are trained again. */
const CHANGED_SHARE = 0.1

/** A writer that finds the file locked tries again after this pause. */
const LOOK_MS = 50

/** Has estimators be trained after the commit if the catalog has homes of its own and never learned from any. */
export function noteUnlearnt(database: DatabaseSync): void {
  const isDue = meta(database, 'kind') !== 'sample' && meta(database, LEARNT) === undefined
  if (isDue) setMeta(database, LEARNT, '')
}

/** Forgets at once what was learned, and has estimators be trained after the commit. */
export function forgetLearnt(database: DatabaseSync): void {
  if (!isLearnt(database)) return
  storeRows(database, { ...NO_ROWS, tables: { [ESTIMATORS]: [] } })
  setMeta(database, LEARNT, '')
}

/**
 * Whether estimators are to be trained: none are, a tenth of the homes has changed since, or an older version of Plat
 * trained them.
 */
export function isToLearn(database: DatabaseSync): boolean {
  const learnt = meta(database, LEARNT)
  if (learnt === undefined) return false
  if (learnt === '' || isOutdated(database)) return true
  const { home = 0 } = JSON.parse(meta(database, 'counts') ?? '{}')
  const changed = `SELECT 1 FROM ${changeTable('home')} WHERE sequence > ? LIMIT ?`
  const most = Math.ceil(CHANGED_SHARE * home)
  const row = database.prepare(`SELECT count(*) AS homes FROM (${changed})`).get(Number(learnt), most + 1)
  return Number(row?.homes) > most
}

/**
 * Trains estimators if they are due, unless another process does. Records are read as they are at that moment, so that
 * no state is held; the result is stored with another revision, since answers change. It is dropped if another process
 * has learned in between. `look` is called often, and throws to end the work.
 */
export function learnAside(path: string, look = () => {}): void {
  const lock = unlessBusy(() => new WriterLock(dirname(path), LEARN_LOCK))
  if (lock === undefined) return
  try {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      guarded(path, CATALOG_FORMAT, () => learn(database, path, look))
    } finally {
      database.close()
    }
  } finally {
    lock.release()
  }
}

/** Learns after a commit, which is served already. If that fails, a service does it; returns why it failed. */
export function learnAfterCommit(path: string, look: () => void): string | undefined {
  try {
    learnAside(path, look)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error) // the commit stands
  }
}

function learn(database: DatabaseSync, path: string, look: () => void): void {
  if (!isToLearn(database)) return
  const change = database.prepare(`SELECT max(sequence) AS last FROM ${changeTable('home')}`).get()
  const rows = tallied(database, look).rows(undefined, look)
  beginAfterOthers(database, path, look)
  try {
    if (isToLearn(database)) storeLearnt(database, rows, Number(change?.last ?? 0))
    database.exec('COMMIT')
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK') // a full disk has already rolled it back
  }
}

function storeLearnt(database: DatabaseSync, rows: readonly EstimatorRow[], lastChange: number): void {
  setMeta(database, LEARNT, String(lastChange))
  if (rows.length === 0 && !isLearnt(database)) return // nothing is known of any market, as before
  storeRows(database, { ...NO_ROWS, tables: { [ESTIMATORS]: rows } })
  setMeta(database, 'revision', String(Number(meta(database, 'revision') ?? '0') + 1))
  storeRowCounts(database)
}

/** Begins a transaction, waiting for other writers however long they take. */
function beginAfterOthers(database: DatabaseSync, path: string, look: () => void): void {
  database.exec('PRAGMA busy_timeout = 0')
  while (!isBegun(database, path)) {
    look()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS)
  }
}

function isBegun(database: DatabaseSync, path: string): boolean {
  return (
    unlessBusy(() => {
      guarded(path, CATALOG_FORMAT, () => database.exec('BEGIN IMMEDIATE'))
      return true
    }) ?? false
  )
}

/** Does what `work` does; returns undefined while another process is at it. */
function unlessBusy<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.busy) return undefined
    throw error
  }
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
