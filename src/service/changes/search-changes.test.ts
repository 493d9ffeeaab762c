import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NaiveLog } from '../../../test/catalog/naive-log.ts'
import { HOMES, NOW_MS } from '../../../test/operations/made-homes.ts'
import { smallCatalog } from '../../../test/operations/small-catalog.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Selection } from '../../catalog/ports/query.ts'
import { Random } from '../../kit/algorithms/random.ts'
import type { Home } from '../../model/home.ts'
import { currentPrice } from '../../model/market-state.ts'
import { searchChanges } from './search-changes.ts'

const MINUTE_MS = 60_000
const LISTED = HOMES.filter(({ listing }) => listing !== undefined)
const SALES: Selection = {
  listingClass: 'For_Sale',
  where: [
    { parameter: 'price', node: { kind: 'range', column: 'price', min: 300_000, max: 600_000, orMissing: false } },
  ],
}

/** Returns a random selection of the homes, each with one of a few prices. */
function stateOf(random: Random): readonly Home[] {
  return LISTED.filter(() => random.chance(0.8)).map((home) => {
    const listPrice = 200_000 + 100_000 * random.below(6)
    return { ...home, listing: { kind: 'sale', listedBy: 'agent', ...home.listing, status: 'Active', listPrice } }
  })
}

async function pricesIn(homes: readonly Home[]): Promise<ReadonlyMap<number, number | null>> {
  const { zpids } = await smallCatalog({ homes }).search('home').selectAll(SALES, [])
  return new Map(homes.filter(({ zpid }) => zpids.includes(zpid)).map((home) => [home.zpid, currentPrice(home)]))
}

for (const limit of [1, 3, 1000]) {
  test(`changes of a search lead from the results of one state to the results of any later state, ${limit} at a time`, async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed, 'search changes')
      const states = Array.from({ length: 6 }, () => stateOf(random))
      const log = new NaiveLog({ home: states[0] ?? [] }, NOW_MS)
      const cursors = [(await log.bounds()).upTo]
      for (const [at, home] of states.slice(1).entries()) {
        log.commit({ home }, NOW_MS + (at + 1) * MINUTE_MS)
        cursors.push((await log.bounds()).upTo)
      }
      const catalog: Catalog = { ...smallCatalog({ homes: states.at(-1) ?? [] }), log }
      const from = random.below(states.length - 1)
      const held = new Map(await pricesIn(states[from] ?? []))
      const asked = { noun: 'home', selection: SALES, askedSinceMs: 0 } as const
      for (let after = cursors[from] ?? 0, isLast = false; !isLast; ) {
        const page = await searchChanges(asked, catalog, { after, upTo: cursors.at(-1) ?? 0 }, limit)
        for (const { step, change } of page.changes) {
          const { id, after: home } = change
          assert.equal(held.has(id), step !== 'entered', `seed ${seed}: ${step} of ${id}`)
          const [was, is] = [held.get(id) ?? null, home === undefined ? null : currentPrice(home)]
          if (step === 'priceUp' || step === 'priceDown')
            assert.equal(step, Number(is) > Number(was) ? 'priceUp' : 'priceDown')
          if (step === 'left') held.delete(id)
          else held.set(id, is)
        }
        after = page.next
        isLast = page.isLast
      }
      assert.deepEqual(new Map(held), new Map(await pricesIn(states.at(-1) ?? [])), `seed ${seed}`)
    }
  })
}
