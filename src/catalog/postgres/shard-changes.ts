import { CITUS } from './citus.ts'
import { columnNames, SHARDED_TABLES, type ShardedTable } from './sharded-tables.ts'

/**
 * Servers do not commit at one instant. So rows on shards are not changed: each says since and until which change it is
 * shown, and whoever reads is shown those of the change that the coordinator has committed last, as the last step of
 * that change. Whatever happens before, nobody sees anything of a change; after it, all.
 */

/** The `until` of a row that is not retired. */
export const FOR_EVER = '9223372036854775807'

/** How long somebody may go on reading what has been retired. */
const GRACE_S = 60

/**
 * The number of the last change that all servers have committed. Not the revision of the catalogue, which also counts
 * what changes no shard, and so would show rows of a change that failed.
 */
export const SHOWN = 'shards'

/** Says, outside of the transaction that changes rows, that some server may hold rows of a change that never was. */
const CHANGING = 'changing'

/** Up to which change retired rows are removed by the next one, and since when that is shown. */
const RETIRED = 'retired'

/** Set for good once homes of one building lie in more than one bucket, so that no shard can tell what is in it. */
export const SPLIT = 'split buildings'

/** Of what `meta` tells, that which is about the catalogue, not about its shards. */
export const OF_CATALOG = `name NOT IN ('${SHOWN}', '${CHANGING}', '${RETIRED}', '${CITUS}')`

const SHOWN_CHANGE = `(SELECT value::int8 FROM catalog.meta WHERE name = '${SHOWN}')`

/** The rows of the change that is shown, or those that the change itself sees. */
export const IS_SHOWN = `since <= ${SHOWN_CHANGE} AND until > ${SHOWN_CHANGE}`

/** What is read of a table that is spread over shards. */
export function shownRows(table: ShardedTable): string {
  return `SELECT ${columnNames(table)} FROM shards.${table.name} WHERE ${IS_SHOWN}`
}

interface ChangeRow {
  readonly name?: unknown
  readonly value?: unknown
}

/** To be asked first by a change. */
export const CHANGE_STATE = `SELECT name, value FROM catalog.meta WHERE name IN ('${SHOWN}', '${CHANGING}', '${RETIRED}')
  UNION ALL SELECT 'now', extract(epoch FROM now())::int8::text`

/** What shards hold of changes, as the only one who changes them finds it. */
export class ChangeState {
  readonly #told: ReadonlyMap<unknown, string>

  constructor(rows: readonly ChangeRow[]) {
    this.#told = new Map(rows.map(({ name, value }) => [name, String(value)]))
  }

  get isSharded(): boolean {
    return this.#told.has(SHOWN)
  }

  /** The number of the change that begins. */
  get next(): number {
    return this.#shown + 1
  }

  /** That a change begins, or began and did not end: unlike any other. */
  get mark(): string | undefined {
    return this.#told.get(CHANGING)
  }

  /**
   * To be committed before rows are changed: clears what an earlier change has left, removes what nobody reads any more,
   * and marks that a change begins.
   */
  preparing(): readonly string[] {
    return [...(this.#told.has(CHANGING) ? this.#clearing() : []), ...this.#removing(), MARK]
  }

  get #shown(): number {
    return Number(this.#told.get(SHOWN))
  }

  #clearing(): readonly string[] {
    const last = this.#shown
    return SHARDED_TABLES.flatMap(({ name }) => [
      `DELETE FROM shards.${name} WHERE since > ${last}`,
      `UPDATE shards.${name} SET until = ${FOR_EVER} WHERE until > ${last} AND until < ${FOR_EVER}`,
    ])
  }

  /** Each shard says first what it may not have any more. */
  #removing(): readonly string[] {
    const nowS = Number(this.#told.get('now'))
    const retire = setMeta(RETIRED, `'${this.#shown} ${nowS}'`)
    const [retired, sinceS] = (this.#told.get(RETIRED) ?? '').split(' ')
    if (sinceS === undefined) return [retire]
    if (nowS - Number(sinceS) <= GRACE_S) return []
    return [
      `UPDATE shards.removed SET change = ${retired}`,
      ...SHARDED_TABLES.map(({ name }) => `DELETE FROM shards.${name} WHERE until <= ${retired}`),
      retire,
    ]
  }
}

const MARK = setMeta(CHANGING, 'pg_current_xact_id()::text')

/** Shows the rows of a change: to itself from here on, to everybody else once it has committed. */
export function showing(change: number): string {
  return setMeta(SHOWN, `'${change}'`)
}

/** The mark is gone with the commit that shows what was changed, or once a change was undone before any server committed. */
export function unmarking(mark: string): string {
  return `DELETE FROM catalog.meta WHERE name = '${CHANGING}' AND value = '${mark}'`
}

function setMeta(name: string, value: string): string {
  return `INSERT INTO catalog.meta VALUES ('${name}', ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

/** Retires rows, so that they are shown up to the change before. */
export function retiring({ name }: ShardedTable, change: number, condition: string): string {
  return `UPDATE shards.${name} SET until = ${change} WHERE ${condition} AND until = ${FOR_EVER}`
}
