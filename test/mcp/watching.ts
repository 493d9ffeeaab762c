import assert from 'node:assert/strict'
import { type Question, refused, wordsOf } from './question.ts'
import { type Card, rowsOf, type World } from './world.ts'

/** Questions about changes. Each continues the previous one. */
export const WATCHING: readonly Question[] = [
  {
    asked: 'Keep an eye on houses in California under 900k for me',
    tool: 'saved_search',
    given: { action: 'make', label: 'Eye', homes: { kind: 'for_sale', place: 'CA', price_max: 900_000 } },
    must: async ({ data }, world) => {
      assert.equal(data.total, world.count(isCheap))
      assert.deepEqual([data.dropped, data.credits?.spent], [[], 1])
      assert.deepEqual(
        data.applied?.map(({ argument }) => argument),
        ['kind', 'place', 'price'],
      )
      const [search] = rowsOf(data.searches)
      assert.match(
        String(search?.asks),
        /^\/search\/byaddress listingStatus=For_Sale location=CA listPriceRange=max:900000/,
      )
    },
  },
  {
    asked: 'And on what is new by this sentence',
    tool: 'saved_search',
    given: { action: 'make', sentence: '3 bedroom houses in California with sunshine' },
    must: ({ data }) =>
      assert.deepEqual(
        data.dropped?.map(({ words }) => words),
        ['sunshine'],
      ),
  },
  {
    asked: 'Rather in a place that may be several',
    tool: 'saved_search',
    given: { action: 'make', homes: { kind: 'sold', place: 'Nowhere At All, ZZ' } },
    must: refused(/Unknown place "Nowhere At All, ZZ"/),
  },
  {
    asked: 'With an argument that search_homes does not have',
    tool: 'saved_search',
    given: { action: 'make', homes: { kind: 'sold', place: 'CA', volume_max: 3 } },
    must: refused(/Unknown argument "volume_max"\. Allowed: kind, place/),
  },
  {
    asked: 'Call the second one Sunny',
    tool: 'saved_search',
    given: async (world) => ({ action: 'change', id: (await savedIds(world)).at(1), label: 'Sunny' }),
    must: ({ data }) => {
      const [search] = rowsOf(data.searches)
      assert.deepEqual([search?.label, data.credits?.spent], ['Sunny', 0])
    },
  },
  {
    asked: 'What is new of the first?',
    tool: 'whats_new',
    given: async (world) => ({ id: (await savedIds(world))[0], seen: true }),
    must: ({ data }) => {
      assert.deepEqual([data.counts, rowsOf(data.changes), data.more, data.credits?.spent], [{}, [], false, 0])
      assert.match(String(data.next), /^[\w-]{6}\.\w+$/)
    },
  },
  {
    asked: 'What happened to homes in Los Angeles since now?',
    tool: 'whats_new',
    given: { homes: { kind: 'for_sale', place: 'Los Angeles, CA' }, since: 'now' },
    must: ({ data }) => {
      assert.deepEqual(data.changes, { columns: [], rows: [] })
      assert.match(wordsOf({ data, isError: false, text: '' }, 'place'), /^Los Angeles, CA \(city\)$/)
    },
  },
  {
    asked: 'And since when?',
    tool: 'whats_new',
    given: { homes: { kind: 'sold', place: 'CA' } },
    must: refused(/since is missing/),
  },
  {
    asked: 'And of a search of another?',
    tool: 'whats_new',
    given: { id: 's_none' },
    must: refused(/saved_search with action "list"/),
  },
  {
    asked: 'Forget the sunny one',
    tool: 'saved_search',
    given: async (world) => ({ action: 'delete', id: (await savedIds(world)).at(1) }),
    must: async (_told, world) => assert.equal((await savedIds(world)).length, 1),
  },
]

/** Returns the ids of the key's saved searches, as the tool lists them. */
async function savedIds(world: World): Promise<readonly unknown[]> {
  const { data } = await world.call('saved_search', { action: 'list' })
  return rowsOf(data.searches).map(({ id }) => id)
}

function isCheap({ address, price }: Card): boolean {
  return address.state === 'CA' && (price?.value ?? Infinity) <= 900_000
}
