import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import type { BackgroundStore } from '../../kit/store/background.ts'
import type { KeyStore } from './key-store.ts'
import type { FollowedPlans } from './keys.ts'
import type { LedgerStore } from './ledger-store.ts'

export interface LedgerOptions {
  /** Folder of `access.sqlite` and `plans.yaml`. It must exist; missing files are created. */
  readonly dataDir: string
  /** Stores keys, plans and credits of all nodes, instead of the folder. `migrateAccess` must have made its tables. */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly log: Log
}

/** The parts of a ledger that differ between a folder and a database. */
export interface LedgerBackend {
  readonly keys: KeyStore
  readonly plans: FollowedPlans
  readonly store: LedgerStore
  readonly clock: Clock
  /** For log messages about the store. */
  readonly background: BackgroundStore
}
