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
import { owners } from './owners.ts'
import { rents } from './rents.ts'
import { savedSearch } from './saved-search.ts'
import { search } from './search.ts'
import { searchHomes } from './search-homes.ts'
import { summarize } from './summarize.ts'
import { usage } from './usage.ts'
import { whatsNew } from './whats-new.ts'

/** Fifteen tools for tasks, then `search` and `fetch`, which some hosts call by name. */
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
  owners,
  offersAbroad,
  experiences,
  savedSearch,
  whatsNew,
  usage,
  search,
  fetchHome,
]

/** Returns the tools for the data that the key may access. */
export function toolsFor({ areas, opensPeople }: Pick<Door, 'areas' | 'opensPeople'>): readonly Tool[] {
  return TOOLS.filter(
    ({ area, isAboutPeople = false }) =>
      (area === undefined || areas.includes(area)) && (opensPeople || !isAboutPeople),
  )
}
