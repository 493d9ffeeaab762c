import { type MainAccess, openKeysRead } from '../../guard/access/index.ts'
import { endRefused, SUBSCRIPTIONS_FORMAT, type Subscriptions } from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { inBackground } from '../../kit/store/background.ts'
import { accessUrlOf, databaseOf } from './database.ts'

/**
 * How often to look for expired or revoked keys. Revoking a key normally deletes its searches immediately; this check
 * also handles expired keys and failures.
 */
const LOOK_MS = 600_000

export interface RefusedKeysParts {
  readonly settings: Settings
  readonly access: Pick<MainAccess, 'plans'>
  readonly subscriptions: Subscriptions
  readonly clock: Clock
  readonly log: Log
}

/**
 * Starts a timer that deletes the searches and webhooks of expired and revoked keys. Returns a function that stops the
 * timer.
 */
export function endSubscriptionsOfRefusedKeys(parts: RefusedKeysParts): () => void {
  const { settings, access, subscriptions, clock, log } = parts
  const { data: dataDir } = settings
  const primary = databaseOf(settings)
  const database = primary && { ...primary, url: accessUrlOf(settings), connections: 1 }
  const look = async () => {
    const keys = await openKeysRead(dataDir, database, await access.plans(), clock)
    try {
      await endRefused(subscriptions, await keys.refused())
    } finally {
      keys.close()
    }
  }
  const store = { path: dataDir, names: SUBSCRIPTIONS_FORMAT, log, consequence: 'Plat will try again.' }
  const timer = inBackground(look, LOOK_MS, store)
  return () => clearInterval(timer)
}
