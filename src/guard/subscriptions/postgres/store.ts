import { programFile } from '../../../kit/base/program.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { migrate, readPart } from '../../../kit/postgres/migrations.ts'
import { statementsOf } from '../../../kit/postgres/statements.ts'
import type { Statements } from '../../../kit/store/statements.ts'
import type { Changing, SubscriptionStore } from '../subscription-store.ts'

/** Subscriptions in a database that nodes share. */
export class SubscriptionDatabase implements SubscriptionStore {
  readonly query: Statements['query']
  readonly #database: Database

  private constructor(database: Database) {
    this.query = statementsOf(database).query
    this.#database = database
  }

  /** Creates or upgrades the tables. Closing the subscriptions closes the database. */
  static async open(database: Database): Promise<SubscriptionDatabase> {
    await migrate(database, readPart('subscriptions', programFile('src/guard/subscriptions/postgres/migrations/')))
    return new SubscriptionDatabase(database)
  }

  change(statements: readonly Changing[]): Promise<void> {
    return this.#database.inTransaction(async (connection) => {
      const { query } = statementsOf(connection)
      for (const { text, values } of statements) await query(text, values)
    })
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
