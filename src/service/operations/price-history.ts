import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import { component } from '../../kit/answers/index.ts'
import { agentsInHistory } from '../rendering/people.ts'
import { PRICE_HISTORY, priceHistory } from '../rendering/price-history.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { operation } from './operation.ts'

export const priceHistoryOf = operation({
  path: '/pricehistory',
  summary: 'The price history of a property, newest first.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: anyOf(HOME_IDENTIFIERS, 'property'),
  failures: HOME_FAILURES,
  answer: component('PriceHistory', answer({ priceHistory: PRICE_HISTORY })),
  run: async (args, { catalog, words }) => {
    const home = await identifyHome(args, catalog, { priceHistory: [] })
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), home),
      priceHistory: priceHistory(home, await agentsInHistory(home, catalog.records), words),
    }
  },
})
