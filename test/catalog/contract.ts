import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import type { Withheld } from '../../src/catalog/ports/withheld.ts'
import { dayNumber, startOfDay } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { addressContract } from './contract/address-lookup.ts'
import { agentContract, agentQuery } from './contract/agent-lookup.ts'
import { changeLogContract } from './contract/change-log.ts'
import { homeQuery, homeSearchContract } from './contract/home-search.ts'
import { layersContract } from './contract/layers.ts'
import { marketContract } from './contract/market-lookup.ts'
import { nearContract } from './contract/near-lookup.ts'
import { ownerContract } from './contract/owner-lookup.ts'
import { propertyChangesContract, propertyContract } from './contract/property-search.ts'
import { recordContract } from './contract/record-lookup.ts'
import { changesContract, pagesContract, RUNS } from './contract/record-pages.ts'
import { building, home, listed, person, school } from './contract/records.ts'
import { sourceHomesContract } from './contract/source-homes.ts'
import { withheldContract } from './contract/withheld.ts'

export { home, listed } from './contract/records.ts'

/** A backend to test. It starts without a catalog, and can be opened for writing and reading any number of times. */
export interface Backend {
  write(withheld?: Withheld): CatalogWriter
  /** Begins a new catalog. Its commit replaces the existing catalog. */
  replace(): CatalogWriter
  read(withheld?: Withheld): Catalog | Promise<Catalog>
  /** Makes an open catalog switch to the latest commit now. Without this call, the catalog switches after a moment. */
  refresh(catalog: Catalog): Promise<void>
  remove(): void | Promise<void>
}

/** Tests what `catalog.ts` promises for a backend, with `runs` random sequences of changes. */
export function catalogContract(name: string, makeBackend: () => Backend | Promise<Backend>, runs = RUNS): void {
  suite(`${name} keeps the promises of a catalog`, () => {
    let backend: Backend
    beforeEach(async () => {
      backend = await makeBackend()
    })
    afterEach(() => backend.remove())

    async function catalogWith(
      write: (writer: Pick<CatalogWriter, 'put' | 'attribute' | 'contribute'>) => void,
    ): Promise<Catalog> {
      const writer = backend.write()
      write(writer)
      writer.commit()
      return await backend.read()
    }

    test('a record that is put again replaces the previous record, also in lookups by place', async () => {
      const moved = { streetAddress: '9 Oak Ave', city: 'Dallas', state: 'TX', zipcode: '75201' }
      const catalog = await catalogWith((writer) => {
        writer.put('home', home(1))
        writer.put('home', home(1, { address: moved, point: { latitude: 50, longitude: 10 } }))
        writer.put('home', home(2))
      })
      assert.equal((await catalog.addresses.addressesAt('1', 'main')).length, 0)
      assert.deepEqual(
        (await catalog.addresses.addressesAt('9', 'oak')).map((entry) => entry.id),
        [1],
      )
      assert.deepEqual(await catalog.near.homes({ latitude: 50, longitude: 10 }, 2), [1, 2])
      const cities = catalog.regions().filter((region) => region.type === 'city')
      assert.deepEqual(Object.fromEntries(cities.map((region) => [region.name, region.homes])), {
        Austin: 1,
        Dallas: 1,
      })
      assert.equal(catalog.about().counts.home, 2)
      catalog.close()
    })

    test('no lookup finds a removed record, and all answers are as if it had never existed', async () => {
      const sale = { listAgentId: 'ann', listPrice: 5, closePrice: 6, closeDate: '2024-10-03' } as const
      const sold = (zpid: number) => listed(zpid, { ...sale, status: 'Closed', mlsId: `m${zpid}` })
      const active = (zpid: number) => listed(zpid, { listAgentId: 'ann', listPrice: zpid })
      const left = (writer: Pick<CatalogWriter, 'put'>) => {
        writer.put('home', active(1))
        writer.put('person', person('p', '1 Main St'))
      }
      const before = await catalogWith((writer) => {
        left(writer)
        writer.put('home', { ...active(2), lotId: building.lotId, address: { ...home(2).address, city: 'Dallas' } })
        writer.put('home', sold(3))
        writer.put('building', building)
        writer.put('agent', { agentId: 'ann', username: 'ann', name: 'Ann' })
        writer.put('school', school('s', 30))
        writer.put('person', person('q', '1 Main St'))
      })
      const was = await answersOf(before)
      const writer = backend.write()
      const gone = [
        writer.remove('home', 2),
        writer.remove('home', 3),
        writer.remove('building', building.lotId),
        writer.remove('agent', 'ann'),
        writer.remove('school', 's'),
        writer.remove('person', 'q'),
      ]
      assert.deepEqual(
        gone,
        gone.map(() => true),
      )
      assert.equal(writer.remove('home', 2), false)
      assert.equal(writer.get('home', 2), undefined)
      writer.commit()
      await backend.refresh(before)
      const removed = await answersOf(before)
      before.close()
      await backend.remove()
      backend = await makeBackend()
      const never = await catalogWith(left)
      assert.deepEqual(removed, await answersOf(never))
      assert.notDeepEqual(removed, was)
      never.close()
    })

    test('a writer reads its own changes before any reader does', async () => {
      ;(await catalogWith((writer) => writer.put('home', home(1)))).close()
      const catalog = await backend.read()
      const writer = backend.write()
      writer.put('home', home(2))
      assert.deepEqual(writer.get('home', 2), home(2))
      assert.deepEqual(writer.get('home', 1), home(1))
      assert.equal(await catalog.records.get('home', 2), undefined)
      writer.commit()
      await backend.refresh(catalog)
      assert.deepEqual(await catalog.records.get('home', 2), home(2))
      assert.deepEqual(await catalog.near.homes({ latitude: 30.002, longitude: -97 }, 5), [2, 1])
      catalog.close()
    })

    test('a rolled-back change leaves no trace', async () => {
      const catalog = await catalogWith((writer) => writer.put('home', home(1)))
      const { dataVersion } = catalog.about()
      const writer = backend.write()
      writer.put('home', home(2))
      writer.put('home', home(1, { homeType: 'CONDO' }))
      writer.rollback()
      await backend.refresh(catalog)
      assert.equal(await catalog.records.get('home', 2), undefined)
      assert.deepEqual(await catalog.records.get('home', 1), home(1))
      assert.equal(catalog.about().dataVersion, dataVersion)
      catalog.close()
    })

    test('every commit changes the data version but not the id of the catalog', async () => {
      const catalog = await catalogWith((writer) => writer.put('home', home(1)))
      const before = catalog.about()
      const writer = backend.write()
      writer.put('school', school('s', 30))
      writer.commit()
      await backend.refresh(catalog)
      assert.notEqual(catalog.about().dataVersion, before.dataVersion)
      assert.equal(catalog.about().catalogId, before.catalogId)
      assert.equal(catalog.about().counts.school, 1)
      assert.equal(catalog.about().counts.home, 1)
      catalog.close()
    })

    test('the newest day of a record type is that of its latest event up to a day, whatever is planned for later', async () => {
      const listedOn = (zpid: number, day: string) =>
        home(zpid, { listing: { kind: 'sale', status: 'Active', listedBy: 'agent', onMarketMs: startOfDay(day) } })
      const sold = (zpid: number, closeDate: string) =>
        home(zpid, {
          listing: {
            kind: 'sale',
            status: 'Closed',
            listedBy: 'agent',
            onMarketMs: startOfDay('2014-01-01'),
            closeDate,
          },
        })
      const numberOf = (day: string) => dayNumber(startOfDay(day))
      const catalog = await catalogWith((writer) => {
        writer.put('home', home(1))
        writer.put('home', listedOn(2, '2015-03-01'))
        writer.put('home', sold(3, '2015-05-27'))
        writer.put('home', sold(4, '2051-05-27'))
      })
      assert.equal(catalog.newestDay('home', numberOf('2026-01-01')), numberOf('2015-05-27'))
      assert.equal(catalog.newestDay('home', numberOf('2015-05-27')), numberOf('2015-05-27'))
      assert.equal(catalog.newestDay('home', numberOf('2015-05-26')), numberOf('2015-03-01'))
      assert.equal(catalog.newestDay('home', numberOf('2013-12-31')), undefined)
      assert.equal(catalog.newestDay('offer', numberOf('2026-01-01')), undefined)
      assert.equal(catalog.newestDay('experience', numberOf('2026-01-01')), undefined)
      const writer = backend.write()
      writer.put('home', listedOn(5, '2025-12-31'))
      writer.commit()
      await backend.refresh(catalog)
      assert.equal(catalog.newestDay('home', numberOf('2026-01-01')), numberOf('2025-12-31'))
      catalog.close()
    })

    test('homes without coordinates are found by shapes, whichever commit put the homes', async () => {
      const unplaced = (zpid: number) => {
        const { point: _point, ...rest } = listed(zpid, { listPrice: zpid })
        return rest
      }
      const catalog = await catalogWith((writer) => {
        for (let zpid = 10; zpid < 60; zpid++) writer.put('home', listed(zpid, { listPrice: zpid }))
        writer.put('home', unplaced(3))
      })
      const around = { kind: 'circle', latitude: 30.24, longitude: -97.77, radiusM: 9000 } as const
      const zpidsNow = async () => {
        const { hits } = await catalog.search('home').page(homeQuery([around]))
        return hits.map((hit) => hit.kind === 'home' && hit.zpid)
      }
      const put = async (changed: Home) => {
        const writer = backend.write()
        writer.put('home', changed)
        writer.commit()
        await backend.refresh(catalog)
      }
      assert.deepEqual(await zpidsNow(), [3])
      await put(unplaced(2))
      await put(unplaced(1))
      assert.deepEqual(await zpidsNow(), [1, 2, 3])
      await put(listed(2, { listPrice: 2 }))
      assert.deepEqual(await zpidsNow(), [1, 3])
      catalog.close()
    })

    test('the attribution of a source lasts until it is replaced, and is rolled back with its transaction', async () => {
      const catalog = await catalogWith((writer) => assert.equal(writer.attribute('county', 'County records'), true))
      assert.equal(catalog.about().attributions?.get('county'), 'County records')
      const writer = backend.write()
      assert.equal(writer.attribute('county', 'County records'), false)
      assert.equal(writer.attribute('county', 'Records of the county'), true)
      assert.equal(writer.attribute('constructor', 'Builders'), true)
      writer.rollback()
      await backend.refresh(catalog)
      assert.deepEqual([...(catalog.about().attributions ?? [])], [['county', 'County records']])
      catalog.close()
    })

    test('a source contributes records of a type until the writer says that it no longer does', async () => {
      const catalog = await catalogWith((writer) => {
        assert.equal(writer.contribute('offer', 'b', true), true)
        assert.equal(writer.contribute('offer', 'a', true), true)
        assert.equal(writer.contribute('offer', 'a', true), false)
        assert.equal(writer.contribute('home', 'a', true), true)
      })
      assert.deepEqual(catalog.about().contributors, { offer: ['a', 'b'], home: ['a'] })
      const writer = backend.write()
      assert.equal(writer.contribute('offer', 'a', false), true)
      assert.equal(writer.contribute('experience', 'a', false), false)
      writer.commit()
      await backend.refresh(catalog)
      assert.deepEqual(catalog.about().contributors, { offer: ['b'], home: ['a'] })
      catalog.close()
    })

    test('a second writer is refused while the first is open', () => {
      const writer = backend.write()
      assert.throws(() => backend.write(), /another process/)
      writer.rollback()
      backend.write().rollback()
    })

    test('a writer reads all records of a type, including its own changes', async () => {
      ;(await catalogWith((writer) => writer.put('school', school('b', 1)))).close()
      const writer = backend.write()
      writer.put('school', school('a', 2))
      writer.put('school', school('b', 3))
      assert.deepEqual(
        [...writer.each('school')].map(({ schoolId, point }) => [schoolId, point.latitude]),
        [
          ['a', 2],
          ['b', 3],
        ],
      )
      assert.deepEqual([...writer.each('offer')], [])
      writer.rollback()
    })

    recordContract(catalogWith)
    addressContract(catalogWith)
    nearContract(catalogWith)
    homeSearchContract(catalogWith)
    layersContract(() => backend)
    agentContract(catalogWith)
    marketContract(catalogWith)
    withheldContract(() => backend, catalogWith)
    sourceHomesContract(() => backend)
    ownerContract(() => backend)
    pagesContract(catalogWith)
    changesContract(() => backend, runs)
    changeLogContract(() => backend, runs)
    propertyContract(catalogWith)
    propertyChangesContract(() => backend, runs)

    test('a catalog without homes answers every request with nothing', async () => {
      const catalog = await catalogWith(() => {})
      assert.deepEqual(await catalog.near.homes({ latitude: 0, longitude: 0 }, 3), [])
      assert.deepEqual(await catalog.near.places({ latitude: 0, longitude: 0 }, 3), [])
      assert.deepEqual(await catalog.near.schools({ latitude: 0, longitude: 0 }, 3), [])
      assert.deepEqual(await catalog.addresses.addressesBeginning('', 3), [])
      assert.equal(await catalog.addresses.addressLineFrom(''), undefined)
      assert.deepEqual(await catalog.addresses.streetsBeginning('1', '', 3), [])
      assert.deepEqual(catalog.regions(), [])
      assert.deepEqual(await catalog.records.latestRates(), [])
      assert.deepEqual(await catalog.records.climateOf([{ resolution: 'county', areaId: '48453' }]), [])
      assert.deepEqual((await catalog.market.facts('sales', 'country/us')).parts, [])
      assert.deepEqual(await catalog.search('home').page(homeQuery([])), { total: 0, ungrouped: 0, hits: [] })
      assert.deepEqual(await catalog.search('home').homesWithMlsId('1'), [])
      assert.deepEqual(await catalog.agents.page(agentQuery({})), { total: 0, agentIds: [] })
      assert.deepEqual(await catalog.addresses.peopleAt('1', 'main'), [])
      catalog.close()
    })
  })
}

/** Returns every lookup's answers about a few records. */
async function answersOf(catalog: Catalog): Promise<unknown> {
  const { records, addresses, near, agents, market } = catalog
  const here = { latitude: 30, longitude: -97 }
  const facts = async (region: string) => (await market.facts('sales', region)).parts
  return [
    catalog.about().counts,
    catalog.regions(),
    await Promise.all([1, 2, 3].map((zpid) => records.get('home', zpid))),
    await records.get('agent', 'ann'),
    await Promise.all([1, 2, 3, 7].map((number) => addresses.addressesAt(String(number), 'main'))),
    await addresses.addressesBeginning('', 9),
    await addresses.peopleAt('1', 'main'),
    await near.homes(here, 9),
    await near.places(here, 9),
    await near.schools(here, 9),
    await agents.figuresOf('ann', 20_000),
    await agents.page(agentQuery({})),
    await Promise.all(['country/us', 'city/tx/dallas'].map(facts)),
    await catalog.search('home').page(homeQuery([])),
    await catalog.search('home').homesWithMlsId('m3'),
  ]
}
