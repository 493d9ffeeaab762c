import type { Catalog } from '../../catalog/catalog.ts'
import type { Home } from '../../model/home.ts'
import { type Context, operation } from '../operation.ts'
import { onPage, pageParameter } from '../paging.ts'
import { sourceName } from '../source-name.ts'
import { surroundingsOf } from '../surroundings.ts'
import { agentListing } from './agent-listing.ts'
import { agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_LISTINGS = 15

const parameters = { encodedZuid, page: pageParameter(PAGE_LISTINGS) }

export const agentForSale = operation({
  path: '/agent/for_sale',
  summary: 'The homes for sale that an agent lists, the newest listing first.',
  group: 'Agents',
  parameters,
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'forSale', { forSaleListings: [] }, context)
    return { ...head(context), forSaleListings: listings, listingCount: count }
  },
})

export const agentForRent = operation({
  path: '/agent/for_rent',
  summary: 'The homes for rent that an agent lists, the newest listing first.',
  group: 'Agents',
  parameters,
  run: async (args, context) => {
    const { listings, count } = await listingsOf(args, 'forRent', { forRentListings: [] }, context)
    return { ...head(context), forRentListings: listings, listingCount: count }
  },
})

function head({ catalog }: Context) {
  return { message: '200: Success', source: sourceName(catalog.about()) }
}

async function listingsOf(
  { encodedZuid: agentId, page }: { readonly encodedZuid: string; readonly page: number },
  which: 'forSale' | 'forRent',
  empty: Readonly<Record<string, object>>,
  context: Context,
) {
  const { record } = await agentWithId(agentId, context.catalog, empty)
  const zpids = record[which]
  const homes = await homesOf(onPage(zpids, page, PAGE_LISTINGS), context.catalog)
  const surroundings = surroundingsOf(context)
  const listings = await Promise.all(homes.map((home) => agentListing(home, surroundings, context.catalog)))
  return { listings, count: zpids.length }
}

async function homesOf(zpids: readonly number[], catalog: Catalog): Promise<readonly Home[]> {
  const homes = await Promise.all(zpids.map((zpid) => catalog.get('home', zpid)))
  return homes.filter((home) => home !== undefined)
}
