import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { readingVersion } from '../../../catalog/ports/reading.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { RequestContext } from '../records/request-context.ts'

/** One attempt and two retries. */
const RUNS_MAX = 3

/**
 * Makes an answer from one version of the catalog. Retries if the catalog changes in between. Sets the header for the
 * data version. Throws a Fault with status 503 after three changes.
 */
export async function ofOneState<T>(make: () => Promise<T>, catalog: Catalog, { headers }: RequestContext): Promise<T> {
  for (let run = 0; run < RUNS_MAX; run++) {
    const version = catalog.version()
    const { dataVersion } = catalog.about()
    headers['x-data-version'] = dataVersion
    try {
      const made = await readingVersion(dataVersion, make)
      if (catalog.version() === version) return made
    } catch (error) {
      if (catalog.version() === version) throw error
    }
  }
  throw new Fault('server.busy', 'The data changed three times while the answer was made. Try again in a moment.', {
    retryAfterS: 1,
  })
}
