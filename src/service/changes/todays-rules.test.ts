import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Home } from '../../model/home.ts'
import { type ShownHome, shownHome, withheldHome } from '../../model/shown-home.ts'
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

const hidden = withheldHome(home(true))
const shown = shownHome(home())

const CASES: readonly [
  now: ShownHome | undefined,
  before: ShownHome | undefined,
  after: ShownHome | undefined,
  last: ShownHome,
][] = [
  [hidden, shown, shown, hidden],
  [hidden, shown, hidden, hidden],
  [undefined, hidden, undefined, hidden],
  [undefined, shown, shown, hidden],
  [undefined, shown, hidden, hidden],
  [shown, hidden, shown, shown],
  [undefined, shown, undefined, shown],
]

test('a home whose records were merged into a home with a hidden address is hidden too, even after several merges', async () => {
  const events: Readonly<Record<number, object>> = {
    1: { before: shown, joinedTo: 2 },
    2: { before: shown, joinedTo: 3 },
    4: { before: shown, joinedTo: 5 },
    6: { before: shown, joinedTo: 7 },
    7: { before: hidden, joinedTo: 6 },
  }
  const now = [
    { ...hidden, zpid: 3 },
    { ...shown, zpid: 5 },
  ]
  const records = { briefs: async (ids: readonly number[]) => now.filter(({ zpid }) => ids.includes(zpid)) }
  const log = { ofRecord: async (_: string, id: number) => [events[id]].filter((event) => event !== undefined) }
  const catalog = { records, log } as unknown as Catalog // the tested function uses only these members
  const changes = [1, 2, 4, 6].map((id) => ({ id, before: shown, after: undefined }))
  const states = (await underTodaysRules(changes, catalog)).map(({ before }) => before)
  assert.deepEqual(states, [hidden, hidden, shown, hidden])
})

test('no state shows where a home is if its address is hidden now, or was hidden when the home was removed', async () => {
  for (const [now, before, after, last] of CASES) {
    // the tested function uses only this method
    const records = { briefs: async () => (now ? [now] : []) } as unknown as Catalog['records']
    // the tested function uses only this method
    const log = { ofRecord: async () => [{ before: last }] } as unknown as Catalog['log']
    const [change] = await underTodaysRules([{ id: 1, before, after }], { records, log })
    const isWithheld = (now ?? last).address.undisclosed === true
    assert.deepEqual(
      [change?.before, change?.after],
      [before, after].map((state) => (isWithheld ? state && hidden : state)),
    )
  }
})
