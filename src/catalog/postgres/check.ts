import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import type { StoreReport } from '../../kit/store/store-report.ts'
import { Session } from './session.ts'
import { DAMAGE } from './tables/commits.ts'
import { announceCommit } from './write/announce.ts'
import { beginAlone } from './write/writer-lock.ts'
import { WriterMeta } from './write/writer-meta.ts'

/** Reads every row of the catalog's tables. Reports damage to all services that use the database. */
export function checkCatalogAt(url: string, name: string, onProgress: OnReading): StoreReport {
  const session = new Session(url)
  try {
    const findings = readAll(session, onProgress)
    const advice = `restore ${name} from a backup of the database, or import your files again with --replace-catalog`
    notifyNodes(
      session,
      findings[0] && `The catalog in ${name} is damaged: ${advice}. A full scan found: ${findings[0]}.`,
    )
    return { noun: 'catalog', path: name, findings, advice }
  } finally {
    session.end()
  }
}

/** Reads all tables in the same state. Disables indexes, so that the server reads every row, including long values. */
function readAll(session: Session, onProgress: OnReading): readonly string[] {
  session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  session.query(WITHOUT_INDEXES)
  const meta = new WriterMeta(session)
  const counts: Readonly<Record<string, number>> = JSON.parse(meta.get('counts') ?? '{}')
  const tables = session.query(TABLES).map((row) => ({ table: String(row.name), hasSum: row.hasSum === true }))
  const findings: string[] = []
  for (const [done, { table, hasSum }] of tables.entries()) {
    onProgress({ done, total: tables.length })
    session.query('SAVEPOINT reading')
    try {
      const wrong = hasSum ? WRONG_SUM[table] : undefined
      const [row] = session.query(
        `SELECT count(*)::float8 AS rows, sum(octet_length(each::text))::float8 AS bytes,
         count(*) FILTER (WHERE ${wrong ?? 'false'})::float8 AS wrong FROM catalog.${table} each`,
      )
      const [rows, differing] = [Number(row?.rows), Number(row?.wrong)]
      const expectedRows = counts[table] ?? rows
      if (differing > 0) findings.push(`in ${table}: wrong checksums in ${differing} of ${rows} rows`)
      if (rows !== expectedRows) findings.push(`in ${table}: ${rows} rows instead of ${expectedRows}`)
    } catch (error) {
      if (error instanceof CommandFault && error.exitCode === EXIT.busy) throw error // thrown if the server cannot be reached
      findings.push(`in ${table}: ${error instanceof Error ? error.message : String(error)}`)
      session.query('ROLLBACK TO reading')
    }
  }
  session.query('COMMIT')
  return findings
}

const WITHOUT_INDEXES = `SELECT set_config(name, value, true) FROM (VALUES ('enable_indexscan', 'off'),
  ('enable_indexonlyscan', 'off'), ('enable_bitmapscan', 'off'), ('statement_timeout', '0')) wanted (name, value)`

const TABLES = `SELECT relname AS name, EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'sum' AND attgenerated <> ''
  ) AS "hasSum" FROM pg_class WHERE relnamespace = 'catalog'::regnamespace AND relkind = 'r' ORDER BY relname`

/** For each table with checksums that the server computes, a condition for rows with a wrong checksum. */
const WRONG_SUM: Readonly<Record<string, string>> = {
  blob: 'sum <> sha256(bytes)',
  estimator: 'sum <> sha256(bytes || backtest)',
}

/**
 * Stores the result of the check if it has changed. Storing it every time would make the services switch to a new
 * state.
 */
function notifyNodes(session: Session, damage: string | undefined): void {
  const meta = new WriterMeta(session)
  if (meta.get('catalogId') === undefined || meta.get(DAMAGE) === damage) return
  beginAlone(session)
  if (damage === undefined) meta.remove(DAMAGE)
  else meta.set(DAMAGE, damage)
  announceCommit(session, meta)
  session.query('COMMIT')
}
