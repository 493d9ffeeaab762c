import { type HomeColumnName, LISTING_CLASSES } from '../../model/home-columns.ts'
import type { CircleNode, HomeValueName, NearSelection, Query, Selection } from '../query.ts'
import { BoundValues, type Statement } from './bound-values.ts'
import { lineSquared } from './circle.ts'
import { tableOf } from './columns.ts'
import { allHold, type Dialect, HOMES, quoted, type SqlNoun } from './conditions.ts'
import { circleCondition, UNITS_PER_DEGREE } from './dialect.ts'
import { type ValueRow, valueColumns } from './home-values.ts'
import { allRows, cardsStatement, explainStatement, type PageRow, pageStatement, SelectionSql } from './statement.ts'

/** How many homes have a value of a column, as it is stored. */
export interface CountRow {
  readonly value: number
  readonly homes: number
}

/** Where a row of a search lies, in degrees. */
export const AT = `place[0] / ${UNITS_PER_DEGREE} AS longitude, place[1] / ${UNITS_PER_DEGREE} AS latitude`

/** A row near a point, `far` from it as `lineSquared` has it. */
export type NearRow = ValueRow & { readonly longitude: number; readonly latitude: number; readonly far: number }

/** What searches of homes find in tables, before answers are made of it. */
export interface HomeRows {
  /** A row for each result of the page, best first: see `PageRow`. */
  page(query: Query, withCards: boolean): Promise<readonly PageRow[]>
  /** For each condition how many homes it removes. */
  explain(selection: Selection): Promise<readonly number[]>
  /** In order of the value. */
  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): Promise<readonly CountRow[]>
  select(selection: Selection, columns: readonly HomeValueName[]): Promise<readonly ValueRow[]>
  /** The zpids of homes with a number, as `numberKey` has it, in order. */
  withNumber(number: string): Promise<readonly number[]>
  /** Those nearest to the point that lie in a circle, nearest first. */
  nearest(near: NearSelection, circle: CircleNode, columns: readonly HomeValueName[]): Promise<readonly NearRow[]>
}

/** Those of one server, which also tells of given results what `PageRow` has of cards. */
export interface RowsOfServer extends HomeRows {
  cards(results: readonly Pick<PageRow, 'zpid' | 'building'>[]): Promise<readonly Pick<PageRow, CardColumn>[]>
}

type CardColumn = 'zpid' | 'isPart' | 'packed' | 'sum' | 'bytes' | 'made'

/** Runs a statement somewhere. */
export type Run = <Row extends object>(statement: Statement<unknown>) => Promise<readonly Row[]>

/** What is found in the tables of one server: one statement each. */
export function homeRows(run: Run, dialect: Dialect, noun: SqlNoun = HOMES): RowsOfServer {
  return {
    page: (query, withCards) => run(pageStatement(query, dialect, withCards)),
    cards: (results) => run(cardsStatement(results, dialect)),
    async explain(selection) {
      const [row] = await run<Record<string, number>>(explainStatement(selection, dialect, noun))
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    countBy(selection, by) {
      const sql = new SelectionSql(selection, dialect)
      const column = by === 'zipcode' ? '"zipNumber"' : quoted(by)
      const text = `SELECT value, count(*) AS homes FROM (SELECT ${column} AS value ${sql.source}) matched
        WHERE value IS NOT NULL GROUP BY value ORDER BY value`
      return run(sql.statement(text))
    },
    select(selection, columns) {
      const sql = new SelectionSql(selection, dialect)
      return run(sql.statement(`SELECT ${valueColumns(columns)} ${sql.source}`))
    },
    async withNumber(number) {
      const values = new BoundValues<unknown>()
      const { schema, within } = dialect.narrowed?.([], values.bind) ?? allRows(dialect)
      const holds = allHold([`number = ${values.bind(number)}`, within])
      const each = LISTING_CLASSES.map((name) => `SELECT zpid FROM ${schema}.${tableOf(name)} WHERE ${holds}`)
      const text = `${each.join(' UNION ALL ')} ORDER BY zpid`
      return (await run<{ zpid: number }>(values.statement(text, '$'))).map(({ zpid }) => zpid)
    },
    nearest(near, circle, columns) {
      const sql = new SelectionSql(near, lookingIn(circle, dialect))
      const inside = allHold([circleCondition(circle, sql.bind), 'place IS NOT NULL'])
      const text = `SELECT ${valueColumns(columns)}, ${AT}, ${lineSquared(near.point, sql.bind)} AS far ${sql.source} AND ${inside}
        ORDER BY far, zpid LIMIT ${sql.bind(near.limit)}`
      return run(sql.statement(text))
    },
  }
}

/** Where tables have partitions, only those that can have homes in the circle are read. */
function lookingIn(circle: CircleNode, dialect: Dialect): Dialect {
  const { narrowed } = dialect
  return { ...dialect, ...(narrowed && { narrowed: (nodes, bind) => narrowed([...nodes, circle], bind) }) }
}
