import type { Database } from '../../../kit/postgres/database.ts'
import { HOME_COLUMNS, HOME_FLAGS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import type { Region } from '../../../model/region.ts'
import { CardWords } from '../../facts/card-words.ts'
import { type CardMaker, summaryOf } from '../../ports/cards.ts'
import type { HomeSearch } from '../../ports/noun-search.ts'
import type { EncodedPage, Hit, Query, UnitHit } from '../../ports/query.ts'
import {
  CardWriter,
  cardPage,
  cardsOf,
  isResult,
  ownCards,
  type ResultRow,
  type StoredCard,
  withCachedHeads,
} from '../cards.ts'
import { numberKey } from '../tables/short-texts.ts'
import type { HomeRows } from './home-rows.ts'
import { valuesOf } from './home-rows.ts'
import { measuredOf } from './measures.ts'
import type { PageRow, UnitRow } from './statement.ts'

/** Searches homes. Regenerates search results that a different version of Plat stored. */
export function homeSearch(
  rows: HomeRows,
  database: Database,
  cards: CardMaker,
  regions: () => readonly Region[],
): HomeSearch {
  const cardWriter = new CardWriter(cards)
  const shown = { ...cards, ...withCachedHeads(cards) }
  return {
    async page(query) {
      const pageRows = await rows.page(query, false)
      const { total = 0, ungrouped = 0 } = pageRows[0] ?? {}
      return { total, ungrouped, hits: pageRows.flatMap(hitOf), ...measuredOf(query, pageRows[0], regions()) }
    },
    async cards(query) {
      const pageRows = await rows.page(query, true)
      const results = pageRows.filter(isResult)
      const stored = await cardsOf(results, cardWriter.made, (keys) => ownCards(database, cardWriter, keys))
      return {
        ...encodedPage(pageRows[0], results, stored, query, shown),
        ...measuredOf(query, pageRows[0], regions()),
      }
    },
    explain: async (selection) => (selection.where.length === 0 ? [] : rows.explain(selection)),
    async countBy(selection, by) {
      const counts = await rows.countBy(selection, by)
      return counts.map(({ value, homes }) => ({ value: namedValue(by, value), homes }))
    },
    selectAll: async (selection, columns) => valuesOf(await rows.select(selection, columns), columns),
    async homesWithMlsId(mlsId) {
      const number = numberKey(mlsId)
      return number === '' ? [] : rows.withNumber(number)
    },
  }
}

function hitOf({ key: zpid, building, units }: PageRow): Hit[] {
  if (zpid === null) return []
  if (building === null) return [{ kind: 'home', zpid }]
  return [{ kind: 'building', lotId: building, units: (units ?? []).map(unitOf) }]
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

function unitOf([zpid, bedrooms, price, flags]: UnitRow): UnitHit {
  const room = (flags & ROOM_BIT) !== 0
  return { zpid, bedrooms: bedrooms ?? undefined, price: price ?? undefined, room }
}

/** Makes the search result of a building from its stored part and the matching units. */
function encodedPage(
  first: PageRow | undefined,
  results: readonly ResultRow[],
  stored: readonly (StoredCard | undefined)[],
  { offset, today }: Query,
  cards: CardMaker,
): EncodedPage {
  const { total = 0, ungrouped = 0, listed = 0 } = first ?? {}
  const shown = results.flatMap(({ isPart, units }, i): StoredCard[] => {
    const card = stored[i]
    if (card === undefined) return [] // undefined if the record was removed after the page was found
    return [isPart === true ? { ...card, units: cards.unitsPart(summaryOf((units ?? []).map(unitOf))) } : card]
  })
  return {
    total,
    ungrouped,
    left: Math.max(0, listed - offset - results.length),
    lastKey: results.at(-1)?.key,
    ...cardPage(shown, cards, today, new CardWords(cards.words)),
  }
}

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
