import type { Steps } from '../../facts/change-moments.ts'
import type { Noun, Records } from '../../ports/nouns.ts'
import type { ChangingNoun } from '../../ports/record-pages.ts'
import type { Row, Session } from '../session.ts'
import { changeTable } from '../tables/change-tables.ts'
import { type CopyValue, copyLine } from '../tables/copy-lines.ts'
import { columnNames, HOME_TABLES, type HomeTable } from '../tables/home-tables.ts'

/** Number of rows to read at a time. */
const BATCH = 2000

/** The number of cursors so far, which makes their names unique. */
let cursors = 0

/**
 * Yields the rows of a query in batches, since all rows together might not fit into memory. All batches show the rows
 * as they were at the first batch, even if the transaction changes rows in between.
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

/** A record before and after the transaction changed it. Undefined means that the record does not exist. */
interface RecordChange<R> {
  readonly id: number | string
  readonly before: R | undefined
  readonly after: R | undefined
}

/** A changed record, with the sequence number of the change. */
export interface NumberedChange<R> extends RecordChange<R> {
  readonly sequence: number
}

/** The records of a type that the transaction changed, in order of id. */
export function* changedRecords<N extends Noun>(session: Session, noun: N): Generator<RecordChange<Records[N]>[]> {
  const text = `SELECT id, before, record FROM changed_${noun} LEFT JOIN catalog.${noun} USING (id) ORDER BY id`
  for (const rows of batchesOf(session, text)) yield rows.map(changedIn)
}

/**
 * Yields the changed records of a type with the sequence numbers of their changes. Leaves out records that are the same
 * as before. `experiences`: the sequence numbers of changed experiences, which no table stores.
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

/** Parses a row with a record's JSON in the columns `before` and `record`. */
function changedIn({ id, before, record }: Row) {
  return { id: id as number | string, before: recordIn(before), after: recordIn(record) } // an id of this type
}

/** @param json The value of a text column, perhaps null. */
function recordIn(json: unknown) {
  return json === null ? undefined : JSON.parse(json as string)
}

/** Yields the rows of a table in order of id, within a transaction. `condition` may use `$1`, the first of `values`. */
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

/**
 * Yields the ids of a source's records. For a home that was merged from several records, these are the ids of the
 * records.
 */
export function* idsOfSource(session: Session, noun: Noun, source: string): Generator {
  const isSingle = noun === 'home' ? 'NOT EXISTS (SELECT FROM catalog.source_home WHERE home = kept.id)' : 'TRUE'
  const own = `catalog.as_json(record) ->> 'source' = $1 AND ${isSingle}`
  for (const { id } of eachRow(session, noun, 'NULL AS record', own, [source])) yield id
  if (noun !== 'home') return
  const joined = `catalog.as_json(record) #>> '{record,source}' = $1`
  for (const { id } of eachRow(session, 'source_home', 'NULL AS record', joined, [source])) yield id
}

/**
 * Removes rows that were derived from the records in `changed_home` or `changed_building`. Returns how many rows were
 * removed from each table.
 */
export function removeChangedRows(session: Session, noun: HomeTable['noun']): ReadonlyMap<string, number> {
  const tables = HOME_TABLES.filter((table) => table.noun === noun)
  return new Map(
    tables.map(({ name, id }) => {
      const gone = `DELETE FROM catalog.${name} WHERE ${id} IN (SELECT id FROM changed_${noun}) RETURNING 1`
      return [name, Number(session.query(`WITH gone AS (${gone}) SELECT count(*) AS rows FROM gone`)[0]?.rows)]
    }),
  )
}

/** Adds rows to a table. Names the columns, since a later version may have added columns at the end. */
export function addRows(session: Session, table: string, rows: readonly (readonly CopyValue[])[]): void {
  const names = HOME_TABLES.filter(({ name }) => name === table).map(columnNames)
  session.copy(`COPY catalog.${table} (${names.join('')}) FROM STDIN`, rows.map(copyLine).join(''))
}
