import type { Context } from '../../../catalog/ports/context.ts'
import type { RecordLookup } from '../../../catalog/ports/record-lookup.ts'
import type { Home } from '../../../model/home.ts'
import { listersOf } from '../../rendering/people.ts'
import { AGENT_LISTING } from '../../rendering/rows/agent-listing.ts'
import { surroundingsOf } from '../../rendering/surroundings.ts'
import { pageParameter, spanOf } from '../paging.ts'
import { agentWithId, encodedZuid } from './known-agent.ts'

const PAGE_LISTINGS = 15

/** Parameters of both lists of an agent's homes. */
export const listingParameters = { encodedZuid, page: pageParameter(PAGE_LISTINGS) }

/** One page of an agent's listings, newest first. */
export async function listingsOf(
  { encodedZuid: agentId, page }: { readonly encodedZuid: string; readonly page: number },
  kind: 'sale' | 'lease',
  empty: Readonly<Record<string, object>>,
  context: Context,
) {
  const { figures } = await agentWithId(agentId, context, empty)
  const zpids = await context.catalog.agents.listingsOf(agentId, kind, spanOf(page, PAGE_LISTINGS))
  const { records } = context.catalog
  const homes = await homesOf(zpids, records)
  const surroundings = surroundingsOf(context)
  const listings = await Promise.all(
    homes.map(async (home) => AGENT_LISTING.of({ home, ...(await listersOf(home, records)), surroundings })),
  )
  return { listings, count: kind === 'sale' ? figures.forSale : figures.forRent }
}

async function homesOf(zpids: readonly number[], records: RecordLookup): Promise<readonly Home[]> {
  const homes = await Promise.all(zpids.map((zpid) => records.get('home', zpid)))
  return homes.filter((home) => home !== undefined)
}
