import type { Door } from '../door.ts'
import type { Tool } from '../tool.ts'
import { agents } from './agents.ts'
import { comparables } from './comparables.ts'
import { experiences } from './experiences.ts'
import { fetchHome } from './fetch.ts'
import { findPlace } from './find-place.ts'
import { homeDetails } from './home-details.ts'
import { market } from './market.ts'
import { monthlyCost } from './monthly-cost.ts'
import { offersAbroad } from './offers-abroad.ts'
import { rents } from './rents.ts'
import { savedSearch } from './saved-search.ts'
import { search } from './search.ts'
import { searchHomes } from './search-homes.ts'
import { summarize } from './summarize.ts'
import { usage } from './usage.ts'
import { whatsNew } from './whats-new.ts'

/** Fourteen tools for tasks, then `search` and `fetch`, which some hosts call by name. */
export const TOOLS: readonly Tool[] = [
  findPlace,
  searchHomes,
  summarize,
  homeDetails,
  comparables,
  monthlyCost,
  market,
  rents,
  agents,
  offersAbroad,
  experiences,
  savedSearch,
  whatsNew,
  usage,
  search,
  fetchHome,
]

/** Returns the tools for the areas that the key's plan includes. */
export function toolsFor({ areas }: Pick<Door, 'areas'>): readonly Tool[] {
  return TOOLS.filter(({ area }) => area === undefined || areas.includes(area))
}
