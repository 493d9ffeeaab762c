import { agentsInHistory } from '../rendering/people.ts'
import { PRICE_HISTORY, priceHistory } from '../rendering/price-history.ts'
import { homeOperation } from './about-one.ts'

export const priceHistoryOf = homeOperation({
  path: '/pricehistory',
  summary: 'The price history of a property, newest first.',
  answer: 'PriceHistory',
  keys: { priceHistory: PRICE_HISTORY },
  empty: { priceHistory: [] },
  run: async (home, { catalog, words }) => ({
    priceHistory: priceHistory(home, await agentsInHistory(home, catalog.records), words),
  }),
})
