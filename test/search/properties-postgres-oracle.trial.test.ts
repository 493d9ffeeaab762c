import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { PropertyNode, PropertyOrder, PropertyQuery } from '../../src/catalog/ports/property-search.ts'
import type { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { PostgresBackend } from '../catalog/postgres-backend.ts'
import { questionsOf, SEED } from '../long-run.ts'
import { needs } from '../needs.ts'
import { Explained, nodesOf } from '../postgres/explained.ts'
import { openDatabases, type TestDatabases } from '../postgres/server.ts'
import { type KnownProperty, knownProperties } from './naive-properties.ts'
import { compareProperties, propertyCommits } from './properties-contract.ts'

suite(`properties on PostgreSQL and the oracle (SEED=${SEED})`, needs('PostgreSQL'), () => {
  let databases: TestDatabases
  let backend: PostgresBackend
  let catalog: PostgresCatalog
  let records: readonly KnownProperty[]
  let url: string

  before(async () => {
    databases = await openDatabases()
    backend = await PostgresBackend.on(databases)
    url = await backend.newUrl()
    for (const change of (await propertyCommits()).changes) {
      const writer = backend.write(url)
      change(writer)
      writer.commit()
    }
    catalog = await backend.read(url)
    records = await knownProperties(catalog.pages)
  })
  after(async () => {
    await catalog?.close()
    await backend?.close()
    await databases?.remove()
  })

  test("no page reads a whole table if an index has the page's condition or order", async () => {
    const explained = await Explained.connect(url)
    await explained.pretend(1000)
    const explainedCatalog = await backend.over(explained.database)
    try {
      const whole: unknown[] = []
      for (const { where, order = [] } of INDEXED) {
        explained.take()
        const { hits } = await explainedCatalog.properties.page(pageOf(where, order))
        const after = hits[0]
        assert.ok(after !== undefined, `nothing matches ${JSON.stringify(where)}`)
        await explainedCatalog.properties.page({ ...pageOf(where, order), after })
        for (const statement of explained.take()) {
          const plan = await explained.tree(statement)
          if ([...nodesOf(plan)].some((node) => node['Node Type'] === 'Seq Scan')) whole.push(statement)
        }
      }
      assert.deepEqual(whole, [])
    } finally {
      await explainedCatalog.close()
    }
  })

  compareProperties(questionsOf('search/properties-postgres', 3_000, 600), () => ({
    properties: catalog.properties,
    records,
  }))
})

function pageOf(where: readonly PropertyNode[], order: readonly PropertyOrder[]): PropertyQuery {
  return { where, order, isKeyDescending: false, offset: 0, limit: 5, isCounted: false }
}

const text = (column: 'City' | 'StateOrProvince' | 'StandardStatus' | 'ListingId', value: string): PropertyNode => ({
  kind: 'texts',
  column,
  values: new Set([value]),
})
const by = (column: PropertyOrder['column'], isDescending = false): PropertyOrder => ({ column, isDescending })
const atLeast = (column: 'ListPrice' | 'YearBuilt' | 'BedroomsTotal' | 'ModificationTimestamp', min: number) =>
  ({ kind: 'range', column, min, max: Number.POSITIVE_INFINITY }) as const

/** Queries whose pages must be fast even in a large catalog. */
const INDEXED: readonly { readonly where: readonly PropertyNode[]; readonly order?: readonly PropertyOrder[] }[] = [
  { where: [] },
  { where: [text('City', 'Austin')] },
  { where: [text('StateOrProvince', 'TX')] },
  { where: [text('ListingId', 'NULL')] },
  { where: [atLeast('ListPrice', 500_000)] },
  { where: [atLeast('YearBuilt', 2000)] },
  { where: [atLeast('ModificationTimestamp', 0)], order: [by('ModificationTimestamp')] },
  { where: [{ kind: 'keys', keys: new Set(['10000007']) }] },
  { where: [{ kind: 'keyRange', from: { key: '1000', isInclusive: false } }] },
  { where: [], order: [by('ListPrice')] },
  { where: [], order: [by('ListPrice', true)] },
  { where: [], order: [by('City'), by('ListPrice')] },
  { where: [text('StateOrProvince', 'TX')], order: [by('YearBuilt')] },
  {
    where: [text('StandardStatus', 'Active'), atLeast('BedroomsTotal', 3)],
    order: [by('ModificationTimestamp', true)],
  },
  { where: [{ kind: 'circle', latitude: 30.25, longitude: -97.75, radiusM: 500 }] },
]
