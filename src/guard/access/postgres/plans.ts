import { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { Plan } from '../access.ts'
import { DEFAULT_PLANS } from '../default-plans.ts'
import { type Plans, readPlans } from '../plans.ts'

const LAST = 'SELECT number, yaml FROM plat.plans ORDER BY number DESC LIMIT 1'
const SAVE = 'INSERT INTO plat.plans (yaml) VALUES ($1)'
const SAVE_FIRST = 'INSERT INTO plat.plans (yaml) SELECT $1 WHERE NOT EXISTS (SELECT FROM plat.plans)'

/** The plans that all nodes share. Changes are loaded while the service runs. */
export class SharedPlans {
  /** Where the plans are stored, for messages. */
  readonly path: string
  readonly #database: Database
  readonly #log: Log
  #plans: Plans = new Map()
  /** The plans as the operator wrote them. */
  text = ''
  /**
   * Number and text of the last plans that were read. The number alone is not enough: after a failover, a standby may
   * have other plans under the same number.
   */
  #seen = ''

  private constructor(database: Database, log: Log) {
    this.path = `the plans of ${database.name}`
    this.#database = database
    this.#log = log
  }

  /** @param first The plans to store if the database has no plans. */
  static async open(database: Database, log: Log, first = DEFAULT_PLANS): Promise<SharedPlans> {
    const plans = new SharedPlans(database, log)
    readPlans(first, 'plans.yaml')
    await database.query({ name: 'plans-first', text: SAVE_FIRST, values: [first] })
    await plans.followNow()
    return plans
  }

  /**
   * Opens the plans without writing.
   * @param first The current plans as long as the database has no plans.
   */
  static async read(database: Database, log: Log, first = DEFAULT_PLANS): Promise<SharedPlans> {
    const plans = new SharedPlans(database, log)
    plans.#plans = readPlans(first, 'plans.yaml')
    plans.text = first
    await plans.followNow()
    return plans
  }

  /** Returns the current plans as text; undefined if the database has none. */
  static async text(database: Database): Promise<string | undefined> {
    const [row] = await database.query<{ yaml: string }>({ name: 'plans-last', text: LAST })
    return row?.yaml
  }

  /**
   * Replaces the current plans of all nodes with the plans in a file. Throws a CommandFault and changes nothing if the
   * file is invalid.
   */
  static async save(database: Database, yaml: string, path: string): Promise<void> {
    readPlans(yaml, path)
    await database.query({ name: 'plans-save', text: SAVE, values: [yaml] })
  }

  get(name: string): Plan | undefined {
    return this.#plans.get(name)
  }

  get plans(): Plans {
    return this.#plans
  }

  get names(): readonly string[] {
    return [...this.#plans.keys()]
  }

  follow(): Promise<boolean> {
    return this.followNow()
  }

  /** Loads newer plans and returns whether there were any. Logs and ignores plans that this version cannot read. */
  async followNow(): Promise<boolean> {
    const [row] = await this.#database.query<{ number: number; yaml: string }>({ name: 'plans-last', text: LAST })
    if (row === undefined || `${row.number} ${row.yaml}` === this.#seen) return false
    this.#seen = `${row.number} ${row.yaml}`
    try {
      this.#plans = readPlans(row.yaml, this.path)
      this.text = row.yaml
      return true
    } catch (error) {
      if (!(error instanceof CommandFault) || this.#plans.size === 0) throw error
      this.#log.warn({}, `${error.message} The plans stay as they were.`)
      return false
    }
  }
}
