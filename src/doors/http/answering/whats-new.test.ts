import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priced, serveKept } from '../../../../test/http/kept-service.ts'
import { rowsOf } from '../../../../test/mcp/world.ts'
import { HOMES, RICH } from '../../../../test/operations/made-homes.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'

const HOMES_WANTED = { kind: 'for_sale', place: 'Austin, TX', price_max: 600_000 }

test('an agent reads which homes entered, left and changed in a saved search, with the values before and after', async (context) => {
  const { commit, tool, access } = await serveKept(context, { operations: OPERATIONS })
  commit(priced(700_000))
  const made = (await tool('saved_search', { action: 'make', label: 'Near work', homes: HOMES_WANTED })).data
  const [{ id } = { id: '' }] = rowsOf(made.searches)
  access.events.length = 0
  const none = (await tool('whats_new', { id })).data
  assert.deepEqual([none.counts, none.credits.spent], [{}, 0])
  commit(priced(590_000))
  const entered = await tool('whats_new', { id })
  const [row] = rowsOf(entered.data.changes)
  assert.deepEqual(
    [entered.data.counts, row?.how, row?.id, row?.price],
    [{ entered: 1 }, 'entered', `${RICH.zpid}`, 590_000],
  )
  assert.match(String(row?.changed), /price 700000 → 590000/)
  assert.match(entered.text, /counts:\n {2}entered: 1\n[\s\S]*entered \| \d+ \| [^|]*Austin, TX/)
  assert.deepEqual(access.events, ['settled /searches/{id}/changes 1'])
  const seen = (await tool('whats_new', { id, seen: true })).data
  assert.deepEqual(seen.counts, { entered: 1 }, 'only seen moves the cursor')
  assert.deepEqual((await tool('whats_new', { id })).data.counts, {})
  commit(priced(550_000))
  commit(priced(595_000))
  assert.deepEqual((await tool('whats_new', { id })).data.counts, { priceUp: 1 })
  commit(HOMES.filter(({ zpid }) => zpid !== RICH.zpid))
  assert.deepEqual((await tool('whats_new', { id })).data.counts, { left: 1 })
  assert.deepEqual(
    (await tool('whats_new', { id, since: seen.next })).data.next,
    (await tool('whats_new', { id })).data.next,
  )
})

test('an agent reads the events of homes since a moment, page by page, with the filters of search_homes', async (context) => {
  const { commit, tool } = await serveKept(context, { operations: OPERATIONS })
  const now = (await tool('whats_new', { homes: HOMES_WANTED, since: 'now' })).data.next
  commit(priced(590_000))
  commit(priced(550_000))
  commit(priced(900_000))
  commit(priced(950_000))
  const prices: unknown[] = []
  let since = now
  for (let more = true; more; ) {
    const { data } = await tool('whats_new', { homes: HOMES_WANTED, since, limit: 1 })
    prices.push(...rowsOf(data.changes).map(({ price }) => price))
    since = data.next
    more = data.more
  }
  assert.deepEqual(prices, [590_000, 550_000, 900_000], 'the last change happened outside of the filter')
  const { text } = await tool('whats_new', { homes: HOMES_WANTED, since: 'the flood' })
  assert.match(text, /since must be a cursor .*; you sent "the flood"/)
})
