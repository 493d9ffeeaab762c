import type { Database } from '../../../kit/postgres/database.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import type { OrderOf } from '../../../model/searched.ts'
import { CardWords } from '../../facts/card-words.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import { type CardMaker, datingOf } from '../../ports/cards.ts'
import type { OtherNoun, PlaceSearch } from '../../ports/noun-search.ts'
import type { Query } from '../../ports/query.ts'
import { CardWriter, cardPage, cardsOf, isResult, ownRecordCards, withCachedHeads } from '../cards.ts'
import { regionCode } from '../tables/columns.ts'
import { PLACE_TABLES } from '../tables/place-tables.ts'
import { runStatement } from './bound-values.ts'
import { FALSE, orderIn, type SqlNoun } from './conditions.ts'
import { postgresDialect } from './dialect.ts'
import { measuredOf } from './measures.ts'
import { explainStatement, type PageRow, pageStatement } from './statement.ts'

/** Only homes without coordinates have known areas; offers and experiences have none. */
const DIALECT = postgresDialect(() => [])

function sqlOf(name: OtherNoun): SqlNoun {
  const described = SEARCHED[name] as NounDescription<OtherNoun> // only names of this record type are used
  const { columns, flags } = described
  const { cards, slots, tableOf } = PLACE_TABLES[name]
  return {
    columns,
    flags,
    key: 'key',
    cards,
    order: (order) => orderIn(described, order as OrderOf<OtherNoun>),
    ...(slots !== undefined && { slots: `catalog.${slots}` }),
    tableOf,
    places: () => ({ list: 'places' }),
    place: (regions, _, bind) =>
      regions.length === 0 ? FALSE : `places && CAST(${bind(regions.map(regionCode))} AS int8[])`,
  }
}

/** Searches offers or experiences. Each search is one statement, so it reads one committed state. */
export function placeSearch<N extends OtherNoun>(
  database: Database,
  noun: N,
  cards: CardMaker,
  places: () => readonly CountedPlace[],
): PlaceSearch<N> {
  const dating = withCachedHeads(datingOf(noun, cards))
  const cardWriter = new CardWriter(cards)
  const words = new CardWords(cards.words)
  const sql = sqlOf(noun)
  const ownCards = ownRecordCards(noun, sql.cards)
  const find = async (query: Query<N>, withCards: boolean) => {
    const rows = await runStatement<PageRow>(database, pageStatement(query, DIALECT, withCards, sql))
    const { total = 0, listed = 0 } = rows[0] ?? {}
    const results = rows.filter(isResult)
    const left = Math.max(0, listed - query.offset - results.length)
    return { total, left, results, measured: measuredOf(query, rows[0], places()) }
  }
  const search: PlaceSearch<OtherNoun> = {
    async page(query) {
      const { total, left, results } = await find(query as Query<N>, false)
      return { total, left, keys: results.map(({ key }) => key) }
    },
    async cards(query) {
      const { total, left, results, measured } = await find(query as Query<N>, true)
      const stored = await cardsOf(results, cardWriter.made, (keys) => ownCards(database, cardWriter, keys))
      const shown = stored.filter((card) => card !== undefined)
      const page = cardPage(shown, dating, query.today, words)
      return { total, ungrouped: total, left, lastKey: results.at(-1)?.key, ...measured, ...page }
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
