import type { Clock } from '../../../kit/base/clock.ts'
import type { Connection, Database } from '../../../kit/postgres/database.ts'
import type { PersonMarks } from '../marks.ts'
import type { AuditEntry, AuditFilter, PeopleAdmin, Suppression, Whom, WithheldPeople } from '../privacy.ts'
import { entriesMeant, marksOfWhom, personIdOf } from '../whom.ts'
import { readAudit } from './audit-log.ts'
import { CHANGE_LIST } from './tables.ts'
import { WithheldTable } from './withheld-table.ts'

interface Row extends Omit<Suppression, 'personId'> {
  readonly personId: string | null
}

const LIST = `
  SELECT number, person_id AS "personId", erased, since_ms AS "sinceMs",
    (SELECT count(DISTINCT address) FROM plat.mark WHERE mark.number = suppression.number) AS addresses
  FROM plat.suppression WHERE $1::bigint IS NULL OR number = $1 ORDER BY number`

const BY_ID = 'SELECT number FROM plat.suppression WHERE person_id = $1'
const BY_MARK = `
  SELECT number FROM plat.mark JOIN plat.suppression USING (number)
  WHERE person_id IS NULL AND mark = ANY($1::text[]) ORDER BY number LIMIT 1`
const INSERT = 'INSERT INTO plat.suppression (person_id, erased, since_ms) VALUES ($1, false, $2) RETURNING number'
const ERASED = 'UPDATE plat.suppression SET erased = true WHERE number = $1'
const MARK = `
  INSERT INTO plat.mark (number, address, name, mark)
  SELECT $1, (SELECT coalesce(max(address), 0) FROM plat.mark WHERE number = $1) + address, $2, mark
  FROM unnest($3::int[], $4::text[]) AS each(address, mark) ON CONFLICT DO NOTHING`

const UNMARK = 'DELETE FROM plat.mark WHERE number = ANY($1::bigint[])'
const REMOVE = 'DELETE FROM plat.suppression WHERE number = ANY($1::bigint[])'

/** The suppression list in a database that running services read as well. */
export class PostgresPeopleAdmin implements PeopleAdmin {
  readonly #database: Database
  readonly #table: WithheldTable
  readonly #clock: Clock

  readonly #closes: () => Promise<void>

  private constructor(database: Database, table: WithheldTable, clock: Clock, closes: () => Promise<void>) {
    this.#database = database
    this.#table = table
    this.#clock = clock
    this.#closes = closes
  }

  /** The tables of the database must be prepared; `closes` is called at the end. */
  static async open(database: Database, clock: Clock, closes: () => Promise<void>): Promise<PostgresPeopleAdmin> {
    return new PostgresPeopleAdmin(database, await WithheldTable.open(database), clock, closes)
  }

  get withheld(): WithheldPeople {
    return this.#table.list
  }

  suppress(whom: Whom, erased: boolean): Promise<Suppression> {
    return this.#change(async (connection, secret) => {
      const marks = marksOfWhom(secret, whom)
      const number = await this.#numberFor(connection, personIdOf(whom), marks)
      if (erased) await connection.query({ name: 'people-erased', text: ERASED, values: [number] })
      const places = marks.at.flatMap((at, place) => at.map((mark) => ({ address: place + 1, mark })))
      const values = [number, marks.name, places.map(({ address }) => address), places.map(({ mark }) => mark)]
      await connection.query({ name: 'people-mark', text: MARK, values })
      const [entry] = await entriesOf(connection, number)
      if (entry === undefined) throw new Error('an entry that was just made is not there')
      return entry
    })
  }

  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]> {
    return this.#change(async (connection) => {
      const gone = entriesMeant(await entriesOf(connection), numberOrPersonId)
      const values = [gone.map(({ number }) => number)]
      await connection.query({ name: 'people-unmark', text: UNMARK, values })
      await connection.query({ name: 'people-remove', text: REMOVE, values })
      return gone
    })
  }

  list(): Promise<readonly Suppression[]> {
    return entriesOf(this.#database)
  }

  audit(filter: AuditFilter): AsyncIterable<AuditEntry> {
    return readAudit(this.#database, filter)
  }

  close(): Promise<void> {
    return this.#closes()
  }

  /** The entry that there is, or a new one: a person has one entry, and so has a name at an address. */
  async #numberFor(connection: Connection, personId: string | null, marks: PersonMarks): Promise<number> {
    const byWhat =
      personId === null
        ? { name: 'people-by-mark', text: BY_MARK, values: [marks.at[0] ?? []] }
        : { name: 'people-by-id', text: BY_ID, values: [personId] }
    const [there] = await connection.query<{ number: number }>(byWhat)
    if (there !== undefined) return there.number
    const insert = { name: 'people-insert', text: INSERT, values: [personId, this.#clock.now()] }
    const [made] = await connection.query<{ number: number }>(insert)
    if (made === undefined) throw new Error('an entry was not made')
    return made.number
  }

  async #change<T>(action: (connection: Connection, secret: Uint8Array) => Promise<T>): Promise<T> {
    const result = await this.#database.inTransaction(async (connection) => {
      const [row] = await connection.query<{ secret: Uint8Array }>({ name: 'people-change', text: CHANGE_LIST })
      if (row === undefined) throw new Error('the tables of withheld people have no secret')
      return action(connection, row.secret)
    })
    await this.#table.refresh()
    return result
  }
}

/** All of them, or the one of a number. */
async function entriesOf(asked: Pick<Connection, 'query'>, number?: number): Promise<readonly Suppression[]> {
  const rows = await asked.query<Row>({ name: 'people-list', text: LIST, values: [number ?? null] })
  return rows.map(({ personId, ...entry }) => ({ ...entry, personId: personId ?? undefined }))
}
