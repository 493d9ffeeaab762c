import { type CopyValue, copyLine } from './copy-lines.ts'
import { columnNames, SEARCH_TABLES } from './search-tables.ts'
import type { Session } from './session.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Whose rows are retired in one statement. */
const BATCH = 2000

/** The `until` of a row that is not retired. */
export const FOR_EVER = '9223372036854775807'

/** The ids in `changed_home`, some at a time: they go to other servers, rather than the rows of all homes to this one. */
export function* changedHomes(session: Session): Generator<readonly number[]> {
  for (let last = -1; ; ) {
    const rows = session.query(`SELECT id FROM changed_home WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [last])
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => Number(id))
    last = ids.at(-1) ?? last
    yield ids
  }
}

/** How long a statement may go on reading what has been retired. */
const GRACE_S = 60

/** The rows of searches within the writer's transaction, on one server. */
export class SearchRows {
  protected readonly session: Session
  #isEmpty = false

  constructor(session: Session) {
    this.session = session
  }

  /** Of all homes; what is in tables of this server is removed by whoever empties them. */
  removeAll(): void {
    this.#isEmpty = true
  }

  /** Of the homes in `changed_home`. */
  removeChanged(): void {
    if (!this.#isEmpty) this.removeListed()
  }

  protected removeListed(): void {
    for (const { name } of SEARCH_TABLES)
      this.session.query(`DELETE FROM catalog.${name} USING changed_home changed WHERE changed.id = zpid`)
  }

  add(table: string, rows: readonly (readonly CopyValue[])[]): void {
    this.session.copy(`COPY catalog.${table} (${namesOf(table)}) FROM STDIN`, rows.map(copyLine).join(''))
  }
}

/**
 * The same on several servers, which do not commit at one instant. So rows are not changed: each says since and until
 * which change it is shown, and the views that searches read show those of the change that the coordinator has
 * committed last, as its last step. Whatever happens before, nobody sees anything of a change; after it, all.
 */
export class ShardedRows extends SearchRows {
  /** The number of this change. */
  readonly #change: number
  readonly #meta: WriterMeta

  constructor(session: Session, meta: WriterMeta) {
    super(session)
    this.#meta = meta
    this.#change = shown(meta) + 1
  }

  protected override removeListed(): void {
    this.#show()
    for (const ids of changedHomes(this.session))
      for (const { name } of SEARCH_TABLES)
        this.session.query(
          `UPDATE shards.${name} SET until = ${this.#change} WHERE zpid = ANY($1::int8[]) AND until = ${FOR_EVER}`,
          [ids],
        )
  }

  override removeAll(): void {
    super.removeAll()
    this.#show()
    for (const { name } of SEARCH_TABLES)
      this.session.query(`UPDATE shards.${name} SET until = ${this.#change} WHERE until = ${FOR_EVER}`)
  }

  /** The writer sees its own rows from here on, everybody else once they are committed. */
  #show(): void {
    this.#meta.set(SHOWN, String(this.#change))
  }

  override add(table: string, rows: readonly (readonly CopyValue[])[]): void {
    const lines = rows.map((row) => copyLine([...row, this.#change, FOR_EVER]))
    this.session.copy(`COPY shards.${table} (${namesOf(table)}, since, until) FROM STDIN`, lines.join(''))
  }
}

/** A column that a later version of Plat added stands behind the others in tables that were there. */
function namesOf(table: string): string {
  return SEARCH_TABLES.filter(({ name }) => name === table)
    .map(columnNames)
    .join()
}

/** Says, outside of the transaction that changes rows, that some server may hold rows of a change that never was. */
const CHANGING = 'changing'

/** Up to which change retired rows are removed by the next one, and since when that is shown. */
const RETIRED = 'retired'

/**
 * The number of the last change of rows that all servers have committed. Not the revision of the catalogue, which also
 * counts what changes no rows, and so would show those of a change that failed.
 */
const SHOWN = 'shards'

function shown(meta: WriterMeta): number {
  return Number(meta.get(SHOWN) ?? '0')
}

/** Of what `meta` tells, that which is about the catalogue, not about its shards. */
export const OF_CATALOG = `name NOT IN ('${SHOWN}', '${CHANGING}', '${RETIRED}', 'citus')`

export function isSharded(meta: WriterMeta): boolean {
  return meta.get(SHOWN) !== undefined
}

/** To be committed before rows are changed: clears what an earlier change has left, and says that one begins. */
export function prepareShards(session: Session, meta: WriterMeta): void {
  const last = shown(meta)
  if (meta.get(CHANGING) !== undefined)
    for (const { name } of SEARCH_TABLES) {
      session.query(`DELETE FROM shards.${name} WHERE since > ${last}`)
      session.query(`UPDATE shards.${name} SET until = ${FOR_EVER} WHERE until > ${last} AND until < ${FOR_EVER}`)
    }
  meta.set(CHANGING, String(last))
  const nowS = Number(session.query('SELECT extract(epoch FROM now())::int8 AS now')[0]?.now)
  const [retired, sinceS] = (meta.get(RETIRED) ?? '').split(' ')
  if (sinceS === undefined) meta.set(RETIRED, `${last} ${nowS}`)
  else if (nowS - Number(sinceS) > GRACE_S) {
    for (const { name } of SEARCH_TABLES)
      session.query(`DELETE FROM shards.${name} WHERE until <= ${retired} AND until < ${FOR_EVER}`)
    meta.set(RETIRED, `${last} ${nowS}`)
  }
}

/** With the commit that shows what was changed, or once a change was undone before any server committed. */
export function shardsAreClear(meta: WriterMeta): void {
  meta.remove(CHANGING)
}

/** What a search reads of a table: the rows of the last change that all have committed. */
export function shownRows(table: (typeof SEARCH_TABLES)[number]): string {
  const last = `(SELECT value::int8 FROM catalog.meta WHERE name = '${SHOWN}')`
  return `SELECT ${columnNames(table)} FROM shards.${table.name} WHERE since <= ${last} AND until > ${last}`
}
