import type { Session } from '../session.ts'
import { HOME_TABLES } from '../tables/home-tables.ts'
import { PROPERTY_TABLE } from '../tables/property-table.ts'

interface Later {
  readonly drop: string
  readonly make: string
}

/**
 * Removes the indexes of tables while a first import fills them, because building an index from all rows is many times
 * faster than adding rows to it one by one. Everything happens within the writer's transaction. Indexes on the keys of
 * records stay.
 */
export class LaterIndexes {
  readonly #session: Session
  readonly #later: readonly Later[]

  constructor(session: Session) {
    this.#session = session
    const derived = [...HOME_TABLES, PROPERTY_TABLE]
      .map(({ name }) => name)
      .concat('home_point')
      .map((table) => `catalog.${table}`)
    const rows = [...session.query(SECONDARY), ...session.query(KEYS, [derived])]
    this.#later = rows.map(({ drop, make }) => ({ drop: String(drop), make: String(make) }))
    for (const { drop } of this.#later) session.query(drop)
  }

  makeAll(): void {
    this.#session.query(`SET LOCAL maintenance_work_mem = '256MB'`)
    for (const { make } of this.#later) this.#session.query(make)
  }
}

const PLAIN = `relnamespace = 'catalog'::regnamespace AND relkind = 'r'`

const SECONDARY = `SELECT 'DROP INDEX ' || indexrelid::regclass AS drop, pg_get_indexdef(indexrelid) AS make
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${PLAIN} AND NOT indisunique ORDER BY 1`

const KEYS = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) AS make
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE ${PLAIN} AND contype = 'p' AND conrelid = ANY($1::regclass[]) ORDER BY 1`

/**
 * Updates the planner's statistics now, because the server would do so only later. Skips tables that are empty on this
 * server: they need no statistics, and if their rows are on other servers, a distributed database may refuse to read
 * them.
 */
export function analyze(session: Session): void {
  const tables = session.query(TABLES).map(({ name }) => String(name))
  session.query(`ANALYZE ${tables.join(', ')}`)
}

const TABLES = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'catalog'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`
