import { CommandFault, EXIT } from '../../base/failure.ts'
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

/** Up to which change retired rows are the next ones to be removed, and since when nobody new reads them. */
const RETIRED = 'retired'

/** Set for good once homes of one building lie in more than one bucket, so that no shard can tell what is in it. */
export const SPLIT = 'split buildings'

/** Of what `meta` tells, that which is about the catalogue, not about its shards. */
export const OF_CATALOG = `name NOT IN ('${SHOWN}', '${RETIRED}', '${CITUS}')`

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

/** To be asked first by a change, and the second one where the first tells of shards. */
export const CHANGE_STATE = `SELECT name, value FROM catalog.meta WHERE name IN ('${SHOWN}', '${RETIRED}')
  UNION ALL SELECT 'now', extract(epoch FROM now())::int8::text`
export const SHARD_STATE = `SELECT name, max(value)::text AS value
  FROM shards.removed, LATERAL (VALUES ('newest', newest), ('removed', change)) told (name, value) GROUP BY name`

export function areThereShards(rows: readonly ChangeRow[]): boolean {
  return rows.some(({ name }) => name === SHOWN)
}

/** What shards hold of changes, as the only one who changes them finds it. */
export class ChangeState {
  readonly #told: ReadonlyMap<unknown, string>

  /** Throws a CommandFault where the coordinator is older than its shards, and what it would show is gone. */
  constructor(rows: readonly ChangeRow[]) {
    this.#told = new Map(rows.map(({ name, value }) => [name, String(value)]))
    if (this.#number('removed') > this.#number(SHOWN)) throw new CommandFault(OLDER_THAN_SHARDS, EXIT.data)
  }

  /** The number of the change that begins. */
  get next(): number {
    return this.#number(SHOWN) + 1
  }

  /**
   * The first statements of a change: they clear what a change has left that was not shown in the end, remove what nobody
   * reads any more, note on each shard that there is a change, and show it: to itself from here on, to everybody else
   * once it has committed.
   */
  beginning(): readonly string[] {
    const isLeft = this.#number('newest') > this.#number(SHOWN)
    return [...(isLeft ? this.#clearing() : []), ...this.#removing(), noting(this.next), showing(this.next)]
  }

  #number(name: string): number {
    return Number(this.#told.get(name))
  }

  #clearing(): readonly string[] {
    const last = this.#number(SHOWN)
    return SHARDED_TABLES.flatMap(({ name }) => [
      `DELETE FROM shards.${name} WHERE since > ${last}`,
      `UPDATE shards.${name} SET until = ${FOR_EVER} WHERE until > ${last} AND until < ${FOR_EVER}`,
    ])
  }

  /** Each shard says first what it may not have any more. */
  #removing(): readonly string[] {
    const [retired, sinceS] = (this.#told.get(RETIRED) ?? '').split(' ')
    if (sinceS === undefined || this.#number('now') - Number(sinceS) <= GRACE_S) return []
    return [
      `UPDATE shards.removed SET change = ${retired}`,
      ...SHARDED_TABLES.map(({ name }) => `DELETE FROM shards.${name} WHERE until <= ${retired}`),
      `DELETE FROM catalog.meta WHERE name = '${RETIRED}'`,
    ]
  }
}

const OLDER_THAN_SHARDS =
  'The database is older than its shards, which have removed rows that it still shows: restore all of them as of one time.'

/** With the rows of a change, so that whoever finds them knows whether it was shown in the end. */
export function noting(change: number): string {
  return `UPDATE shards.removed SET newest = ${change}`
}

export function showing(change: number): string {
  return `INSERT INTO catalog.meta VALUES ('${SHOWN}', '${change}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`
}

/** The last statement of a change but its commit. What waits for being removed already waits no longer for this one. */
export function ending(change: number): string {
  return `INSERT INTO catalog.meta VALUES ('${RETIRED}', ${change} || ' ' || extract(epoch FROM clock_timestamp())::int8)
    ON CONFLICT DO NOTHING`
}

/** Retires rows, so that they are shown up to the change before. */
export function retiring({ name }: ShardedTable, change: number, condition: string): string {
  return `UPDATE shards.${name} SET until = ${change} WHERE ${condition} AND until = ${FOR_EVER}`
}
