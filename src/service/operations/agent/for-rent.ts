import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component, listOf, whole } from '../../../kit/answers/index.ts'
import { AGENT_LISTING } from '../../rendering/rows/agent-listing.ts'
import { operation } from '../operation.ts'
import { AGENT_FAILURES } from './known-agent.ts'
import { listingParameters, listingsOf } from './listings.ts'

export const agentForRent = operation({
  path: '/agent/for_rent',
  summary: 'An agent’s homes for rent, newest listing first.',
  group: 'Agents',
  parameters: listingParameters,
  failures: AGENT_FAILURES,
  answer: component(
    'AgentForRent',
    answer({ forRentListings: listOf(AGENT_LISTING, 'Newest first.'), listingCount: whole() }),
  ),
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'lease', { forRentListings: [] }, context)
    return {
      message: '200: Success' as const,
      source: sourceName(context.catalog.about()),
      forRentListings: listings,
      listingCount: count,
    }
  },
})
