import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { RegionIndex } from '../../places/completion/region-index.ts'
import { warmUp } from './warm-up.ts'

/** Returns a catalog whose address lookups fail. */
function failing(error: Error): Catalog {
  const answers = {
    agents: { page: async () => ({ total: 0, agentIds: [] }) },
    addresses: {
      addressesAt: () => Promise.reject(error),
      addressesBeginning: () => Promise.reject(error),
    },
    regions: () => [],
    regionIndex: () => new RegionIndex([]),
  }
  return answers as unknown as Catalog // `warmUp` calls no other functions
}

test('problems of a catalog are reported at the start', async () => {
  await assert.rejects(warmUp(failing(new Fault('catalogue.damaged')), fixedClock(0)), { code: 'catalogue.damaged' })
  await assert.rejects(warmUp(failing(new Error('a fault of ours')), fixedClock(0)), /a fault of ours/)
})
