import { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { Plan } from '../access.ts'
import { DEFAULT_PLANS } from '../default-plans.ts'
import { type Plans, readPlans } from '../plans.ts'

const LAST = 'SELECT number, yaml FROM plat.plans ORDER BY number DESC LIMIT 1'
const SAVE = 'INSERT INTO plat.plans (yaml) VALUES ($1)'
const SAVE_FIRST = 'INSERT INTO plat.plans (yaml) SELECT $1 WHERE NOT EXISTS (SELECT FROM plat.plans)'

/** The plans that all nodes share, followed while the service runs. */
export class SharedPlans {
  /** For sentences. */
  readonly path: string
  readonly #database: Database
  readonly #log: Log
  #plans: Plans = new Map()
  /** The text that the operator wrote. */
  text = ''
  /** Also its text: where a standby took over that lacks the last plans, others may have their number. */
  #seen = ''

  private constructor(database: Database, log: Log) {
    this.path = `the plans of ${database.name}`
    this.#database = database
    this.#log = log
  }

  /** `first`: the text of a plans file, which becomes the plans where there are none. */
  static async open(database: Database, log: Log, first = DEFAULT_PLANS): Promise<SharedPlans> {
    const plans = new SharedPlans(database, log)
    readPlans(first, 'plans.yaml')
    await database.query({ name: 'plans-first', text: SAVE_FIRST, values: [first] })
    await plans.followNow()
    return plans
  }

  /** Opens them without writing any: `first` counts for as long as there are none. */
  static async read(database: Database, log: Log, first = DEFAULT_PLANS): Promise<SharedPlans> {
    const plans = new SharedPlans(database, log)
    plans.#plans = readPlans(first, 'plans.yaml')
    plans.text = first
    await plans.followNow()
    return plans
  }

  /** The text that is in force; undefined where there is none yet. */
  static async text(database: Database): Promise<string | undefined> {
    const [row] = await database.query<{ yaml: string }>({ name: 'plans-last', text: LAST })
    return row?.yaml
  }

  /** Puts a plans file into force on all nodes; throws a CommandFault, and changes nothing, where it is broken. */
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

  /** Takes over newer plans. True when there are some; those of a newer Plat that cannot be read change nothing. */
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
