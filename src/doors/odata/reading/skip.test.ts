import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../../test/catalog/contract/records.ts'
import { OFFERS } from '../../../../test/operations/made-portals.ts'
import { smallContext } from '../../../../test/operations/small-catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import type { Between, RecordPages } from '../../../catalog/ports/record-pages.ts'
import { readODataCall } from '../index.ts'

const ZPIDS = Array.from({ length: 120_000 }, (_, at) => 3 * at + 7)
const KEYS = [...ZPIDS, ...OFFERS.map(({ offerId }) => offerId)].map(String).sort()

/** A catalogue with more homes than a call may read, and how many of them were read. */
function manyHomes() {
  const context = smallContext({ homes: [home(7)], offers: OFFERS })
  const { pages } = context.catalog
  let read = 0
  const zpidsBetween = ({ from, to }: Between<number>) => ZPIDS.filter((zpid) => zpid >= from && zpid <= to)
  const many = {
    ...pages,
    async ids(noun, ids, limit) {
      return noun === 'home' ? zpidsBetween(ids as Between<number>).slice(0, limit) : pages.ids(noun, ids, limit)
    },
    async between(noun, ids, limit) {
      if (noun !== 'home') return pages.between(noun, ids, limit)
      const records = zpidsBetween(ids as Between<number>).slice(0, limit)
      read += records.length
      return records.map((zpid) => ({ record: home(zpid), sequence: zpid }))
    },
  } as RecordPages // of each noun
  return { context: { ...context, catalog: { ...context.catalog, pages: many } }, read: () => read }
}

async function keysIn(context: Context, options: Readonly<Record<string, string>>) {
  const question = await readODataCall(
    {
      path: '/Property',
      options: Object.entries({ $select: 'ListingKey', ...options }),
      accept: undefined,
      prefer: undefined,
      maxVersion: undefined,
      root: 'https://homes.example/odata',
      keyOption: undefined,
      keyId: 'k1',
    },
    context,
  )
  const { body } = await question.answer()
  return JSON.parse(body).value.map(({ ListingKey }: { readonly ListingKey: string }) => ListingKey)
}

test('$skip leaves out any number of rows, and reads the records of the page alone', async () => {
  const { context, read } = manyHomes()
  for (const skip of [1, 4999, 5000, 5001, 75_000, KEYS.length - 2])
    assert.deepEqual(await keysIn(context, { $skip: String(skip), $top: '3' }), KEYS.slice(skip, skip + 3))
  assert.ok(read() < 200, String(read()))
})

test('$skip of all rows, or of more, leaves none', async () => {
  const { context, read } = manyHomes()
  for (const skip of [KEYS.length, KEYS.length + 9_000])
    assert.deepEqual(await keysIn(context, { $skip: String(skip), $top: '3' }), [])
  assert.equal(read(), 0)
})

test('with a filter, $skip leaves out rows that match, and not more than may be read for it', async () => {
  const { context } = manyHomes()
  const few = { $filter: "ListingKey ge '45'", $skip: '2', $top: '2' }
  const matching = KEYS.filter((key) => key >= '45')
  assert.deepEqual(await keysIn(context, few), matching.slice(2, 4))
  const deep = { $filter: "ListingKey ge '1'", $skip: '75000', $top: '2' }
  await assert.rejects(keysIn(context, deep), { code: 'odata.too_costly' })
})
