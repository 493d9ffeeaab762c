import { component, listOf, whole } from '../../answers/index.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Home } from '../../model/home.ts'
import { answer } from '../answer-head.ts'
import { type Context, operation } from '../operation.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { sourceName } from '../source-name.ts'
import { surroundingsOf } from '../surroundings.ts'
import { AGENT_LISTING, agentListing } from './agent-listing.ts'
import { agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_LISTINGS = 15

const parameters = { encodedZuid, page: pageParameter(PAGE_LISTINGS) }

export const agentForSale = operation({
  path: '/agent/for_sale',
  summary: 'The homes for sale that an agent lists, the newest listing first.',
  group: 'Agents',
  parameters,
  answer: component(
    'AgentForSale',
    answer({ forSaleListings: listOf(AGENT_LISTING, 'Newest first.'), listingCount: whole() }),
  ),
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'sale', { forSaleListings: [] }, context)
    return { ...head(context), forSaleListings: listings, listingCount: count }
  },
})

export const agentForRent = operation({
  path: '/agent/for_rent',
  summary: 'The homes for rent that an agent lists, the newest listing first.',
  group: 'Agents',
  parameters,
  answer: component(
    'AgentForRent',
    answer({ forRentListings: listOf(AGENT_LISTING, 'Newest first.'), listingCount: whole() }),
  ),
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'lease', { forRentListings: [] }, context)
    return { ...head(context), forRentListings: listings, listingCount: count }
  },
})

function head({ catalog }: Context) {
  return { message: '200: Success' as const, source: sourceName(catalog.about()) }
}

async function listingsOf(
  { encodedZuid: agentId, page }: { readonly encodedZuid: string; readonly page: number },
  kind: 'sale' | 'lease',
  empty: Readonly<Record<string, object>>,
  context: Context,
) {
  const { figures } = await agentWithId(agentId, context, empty)
  const zpids = await context.catalog.agents.listingsOf(agentId, kind, spanOf(page, PAGE_LISTINGS))
  const homes = await homesOf(zpids, context.catalog)
  const surroundings = surroundingsOf(context)
  const listings = await Promise.all(homes.map((home) => agentListing(home, surroundings, context.catalog)))
  return { listings, count: kind === 'sale' ? figures.forSale : figures.forRent }
}

async function homesOf(zpids: readonly number[], catalog: Catalog): Promise<readonly Home[]> {
  const homes = await Promise.all(zpids.map((zpid) => catalog.records.get('home', zpid)))
  return homes.filter((home) => home !== undefined)
}
