import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { readingVersion } from '../../../catalog/ports/reading.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Visit } from '../records/visit.ts'

/** The first run of a call, and two more. */
const RUNS_MAX = 3

/**
 * Makes an answer from one state of the catalogue: if another state is served by the time it is made, it is made again,
 * at most twice. The headers of the call then name the version that was read. Throws a Fault of status 503 if the
 * catalogue changed in each run.
 */
export async function ofOneState<T>(make: () => Promise<T>, catalog: Catalog, { headers }: Visit): Promise<T> {
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
  throw new Fault('server.busy', 'The data changed while the answer was made, three times in a row.', {
    retryAfterS: 1,
  })
}
