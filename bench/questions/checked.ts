import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { Fault } from '../../src/kit/base/failure.ts'

/** No home has this id. */
const UNKNOWN_ZPID = 2_000_000_000
const WAIT_MS = 200

/**
 * Waits until a large catalogue has been checked after its opening: until then nothing is told to be missing, and
 * lookups of what does not exist are refused. What is measured comes afterwards.
 */
export async function untilChecked(catalog: Catalog): Promise<void> {
  for (;;) {
    try {
      await catalog.records.get('home', UNKNOWN_ZPID)
      return
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'server.busy')) throw error
      await pause(WAIT_MS)
    }
  }
}
