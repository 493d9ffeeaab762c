import type { Database } from '../../base/postgres/database.ts'
import type { CountedPlace } from '../../model/named-place.ts'
import { type CardMaker, datingOf } from '../cards.ts'
import type { OtherNoun, PlaceSearch } from '../noun-search.ts'
import type { Query } from '../query.ts'
import { type NounDescription, SEARCHED } from '../searched.ts'
import { runStatement, type Statement } from './bound-values.ts'
import { CardPacker } from './card-packer.ts'
import { columnOfOrder } from './columns.ts'
import { quoted } from './conditions.ts'
import { postgresDialect } from './dialect.ts'
import { ownRecordCards } from './own-cards.ts'
import { type PackedRow, packedCards } from './packed-page.ts'
import { PLACE_TABLES, type PlaceTables } from './place-tables.ts'
import { explainStatement, SelectionSql } from './statement.ts'

/** A result of a page; the only row of an empty page has no key. */
interface PlaceRow {
  readonly total: number
  /** Results that the page and those after it are chosen from. */
  readonly listed: number
  readonly key: number | null
  readonly made?: number | null
  /** As in `PageRow`. */
  readonly packed?: string | null
  readonly sum?: number | null
  readonly bytes?: number | null
}

/** Only homes without coordinates are known to lie in an area. */
const DIALECT = postgresDialect(() => [])

/** Searches of a noun other than homes: one statement each, and so one committed state. */
export function placeSearch<N extends OtherNoun>(
  database: Database,
  noun: N,
  cards: CardMaker,
  places: () => readonly CountedPlace[],
): PlaceSearch<N> {
  const tables: PlaceTables<N> = PLACE_TABLES[noun]
  const dating = datingOf(noun, cards)
  const packer = new CardPacker(cards)
  const ownCards = ownRecordCards(noun)
  const find = async (query: Query<N>, withCards: boolean) => {
    const rows = await runStatement<PlaceRow>(database, placeStatement(noun, tables, query, withCards))
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
      const foreign = found.filter(({ made }) => made !== packer.made).map(({ key }) => key)
      const own = foreign.length === 0 ? undefined : await ownCards(database, packer, foreign)
      const shown = found.flatMap(({ key, made, packed, sum, bytes }): PackedRow[] => {
        if (made === packer.made)
          return [{ packed: Buffer.from(packed ?? '', 'base64'), sum: sum ?? null, bytes: bytes ?? 0 }]
        const card = own?.get(key)
        return card === undefined ? [] : [card] // gone since the page was found
      })
      return { total, ungrouped: total, left, lastKey: found.at(-1)?.key, ...packedCards(shown, dating, query.today) }
    },
    async explain(selection) {
      if (selection.where.length === 0) return []
      const statement = explainStatement(selection, DIALECT, tables.sql)
      const [row] = await runStatement<Record<string, number>>(database, statement)
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    places,
  }
  return search as PlaceSearch<N>
}

const CARD_COLUMNS = `, made, encode(packed, 'base64') AS packed, sum, bytes`

/** A row for each result of the page, best first: see `PlaceRow`. */
function placeStatement<N extends OtherNoun>(
  name: N,
  { sql: noun, cards }: PlaceTables<N>,
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
    SELECT total, listed, page.key${withCards ? CARD_COLUMNS : ''} FROM totals LEFT JOIN page ON TRUE
    ${withCards ? `LEFT JOIN catalog.${cards} shown ON shown.key = page.key` : ''}
    ORDER BY ${bestFirst('page.')}`)
}
