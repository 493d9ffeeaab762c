import type { DatabaseSync } from 'node:sqlite'
import { checkAll } from './store-check.ts'

/** Brings a store from one version to the next, within a transaction that somebody else began and commits. */
export interface UpgradeStep {
  /** The version that it begins with; it ends with the next one. */
  readonly from: number
  run(database: DatabaseSync, onProgress: (done: number, total: number) => void): void
}

/**
 * Brings a store up to a version in one transaction: a process that ends on the way leaves it as it was, and whoever
 * reads it goes on with what was there. Nothing is changed where something is damaged, which is returned.
 */
export function upgrade(
  database: DatabaseSync,
  { version, steps }: { readonly version: number; readonly steps: readonly UpgradeStep[] },
  onProgress: (done: number, total: number) => void = () => {},
): string | undefined {
  // What moves must leave no copy behind: an erasure later on writes zeros only where the record stands by then
  database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
  try {
    const [found] = checkAll(database)
    if (found === undefined) runSteps(database, version, steps, onProgress)
    database.exec(found === undefined ? 'COMMIT' : 'ROLLBACK')
    return found
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK') // a full disk has rolled it back already
    throw error
  }
}

/** The version is read once more: another process may have been faster. */
function runSteps(
  database: DatabaseSync,
  version: number,
  steps: readonly UpgradeStep[],
  onProgress: (done: number, total: number) => void,
): void {
  for (const step of steps) {
    if (Number(database.prepare('PRAGMA user_version').get()?.user_version) === step.from) {
      step.run(database, onProgress)
      database.exec(`PRAGMA user_version = ${step.from + 1}`)
    }
  }
  const reached = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (reached !== version) throw new Error(`the steps end with version ${reached}, not ${version}`)
}
