import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PropertySearch } from '../../src/catalog/ports/property-search.ts'
import { HOMES } from '../operations/made-homes.ts'
import { OFFERS } from '../operations/made-portals.ts'
import { smallContext } from '../operations/small-catalog.ts'
import { asked, refusal } from './asked.ts'

/** Number of different strings per column, more than there are places in the United States. */
const TEXTS = 60_000

const small = smallContext({ homes: HOMES, offers: OFFERS })
const texts = Array.from({ length: TEXTS }, (_, i) => `Place number ${i} of the Upper Valley`).sort()
const properties: PropertySearch = {
  values: async () => texts,
  page: async () => ({ total: undefined, hits: [], isMore: false }),
}
const context = { ...small, catalog: { ...small.catalog, properties } }

const COLUMNS = ['City', 'SubdivisionName', 'ListOfficeName', 'PostalCode', 'CountyOrParish']

test('separate parts of many texts are refused if they name too many texts', async () => {
  const parts = Array.from({ length: 50 }, (_, i) => `(contains(${COLUMNS[i % 5]},'1') and ListPrice gt ${i})`)
  const { code } = await refusal(asked(context, '/Property', { $filter: parts.join(' or ') }))
  assert.equal(code, 'odata.too_costly')
})
