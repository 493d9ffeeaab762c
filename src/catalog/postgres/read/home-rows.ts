import type { Database } from '../../../kit/postgres/database.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName, LISTING_CLASSES } from '../../../model/home-columns.ts'
import { derivedKey } from '../../../model/identity.ts'
import type { HomeValueName, HomeValues, Query, Selection } from '../../ports/query.ts'
import { quoted, sqlTypeOf, tableOf } from '../tables/columns.ts'
import { UNITS_PER_DEGREE } from '../tables/points.ts'
import { runStatement, type Statement } from './bound-values.ts'
import { type Dialect, HOMES } from './conditions.ts'
import type { NearSearch } from './near-searches.ts'
import { explainStatement, type PageRow, pageStatement, SelectionSql } from './statement.ts'

/** How many homes have a certain value in a column. The value is as stored. */
interface CountRow {
  readonly value: number
  readonly homes: number
}

/** Searches of homes, with one statement each. Callers turn the rows into answers. */
export type HomeRows = ReturnType<typeof homeRows>

export function homeRows(database: Database, dialect: Dialect) {
  const run = <Row extends object>(statement: Statement<unknown>) => runStatement<Row>(database, statement)
  return {
    /** Returns a row for each result of the page, best first; see `PageRow`. */
    page: (query: Query, withCards: boolean) => run<PageRow>(pageStatement(query, dialect, withCards)),
    /** Returns how many homes each condition excludes. */
    async explain(selection: Selection): Promise<readonly number[]> {
      const [row] = await run<Record<string, number>>(explainStatement(selection, dialect))
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    /** Counts homes by the value of a column, sorted by value. */
    countBy(selection: Selection, by: HomeColumnName | 'zipcode') {
      const sql = new SelectionSql(selection, dialect)
      const column = by === 'zipcode' ? '"zipNumber"' : quoted(by)
      const text = `SELECT value, count(*) AS homes FROM (SELECT ${column} AS value ${sql.source}) matched
        WHERE value IS NOT NULL GROUP BY value ORDER BY value`
      return run<CountRow>(sql.statement(text))
    },
    select(selection: Selection, columns: readonly HomeValueName[]) {
      const sql = new SelectionSql(selection, dialect)
      return run<ValueRow>(sql.statement(`SELECT ${valueColumns(columns)} ${sql.source}`))
    },
    /** Returns the zpids of homes with this listing number, ascending. `numberKey` normalizes the number. */
    async withNumber(number: string): Promise<readonly number[]> {
      const rows = await database.query<{ zpid: number }>({ name: 'homes-numbered', text: NUMBERED, values: [number] })
      return rows.map(({ zpid }) => zpid)
    },
    /** Returns the parts of a search for the homes of a selection that are nearest to a point. */
    near(selection: Selection, columns: readonly HomeValueName[]): Pick<NearSearch, 'columns' | 'source'> {
      const named = columns.map((name) => [`v_${name}`, [sourceOf(name), typeOf(name)]] as const)
      return {
        columns: { zpid: ['zpid', 'int8'], flags: ['flags', 'int8'], ...Object.fromEntries(named) },
        source: (inside, bind) =>
          `${new SelectionSql(selection, dialect, HOMES, bind).source} AND ${inside} AND place IS NOT NULL`,
      }
    },
  }
}

const NUMBERED = `${LISTING_CLASSES.map((name) => `SELECT zpid FROM catalog.${tableOf(name)} WHERE number = $1`).join(' UNION ALL ')}
  ORDER BY zpid`

/** A row selected with `valueColumns`. */
export type ValueRow = { readonly zpid: number; readonly flags: number } & Readonly<Record<string, unknown>>

/** Returns the columns that a statement selects for `valuesOf`. */
export function valueColumns(names: readonly HomeValueName[]): string {
  return ['zpid', 'flags', ...names.map((name) => `${sourceOf(name)} AS "v_${name}"`)].join(', ')
}

/** SQL and type of values that are not columns of `HOME_COLUMNS`. */
const OTHERS: Readonly<Record<Exclude<HomeValueName, HomeColumnName>, readonly [source: string, type: string]>> = {
  zipcode: ['"zipNumber"', 'int4'],
  building: ['"building"', 'text'],
  latitude: [`place[1] / ${UNITS_PER_DEGREE}`, 'float8'],
  longitude: [`place[0] / ${UNITS_PER_DEGREE}`, 'float8'],
}

function isOther(name: HomeValueName): name is keyof typeof OTHERS {
  return Object.hasOwn(OTHERS, name)
}

function sourceOf(name: HomeValueName): string {
  return isOther(name) ? OTHERS[name][0] : quoted(name)
}

function typeOf(name: HomeValueName): string {
  return isOther(name) ? OTHERS[name][1] : sqlTypeOf(HOME_COLUMNS[name])
}

export function valuesOf<C extends HomeValueName>(rows: readonly ValueRow[], names: readonly C[]): HomeValues<C> {
  const values = names.map((name) => [name, Float64Array.from(rows, (row) => numberOf(name, row[`v_${name}`]))])
  return {
    zpids: Float64Array.from(rows, ({ zpid }) => zpid),
    flags: Uint32Array.from(rows, ({ flags }) => flags),
    values: Object.fromEntries(values) as Record<C, Float64Array>, // an entry for each name
  }
}

function numberOf(name: HomeValueName, stored: unknown): number {
  if (stored === null) return Number.NaN
  if (name === 'building') return derivedKey('building', stored as string) // `building` is a text column
  return Number(stored) / scaleOf(name)
}

export function scaleOf(name: HomeValueName): number {
  const { scale = 1 }: Partial<HomeColumn> = isOther(name) ? {} : HOME_COLUMNS[name]
  return scale
}
