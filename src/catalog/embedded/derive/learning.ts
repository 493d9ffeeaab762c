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
import { ESTIMATORS, hasMarkets, isOutdated } from '../estimators/stored.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { LEARN_LOCK, WriterLock } from '../lock.ts'
import { meta, setMeta } from '../meta.ts'
import { RecordReader } from '../records.ts'
import { RECORD_COUNTS, storeRowCounts } from '../row-checks.ts'
import { changeTable } from '../schema.ts'
import { PLACES } from './home-tallies.ts'

/**
 * Row of the table `meta`: the sequence number of the last change that training used. Empty if no training is stored.
 * Missing in a sample, which is never trained, since invented data says nothing about the value of homes.
 */
const LEARNED = 'learnt'

/** Estimators are trained again once this share of all homes has changed. */
const CHANGED_SHARE = 0.1

/** Milliseconds between two attempts of a writer that finds the file locked. */
const LOOK_MS = 50

/** Schedules training after the commit, if the catalog has real homes and estimators were never trained. */
export function scheduleFirstTraining(database: DatabaseSync): void {
  const isDue = meta(database, 'kind') !== 'sample' && meta(database, LEARNED) === undefined
  if (isDue) setMeta(database, LEARNED, '')
}

/** Removes all estimators immediately, and schedules training after the commit. */
export function removeEstimators(database: DatabaseSync): void {
  if (!hasMarkets(database)) return
  storeRows(database, { ...NO_ROWS, tables: { [ESTIMATORS]: [] } })
  setMeta(database, LEARNED, '')
}

/**
 * Whether training is due: nothing is trained yet, a tenth of the homes has changed since the last training, or an
 * older version of Plat did the training.
 */
export function isTrainingDue(database: DatabaseSync): boolean {
  const lastLearned = meta(database, LEARNED)
  if (lastLearned === undefined) return false
  if (lastLearned === '' || isOutdated(database)) return true
  const { home = 0 } = JSON.parse(meta(database, RECORD_COUNTS) ?? '{}')
  const changed = `SELECT 1 FROM ${changeTable('home')} WHERE sequence > ? LIMIT ?`
  const most = Math.ceil(CHANGED_SHARE * home)
  const row = database.prepare(`SELECT count(*) AS homes FROM (${changed})`).get(Number(lastLearned), most + 1)
  return Number(row?.homes) > most
}

/**
 * Trains estimators if training is due and no other process is training. Reads records one by one, so that it blocks no
 * other process. The result is stored with a new revision, since answers change, or discarded if another process
 * finished first. `look` is called often, and throws to stop the training.
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

/**
 * Trains estimators after a commit that is already being served. If training fails, returns the reason; a service then
 * tries again.
 */
export function learnAfterCommit(path: string, look: () => void): string | undefined {
  try {
    learnAside(path, look)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error) // the commit itself has succeeded
  }
}

function learn(database: DatabaseSync, path: string, look: () => void): void {
  if (!isTrainingDue(database)) return
  const change = database.prepare(`SELECT max(sequence) AS last FROM ${changeTable('home')}`).get()
  const rows = tallied(database, look).rows(undefined, look)
  beginAfterOthers(database, path, look)
  try {
    if (isTrainingDue(database)) storeEstimators(database, rows, Number(change?.last ?? 0))
    database.exec('COMMIT')
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK') // if the disk is full, SQLite has already rolled back
  }
}

function storeEstimators(database: DatabaseSync, rows: readonly EstimatorRow[], lastChange: number): void {
  setMeta(database, LEARNED, String(lastChange))
  if (rows.length === 0 && !hasMarkets(database)) return // nothing was trained, before or now
  storeRows(database, { ...NO_ROWS, tables: { [ESTIMATORS]: rows } })
  setMeta(database, 'revision', String(Number(meta(database, 'revision') ?? '0') + 1))
  storeRowCounts(database)
}

/** Begins a transaction, after waiting for other writers for as long as necessary. */
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

/** Returns the result of `work`, or undefined if another process has locked the file. */
function unlessBusy<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof CommandFault && error.exitCode === EXIT.busy) return undefined
    throw error
  }
}

/** How many homes to read between two calls of `look`. */
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
    if (json === undefined) continue // undefined if the home was removed
    const home = derivedFrom(json, true)
    const place = places.placeOf(home.address)
    if (place < storedPlaces.length) tally.add(home, place) // a new import may have numbered the places differently
  }
  return tally
}
