import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Clock, DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { numberOf, openStoreFile } from '../../../kit/store/store-file.ts'
import { PLANS_FILE, PlansFile } from '../plans-file.ts'
import { DEMO_KEY_ID } from '../stored-key.ts'
import { ACCESS_FORMAT, guardedStore, storePath } from './store.ts'

/**
 * Tells what does not fit together in keys, credits and plans of a data folder, a sentence each; nothing is changed.
 * Throws a CommandFault where the key file cannot be read. A file of another format is not looked into.
 */
export function checkLedger(dataDir: string, clock: Clock): readonly string[] {
  const path = storePath(dataDir)
  const plans = plansIn(dataDir)
  if (!existsSync(path)) return plans.findings
  const store = openStoreFile(path, ACCESS_FORMAT, { anyVersion: true })
  try {
    return guardedStore(path, () => {
      if (numberOf(store, 'user_version') !== ACCESS_FORMAT.version) return plans.findings
      return [...plans.findings, ...sumsThatDoNotFit(store, clock), ...keysWithoutPlan(store, plans.names)]
    })
  } finally {
    store.close()
  }
}

function plansIn(dataDir: string): { findings: readonly string[]; names: readonly string[] | undefined } {
  if (!existsSync(join(dataDir, PLANS_FILE))) return { findings: [], names: undefined }
  try {
    return { findings: [], names: new PlansFile(dataDir, silentLog).names }
  } catch (error) {
    if (error instanceof CommandFault) return { findings: [error.message], names: undefined }
    throw error
  }
}

function sumsThatDoNotFit(store: DatabaseSync, clock: Clock): readonly string[] {
  const tomorrow = dayOf(clock.now() + DAY_MS)
  const counts: readonly (readonly [sql: string, (count: number) => string])[] = [
    [
      'SELECT count(*) AS count FROM usage WHERE calls < 0 OR credits < 0',
      (count) => `Some sums of usage (${count}) are below zero: put a backup back.`,
    ],
    [
      `SELECT count(*) AS count FROM usage WHERE key_id <> '${DEMO_KEY_ID}' AND key_id NOT IN (SELECT id FROM key)`,
      (count) => `Some sums of usage (${count}) are of keys that the key file does not have: put a backup back.`,
    ],
    [
      `SELECT count(*) AS count FROM usage WHERE day > '${tomorrow}'`,
      (count) =>
        `Some sums of usage (${count}) are of days to come: the clock of this machine is behind, or was ahead.`,
    ],
  ]
  return counts.flatMap(([sql, sentence]) => {
    const count = Number(store.prepare(sql).get()?.count)
    return count === 0 ? [] : sentence(count)
  })
}

function keysWithoutPlan(store: DatabaseSync, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return []
  const keys = store.prepare('SELECT id, plan FROM key WHERE revoked_ms IS NULL ORDER BY id').all()
  const usable = keys.map(({ id, plan }) => ({ id: String(id), plan: String(plan) }))
  return usable
    .filter(({ plan }) => !names.includes(plan))
    .map(
      ({ id, plan }) =>
        `The key ${id} has the plan "${plan}", which plans.yaml lacks: its calls get a 403 until ./plat keys plan ${id} NAME, or the plan is back.`,
    )
}
