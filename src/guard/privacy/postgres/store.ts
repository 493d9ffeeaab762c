import type { Randomness } from '../../../kit/algorithms/randomness.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import type { Log } from '../../../kit/base/log.ts'
import { programFile } from '../../../kit/base/program.ts'
import { Database, type DatabaseOptions } from '../../../kit/postgres/database.ts'
import { DatabaseClock } from '../../../kit/postgres/database-clock.ts'
import { followed, REGAINED } from '../../../kit/postgres/followed.ts'
import { Following } from '../../../kit/postgres/following.ts'
import { migrate, readPart } from '../../../kit/postgres/migrations.ts'
import { statementsOf } from '../../../kit/postgres/statements.ts'
import { Turns } from '../../../kit/postgres/turns.ts'
import { inBackground } from '../../../kit/store/background.ts'
import type { Statements } from '../../../kit/store/statements.ts'
import { Trouble } from '../../../kit/store/trouble.ts'
import { type PeopleStore, SECRET_BYTES, type StoredEntry } from '../people-store.ts'

/** How often to check for changes, in case a notification was lost. */
const REFRESH_MS = 250
/** How often to compare the clock with the database's clock. */
const CLOCK_MS = 10_000

/** The NOTIFY channel for changes of the list. */
const CHANNEL = 'plat_withheld'

/**
 * Begins a change of the list and sends a notification with the commit. Changes run one at a time across all nodes and
 * commands.
 */
export const CHANGE_LIST = `UPDATE plat.withheld SET change = gen_random_uuid(); NOTIFY ${CHANNEL}`

const FIRST_SECRET = 'INSERT INTO plat.withheld (secret) VALUES ($1) ON CONFLICT DO NOTHING'

const APPEND = `
  INSERT INTO plat.audit (at_ms, key_id, label, operation, subject, request_id)
  SELECT at_ms, key_id, label, operation, subject, request_id
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
    AS entry(at_ms, key_id, label, operation, subject, request_id, place)
  ORDER BY place`

interface Waiting {
  readonly entry: StoredEntry
  readonly done: (waitedFor: undefined) => void
  readonly failed: (error: unknown) => void
}

/** The list of withheld people and the audit log, in a database that nodes share. */
export class PeopleDatabase implements PeopleStore {
  readonly state = 'SELECT secret, CAST(change AS text) AS change FROM plat.withheld'
  readonly auditOrder = 'at_ms, number'
  readonly auditAfter = '(at_ms, number) > ($1, $2)'
  readonly query: Statements['query']
  readonly #database: Database
  /** Writes all entries of one turn of the event loop in one statement. */
  readonly #entries = new Turns<Waiting>((waiting) => this.#send(waiting))
  #following: Following | undefined
  #timer: NodeJS.Timeout | undefined

  private constructor(database: Database) {
    this.query = statementsOf(database).query
    this.#database = database
  }

  /** Opens the store. Creates or upgrades the tables. */
  static async open(at: DatabaseOptions, randomness: Randomness): Promise<PeopleDatabase> {
    const database = await Database.open({ ...at, channel: CHANNEL })
    try {
      await preparePeople(database, randomness)
      return new PeopleDatabase(database)
    } catch (error) {
      await database.close()
      throw error
    }
  }

  change<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    return this.#database.inTransaction(async (connection) => {
      await connection.run(CHANGE_LIST)
      return change(statementsOf(connection))
    })
  }

  follow(look: () => Promise<void>, log: Log, consequence: string): void {
    this.#following = new Following({ database: this.#database, look, pollMs: REFRESH_MS, log, consequence })
  }

  append(entry: StoredEntry): Promise<undefined> {
    return new Promise((done, failed) => this.#entries.add({ entry, done, failed }))
  }

  async clockOf(own: Clock, log?: Log): Promise<Clock> {
    const clock = await DatabaseClock.open(this.#database, own)
    if (log !== undefined) this.#timer = inBackground(() => clock.follow(), CLOCK_MS, followed(this.#database, log))
    return clock
  }

  trouble(log: Log, consequence: string): Trouble {
    return new Trouble(this.#database.name, log, consequence, REGAINED)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#following?.stop()
    await this.#entries.flush()
    await this.#database.close()
  }

  async #send(waiting: readonly Waiting[]): Promise<void> {
    try {
      const values = [0, 1, 2, 3, 4, 5].map((column) => waiting.map(({ entry }) => entry[column]))
      await this.#database.query({ name: 'audit', text: APPEND, values })
      for (const { done } of waiting) done(undefined)
    } catch (error) {
      // Entries that arrived during the statement fail as well, because waiting for another time-out would help nobody.
      for (const { failed } of [...waiting, ...this.#entries.takeWaiting()]) failed(error)
    }
  }
}

/** Creates or upgrades the tables of withheld people and the audit log. Several nodes may do this concurrently. */
export async function preparePeople(database: Database, randomness: Randomness): Promise<void> {
  await migrate(database, readPart('people', programFile('src/guard/privacy/postgres/migrations/')))
  const [withheld] = await database.query({ name: 'withheld-there', text: 'SELECT single FROM plat.withheld' })
  if (withheld !== undefined) return
  await database.query({ name: 'withheld-secret', text: FIRST_SECRET, values: [randomness(SECRET_BYTES)] })
}
