import type { HomeSearch } from '../ports/noun-search.ts'
import type { Hit } from '../ports/query.ts'
import type { DatedCards } from './dated-cards.ts'
import type { DatedRows } from './dated-rows.ts'

/** Data that all searches of past days share, made once from all homes. */
export interface DatedHomes {
  readonly rows: DatedRows
  readonly cards: DatedCards
}

/**
 * Searches homes as they were known on a day.
 * @param made Returns the data for searches. Making it may take a while.
 */
export function datedSearch(
  day: number,
  made: () => Promise<DatedHomes>,
  ofToday: Pick<HomeSearch, 'homesWithMlsId'>,
): HomeSearch {
  return {
    page: async (query) => (await made()).rows.page(query, day),
    cards: async (query) => {
      const { rows, cards } = await made()
      const { hits, ...counts } = await rows.page(query, day)
      const left = Math.max(0, counts.total - query.offset - hits.length)
      return { ...counts, left, lastKey: lastKeyOf(hits), ...(await cards.page(hits, day)) }
    },
    explain: async (selection) => (await made()).rows.explain(selection, day),
    countBy: async (selection, by) => (await made()).rows.countBy(selection, by, day),
    selectAll: async (selection, columns) => (await made()).rows.selectAll(selection, columns, day),
    homesWithMlsId: (mlsId) => ofToday.homesWithMlsId(mlsId),
  }
}

function lastKeyOf(hits: readonly Hit[]): number | undefined {
  const last = hits.at(-1)
  return last?.kind === 'building' ? last.units[0]?.zpid : last?.zpid
}
