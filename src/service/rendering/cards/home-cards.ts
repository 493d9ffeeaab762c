import { STORED_WORDS } from '../../../catalog/facts/card-words.ts'
import { type CardMaker, FACTS_END } from '../../../catalog/ports/cards.ts'
import { DAY_MS, dayNumber } from '../../../kit/base/clock.ts'
import { portalWords, type Words } from '../../../kit/base/words.ts'
import type { Home } from '../../../model/home.ts'
import { currentPrice } from '../../../model/market-state.ts'
import { isOnMarket, listingFlags } from '../listing-flags.ts'
import { latestPriceChange } from '../price-history.ts'
import { buildingPart, unitsPart } from './building-card.ts'
import { cardHeadWriter, cardRestWriter } from './home-card.ts'

/** Maximum number of open houses in a search result. If there are more, it has the last open houses. */
const MAX_OPEN_HOUSES = 8

/** Kinds of listings, in the order of their bits in the number that `factsOf` stores. */
const KINDS = ['FSBA', 'FSBO', 'pending', 'newHome', 'foreclosure', 'bankOwned', 'forAuction', 'comingSoon'] as const
const DAY_UNIT = 2 ** KINDS.length

/** Days of listings are counted from this day (in days since 1970-01-01), so that they are never negative. */
const FIRST_DAY = -100_000

/** Returns functions that write the search results of homes and buildings. */
export function homeCards(words: Words): Pick<CardMaker, 'card' | 'head' | 'buildingPart' | 'unitsPart'> {
  const writeHead = cardHeadWriter(portalWords(words))
  const writeRest = cardRestWriter(portalWords(STORED_WORDS))
  return {
    card: (home, people) => {
      const price = currentPrice(home) ?? undefined
      const priceChange = latestPriceChange(home)
      const rest = writeRest({ home, people, price, priceChange, words: STORED_WORDS })
      return factsOf(home) + FACTS_END + rest
    },
    head: (facts, today) => {
      const [number, ...openHouses] = facts.split(' ')
      const listed = Math.floor(Number(number) / DAY_UNIT)
      const flags = KINDS.filter((_, bit) => (Number(number) >> bit) & 1).map((kind) => [kind, true])
      return writeHead({
        days: listed === 0 ? undefined : Math.max(0, today - listed - FIRST_DAY),
        openHouses: openHouses
          // `factsOf` writes two numbers per open house
          .map((times) => times.split('/').map(Number) as [startTime: number, endTime: number])
          .map(([startTime, endTime]) => ({ startTime, endTime }))
          .filter(({ endTime }) => endTime >= today * DAY_MS),
        flags: Object.fromEntries(flags),
      })
    },
    buildingPart: (building) => buildingPart(building, STORED_WORDS),
    unitsPart,
  }
}

/**
 * Encodes the day of the listing and its kinds as one number, followed by the times of the open houses, sorted by their
 * ends.
 */
function factsOf(home: Home): string {
  const { onMarketMs, openHouses = [] } = home.listing ?? {}
  const flags = listingFlags(home, Number.POSITIVE_INFINITY)
  const bits = KINDS.reduce((sum, kind, bit) => sum + (flags[kind] ? 2 ** bit : 0), 0)
  const listed = onMarketMs === undefined ? 0 : Math.max(1, dayNumber(onMarketMs) - FIRST_DAY)
  const last = (isOnMarket(home.listing) ? openHouses : [])
    .toSorted((one, other) => one.endMs - other.endMs || one.startMs - other.startMs)
    .slice(-MAX_OPEN_HOUSES)
  return [listed * DAY_UNIT + bits, ...last.map(({ startMs, endMs }) => `${startMs}/${endMs}`)].join(' ')
}
