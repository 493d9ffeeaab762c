import type { Database } from '../../../kit/postgres/database.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName, LISTING_CLASSES } from '../../../model/home-columns.ts'
import { derivedKey } from '../../../model/identity.ts'
import type { CircleNode, HomeValueName, HomeValues, NearSelection, Query, Selection } from '../../ports/query.ts'
import { quoted, tableOf } from '../tables/columns.ts'
import { UNITS_PER_DEGREE } from '../tables/points.ts'
import { runStatement, type Statement } from './bound-values.ts'
import { allHold, type Dialect } from './conditions.ts'
import { circleCondition, lineSquared } from './dialect.ts'
import { explainStatement, type PageRow, pageStatement, SelectionSql } from './statement.ts'

/** Counts the homes that have one value of a column, as it is stored. */
export interface CountRow {
  readonly value: number
  readonly homes: number
}

/** Where a row of a search lies, in degrees. */
export const AT = `place[0] / ${UNITS_PER_DEGREE} AS longitude, place[1] / ${UNITS_PER_DEGREE} AS latitude`

/** A row near a point, `far` from it as `lineSquared` has it. */
export type NearRow = ValueRow & { readonly longitude: number; readonly latitude: number; readonly far: number }

/** Searches of homes in the tables, one statement each, before answers are made of the rows. */
export type HomeRows = ReturnType<typeof homeRows>

export function homeRows(database: Database, dialect: Dialect) {
  const run = <Row extends object>(statement: Statement<unknown>) => runStatement<Row>(database, statement)
  return {
    /** A row for each result of the page, best first: see `PageRow`. */
    page: (query: Query, withCards: boolean) => run<PageRow>(pageStatement(query, dialect, withCards)),
    /** For each condition how many homes it removes. */
    async explain(selection: Selection): Promise<readonly number[]> {
      const [row] = await run<Record<string, number>>(explainStatement(selection, dialect))
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    /** In order of the value. */
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
    /** The zpids of homes with a number, as `numberKey` has it, in order. */
    async withNumber(number: string): Promise<readonly number[]> {
      const rows = await database.query<{ zpid: number }>({ name: 'homes-numbered', text: NUMBERED, values: [number] })
      return rows.map(({ zpid }) => zpid)
    },
    /** Those nearest to the point that lie in a circle, nearest first. */
    nearest(near: NearSelection, circle: CircleNode, columns: readonly HomeValueName[]) {
      const sql = new SelectionSql(near, dialect)
      const inside = allHold([circleCondition(circle, sql.bind), 'place IS NOT NULL'])
      const text = `SELECT ${valueColumns(columns)}, ${AT}, ${lineSquared(near.point, sql.bind)} AS far ${sql.source} AND ${inside}
        ORDER BY far, zpid LIMIT ${sql.bind(near.limit)}`
      return run<NearRow>(sql.statement(text))
    },
  }
}

const NUMBERED = `${LISTING_CLASSES.map((name) => `SELECT zpid FROM catalog.${tableOf(name)} WHERE number = $1`).join(' UNION ALL ')}
  ORDER BY zpid`

/** A row of `valueColumns`. */
export type ValueRow = { readonly zpid: number; readonly flags: number } & Readonly<Record<string, unknown>>

/** The columns that a statement selects for `valuesOf`. */
export function valueColumns(names: readonly HomeValueName[]): string {
  return ['zpid', 'flags', ...names.map((name) => `${sourceOf(name)} AS "v_${name}"`)].join(', ')
}

function sourceOf(name: HomeValueName): string {
  return name === 'zipcode' ? '"zipNumber"' : quoted(name)
}

export function valuesOf<C extends HomeValueName>(rows: readonly ValueRow[], names: readonly C[]): HomeValues<C> {
  const values = names.map((name) => [name, Float64Array.from(rows, (row) => numberOf(name, row[`v_${name}`]))])
  return {
    zpids: Float64Array.from(rows, ({ zpid }) => zpid),
    flags: Uint32Array.from(rows, ({ flags }) => flags),
    values: Object.fromEntries(values) as Record<C, Float64Array>, // one entry per name
  }
}

function numberOf(name: HomeValueName, stored: unknown): number {
  if (stored === null) return Number.NaN
  if (name === 'building') return derivedKey('building', stored as string) // a text column
  return Number(stored) / scaleOf(name)
}

export function scaleOf(name: HomeValueName): number {
  const { scale = 1 }: Partial<HomeColumn> = name === 'zipcode' || name === 'building' ? {} : HOME_COLUMNS[name]
  return scale
}
