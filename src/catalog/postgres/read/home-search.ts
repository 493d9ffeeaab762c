import type { Database } from '../../../kit/postgres/database.ts'
import { HOME_COLUMNS, HOME_FLAGS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import { CardWords } from '../../facts/card-words.ts'
import { type CardMaker, summaryOf } from '../../ports/cards.ts'
import type { HomeSearch } from '../../ports/noun-search.ts'
import type { EncodedPage, Hit, Query, UnitHit } from '../../ports/query.ts'
import { CardWriter, cardPage, ownBuildingCards, ownHomeCards, type StoredCard } from '../cards.ts'
import { numberKey } from '../tables/short-texts.ts'
import type { HomeRows } from './home-rows.ts'
import { valuesOf } from './home-rows.ts'
import type { PageRow, UnitRow } from './statement.ts'

/** Searches of homes. Cards that another program made are made now, from records in the database. */
export function homeSearch(rows: HomeRows, database: Database, cards: CardMaker): HomeSearch {
  const cardWriter = new CardWriter(cards)
  return {
    async page(query) {
      const found = await rows.page(query, false)
      const { total = 0, ungrouped = 0 } = found[0] ?? {}
      return { total, ungrouped, hits: found.flatMap(hitOf) }
    },
    async cards(query) {
      const found = await rows.page(query, true)
      return encodedPage(found, await cardsIn(database, cardWriter, found), query, cards)
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

function hitOf({ zpid, building, units }: PageRow): Hit[] {
  if (zpid === null) return []
  if (building === null) return [{ kind: 'home', zpid }]
  return [{ kind: 'building', lotId: building, units: (units ?? []).map(unitOf) }]
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

function unitOf([zpid, bedrooms, price, flags]: UnitRow): UnitHit {
  const room = (flags & ROOM_BIT) !== 0
  return { zpid, bedrooms: bedrooms ?? undefined, price: price ?? undefined, room }
}

/** The card of each result; those that another program made are made now. */
async function cardsIn(
  database: Database,
  cardWriter: CardWriter,
  rows: readonly PageRow[],
): Promise<readonly (StoredCard | undefined)[]> {
  const foreign = rows.filter(({ zpid, made }) => zpid !== null && made !== cardWriter.made)
  const lotIds = foreign.flatMap(({ isPart, building }) => (isPart && building !== null ? building : []))
  const zpids = foreign.flatMap(({ isPart, zpid }) => (isPart || zpid === null ? [] : zpid))
  const [ofBuildings, ofHomes] = await Promise.all([
    lotIds.length === 0 ? undefined : ownBuildingCards(database, cardWriter, lotIds),
    zpids.length === 0 ? undefined : ownHomeCards(database, cardWriter, zpids),
  ])
  return rows.map(({ zpid, building, made, isPart, body }) => {
    if (zpid === null) return undefined
    if (made !== cardWriter.made) return isPart ? ofBuildings?.get(building ?? '') : ofHomes?.get(zpid)
    return { body: body ?? '' }
  })
}

/** Building cards are made here, as for every backend, from the part that is stored and the units that match. */
function encodedPage(
  rows: readonly PageRow[],
  stored: readonly (StoredCard | undefined)[],
  { offset, today }: Query,
  cards: CardMaker,
): EncodedPage {
  const { total = 0, ungrouped = 0, listed = 0 } = rows[0] ?? {}
  const found = rows.filter(({ zpid }) => zpid !== null)
  const shown = rows.flatMap(({ isPart, units }, i): StoredCard[] => {
    const card = stored[i]
    if (card === undefined) return [] // gone since the page was found
    return [isPart === true ? { ...card, units: cards.unitsPart(summaryOf((units ?? []).map(unitOf))) } : card]
  })
  return {
    total,
    ungrouped,
    left: Math.max(0, listed - offset - found.length),
    lastKey: found.at(-1)?.zpid ?? undefined,
    ...cardPage(shown, cards, today, new CardWords(cards.words)),
  }
}

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
