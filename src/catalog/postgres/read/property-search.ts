import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { LISTING_CLASSES } from '../../../model/home-columns.ts'
import { type ListColumnName, PROPERTY_COLUMN_KINDS, type TextColumnName } from '../../../model/property-columns.ts'
import type {
  FoundProperty,
  KeyBound,
  PropertyNode,
  PropertyPosition,
  PropertyQuery,
  PropertySearch,
} from '../../ports/property-search.ts'
import { quoted, tableOf } from '../tables/columns.ts'
import { storedText, textOfOrder } from '../tables/property-table.ts'
import { queryText } from '../tables/words.ts'
import { BoundValues } from './bound-values.ts'
import { allHold, type Bind, FALSE, noneHolds, oneHolds, TRUE } from './conditions.ts'
import { postgresDialect } from './dialect.ts'

/** Properties without coordinates lie nowhere. */
const DIALECT = postgresDialect(() => [])

/**
 * Searches of properties. Each is a transaction, since its statements see one state, and are planned for their values:
 * a plan for any values reads an index in the order of the page from end to end where nothing matches.
 */
export function propertySearch(database: Database, version: () => string): PropertySearch {
  const valuesHeld = new Map<string, { readonly version: string; readonly values: Promise<readonly string[]> }>()
  return {
    page: (query) =>
      database.inTransaction(async (connection) => {
        await connection.run(ONE_STATE)
        const total = query.isCounted ? await count(connection, (bind) => allOf(query.where, bind)) : undefined
        const rows = await pageRows(connection, query)
        const found = rows.slice(0, query.limit).map((row) => foundIn(row, query))
        return { total, found, isMore: rows.length > found.length }
      }),
    values(column) {
      const now = version()
      const held = valuesHeld.get(column)
      if (held?.version === now) return held.values
      const values = readValues(database, column)
      valuesHeld.set(column, { version: now, values })
      values.catch(() => valuesHeld.delete(column)) // whoever asked is told
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
  /** The values in the columns of the order: `v0` and so on. */
  readonly [value: `v${number}`]: number | string | null
}

/** The rows of a page, and one more if there are others behind it. */
async function pageRows(connection: Connection, query: PropertyQuery): Promise<readonly PropertyRow[]> {
  const { where, limit } = query
  const found: PropertyRow[] = []
  let { offset } = query
  for (const part of partsBehind(query)) {
    const within: Condition = (bind) => allHold([allOf(where, bind), part(bind)])
    const rows = await rowsOf(connection, query, within, { offset, limit: limit + 1 - found.length })
    found.push(...rows)
    if (found.length > limit) break
    offset = rows.length > 0 || offset === 0 ? 0 : offset - (await count(connection, within))
  }
  return found
}

function rowsOf(
  connection: Connection,
  { order, isKeyDescending }: PropertyQuery,
  where: Condition,
  { offset, limit }: Pick<PropertyQuery, 'offset' | 'limit'>,
): Promise<readonly PropertyRow[]> {
  const sql = new BoundValues<unknown>()
  const values = order.map(({ column }, i) => `, ${quoted(column)} AS v${i}`).join('')
  const columns = order.map(
    ({ column, isDescending }) => `${quoted(column)} ${isDescending ? 'DESC NULLS LAST' : 'NULLS FIRST'}, `,
  )
  const text = `SELECT key, noun, "ModificationTimestamp" AS modified${values} FROM catalog.property
    WHERE ${where(sql.bind)} ORDER BY ${columns.join('')}key ${isKeyDescending ? 'DESC' : ''}
    LIMIT ${sql.bind(limit)} OFFSET ${sql.bind(offset)}`
  return connection.query<PropertyRow>({ name: '', ...sql.statement(text, '$') })
}

function foundIn(row: PropertyRow, { order }: PropertyQuery): FoundProperty {
  const values = order.map((_, i) => {
    const value = row[`v${i}`] ?? undefined
    return typeof value === 'string' ? textOfOrder(value) : value
  })
  return { noun: row.noun, key: row.key, modifiedUs: row.modified, values }
}

/** A column of an order, and its value in the row that a page begins behind. */
interface Placed {
  /** As statements name it. */
  readonly name: string
  readonly isDescending: boolean
  readonly value: number | string | undefined
}

/**
 * Where the rows of a page are, part by part in their order: an index finds each part by a bound of the first column,
 * which rows without a value are not within.
 */
function partsBehind({ after, order, isKeyDescending }: PropertyQuery): readonly Condition[] {
  if (after === undefined) return [() => TRUE]
  const [first, ...rest] = placedAt(after, order, isKeyDescending)
  const { name, isDescending, value } = first
  const [hasNone, hasOne] = [`${name} IS NULL`, `${name} IS NOT NULL`]
  if (value === undefined) {
    const same: Condition = (bind) => allHold([hasNone, behind(rest, bind)])
    return isDescending ? [same] : [same, () => hasOne]
  }
  const ahead: Condition = (bind) => {
    const at = bound(value, bind)
    const [beyond, from] = isDescending ? ['<', '<='] : ['>', '>=']
    return `${name} ${from} ${at} AND ${oneHolds([`${name} ${beyond} ${at}`, behind(rest, bind)])}`
  }
  return isDescending && rest.length > 0 ? [ahead, () => hasNone] : [ahead]
}

/** The columns of an order, and the key, which ends each order. */
function placedAt(
  { values, key }: PropertyPosition,
  order: PropertyQuery['order'],
  isKeyDescending: boolean,
): readonly [Placed, ...Placed[]] {
  const last = { name: 'key', isDescending: isKeyDescending, value: key }
  const placed = order.map(({ column, isDescending }, i): Placed => {
    const value = values[i]
    const stored = typeof value === 'string' ? storedText(PROPERTY_COLUMN_KINDS[column], value) : value
    return { name: quoted(column), isDescending, value: stored }
  })
  return [...placed, last] as readonly Placed[] as readonly [Placed, ...Placed[]] // it has at least the key
}

/** The row comes later than the values of these columns. */
function behind([first, ...rest]: readonly Placed[], bind: Bind): string {
  if (first === undefined) return FALSE
  const { name, isDescending, value } = first
  const later = behind(rest, bind)
  if (value === undefined) {
    const same = allHold([`${name} IS NULL`, later])
    return isDescending ? same : oneHolds([same, `${name} IS NOT NULL`])
  }
  const at = bound(value, bind)
  const same = allHold([`${name} = ${at}`, later])
  return isDescending ? oneHolds([`${name} < ${at}`, same, `${name} IS NULL`]) : oneHolds([`${name} > ${at}`, same])
}

function bound(value: number | string, bind: Bind): string {
  return typeof value === 'number' ? real(value, bind) : bind(value)
}

/** Compared as it is, also with a column of whole numbers. */
function real(value: number, bind: Bind): string {
  return `CAST(${bind(value)} AS float8)`
}

function allOf(nodes: readonly PropertyNode[], bind: Bind): string {
  return allHold(nodes.map((node) => condition(node, bind)))
}

/** A condition that is neither true nor false, since a row lacks a value, does not hold. */
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
      const asked = `CAST(${bind(values)} AS text[])`
      return kind === 'list' ? `${quoted(node.column)} && ${asked}` : `${quoted(node.column)} = ANY(${asked})`
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
      return `noun = 'home' AND id IN (${WORD_TABLES.map((table) => `SELECT zpid FROM ${table} WHERE words @@ ${query}`).join(' UNION ALL ')})`
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

async function readValues(database: Database, column: TextColumnName | ListColumnName): Promise<readonly string[]> {
  const isList = PROPERTY_COLUMN_KINDS[column] === 'list'
  const text = `SELECT DISTINCT ${isList ? `unnest(${quoted(column)})` : quoted(column)} AS text
    FROM catalog.property WHERE ${quoted(column)} IS NOT NULL`
  const rows = await database.query<{ text: string }>({ name: `property-values-${column}`, text })
  return rows.map((row) => (isList ? row.text : textOfOrder(row.text))).sort()
}
