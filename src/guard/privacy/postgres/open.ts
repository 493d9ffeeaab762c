import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../kit/base/clock.ts'
import type { Log } from '../../../kit/base/log.ts'
import { Database, type DatabaseOptions } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import { followed, REGAINED } from '../../../kit/postgres/followed.ts'
import { Following } from '../../../kit/postgres/following.ts'
import { inBackground } from '../../../kit/store/background.ts'
import { Trouble } from '../../../kit/store/trouble.ts'
import { forWriting, KeyedHomeIds } from '../home-ids.ts'
import type { FollowedWithheld, PeopleAdmin, Privacy, StoreIds, WithheldPeople } from '../privacy.ts'
import { AuditLog } from './audit-log.ts'
import { PostgresPeopleAdmin } from './people-admin.ts'
import { preparePeople, type Randomness, WITHHELD_CHANNEL } from './tables.ts'
import { WithheldTable } from './withheld-table.ts'

/** How often to look for a change of the list where none is announced, and at the clock of the database, which drifts. */
const REFRESH_MS = 250
const CLOCK_MS = 10_000

interface SharedPrivacyOptions {
  readonly clock: Clock
  readonly log: Log
  readonly randomness: Randomness
}

/** Privacy in a database that nodes share. */
export function databasePrivacy(at: DatabaseOptions) {
  return {
    open: (options: SharedPrivacyOptions) => openShared(at, options),
    follow: (options: Omit<SharedPrivacyOptions, 'clock'>) => followShared(at, options),
    admin: (options: Omit<SharedPrivacyOptions, 'log'>) => openSharedAdmin(at, options),
    withheldNow: () => withheldIn(at),
  }
}

/** Privacy over a database that nodes share, whose tables are made where they are missing. */
function openShared(at: DatabaseOptions, { clock: own, log, randomness }: SharedPrivacyOptions): Promise<Privacy> {
  return over({ ...at, connections: 2, channel: WITHHELD_CHANNEL }, randomness, async (database) => {
    const clock = await DatabaseClock.open(database, own)
    const { withheld, refresh, stop } = await follow(database, log)
    const trouble = new Trouble(database.name, log, 'Until then calls about people wait, or are refused.', REGAINED)
    const audit = new AuditLog({ database, clock, trouble })
    const following = inBackground(() => clock.follow(), CLOCK_MS, followed(database, log))
    const close = async () => {
      clearInterval(following)
      await stop()
      await audit.flush()
      await database.close()
    }
    return { withheld, refresh, audit, close }
  })
}

/** Who is withheld, for a thread that writes no audit log. */
function followShared(
  at: DatabaseOptions,
  { log, randomness }: Omit<SharedPrivacyOptions, 'clock'>,
): Promise<FollowedWithheld> {
  return over({ ...at, connections: 1, channel: WITHHELD_CHANNEL }, randomness, async (database) => {
    const { withheld, refresh, stop } = await follow(database, log)
    const close = async () => {
      await stop()
      await database.close()
    }
    return { withheld, refresh, close }
  })
}

/** The suppression list and the audit log for administration. */
function openSharedAdmin(
  at: DatabaseOptions,
  { clock: own, randomness }: Omit<SharedPrivacyOptions, 'log'>,
): Promise<PeopleAdmin> {
  return over({ ...at, connections: 1 }, randomness, async (database) => {
    const clock = await DatabaseClock.open(database, own)
    return PostgresPeopleAdmin.open(database, clock, () => database.close())
  })
}

const KEEP_IDS = 'INSERT INTO plat.keyed_home SELECT unnest($1::int8[]) ON CONFLICT DO NOTHING'

function keepIds(ids: readonly number[], inDatabase?: StoreIds): void {
  inDatabase?.(KEEP_IDS, [ids])
}

function withheldIn(at: DatabaseOptions): Promise<WithheldPeople> {
  return over({ ...at, connections: 1 }, randomBytes, async (database) => {
    const { list } = await WithheldTable.open(database)
    const rows = await database.query<{ id: number }>({ name: 'keyed-homes', text: 'SELECT id FROM plat.keyed_home' })
    await database.close()
    const homeIds = new KeyedHomeIds(
      rows.map(({ id }) => id),
      keepIds,
    )
    return forWriting(list, homeIds)
  })
}

/** Opens a database with its tables, and closes it again where `open` fails. */
async function over<T>(
  at: DatabaseOptions,
  randomness: Randomness,
  open: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await Database.open(at)
  try {
    await preparePeople(database, randomness)
    return await open(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function follow(database: Database, log: Log) {
  const table = await WithheldTable.open(database)
  const refresh = () => table.refresh()
  const meanwhile = 'It is tried again.'
  const following = new Following({ database, look: refresh, pollMs: REFRESH_MS, log, meanwhile })
  return { withheld: table.list, refresh, stop: () => following.stop() }
}
