import { type Noun, NUMBERED } from '../nouns.ts'
import type { Row, Session } from './session.ts'

/** Rows that are read at a time. */
const BATCH = 1000

/** Of a table whose rows have an id; `condition` may use `$2`, the first of `values`. */
export function* eachRow(
  session: Session,
  table: Noun | 'source_home',
  column: string,
  condition = 'TRUE',
  values: readonly unknown[] = [],
): Generator<Row> {
  const isNumbered = table === 'source_home' || (NUMBERED as readonly Noun[]).includes(table)
  const text = `SELECT id, ${column} FROM catalog.${table} kept WHERE id > $1 AND ${condition} ORDER BY id LIMIT ${BATCH}`
  for (let last: unknown = isNumbered ? -1 : ''; ; ) {
    const rows = session.query(text, [last, ...values])
    if (rows.length === 0) return
    last = rows.at(-1)?.id
    yield* rows
  }
}

/** The ids of a source's records: a home of several records is each of them. */
export function* idsOfSource(session: Session, noun: Noun, source: string): Generator {
  const isSingle = noun === 'home' ? 'NOT EXISTS (SELECT FROM catalog.source_home WHERE home = kept.id)' : 'TRUE'
  const own = `catalog.as_json(record) ->> 'source' = $2 AND ${isSingle}`
  for (const { id } of eachRow(session, noun, 'NULL AS record', own, [source])) yield id
  if (noun !== 'home') return
  const joined = `catalog.as_json(record) #>> '{record,source}' = $2`
  for (const { id } of eachRow(session, 'source_home', 'NULL AS record', joined, [source])) yield id
}
