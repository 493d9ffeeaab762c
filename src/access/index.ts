import { randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import { StoreWriter } from '../base/store-writer.ts'
import type { Access } from './access.ts'
import { EmbeddedAccess } from './embedded/access.ts'
import { EmbeddedKeyring } from './embedded/keyring.ts'
import { Revocations } from './embedded/revocations.ts'
import { ACCESS_FORMAT, openStore, storePath } from './embedded/store.ts'
import type { Randomness } from './key-text.ts'
import type { Keyring } from './keyring.ts'
import { PlansFile } from './plans-file.ts'

export { type BucketLimit, corrected, taken, waitMs } from './bucket.ts'
export { DEMO_KEY, type Randomness } from './key-text.ts'
export type { IssuedKey, KeyInfo, Keyring } from './keyring.ts'
export { missRateOf } from './rates.ts'
export { requireOpen } from './refusals.ts'

export interface AccessOptions {
  /** Folder of `access.sqlite` and `plans.yaml`; it must exist, the files are made where they are missing. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  /** Whether the demo key may be used now: asked again at every call that brings it. */
  readonly demo: () => boolean
  readonly randomness?: Randomness
}

const WRITER_ID_BYTES = 12

/**
 * Opens the access of a data folder. Rejects with a CommandFault of one sentence when the folder, the plans or the
 * store cannot be used; then nothing in them was changed.
 */
export async function openAccess(options: AccessOptions): Promise<Access & { refresh(): void }> {
  const { dataDir, clock, log, demo, randomness = randomBytes } = options
  const store = openStore(dataDir, false)
  const path = storePath(dataDir)
  try {
    const plans = new PlansFile(dataDir, log)
    const writer = new StoreWriter({ path, names: ACCESS_FORMAT, durable: false })
    const writerId = Buffer.from(randomness(WRITER_ID_BYTES)).toString('base64url')
    const revocations = new Revocations(dataDir)
    return new EmbeddedAccess({ store, writer, writerId, path, plans, revocations, clock, log, demo })
  } catch (error) {
    store.close()
    throw error
  }
}

/** Reads all of the folder's keys and credits; undefined when it has none. */
export function checkKeys(dataDir: string): StoreReport | undefined {
  return reportOn(storePath(dataDir), ACCESS_FORMAT)
}

/** Opens a data folder's keys for administration, beside a running service or without one; rejects as `openAccess`. */
export async function openKeyring(dataDir: string, clock: Clock, randomness: Randomness): Promise<Keyring> {
  const store = openStore(dataDir, true)
  try {
    const plans = new PlansFile(dataDir, silentLog)
    const revocations = new Revocations(dataDir)
    return new EmbeddedKeyring({ store, path: storePath(dataDir), plans, revocations, clock, randomness })
  } catch (error) {
    store.close()
    throw error
  }
}
