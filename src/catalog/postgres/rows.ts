import { type Noun, NUMBERED } from '../nouns.ts'
import type { Row, Session } from './session.ts'
import { IS_SHOWN } from './shard-changes.ts'

/** Rows that are read at a time. */
const BATCH = 1000

/**
 * Of a table whose rows have an id; `condition` may use `$2`, the first of `values`. Homes come shard by shard. Within a
 * transaction.
 */
export function* eachRow(
  session: Session,
  table: Noun | 'source_home',
  column: string,
  condition = 'TRUE',
  values: readonly unknown[] = [],
): Generator<Row> {
  for (const page of pagesOf(session, table)) {
    for (const row of rowsOf(session, page, column, condition, values)) if (row.holds === true) yield row
  }
}

/** Records in order of id, from wherever they come. */
export function* eachInOrder(session: Session, noun: Noun): Generator<Row> {
  const sources = pagesOf(session, noun).map((page) => rowsOf(session, page, 'record', 'TRUE', []))
  const next = sources.map((rows) => rows.next().value as Row | undefined) // undefined at its end
  for (;;) {
    let first = -1
    for (const [at, row] of next.entries()) {
      if (row !== undefined && (first < 0 || Number(row.id) < Number(next[first]?.id))) first = at
    }
    const row = next[first]
    if (row === undefined) return
    yield row
    next[first] = sources[first]?.next().value as Row | undefined // as above
  }
}

interface Page {
  readonly isNumbered: boolean
  /** On another server. */
  readonly isThere: boolean
  readonly text: string
}

function pagesOf(session: Session, table: Noun | 'source_home'): readonly Page[] {
  const isNumbered = table === 'source_home' || (NUMBERED as readonly Noun[]).includes(table)
  const shards = table === 'home' ? session.query('SELECT name FROM catalog.shard ORDER BY name') : []
  const there = shards.map(({ name }) => `${String(name)}.home WHERE id > $1 AND ${IS_SHOWN}`)
  const texts = there.length > 0 ? there : [`catalog.${table} WHERE id > $1`]
  return texts.map((text) => ({ isNumbered, isThere: there.length > 0, text }))
}

function* rowsOf(
  session: Session,
  { isNumbered, isThere, text: page }: Page,
  column: string,
  condition: string,
  values: readonly unknown[],
): Generator<Row> {
  // a shard tests nothing of records: it is asked for some, whatever holds for them
  const some = `SELECT id, record FROM ${page} ORDER BY id LIMIT ${BATCH}`
  const text = `SELECT id, ${column}, ${condition} AS holds FROM (${some}) kept ORDER BY id`
  for (let last: unknown = isNumbered ? -1 : ''; ; ) {
    if (isThere) session.query(SORTED_THERE)
    const rows = session.query(text, [last, ...values])
    if (isThere) session.query('SET LOCAL enable_sort TO DEFAULT')
    if (rows.length === 0) return
    last = rows.at(-1)?.id
    yield* rows
  }
}

/** Nothing tells how many rows another server has: taken for few, all would be fetched and sorted here for each page. */
export const SORTED_THERE = 'SET LOCAL enable_sort = off'

/** The ids of a source's records: a home of several records is each of them. */
export function* idsOfSource(session: Session, noun: Noun, source: string): Generator {
  const isSingle = noun === 'home' ? 'NOT EXISTS (SELECT FROM catalog.source_home WHERE home = kept.id)' : 'TRUE'
  const own = `catalog.as_json(record) ->> 'source' = $2 AND ${isSingle}`
  for (const { id } of eachRow(session, noun, 'NULL AS record', own, [source])) yield id
  if (noun !== 'home') return
  const joined = `catalog.as_json(record) #>> '{record,source}' = $2`
  for (const { id } of eachRow(session, 'source_home', 'NULL AS record', joined, [source])) yield id
}
