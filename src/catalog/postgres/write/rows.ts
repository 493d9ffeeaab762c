import { type Noun, NUMBERED } from '../../ports/nouns.ts'
import type { Row, Session } from '../session.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames, HOME_TABLES, type HomeTable } from '../tables/home-tables.ts'

/** Rows that are read at a time. */
const BATCH = 1000

/**
 * The rows of a table in order of id, within a transaction. `condition` may use `$2`, the first of `values`.
 */
export function* eachRow(
  session: Session,
  table: Noun | 'source_home',
  column = 'record',
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

/** Removes the rows that were derived from the records in `changed_home` or `changed_building`. */
export function removeChangedRows(session: Session, noun: HomeTable['noun']): void {
  for (const { name, key, noun: of } of HOME_TABLES)
    if (of === noun)
      session.query(`DELETE FROM catalog.${name} USING changed_${noun} changed WHERE changed.id = ${key}`)
}

/** Columns are named, since those that a later version added stand behind the others. */
export function addRows(session: Session, table: string, rows: readonly (readonly CopyValue[])[]): void {
  const names = HOME_TABLES.filter(({ name }) => name === table).map(columnNames)
  session.copy(`COPY catalog.${table} (${names.join('')}) FROM STDIN`, rows.map(copyLine).join(''))
}
