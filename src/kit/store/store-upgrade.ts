import type { DatabaseSync } from 'node:sqlite'
import { checkAll } from './store-check.ts'

/** Brings a store from one version to the next, within a transaction that the caller begins and commits. */
export interface UpgradeStep {
  /** The version that it begins with. It ends with the next one. */
  readonly from: number
  run(database: DatabaseSync, onProgress: (done: number, total: number) => void): void
}

/**
 * Upgrades a store to a version in one transaction: a process that ends on the way leaves it as it was, and readers
 * continue with the old state. Nothing is changed if the store is damaged, which is returned.
 */
export function upgrade(
  database: DatabaseSync,
  { version, steps }: { readonly version: number; readonly steps: readonly UpgradeStep[] },
  onProgress: (done: number, total: number) => void = () => {},
): string | undefined {
  // Records that move must leave no copy behind, because an erasure later on writes zeros only where the record stands
  // by then
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

/** The version is read once more, because another process may have been faster. */
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
