import type { Catalog } from '../../catalog/ports/catalog.ts'
import { type Clock, dayNumber } from '../../kit/base/clock.ts'
import { suggest } from '../../places/completion/suggest.ts'
import { locate } from '../../places/locate/locate.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { prepareRegions } from '../../places/regions/of-regions.ts'

/**
 * Loads data and code for which the first calls would otherwise wait: agents, place names, place indexes and
 * suggestions.
 */
export async function warmUp(catalog: Catalog, clock: Clock): Promise<void> {
  const nothing = { regions: [], nameWords: [], traits: [], specialties: [], languages: [] }
  await catalog.agents.page({ ...nothing, today: dayNumber(clock.now()), offset: 0, limit: 0 })
  loadGazetteer().zip('10001')
  await prepareRegions(catalog.regions())
  for (const nowhere of ['1 Nowhere St, Nowhere', 'Nowhere Springs, TX', 'Nowhere']) {
    await locate(nowhere, catalog)
  }
  for (const typed of TYPED) await suggest(typed, catalog)
}

/** Inputs that each take a different path through address completion. */
const TYPED = ['Nowehre', '1 Nowehre St', 'Nowehre St 1', 'Nowehre, Texsa', '1 N', 'n']
