import { hilbertDistance } from '../../engine/hilbert.ts'
import { NOUNS, type Noun } from '../../ports/nouns.ts'
import type { Session } from '../session.ts'
import { CHANGE_TABLES } from '../tables/change-tables.ts'
import { HISTORY } from '../tables/commits.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { UNITS_PER_DEGREE } from '../tables/points.ts'
import { type ChangedRecords, LAST_ALONG } from './changed-records.ts'
import { batchesOf } from './rows.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Tables that do not follow from records: data from sources and operators, and training results. */
const NOT_DERIVED: readonly string[] = [
  ...NOUNS,
  ...CHANGE_TABLES,
  'meta',
  'source_home',
  'home_ruling',
  'home_key',
  'estimator',
  'unlearnt',
]

/**
 * Makes a commit derive everything again from all records. Data that another version of Plat derived cannot be updated:
 * an update would subtract values that were never added. Services keep using the old data until the commit.
 */
export function deriveAll(
  session: Session,
  meta: WriterMeta,
  records: { readonly [N in Noun]: Pick<ChangedRecords<N>, 'takeAll'> },
): void {
  for (const noun of NOUNS) records[noun].takeAll(noun === 'home' ? homesAlongCurve(session) : undefined)
  for (const table of derivedTables(session)) session.query(`DELETE FROM ${table}`)
  meta.remove('listed')
  meta.remove(HISTORY)
}

/** Names of the tables of derived data, including the schema, such as `catalog.area`. */
export function derivedTables(session: Session): readonly string[] {
  return tablesBut(session, NOT_DERIVED)
}

/** Empties a catalog that is being replaced. TRUNCATE would block readers until the commit. */
export function emptyCatalog(session: Session): void {
  for (const table of tablesBut(session, [])) session.query(`DELETE FROM ${table}`)
}

function tablesBut(session: Session, left: readonly string[]): readonly string[] {
  return session.query(TABLES, [left]).map(({ name }) => String(name))
}

const TABLES = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'catalog'::regnamespace AND relkind = 'r' AND relname <> ALL($1) ORDER BY relname`

/** Yields all homes in an order that keeps neighbors together, computed from the stored points. */
function* homesAlongCurve(session: Session): Generator<string> {
  for (const rows of batchesOf(session, PLACED)) {
    const lines = rows.map(({ id, x, y }) =>
      copyLine([Number(id), x === null ? LAST_ALONG : hilbertDistance(Number(x), Number(y))]),
    )
    yield lines.join('')
  }
}

const PLACED = `SELECT home.id, point.place[0] / ${UNITS_PER_DEGREE} AS x, point.place[1] / ${UNITS_PER_DEGREE} AS y
  FROM catalog.home LEFT JOIN catalog.home_point point USING (id, state)`
