import type { Home } from '../../model/home.ts'
import type { DatedRows } from '../embedded/dated-rows.ts'
import { cardPage, type StoredCard } from '../facts/card-page.ts'
import { CardWords } from '../facts/card-words.ts'
import { type CardMaker, summaryOf } from '../ports/cards.ts'
import type { HomeSearch } from '../ports/noun-search.ts'
import type { EncodedPage, Hit, Query } from '../ports/query.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'

/** The rows of a catalogue, which take time to be made. */
export type RowsInTime = () => Promise<DatedRows>

/** Searches homes as they were known on a day. `records` are those of that day. */
export function datedSearch(
  day: number,
  rows: RowsInTime,
  records: RecordLookup,
  cards: CardMaker,
  ofToday: Pick<HomeSearch, 'homesWithMlsId'>,
): HomeSearch {
  const words = new CardWords(cards.words)
  return {
    page: async (query) => (await rows()).page(query, day),
    cards: async (query) => cardsOf(query, await (await rows()).page(query, day), records, cards, words),
    explain: async (selection) => (await rows()).explain(selection, day),
    countBy: async (selection, by) => (await rows()).countBy(selection, by, day),
    selectAll: async (selection, columns) => (await rows()).selectAll(selection, columns, day),
    homesWithMlsId: (mlsId) => ofToday.homesWithMlsId(mlsId),
  }
}

async function cardsOf(
  { offset, today }: Query,
  { total, ungrouped, hits }: { readonly total: number; readonly ungrouped: number; readonly hits: readonly Hit[] },
  records: RecordLookup,
  cards: CardMaker,
  words: CardWords,
): Promise<EncodedPage> {
  const made = await Promise.all(hits.map((hit) => cardOf(hit, records, cards)))
  const shown = made.filter((card) => card !== undefined)
  const last = hits.at(-1)
  return {
    total,
    ungrouped,
    left: Math.max(0, total - offset - hits.length),
    lastKey: last && zpidOf(last),
    ...cardPage(shown, cards, today, words),
  }
}

/** Undefined for a home that is gone since the page was found. A building without a record shows its best unit's card. */
async function cardOf(hit: Hit, records: RecordLookup, cards: CardMaker): Promise<StoredCard | undefined> {
  const building = hit.kind === 'building' ? await records.get('building', hit.lotId) : undefined
  if (building !== undefined && hit.kind === 'building')
    return { body: cards.buildingPart(building), units: cards.unitsPart(summaryOf(hit.units)) }
  const home = await records.get('home', zpidOf(hit))
  return home && { body: cards.card(home, await listersOf(home, records)) }
}

function zpidOf(hit: Hit): number {
  return hit.kind === 'home' ? hit.zpid : (hit.units[0]?.zpid ?? Number.NaN)
}

async function listersOf({ listing }: Home, records: RecordLookup) {
  const agent = listing?.listAgentId === undefined ? undefined : await records.get('agent', listing.listAgentId)
  const office = agent?.officeId === undefined ? undefined : await records.get('office', agent.officeId)
  return { agent, office }
}
