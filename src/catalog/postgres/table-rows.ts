import type { Home } from '../../model/home.ts'
import { SEARCHED } from '../searched.ts'
import { bucketOf } from './buckets.ts'
import { type CopyValue, copyLine } from './copy-lines.ts'
import type { Session } from './session.ts'
import { FOR_EVER, retiring, SPLIT } from './shard-changes.ts'
import { columnNames, DERIVED_TABLES, HOME_TABLE, type ShardedTable } from './sharded-tables.ts'

/** Whose rows are retired in one statement. */
const BATCH = 2000

type Derived = ShardedTable['noun']

const FIRST = { home: { id: -1, type: 'int8' }, building: { id: '', type: 'text' } }

/** The ids in `changed_home`, some at a time: they go to other servers, rather than the rows of all homes to this one. */
export function* changedIds(session: Session, noun: Derived): Generator<readonly unknown[]> {
  for (let last: unknown = FIRST[noun].id; ; ) {
    const rows = session.query(`SELECT id FROM changed_${noun} WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [last])
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    last = ids.at(-1)
    yield ids
  }
}

/** Rows that are derived from records, within the writer's transaction, on one server. */
export class TableRows {
  protected readonly session: Session
  protected isEmpty = false

  constructor(session: Session) {
    this.session = session
  }

  /** Of all records. What is on this server is removed by whoever empties its tables. */
  removeDerived(): void {
    this.isEmpty = true
  }

  /** Of the records in `changed_home` or `changed_building`. */
  removeChanged(noun: Derived): void {
    if (this.isEmpty) return
    for (const { name, key, spread } of tablesOf(noun)) {
      if (spread === 'bucket')
        this.session.query(`DELETE FROM catalog.${name} USING changed_${noun} changed WHERE changed.id = ${key}`)
      else for (const ids of changedIds(this.session, noun)) this.removeEverywhere({ name, key, noun }, ids)
    }
  }

  /** By ids: Citus does not look into a temporary table for rows that are on each of its workers. */
  protected removeEverywhere(
    { name, key, noun }: Pick<ShardedTable, 'name' | 'key' | 'noun'>,
    ids: readonly unknown[],
  ) {
    this.session.query(`DELETE FROM catalog.${name} WHERE ${key} = ANY($1::${FIRST[noun].type}[])`, [ids])
  }

  add(table: string, rows: readonly (readonly CopyValue[])[]): void {
    this.session.copy(`COPY catalog.${table} (${namesOf(table)}) FROM STDIN`, rows.map(copyLine).join(''))
  }

  /** Of which building some homes are that searches find, as rows have it. */
  noteBuildings(_homes: readonly Home[]): void {}
}

/** The same where tables are spread over shards; see `shard-changes.ts`. */
export class ShardedTableRows extends TableRows {
  readonly #change: number
  /** Of the shards. */
  readonly #numbers: readonly number[]
  #isSplit: boolean

  constructor(session: Session, change: number) {
    super(session)
    this.#change = change
    const shards = session.query(`SELECT substr(name, ${'shard'.length + 1})::int4 AS number FROM catalog.shard`)
    this.#numbers = shards.map(({ number }) => Number(number))
    this.#isSplit = session.query('SELECT FROM catalog.meta WHERE name = $1', [SPLIT]).length > 0
  }

  override removeChanged(noun: Derived): void {
    if (this.isEmpty) return
    const tables = tablesOf(noun)
    for (const ids of changedIds(this.session, noun))
      for (const table of tables) {
        const isOne = `${table.key} = ANY($1::${FIRST[noun].type}[])`
        this.session.query(retiring(table, this.#change, isOne), [ids])
        if (table.spread === 'everywhere') this.removeEverywhere(table, ids)
      }
  }

  /** Also the records of homes; what is of others is removed by whoever empties the coordinator. */
  replaceAll(): void {
    this.removeDerived()
    this.session.query(retiring(HOME_TABLE, this.#change, 'TRUE'))
  }

  override removeDerived(): void {
    super.removeDerived()
    this.session.query('DELETE FROM shards.building')
    for (const table of DERIVED_TABLES) this.session.query(retiring(table, this.#change, 'TRUE'))
  }

  override add(table: string, rows: readonly (readonly CopyValue[])[]): void {
    const isEverywhere = DERIVED_TABLES.some(({ name, spread }) => name === table && spread === 'everywhere')
    if (isEverywhere) super.add(table, rows)
    const copies = isEverywhere ? this.#numbers.map((number) => [number]) : [[]]
    const lines = copies.flatMap((copy) => rows.map((row) => copyLine([...row, ...copy, this.#change, FOR_EVER])))
    const names = [namesOf(table), ...(isEverywhere ? ['shard'] : []), 'since', 'until']
    this.session.copy(`COPY shards.${table} (${names.join(', ')}) FROM STDIN`, lines.join(''))
  }

  override noteBuildings(homes: readonly Home[]): void {
    if (this.#isSplit) return
    const found = homes.flatMap((home) => {
      const building = SEARCHED.home.buildingOf?.(home)
      return building === undefined ? [] : [{ building, bucket: bucketOf(home) }]
    })
    if (found.length === 0) return
    const values = [found.map(({ building }) => building), found.map(({ bucket }) => bucket)]
    this.session.query(`INSERT INTO shards.building ${TOLD} ON CONFLICT DO NOTHING`, values)
    const others = `SELECT FROM (${TOLD}) told JOIN shards.building USING (building) WHERE building.bucket <> told.bucket`
    this.#isSplit = this.session.query(`${others} LIMIT 1`, values).length > 0
    if (this.#isSplit) this.session.query("INSERT INTO catalog.meta VALUES ($1, '1')", [SPLIT])
  }
}

const TOLD = 'SELECT building, bucket FROM unnest($1::text[], $2::int2[]) AS told (building, bucket)'

/** In the order of values: in a table that was there, a column that a later version added stands behind the others. */
function namesOf(table: string): string {
  return DERIVED_TABLES.filter(({ name }) => name === table)
    .map(columnNames)
    .join(', ')
}

function tablesOf(noun: Derived): readonly ShardedTable[] {
  return DERIVED_TABLES.filter((table) => table.noun === noun)
}
