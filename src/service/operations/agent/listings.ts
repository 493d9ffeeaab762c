import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import { component, listOf, whole } from '../../../kit/answers/index.ts'
import { withListers } from '../../rendering/people.ts'
import { AGENT_LISTING } from '../../rendering/rows/agent-listing.ts'
import { surroundingsOf } from '../../rendering/surroundings.ts'
import { type Operation, operationLike } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { AGENT_FAILURES, agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_LISTINGS = 15

/** The lists of an agent's homes, by kind of listing: their paths and names. */
const LISTS = {
  sale: { path: '/agent/for_sale', name: 'AgentForSale', key: 'forSaleListings', count: 'forSale' },
  lease: { path: '/agent/for_rent', name: 'AgentForRent', key: 'forRentListings', count: 'forRent' },
} as const

export function listingsOperation(kind: keyof typeof LISTS): Operation {
  const { path, name, key, count } = LISTS[kind]
  return operationLike({
    path,
    summary: `An agent’s homes for ${kind === 'sale' ? 'sale' : 'rent'}, newest listing first.`,
    group: 'Agents',
    parameters: { encodedZuid, page: pageParameter(PAGE_LISTINGS) },
    failures: AGENT_FAILURES,
    answer: component(name, answer({ [key]: listOf(AGENT_LISTING, 'Newest first.'), listingCount: whole() })),
    run: async ({ encodedZuid: agentId, page }, context, _texts, handling) => {
      const { records, agents } = context.catalog
      const { figures } = await agentWithId(agentId, context, { [key]: [] })
      const zpids = await agents.listingsOf(agentId, kind, spanOf(page, PAGE_LISTINGS))
      const homes = await records.briefs(zpids)
      const surroundings = surroundingsOf(context, handling)
      const listed = await withListers(homes, records)
      const listings = listed.map((home) => AGENT_LISTING.of({ ...home, surroundings }))
      return {
        message: '200: Success',
        source: sourceNames(context.catalog.about(), 'home'),
        [key]: listings,
        listingCount: figures[count],
      }
    },
  })
}
