import { STORED_WORDS } from '../../../catalog/facts/card-words.ts'
import type { CardMaker } from '../../../catalog/ports/cards.ts'
import { portalWords, type Words } from '../../../kit/base/words.ts'
import { currentPrice } from '../../../model/market-state.ts'
import { listingFlags } from '../listing-flags.ts'
import { latestPriceChange } from '../price-history.ts'
import { buildingPart, unitsPart } from './building-card.ts'
import { DatedHead, openHousesOf } from './dated-head.ts'
import { HOME_RESULT } from './home-card.ts'

/** The cards of homes and buildings. */
export function homeCards(words: Words): Pick<CardMaker, 'card' | 'date' | 'buildingPart' | 'unitsPart'> {
  const head = new DatedHead(words)
  const write = HOME_RESULT.writer(portalWords(STORED_WORDS))
  return {
    card: (home, people) => {
      const flags = listingFlags(home, Number.POSITIVE_INFINITY)
      const price = currentPrice(home) ?? undefined
      const priceChange = latestPriceChange(home)
      return write({ home, people, flags, openHouses: openHousesOf(home), price, priceChange, words: STORED_WORDS })
    },
    date: (answer, at, today) => head.date(answer, at, today),
    buildingPart: (building) => buildingPart(building, STORED_WORDS),
    unitsPart,
  }
}
