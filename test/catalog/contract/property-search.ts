import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PropertyNode, PropertyOrder, PropertyQuery } from '../../../src/catalog/ports/property-search.ts'
import type { Offer } from '../../../src/model/offer.ts'
import { knownProperties } from '../../search/naive-properties.ts'
import { oddOffer } from '../../search/odd-records.ts'
import { comparePages } from '../../search/properties-contract.ts'
import { RandomProperties } from '../../search/random-properties.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { applyChanges, type RecordChange, recordChanges } from '../changing-records.ts'
import { type PagesBackend, RUNS } from './record-pages.ts'
import { home, listed } from './records.ts'

function propertyQuery(where: readonly PropertyNode[], change: Partial<PropertyQuery> = {}): PropertyQuery {
  return { where, order: [], isKeyDescending: false, offset: 0, limit: 100, isCounted: true, ...change }
}

const ascending = (column: PropertyOrder['column']): PropertyOrder => ({ column, isDescending: false })
const descending = (column: PropertyOrder['column']): PropertyOrder => ({ column, isDescending: true })
const texts = (column: 'City' | 'View' | 'ListingId' | 'ListOfficeName', ...values: string[]): PropertyNode => ({
  kind: 'texts',
  column,
  values: new Set(values),
})

/** Tests what `PropertySearch` promises for a catalog with a single commit. */
export function propertyContract(catalogWith: CatalogWith<'properties'>): void {
  const opened = async (write: Parameters<typeof catalogWith>[0]) => {
    const { properties, close } = await bound(catalogWith, write)
    const keys = async (where: readonly PropertyNode[], change: Partial<PropertyQuery> = {}) =>
      (await properties.page(propertyQuery(where, change))).hits.map(({ key }) => key)
    return { properties, keys, close }
  }

  test('properties are all homes and offers, listed or not, in the order of their keys as texts', async () => {
    const { properties, keys, close } = await opened((writer) => {
      writer.put('home', home(10))
      writer.put('home', listed(9, { status: 'Withdrawn' }))
      writer.put('home', listed(2, { listPrice: 5 }))
      writer.put('offer', oddOffer(1000))
      writer.put('offer', oddOffer(3, { goneSince: '2026-05-01' }))
    })
    assert.deepEqual(await keys([]), ['10', '1000', '2', '3', '9'])
    assert.deepEqual(await keys([], { isKeyDescending: true, offset: 1, limit: 2 }), ['3', '2'])
    const { total, hits, isMore } = await properties.page(propertyQuery([], { limit: 2 }))
    assert.deepEqual([total, isMore, hits.map(({ noun }) => noun)], [5, true, ['home', 'offer']])
    assert.equal((await properties.page(propertyQuery([], { isCounted: false }))).total, undefined)
    assert.deepEqual(await properties.page(propertyQuery([], { offset: 5 })), { total: 5, hits: [], isMore: false })
    assert.deepEqual(await keys([{ kind: 'missing', column: 'StandardStatus' }]), ['10', '3'])
    await close()
  })

  test('the office of a home is the office of its agent, whichever record came first, listed or not', async () => {
    const { keys, close } = await opened((writer) => {
      writer.put('home', listed(1, { status: 'Withdrawn', listAgentId: 'ann' }))
      writer.put('home', listed(2, { listAgentId: 'ann' }))
      writer.put('agent', { agentId: 'ann', username: 'ANN', name: 'Ann Lee', officeId: 'north' })
      writer.put('home', listed(3, { status: 'Withdrawn', listAgentId: 'ann' }))
      writer.put('office', { officeId: 'north', name: 'North' })
    })
    assert.deepEqual(await keys([texts('ListOfficeName', 'North')]), ['1', '2', '3'])
    await close()
  })

  test('records without a value come first in ascending order, last in descending order, and match no range', async () => {
    const { properties, keys, close } = await opened((writer) => {
      writer.put('home', listed(1, { listPrice: 30 }))
      writer.put('home', listed(2, {}))
      writer.put('home', listed(3, { listPrice: 20 }))
      writer.put('home', home(4))
      writer.put('home', listed(5, { listPrice: 20 }))
    })
    assert.deepEqual(await keys([], { order: [ascending('ListPrice')] }), ['2', '4', '3', '5', '1'])
    assert.deepEqual(await keys([], { order: [descending('ListPrice')] }), ['1', '3', '5', '2', '4'])
    const everything = { kind: 'range', column: 'ListPrice', min: -Infinity, max: Infinity } as const
    assert.deepEqual(await keys([everything]), ['1', '3', '5'])
    assert.deepEqual(await keys([{ kind: 'none', alternatives: [[everything]] }]), ['2', '4'])
    assert.deepEqual(await keys([{ ...everything, min: Number.NaN }]), [])
    for (const isDescending of [false, true]) {
      const order = [{ column: 'ListPrice', isDescending } as const]
      const all = await keys([], { order })
      const walked: string[] = []
      for (let page = await properties.page(propertyQuery([], { order, limit: 1 })); ; ) {
        walked.push(...page.hits.map(({ key }) => key))
        const [after] = page.hits
        if (after === undefined || !page.isMore) break
        page = await properties.page(propertyQuery([], { order, limit: 1, after }))
        assert.equal(page.total, 5)
      }
      assert.deepEqual(walked, all)
    }
    await close()
  })

  test('a list matches if it has one of the texts, an id matches in exact case, and words match in descriptions', async () => {
    const { properties, keys, close } = await opened((writer) => {
      writer.put('home', {
        ...listed(1, { mlsId: 'A-1', description: 'A garden' }),
        facts: { views: ['City', 'Park'] },
      })
      writer.put('home', { ...home(2), facts: { views: [] } })
      writer.put('home', { ...listed(3, { status: 'Withdrawn', mlsId: 'a-1', description: 'A garden' }) })
      writer.put('offer', oddOffer(4, { description: 'garden', heating: 'Gas' }))
    })
    assert.deepEqual(await keys([texts('View', 'Park', 'Water')]), ['1'])
    assert.deepEqual(await keys([{ kind: 'missing', column: 'View' }]), ['2', '3', '4'])
    assert.deepEqual(await keys([texts('ListingId', 'a-1')]), ['3'])
    assert.deepEqual(await keys([{ kind: 'words', words: ['garden'], phrases: [] }]), ['1'])
    assert.deepEqual(await keys([{ kind: 'keys', keys: new Set(['4', '1', '04', '']) }]), ['1', '4'])
    const between = { kind: 'keyRange', from: { key: '1', isInclusive: false }, to: { key: '3', isInclusive: true } }
    assert.deepEqual(await keys([between as PropertyNode]), ['2', '3'])
    assert.deepEqual(await properties.values('View'), ['City', 'Park'])
    assert.deepEqual(await properties.values('City'), ['Austin', 'Kraków'])
    assert.deepEqual(await keys([texts('City')]), [])
    await close()
  })

  test('circles and polygons match the points that callers see', async () => {
    const { keys, close } = await opened((writer) => {
      writer.put('home', home(1, { point: { latitude: 30, longitude: -97 } }))
      const { address } = home(2)
      writer.put(
        'home',
        home(2, { point: { latitude: 30, longitude: -97 }, address: { ...address, undisclosed: true } }),
      )
      writer.put('offer', oddOffer(3, { point: { latitude: 30.001, longitude: -97 } }))
      writer.put('offer', oddOffer(4))
    })
    assert.deepEqual(await keys([{ kind: 'circle', latitude: 30, longitude: -97, radiusM: 200 }]), ['1', '3'])
    const square: PropertyNode = {
      kind: 'polygon',
      points: [
        [29.9, -98],
        [30.0005, -98],
        [30.0005, -96],
        [29.9, -96],
      ],
    }
    assert.deepEqual(await keys([square]), ['1'])
    assert.deepEqual(await keys([{ kind: 'missing', column: 'Latitude' }]), ['2'])
    await close()
  })
}

async function bound(catalogWith: CatalogWith<'properties'>, write: Parameters<CatalogWith<'properties'>>[0]) {
  const catalog = await catalogWith(write)
  return { properties: catalog.properties, close: async () => catalog.close() }
}

/** Changes in which homes and offers never have the same key, as in any catalog. */
const changes = recordChanges.map((change): RecordChange => {
  if (change.noun !== 'offer') return change
  const offer = change.record as Offer // `noun` is "offer"
  return { ...change, record: { ...offer, offerId: offer.offerId + 1000 } }
})

const QUERIES = 10

/** Tests what `PropertySearch` promises while records change. */
export function propertyChangesContract(backendNow: () => PagesBackend, runs = RUNS): void {
  const commit = (change: (writer: ReturnType<PagesBackend['write']>) => void) => {
    const writer = backendNow().write()
    change(writer)
    writer.commit()
  }

  test('a listing follows its agent and office, even if it is no longer listed', async () => {
    const agent = { agentId: 'ann', username: 'ann', name: 'Ann', officeId: 'o', memberMlsId: 'm1' }
    commit((writer) => {
      writer.put('home', listed(1, { listAgentId: 'ann', status: 'Withdrawn' }))
      writer.put('home', listed(2, { listAgentId: 'bob' }))
      writer.put('home', home(3))
    })
    const catalog = await backendNow().read()
    const keysOf = async (...where: PropertyNode[]) =>
      (await catalog.properties.page(propertyQuery(where))).hits.map(({ key }) => key)
    const changed = async (change: Parameters<typeof commit>[0]) => {
      commit(change)
      await backendNow().refresh(catalog)
    }
    const [before] = (await catalog.properties.page(propertyQuery([]))).hits
    assert.deepEqual(await keysOf({ kind: 'missing', column: 'ListOfficeKey' }), ['1', '2', '3'])
    await changed((writer) => writer.put('agent', agent))
    assert.deepEqual(await keysOf({ kind: 'texts', column: 'ListOfficeKey', values: new Set(['o']) }), ['1'])
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'North')), [])
    await changed((writer) => writer.put('office', { officeId: 'o', name: 'North' }))
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'North')), ['1'])
    assert.deepEqual(await catalog.properties.values('ListOfficeName'), ['North'])
    await changed((writer) => writer.put('office', { officeId: 'o', name: 'South' }))
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'North')), [])
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'South')), ['1'])
    assert.deepEqual(await catalog.properties.values('ListOfficeName'), ['South'])
    await changed((writer) => writer.put('agent', { ...agent, agentId: 'bob', username: 'bob' }))
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'South')), ['1', '2'])
    await changed((writer) => writer.remove('office', 'o'))
    assert.deepEqual(await keysOf(texts('ListOfficeName', 'South')), [])
    await changed((writer) => writer.remove('agent', 'ann'))
    assert.deepEqual(await keysOf({ kind: 'texts', column: 'ListAgentMlsId', values: new Set(['m1']) }), ['2'])
    assert.deepEqual((await catalog.properties.page(propertyQuery([]))).hits[0], before)
    await catalog.close()
  })

  test('a record has the time of its last change, to the millisecond, and can be sorted by it', async () => {
    commit((writer) => {
      for (let zpid = 1; zpid <= 5; zpid++) writer.put('home', home(zpid))
    })
    const catalog = await backendNow().read()
    commit((writer) => writer.put('home', listed(3, { listPrice: 7 })))
    commit((writer) => writer.put('offer', oddOffer(9)))
    commit((writer) => writer.remove('home', 5))
    await backendNow().refresh(catalog)
    const { hits } = await catalog.properties.page(propertyQuery([], { order: [descending('ModificationTimestamp')] }))
    assert.deepEqual(
      hits.map(({ key }) => key),
      ['9', '3', '4', '2', '1'],
    )
    const [{ sequence } = { sequence: 0 }] = await catalog.pages.byId('home', [3])
    const { modifiedUs = 0, values } = hits[1] ?? {}
    assert.deepEqual([modifiedUs, values], [sequence - (sequence % 1000), [modifiedUs]])
    const since = { kind: 'range', column: 'ModificationTimestamp', min: modifiedUs, max: Infinity } as const
    assert.equal((await catalog.properties.page(propertyQuery([since]))).total, 2)
    await catalog.close()
  })

  test('pages and values are right after any changes of records, agents and offices, and after a replacement', async () => {
    const commits = fc.array(fc.array(changes, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(commits, fc.nat(), async (all, seed) => {
        backendNow().replace().commit()
        const catalog = await backendNow().read()
        const left = new Map<string, RecordChange>()
        for (const [nth, some] of all.entries()) {
          commit((writer) => applyChanges(writer, some, left))
          await backendNow().refresh(catalog)
          const records = await knownProperties(catalog.pages)
          const everything = propertyQuery([], { order: [ascending('ListOfficeName'), descending('ListPrice')] })
          await comparePages(catalog.properties, records, everything, nth, 'everything')
          const cities = records.flatMap(({ values }) => (values.get('City') ?? []) as string)
          assert.deepEqual(await catalog.properties.values('City'), [...new Set(cities)].sort())
          if (records.length === 0) continue
          const queries = new RandomProperties(records)
          for (let index = 0; index < QUERIES; index++)
            await comparePages(
              catalog.properties,
              records,
              queries.query(seed, index),
              index,
              `query ${index} of ${seed}`,
            )
        }
        await catalog.close()
      }),
      { numRuns: runs },
    )
  })
}
