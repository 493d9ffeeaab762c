import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import { type ListColumnName, PROPERTY_COLUMN_KINDS, type TextColumnName } from '../../../model/property-columns.ts'
import type {
  KeyBound,
  PropertyHit,
  PropertyNode,
  PropertyPosition,
  PropertyQuery,
  PropertySearch,
} from '../../ports/property-search.ts'
import { quoted, tableOf } from '../tables/columns.ts'
import { isInOrder, storedText, textOfOrder } from '../tables/property-table.ts'
import { queryText } from '../tables/words.ts'
import { BoundValues } from './bound-values.ts'
import { allHold, type Bind, FALSE, noneHolds, oneHolds, TRUE } from './conditions.ts'
import { postgresDialect } from './dialect.ts'

/** A property without coordinates matches no shape. */
const DIALECT = postgresDialect(() => [])

/**
 * Searches properties by the columns of OData. Each search is a transaction, so that its statements read one state and
 * are planned for their actual values. If nothing matches, a plan for unknown values would read a whole index.
 */
export function propertySearch(database: Database, version: () => string): PropertySearch {
  const cachedValues = new Map<string, { readonly version: string; readonly values: Promise<readonly string[]> }>()
  return {
    page: (query) =>
      database.inTransaction(async (connection) => {
        await connection.run(ONE_STATE)
        const total = query.isCounted ? await count(connection, (bind) => allOf(query.where, bind)) : undefined
        const rows = await pageRows(connection, query)
        const page = rows.slice(0, query.limit).map((row) => foundIn(row, query))
        return { total, hits: page, isMore: rows.length > page.length }
      }),
    values(column) {
      const now = version()
      const cached = cachedValues.get(column)
      if (cached?.version === now) return cached.values
      const values = readValues(database, column)
      cachedValues.set(column, { version: now, values })
      values.catch(() => cachedValues.delete(column)) // the caller of `values` gets the error
      return values
    },
  }
}

const ONE_STATE = `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
  SET LOCAL plan_cache_mode = force_custom_plan`

type Condition = (bind: Bind) => string

async function count(connection: Connection, where: Condition): Promise<number> {
  const sql = new BoundValues<unknown>()
  const text = `SELECT count(*) AS total FROM catalog.property WHERE ${where(sql.bind)}`
  const [row] = await connection.query<{ total: number }>({ name: '', ...sql.statement(text, '$') })
  return row?.total ?? 0
}

interface PropertyRow {
  readonly key: string
  readonly noun: 'home' | 'offer'
  readonly modified: number
  /** The values in the sort columns: `v0`, `v1`, … */
  readonly [value: `v${number}`]: number | string | null
}

/** Returns the rows of a page, plus the next row if there is one. */
async function pageRows(connection: Connection, query: PropertyQuery): Promise<readonly PropertyRow[]> {
  const { where, limit } = query
  const page: PropertyRow[] = []
  let { offset } = query
  for (const part of partsOf(query)) {
    const within: Condition = (bind) => allHold([allOf(where, bind), part.where(bind)])
    const rows = await rowsOf(connection, query, { ...part, where: within }, offset, limit + 1 - page.length)
    page.push(...rows)
    if (page.length > limit) break
    offset = rows.length > 0 || offset === 0 ? 0 : offset - (await count(connection, within))
  }
  return page
}

function rowsOf(
  connection: Connection,
  { order, isKeyDescending }: PropertyQuery,
  part: Part,
  offset: number,
  limit: number,
): Promise<readonly PropertyRow[]> {
  const sql = new BoundValues<unknown>()
  const values = order.map(({ column }, i) => `, ${quoted(column)} AS v${i}`).join('')
  const columns = part.order.map(
    ({ column, isDescending }) => `${quoted(column)} ${isDescending ? 'DESC NULLS LAST' : 'NULLS FIRST'}, `,
  )
  const text = `SELECT key, noun, "ModificationTimestamp" AS modified${values} FROM catalog.property
    WHERE ${part.where(sql.bind)} ORDER BY ${columns.join('')}key ${isKeyDescending ? 'DESC' : ''}
    LIMIT ${sql.bind(limit)} OFFSET ${sql.bind(offset)}`
  return connection.query<PropertyRow>({ name: '', ...sql.statement(text, '$') })
}

function foundIn(row: PropertyRow, { order }: PropertyQuery): PropertyHit {
  const values = order.map((_, i) => {
    const value = row[`v${i}`] ?? undefined
    return typeof value === 'string' ? textOfOrder(value) : value
  })
  return { noun: row.noun, key: row.key, modifiedUs: row.modified, values }
}

/** A part of the matching rows, and how to sort it. */
interface Part {
  readonly where: Condition
  readonly order: PropertyQuery['order']
}

/**
 * Divides the rows after `after` into parts, each of which an index returns in order. If the first sort column has the
 * same value in all rows of a part, or no value, the part is sorted only by the other columns.
 */
function partsOf({ after, order, isKeyDescending }: PropertyQuery): readonly Part[] {
  const placed = after && placedAt(after, order, isKeyDescending)
  const [first, ...rest] = order
  if (first === undefined || !isInOrder(first.column))
    return [{ where: (bind) => (placed === undefined ? TRUE : behind(placed, bind)), order }]
  const { column, isDescending } = first
  const name = quoted(column)
  const none: Part = { where: () => `${name} IS NULL`, order: rest }
  const some: Part = { where: () => `${name} IS NOT NULL`, order }
  const [at, ...others] = placed ?? []
  if (at === undefined) return isDescending ? [some, none] : [none, some]
  const { value } = at
  const isSame: Condition = (bind) => (value === undefined ? `${name} IS NULL` : `${name} = ${bound(value, bind)}`)
  const same: Part = { where: (bind) => allHold([isSame(bind), behind(others, bind)]), order: rest }
  if (value === undefined) return isDescending ? [same] : [same, some]
  const beyond: Part = { where: (bind) => `${name} ${isDescending ? '<' : '>'} ${bound(value, bind)}`, order }
  return isDescending ? [same, beyond, none] : [same, beyond]
}

/** A sort column, with its value in the last row before the page. */
interface PlacedColumn {
  /** Quoted for SQL. */
  readonly name: string
  readonly isDescending: boolean
  readonly value: number | string | undefined
}

/** Returns the sort columns, then the key, which ends every sort order. */
function placedAt(
  { values, key }: PropertyPosition,
  order: PropertyQuery['order'],
  isKeyDescending: boolean,
): readonly PlacedColumn[] {
  const placed = order.map(({ column, isDescending }, i) => {
    const value = values[i]
    const stored = typeof value === 'string' ? storedText(PROPERTY_COLUMN_KINDS[column], value) : value
    return { name: quoted(column), isDescending, value: stored }
  })
  return [...placed, { name: 'key', isDescending: isKeyDescending, value: key }]
}

/** Returns a condition for rows that sort after these values. A key is never missing. */
function behind([first, ...rest]: readonly PlacedColumn[], bind: Bind): string {
  if (first === undefined) return FALSE
  const { name, isDescending, value } = first
  const later = behind(rest, bind)
  if (value === undefined) {
    const same = allHold([`${name} IS NULL`, later])
    return isDescending ? same : oneHolds([same, `${name} IS NOT NULL`])
  }
  const at = bound(value, bind)
  const beyond = `${name} ${isDescending ? '<' : '>'} ${at}`
  if (rest.length === 0) return beyond
  const same = allHold([`${name} = ${at}`, later])
  return oneHolds([beyond, same, isDescending ? `${name} IS NULL` : FALSE])
}

function bound(value: number | string, bind: Bind): string {
  return typeof value === 'number' ? real(value, bind) : bind(value)
}

/** A bound that is compared exactly, even with an integer column. */
function real(value: number, bind: Bind): string {
  return `CAST(${bind(value)} AS float8)`
}

function allOf(nodes: readonly PropertyNode[], bind: Bind): string {
  return allHold(nodes.map((node) => condition(node, bind)))
}

/** Returns the SQL condition of a node. NULL, the result for a row without a value, counts as false. */
function condition(node: PropertyNode, bind: Bind): string {
  switch (node.kind) {
    case 'range':
      return range(quoted(node.column), node, bind)
    case 'numbers': {
      const values = [...node.values].filter((value) => !Number.isNaN(value))
      return values.length === 0 ? FALSE : `${quoted(node.column)} = ANY(CAST(${bind(values)} AS float8[]))`
    }
    case 'texts': {
      const kind = PROPERTY_COLUMN_KINDS[node.column]
      const values = Array.from(node.values, (text) => storedText(kind, text))
      if (values.length === 0) return FALSE
      const wantedTexts = `CAST(${bind(values)} AS text[])`
      return kind === 'list'
        ? `${quoted(node.column)} && ${wantedTexts}`
        : `${quoted(node.column)} = ANY(${wantedTexts})`
    }
    case 'missing':
      return `${quoted(node.column)} IS NULL`
    case 'keys':
      return node.keys.size === 0 ? FALSE : `key = ANY(CAST(${bind([...node.keys])} AS text[]))`
    case 'keyRange': {
      const { from, to } = node
      return allHold([
        from === undefined ? TRUE : `key ${beyondSign('>', from)} ${bind(from.key)}`,
        to === undefined ? TRUE : `key ${beyondSign('<', to)} ${bind(to.key)}`,
      ])
    }
    case 'circle':
      return DIALECT.circle(node, 'catalog.property', bind)
    case 'polygon':
      return DIALECT.polygon(node, 'catalog.property', bind)
    case 'words': {
      if (node.words.length === 0 && node.phrases.length === 0) return TRUE
      const query = `CAST(${bind(queryText(node.words, node.phrases))} AS tsquery)`
      return `noun = 'home' AND key IN (${WORD_TABLES.map((table) => `SELECT zpid::text FROM ${table} WHERE words @@ ${query}`).join(' UNION ALL ')})`
    }
    case 'any':
    case 'none': {
      const holding = oneHolds(node.alternatives.map((nodes) => allOf(nodes, bind)))
      return node.kind === 'any' ? holding : noneHolds(holding)
    }
  }
}

const WORD_TABLES = LISTING_CLASSES.map((name) => `catalog.${tableOf(name)}_text`)

function range(name: string, { min, max }: { readonly min: number; readonly max: number }, bind: Bind): string {
  if (!(min <= max)) return FALSE
  const ends = allHold([
    min === -Infinity ? TRUE : `${name} >= ${real(min, bind)}`,
    max === Infinity ? TRUE : `${name} <= ${real(max, bind)}`,
  ])
  return ends === TRUE ? `${name} IS NOT NULL` : ends
}

function beyondSign(sign: '<' | '>', { isInclusive }: KeyBound): string {
  return isInclusive ? `${sign}=` : sign
}

/** Time limit in milliseconds. Without an index, all rows are read, but only once per state of the catalog. */
const VALUES_MS = 30_000

function readValues(database: Database, column: TextColumnName | ListColumnName): Promise<readonly string[]> {
  const isList = PROPERTY_COLUMN_KINDS[column] === 'list'
  const text = `SELECT DISTINCT ${isList ? `unnest(${quoted(column)})` : quoted(column)} AS text
    FROM catalog.property WHERE ${quoted(column)} IS NOT NULL`
  return database.inTransaction(async (connection) => {
    const rows = await connection.query<{ text: string }>({ name: '', text })
    return rows.map((row) => (isList ? row.text : textOfOrder(row.text))).sort()
  }, VALUES_MS)
}
