import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home } from '../../model/home.ts'
import { underTodaysRules } from './todays-rules.ts'

function home(undisclosed?: true): Home {
  const address = { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' }
  const facts = {
    zpid: 1,
    source: 'test',
    sourceKey: '1',
    homeType: 'CONDO',
    facts: {},
    history: [],
    taxes: [],
  } as const
  return { ...facts, address: { ...address, ...(undisclosed && { undisclosed }) } }
}

const hidden = home(true)
const shown = home()

const CASES: readonly [now: Home | undefined, before: Home | undefined, after: Home | undefined, isTold: boolean][] = [
  [hidden, shown, shown, false],
  [hidden, shown, hidden, false],
  [shown, hidden, shown, true],
  [shown, hidden, hidden, true],
  [undefined, shown, undefined, true],
  [undefined, hidden, undefined, false],
  [undefined, shown, hidden, false],
]

test('addresses of earlier states are shown where that of today may be, and nowhere else', async () => {
  for (const [now, before, after, isTold] of CASES) {
    const records = { briefs: async () => (now ? [now] : []) } as unknown as Catalog['records'] // all that is asked
    const [change] = await underTodaysRules([{ id: 1, before, after }], { records })
    for (const state of [change?.before, change?.after])
      if (state !== undefined) assert.equal(state.address.undisclosed !== true, isTold)
  }
})
