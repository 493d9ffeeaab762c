import type { Database } from '../../../kit/postgres/database.ts'
import { WithheldList } from '../withheld-list.ts'
import { secretIn } from './tables.ts'

interface Row {
  readonly change: string
  readonly secret: Uint8Array
  readonly personId: string | null
  readonly erased: boolean | null
  readonly name: string | null
  readonly mark: string | null
}

/** One row of an empty list; none where it is as it was. One statement, and so one committed state. */
const CHANGED = `
  SELECT withheld.change, secret, person_id AS "personId", erased, name, mark
  FROM plat.withheld LEFT JOIN plat.suppression ON true LEFT JOIN plat.mark USING (number)
  WHERE withheld.change <> $1 ORDER BY erased`

/** The `change` of no list. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** Keeps a list in memory as the database has it. */
export class WithheldTable {
  readonly list: WithheldList
  readonly #database: Database
  #seenChange = NONE
  #refreshed: Promise<void> = Promise.resolve()

  private constructor(database: Database, secret: Uint8Array) {
    this.#database = database
    this.list = new WithheldList(secret)
  }

  /** Opens the table with the list as it is now. The tables of the database must be prepared. */
  static async open(database: Database): Promise<WithheldTable> {
    const secret = await secretIn(database)
    if (secret === undefined) throw new Error('the tables of withheld people were not prepared')
    const table = new WithheldTable(database, secret)
    await table.refresh()
    return table
  }

  /** Takes over what was changed since the last time, one look after the other. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshed.then(() => this.#refresh())
    this.#refreshed = refreshed.catch(() => {}) // whoever asked is told
    return refreshed
  }

  async #refresh(): Promise<void> {
    const rows = await this.#database.query<Row>({ name: 'withheld', text: CHANGED, values: [this.#seenChange] })
    const [first] = rows
    if (first === undefined) return // nothing has changed
    this.#seenChange = first.change
    // The last of several rows with one mark counts: that of somebody who is erased.
    const ids = rows.flatMap(({ personId: id, erased }) => (id === null ? [] : [{ id, erased: erased === true }]))
    const marks = rows.flatMap(({ name, mark, erased }) =>
      name === null || mark === null ? [] : [{ name, mark, erased: erased === true }],
    )
    this.list.take(first.change, ids, marks, first.secret)
  }
}
