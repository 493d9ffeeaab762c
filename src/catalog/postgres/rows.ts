import { type Noun, NUMBERED } from '../nouns.ts'
import type { Row, Session } from './session.ts'
import { IS_SHOWN } from './shard-changes.ts'

/** Rows that are read at a time. */
const BATCH = 1000

/** Of a table whose rows have an id; `condition` may use `$2`, the first of `values`. Homes come shard by shard. */
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
  readonly text: string
}

function pagesOf(session: Session, table: Noun | 'source_home'): readonly Page[] {
  const isNumbered = table === 'source_home' || (NUMBERED as readonly Noun[]).includes(table)
  const texts = table === 'home' ? homePages(session) : [`catalog.${table} WHERE id > $1`]
  return texts.map((text) => ({ isNumbered, text }))
}

function* rowsOf(
  session: Session,
  { isNumbered, text: page }: Page,
  column: string,
  condition: string,
  values: readonly unknown[],
): Generator<Row> {
  // a shard tests nothing of records: it is asked for some, whatever holds for them
  const some = `SELECT id, record FROM ${page} ORDER BY id LIMIT ${BATCH}`
  const text = `SELECT id, ${column}, ${condition} AS holds FROM (${some}) kept ORDER BY id`
  for (let last: unknown = isNumbered ? -1 : ''; ; ) {
    const rows = session.query(text, [last, ...values])
    if (rows.length === 0) return
    last = rows.at(-1)?.id
    yield* rows
  }
}

/** Where homes are read from: each shard finds its next ones by itself. */
function homePages(session: Session): readonly string[] {
  const shards = session.query('SELECT name FROM catalog.shard ORDER BY name')
  if (shards.length === 0) return ['catalog.home WHERE id > $1']
  return shards.map(({ name }) => `${String(name)}.home WHERE id > $1 AND ${IS_SHOWN}`)
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
