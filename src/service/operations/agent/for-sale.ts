import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component, listOf, whole } from '../../../kit/answers/index.ts'
import { AGENT_LISTING } from '../../rendering/rows/agent-listing.ts'
import { operation } from '../operation.ts'
import { AGENT_FAILURES } from './known-agent.ts'
import { listingParameters, listingsOf } from './listings.ts'

export const agentForSale = operation({
  path: '/agent/for_sale',
  summary: 'An agent’s homes for sale, newest listing first.',
  group: 'Agents',
  parameters: listingParameters,
  failures: AGENT_FAILURES,
  answer: component(
    'AgentForSale',
    answer({ forSaleListings: listOf(AGENT_LISTING, 'Newest first.'), listingCount: whole() }),
  ),
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'sale', { forSaleListings: [] }, context)
    return {
      message: '200: Success' as const,
      source: sourceName(context.catalog.about()),
      forSaleListings: listings,
      listingCount: count,
    }
  },
})
