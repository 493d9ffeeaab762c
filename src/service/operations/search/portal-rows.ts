import type { Context } from '../../../catalog/ports/context.ts'
import type { EncodedPage } from '../../../catalog/ports/query.ts'
import { type AnswerOf, Ready } from '../../../kit/answers/index.ts'
import type { BUILDING_RESULT } from '../../rendering/cards/building-card.ts'
import type { HOME_RESULT } from '../../rendering/cards/home-card.ts'
import { type ListedHome, withListers } from '../../rendering/people.ts'
import { buildingRow, isInBrief, portalRow, type ROWS, type ROWS_WITH_CARDS } from '../../rendering/rows/portal-row.ts'
import type { Surroundings } from '../../rendering/surroundings.ts'
import { cardsAsData } from '../encoded-search.ts'

type ResultCard = AnswerOf<typeof HOME_RESULT> | AnswerOf<typeof BUILDING_RESULT>

interface Row {
  readonly flat: Ready<AnswerOf<typeof ROWS>[number]>
  readonly withCard: Ready<AnswerOf<typeof ROWS_WITH_CARDS>[number]>
}

/** Converts the results of a page to flat rows, once alone and once with the keys that other searches return. */
export async function portalRows(page: EncodedPage, context: Context, around: Surroundings) {
  const cards = cardsAsData(page) as readonly ResultCard[] // searches for homes return such results
  const zpids = cards.flatMap(({ resultType, property }) => (resultType === 'property' ? property.zpid : []))
  const { records } = context.catalog
  const listed = await withListers(await records.briefs(zpids), records)
  const homes = new Map(listed.map((each) => [each.home.zpid, each]))
  const made = await Promise.all(cards.map((card) => rowOf(card, homes, context, around)))
  const rows = made.filter((row) => row !== undefined)
  return {
    Results: Ready.list(rows.map(({ flat }) => flat)).inPlace,
    searchResults: Ready.list(rows.map(({ withCard }) => withCard)).inPlace,
  }
}

/** Returns the row for a result. Undefined if an import has removed the home or building since the search. */
async function rowOf(
  card: ResultCard,
  homes: ReadonlyMap<number, ListedHome>,
  { catalog, words }: Context,
  around: Surroundings,
): Promise<Row | undefined> {
  if (card.resultType === 'propertyGroup') {
    const building = await catalog.records.get('building', card.property.lotId)
    if (building === undefined) return undefined
    const flat = buildingRow(building, card.property, words)
    return rowWith(flat, card)
  }
  const { property } = card
  const listed = homes.get(property.zpid)
  if (listed === undefined) return undefined
  if (isInBrief(listed.home, property)) return rowWith(portalRow(listed, property, undefined, around), card)
  const record = await catalog.records.get('home', property.zpid)
  return record && rowWith(portalRow(listed, property, record, around), card)
}

/** Adds the keys of a search result after the keys of a row. */
function rowWith(flat: string, card: ResultCard): Row {
  return { flat: new Ready(flat), withCard: new Ready(`${flat.slice(0, -1)},${JSON.stringify(card).slice(1)}`) }
}
