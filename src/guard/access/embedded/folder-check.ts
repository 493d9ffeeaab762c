import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import type { Statements } from '../../../kit/store/statements.ts'
import { versionIn } from '../../../kit/store/store-file.ts'
import { checkCredits } from '../ledger-check.ts'
import { PLANS_FILE, PlansFile } from '../plans-file.ts'
import { KeyFile } from './key-file.ts'
import { Revocations } from './revocations.ts'
import { ACCESS_FORMAT, openStoreForReading, storePath } from './store.ts'

/**
 * Returns a sentence for each inconsistency in the keys, credits and plans of a data folder. Changes nothing. Skips key
 * files of another format. Rejects with a CommandFault if the key file cannot be read.
 */
export async function checkFolderKeys(dataDir: string, clock: Clock): Promise<readonly string[]> {
  const path = storePath(dataDir)
  const { findings, names } = plansIn(dataDir)
  if (!existsSync(path) || versionIn(path, ACCESS_FORMAT) !== ACCESS_FORMAT.version) return findings
  const keys = new KeyFile(openStoreForReading(dataDir), path, new Revocations(dataDir, false))
  try {
    return [...findings, ...(await checkCredits(keys, clock.now())), ...(await keysWithoutPlan(keys, names))]
  } finally {
    await keys.close()
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

async function keysWithoutPlan(store: Statements, names: readonly string[] | undefined): Promise<readonly string[]> {
  if (names === undefined) return []
  const text = 'SELECT id, plan FROM plat.key WHERE revoked_ms IS NULL ORDER BY id'
  const keys = await store.query<{ id: string; plan: string }>(text)
  return keys
    .filter(({ plan }) => !names.includes(plan))
    .map(
      ({ id, plan }) =>
        `Key ${id} is on plan "${plan}", which plans.yaml does not have, so its calls get a 403: run ./plat keys plan ${id} NAME, or put the plan back.`,
    )
}
