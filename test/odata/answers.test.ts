import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { asked, type JsonRow, ROOT, textOf } from './asked.ts'
import { MadeCatalog } from './made-catalog.ts'
import { writeOddWorld } from './odd-world.ts'

suite('answers about odd records', () => {
  let made: MadeCatalog
  let context: Context

  before(() => {
    made = MadeCatalog.holding(writeOddWorld)
    context = made.context
  })
  after(() => made.remove())

  const rowsOf = async (resource: string, options: Readonly<Record<string, string>>): Promise<readonly JsonRow[]> =>
    (await asked(context, `/${resource}`, { $top: '2000', ...options })).value
  const countOf = async (resource: string, $filter: string) => (await rowsOf(resource, { $filter })).length

  test('an unknown list is empty for has, as rows show it', async () => {
    const all = await rowsOf('Property', {})
    const empty = all.filter(({ Cooling }) => !(Cooling as readonly string[]).includes('Central A/C'))
    assert.ok(empty.length > 0 && empty.length < all.length)
    assert.equal(await countOf('Property', "not (Cooling has 'Central A/C')"), empty.length)
  })

  test('rows with the same time are in the order of the values after ModificationTimestamp', async () => {
    const rows = await rowsOf('Property', { $orderby: 'ModificationTimestamp desc,ListingKey desc' })
    const shown = rows.map((row) => [row.ModificationTimestamp, row.ListingKey].map(textOf).join(' '))
    assert.deepEqual(shown, shown.toSorted().toReversed())
  })

  test('a status is found in each supported spelling', async () => {
    const count = await countOf('Property', "StandardStatus eq 'Active Under Contract'")
    assert.ok(count > 0)
    assert.equal(await countOf('Property', "StandardStatus eq 'ActiveUnderContract'"), count)
    assert.equal(await countOf('Property', "StandardStatus in ('ActiveUnderContract','Nothing')"), count)
  })

  test('no number equals NaN, and NaN in a list does not hide its other values', async () => {
    const count = await countOf('Property', "StandardStatus eq 'Active' and BedroomsTotal eq 3")
    assert.ok(count > 0)
    assert.equal(await countOf('Property', "StandardStatus eq 'Active' and BedroomsTotal in (3, NaN)"), count)
    assert.equal(await countOf('Property', 'BedroomsTotal eq NaN'), 0)
  })

  test('the year 1 is before everything, and the year 9999 after it', async () => {
    const all = await countOf('Property', 'true')
    for (const first of ['mindatetime()', '0001-01-01', '0001-01-01T00:00:00Z'])
      assert.equal(await countOf('Property', `ModificationTimestamp gt ${first} and ${first} le now()`), all, first)
    for (const last of ['maxdatetime()', '9999-12-31', '9999-12-31T23:59:59.999Z'])
      assert.equal(await countOf('Property', `ModificationTimestamp lt ${last}`), all, last)
  })

  test('every row is found by its key, with any characters, in the path and in a filter', async () => {
    for (const [resource, key] of [
      ['Property', 'ListingKey'],
      ['Member', 'MemberKey'],
      ['Office', 'OfficeKey'],
      ['Media', 'MediaKey'],
      ['OpenHouse', 'OpenHouseKey'],
      ['Lookup', 'LookupKey'],
      ['EntityEvent', 'EntityEventSequence'],
    ] as const)
      for (const row of await rowsOf(resource, {})) {
        const written = `'${String(row[key]).replaceAll("'", "''")}'`
        const one = await asked<JsonRow>(context, `/${resource}(${encodeURIComponent(written)})`)
        assert.equal(one[key], row[key])
        const literal = resource === 'EntityEvent' ? row[key] : written
        assert.equal(await countOf(resource, `${key} eq ${textOf(literal)}`), 1, written)
      }
  })

  test('the address in an event leads to its record', async () => {
    for (const event of await rowsOf('EntityEvent', {})) {
      const { pathname } = new URL(String(event.ResourceRecordUrl))
      const row = await asked<JsonRow>(context, pathname.slice(new URL(ROOT).pathname.length))
      assert.ok(Object.values(row).includes(event.ResourceRecordKey))
    }
  })
})
