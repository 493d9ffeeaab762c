import type { Catalog } from '../../catalog/ports/catalog.ts'
import { type Clock, dayNumber } from '../../kit/base/clock.ts'
import { suggest } from '../../places/completion/suggest.ts'
import { locate } from '../../places/locate/locate.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { prepareRegions } from '../../places/regions/of-regions.ts'

/**
 * Prepares data and code that the first calls would otherwise wait for: the order of agents, the gazetteer, the indexes
 * of places, and suggestions for correct and misspelled text.
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

/** Typed texts that each take a different path through completion. */
const TYPED = ['Nowehre', '1 Nowehre St', 'Nowehre St 1', 'Nowehre, Texsa', '1 N', 'n']
