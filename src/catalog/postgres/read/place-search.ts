import type { Database } from '../../../kit/postgres/database.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import { CardWords } from '../../facts/card-words.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import { type CardMaker, datingOf } from '../../ports/cards.ts'
import type { OtherNoun, PlaceSearch } from '../../ports/noun-search.ts'
import type { Query } from '../../ports/query.ts'
import { CardWriter, cardPage, ownRecordCards, type StoredCard } from '../cards.ts'
import { columnOfOrder, quoted, regionCode } from '../tables/columns.ts'
import { PLACE_TABLES, type PlaceTables } from '../tables/place-tables.ts'
import { runStatement, type Statement } from './bound-values.ts'
import { FALSE, type SqlNoun } from './conditions.ts'
import { postgresDialect } from './dialect.ts'
import { explainStatement, SelectionSql } from './statement.ts'

/** A result of a page; the only row of an empty page has no key. */
interface PlaceRow {
  readonly total: number
  /** Results that the page and those after it are chosen from. */
  readonly listed: number
  readonly key: number | null
  readonly made?: number | null
  readonly body?: string | null
}

/** Only homes without coordinates are known to lie in an area. */
const DIALECT = postgresDialect(() => [])
function sqlOf(name: OtherNoun): SqlNoun {
  const { columns, flags } = SEARCHED[name]
  const { slots, tableOf } = PLACE_TABLES[name]
  return {
    columns,
    flags,
    key: 'key',
    ...(slots !== undefined && { slots: `catalog.${slots}` }),
    tableOf,
    place: (regions, _, bind) =>
      regions.length === 0 ? FALSE : `places && CAST(${bind(regions.map(regionCode))} AS int8[])`,
  }
}

/** Searches of a noun other than homes: one statement each, and so one committed state. */
export function placeSearch<N extends OtherNoun>(
  database: Database,
  noun: N,
  cards: CardMaker,
  places: () => readonly CountedPlace[],
): PlaceSearch<N> {
  const tables: PlaceTables<N> = PLACE_TABLES[noun]
  const dating = datingOf(noun, cards)
  const cardWriter = new CardWriter(cards)
  const words = new CardWords(cards.words)
  const sql = sqlOf(noun)
  const ownCards = ownRecordCards(noun, tables.cards)
  const find = async (query: Query<N>, withCards: boolean) => {
    const rows = await runStatement<PlaceRow>(database, placeStatement(noun, sql, tables.cards, query, withCards))
    const { total = 0, listed = 0 } = rows[0] ?? {}
    const found = rows.flatMap(({ key, ...card }) => (key === null ? [] : [{ key, ...card }]))
    return { total, left: Math.max(0, listed - query.offset - found.length), found }
  }
  const search: PlaceSearch<OtherNoun> = {
    async page(query) {
      const { total, left, found } = await find(query as Query<N>, false)
      return { total, left, keys: found.map(({ key }) => key) }
    },
    async cards(query) {
      const { total, left, found } = await find(query as Query<N>, true)
      const foreign = found.filter(({ made }) => made !== cardWriter.made).map(({ key }) => key)
      const own = foreign.length === 0 ? undefined : await ownCards(database, cardWriter, foreign)
      const shown = found.flatMap(({ key, made, body }): StoredCard[] => {
        if (made === cardWriter.made) return [{ body: body ?? '' }]
        const card = own?.get(key)
        return card === undefined ? [] : [card] // gone since the page was found
      })
      const page = cardPage(shown, dating, query.today, words)
      return { total, ungrouped: total, left, lastKey: found.at(-1)?.key, ...page }
    },
    async explain(selection) {
      if (selection.where.length === 0) return []
      const statement = explainStatement(selection, DIALECT, sql)
      const [row] = await runStatement<Record<string, number>>(database, statement)
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    places,
  }
  return search as PlaceSearch<N>
}

/** A row for each result of the page, best first: see `PlaceRow`. */
function placeStatement<N extends OtherNoun>(
  name: N,
  noun: SqlNoun,
  cards: string,
  query: Query<N>,
  withCards: boolean,
): Statement<unknown> {
  const described: NounDescription<N> = SEARCHED[name]
  const sql = new SelectionSql(query, DIALECT, noun)
  const { order, offset, limit, after } = query
  const direction = described.orders[order].highestFirst ? 'DESC' : 'ASC'
  const bestFirst = (from: string) => `${from}rank ${direction} NULLS LAST, ${from}key`
  const matched = `matched AS MATERIALIZED (SELECT key, ${quoted(columnOfOrder(described, order))} AS rank ${sql.source})`
  const listed = after === undefined ? 'matched' : `(SELECT * FROM matched WHERE key > ${sql.bind(after)}) listed`
  return sql.statement(`WITH ${matched},
    page AS MATERIALIZED (
      SELECT * FROM ${listed} ORDER BY ${bestFirst('')} LIMIT ${sql.bind(limit)} OFFSET ${sql.bind(offset)}),
    totals AS (SELECT count(*) AS total, count(*) ${after === undefined ? '' : `FILTER (WHERE key > ${sql.bind(after)})`} AS listed
      FROM matched)
    SELECT total, listed, page.key${withCards ? ', made, body' : ''} FROM totals LEFT JOIN page ON TRUE
    ${withCards ? `LEFT JOIN catalog.${cards} shown ON shown.key = page.key` : ''}
    ORDER BY ${bestFirst('page.')}`)
}
