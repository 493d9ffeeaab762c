import type { Steps } from '../../facts/change-moments.ts'
import type { Noun, Records } from '../../ports/nouns.ts'
import type { ChangingNoun } from '../../ports/record-pages.ts'
import type { Row, Session } from '../session.ts'
import { changeTable } from '../tables/change-tables.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames, HOME_TABLES, type HomeTable } from '../tables/home-tables.ts'

/** Number of rows to read at a time, and to derive from. */
const BATCH = 2000

/** Makes the names of cursors unique within a transaction. */
let cursors = 0

/**
 * Yields the rows of a query in batches, because all rows might not fit into memory. The rows are as they were at the
 * first request, even if the transaction changes them in between.
 */
export function* batchesOf(session: Session, text: string, values: readonly unknown[] = []): Generator<readonly Row[]> {
  const name = `batches${cursors++}`
  session.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values)
  for (;;) {
    const rows = session.query(`FETCH ${BATCH} FROM ${name}`)
    if (rows.length === 0) break
    yield rows
  }
  session.query(`CLOSE ${name}`)
}

/**
 * A record that the transaction changed, before and after. Undefined means that the record did not exist, or no longer
 * exists.
 */
interface RecordChange<R> {
  readonly id: number | string
  readonly before: R | undefined
  readonly after: R | undefined
}

/** A changed record, with the sequence number of the change. */
export interface NumberedChange<R> extends RecordChange<R> {
  readonly sequence: number
}

/** The records of a noun that the transaction changed, in order of id. */
export function* changedRecords<N extends Noun>(session: Session, noun: N): Generator<RecordChange<Records[N]>[]> {
  const text = `SELECT id, before, record FROM changed_${noun} LEFT JOIN catalog.${noun} USING (id) ORDER BY id`
  for (const rows of batchesOf(session, text)) yield rows.map(changedIn)
}

/**
 * Yields the changed records of a noun with the sequence numbers of their changes, without records that are the same as
 * before. `experiences`: the sequence numbers of changed experiences, which are not stored.
 */
export function* numberedRecords<N extends ChangingNoun | 'experience'>(
  session: Session,
  noun: N,
  experiences: Steps = { first: 0, step: 0 },
): Generator<NumberedChange<Records[N]>[]> {
  const [number, stored] =
    noun === 'experience'
      ? [`${experiences.first - experiences.step} + ${experiences.step} * row_number() OVER (ORDER BY id)`, '']
      : ['sequence', `JOIN catalog.${changeTable(noun)} USING (id)`]
  const text = `SELECT id, before, record, ${number} AS sequence FROM changed_${noun} ${stored}
    LEFT JOIN catalog.${noun} USING (id) WHERE before IS DISTINCT FROM record ORDER BY id`
  for (const rows of batchesOf(session, text))
    yield rows.map((row) => ({ ...changedIn(row), sequence: Number(row.sequence) }))
}

/** Parses a row whose columns `before` and `record` contain the JSON texts of a record. */
function changedIn({ id, before, record }: Row) {
  return { id: id as number | string, before: recordIn(before), after: recordIn(record) } // an id of the noun
}

/** @param json The value of a text column. */
function recordIn(json: unknown) {
  return json === null ? undefined : JSON.parse(json as string)
}

/** The rows of a table in order of id, within a transaction. `condition` may use `$1`, the first of `values`. */
export function* eachRow(
  session: Session,
  table: Noun | 'source_home',
  column = 'record',
  condition = 'TRUE',
  values: readonly unknown[] = [],
): Generator<Row> {
  const text = `SELECT id, ${column} FROM catalog.${table} kept WHERE ${condition} ORDER BY id`
  for (const rows of batchesOf(session, text, values)) yield* rows
}

/** The ids of a source's records. A merged home counts as each of its source records. */
export function* idsOfSource(session: Session, noun: Noun, source: string): Generator {
  const isSingle = noun === 'home' ? 'NOT EXISTS (SELECT FROM catalog.source_home WHERE home = kept.id)' : 'TRUE'
  const own = `catalog.as_json(record) ->> 'source' = $1 AND ${isSingle}`
  for (const { id } of eachRow(session, noun, 'NULL AS record', own, [source])) yield id
  if (noun !== 'home') return
  const joined = `catalog.as_json(record) #>> '{record,source}' = $1`
  for (const { id } of eachRow(session, 'source_home', 'NULL AS record', joined, [source])) yield id
}

/**
 * Removes the rows derived from the records in `changed_home` or `changed_building`. Returns how many rows were removed
 * from each table.
 */
export function removeChangedRows(session: Session, noun: HomeTable['noun']): ReadonlyMap<string, number> {
  const tables = HOME_TABLES.filter((table) => table.noun === noun)
  return new Map(
    tables.map(({ name, key }) => {
      const gone = `DELETE FROM catalog.${name} USING changed_${noun} changed WHERE changed.id = ${key} RETURNING 1`
      return [name, Number(session.query(`WITH gone AS (${gone}) SELECT count(*) AS rows FROM gone`)[0]?.rows)]
    }),
  )
}

/**
 * Adds rows. The statement names the columns, because columns that a later version added are at the end of the table.
 */
export function addRows(session: Session, table: string, rows: readonly (readonly CopyValue[])[]): void {
  const names = HOME_TABLES.filter(({ name }) => name === table).map(columnNames)
  session.copy(`COPY catalog.${table} (${names.join('')}) FROM STDIN`, rows.map(copyLine).join(''))
}
