import type { DatabaseSync } from 'node:sqlite'
import { checkAll } from './store-check.ts'

/**
 * Upgrades a store from one version to the next, within a transaction that the caller begins and commits. A step never
 * changes: it names its tables itself, and imports nothing from today's schema, which may change.
 */
export interface UpgradeStep {
  /** The version before the step. The step leads to the next version. */
  readonly from: number
  run(database: DatabaseSync, onProgress: (done: number, total: number) => void): void
}

/**
 * Upgrades a store to a version in one transaction. If the process ends early, the store stays unchanged. Readers see
 * the old state until the commit. If the store is damaged, changes nothing and returns the problem.
 */
export function upgrade(
  database: DatabaseSync,
  { version, steps }: { readonly version: number; readonly steps: readonly UpgradeStep[] },
  onProgress: (done: number, total: number) => void = () => {},
): string | undefined {
  // A moved record must leave no copy behind, because a later erasure overwrites only the record's current place.
  database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
  try {
    const [problem] = checkAll(database)
    if (problem === undefined) runSteps(database, version, steps, onProgress)
    database.exec(problem === undefined ? 'COMMIT' : 'ROLLBACK')
    return problem
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK') // on a full disk, SQLite has already rolled back
    throw error
  }
}

/**
 * Runs the steps from the current version on. Reads the version again, because another process may have been faster.
 */
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
