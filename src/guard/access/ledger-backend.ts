import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import type { BackgroundStore } from '../../kit/store/background.ts'
import type { KeyStore } from './key-store.ts'
import type { FollowedPlans } from './keys.ts'
import type { LedgerStore } from './ledger-store.ts'

export interface LedgerOptions {
  /** Contains `access.sqlite` and `plans.yaml`, which are created if missing. The folder itself must exist. */
  readonly dataDir: string
  /** The database that all nodes share, used instead of the folder. `migrateAccess` must have created its tables. */
  readonly database?: DatabaseOptions | undefined
  readonly clock: Clock
  readonly log: Log
}

/** The parts of a ledger that are different in a folder and in a database. */
export interface LedgerBackend {
  readonly keys: KeyStore
  readonly plans: FollowedPlans
  readonly store: LedgerStore
  readonly clock: Clock
  /** The name of the store in log messages. */
  readonly background: BackgroundStore
}
