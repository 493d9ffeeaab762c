import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import type { Hit, Query, QueryNode } from '../../src/catalog/query.ts'
import type { Withheld } from '../../src/catalog/withheld.ts'
import { agentPromises, agentQuery } from './contract/agents.ts'
import { marketPromises } from './contract/market.ts'
import { marketFactTests } from './contract/market-facts.ts'
import { nearContract } from './contract/near.ts'
import { peoplePromises } from './contract/people.ts'
import { building, home, listed, school } from './contract/records.ts'

export { home } from './contract/records.ts'

/** A backend under test: an empty place for a catalogue, opened for writing and for reading as often as asked. */
export interface Backend {
  write(withheld?: Withheld): CatalogWriter
  read(withheld?: Withheld): Catalog
  /** Makes an open catalogue see what has been committed, as it would by itself after a moment. */
  refresh(catalog: Catalog): Promise<void>
  remove(): void
}

function query(nodes: readonly QueryNode[], change: Partial<Query> = {}): Query {
  const where = nodes.map((node, i) => ({ parameter: `p${i}`, node }))
  const page = { order: 'PriceAscending', offset: 0, limit: 10, grouped: false, today: 20_000 } as const
  return { listingClass: 'For_Sale', where, ...page, ...change }
}

function zpidsOf(hits: readonly Hit[]): number[] {
  return hits.map((hit) => (hit.kind === 'home' ? hit.zpid : -1))
}

/** What `catalog.ts` promises, held against a backend. */
export function catalogContract(name: string, makeBackend: () => Backend): void {
  suite(`${name} keeps the catalogue's promises`, () => {
    let backend: Backend
    beforeEach(() => {
      backend = makeBackend()
    })
    afterEach(() => backend.remove())

    nearContract(written)

    function written(write: (writer: CatalogWriter) => void): Catalog {
      const writer = backend.write()
      write(writer)
      writer.commit()
      return backend.read()
    }

    test('a record that was put is found under its id as it was, and nothing else is', async () => {
      const catalog = written((writer) => {
        writer.put('home', home(1))
        writer.put('building', building)
      })
      assert.deepEqual(await catalog.records.get('home', 1), home(1))
      assert.deepEqual(await catalog.records.get('building', 'b-1'), building)
      assert.equal(await catalog.records.get('home', 2), undefined)
      assert.equal(await catalog.records.get('home', 2 ** 53), undefined)
      assert.equal(await catalog.records.get('agent', 'b-1'), undefined)
      catalog.close()
    })

    test('a record put again takes the place of the one before, in look-ups by place too', async () => {
      const moved = { streetAddress: '9 Oak Ave', city: 'Dallas', state: 'TX', zipcode: '75201' }
      const catalog = written((writer) => {
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

    test('a writer reads what it has put itself, before anybody else does', async () => {
      written((writer) => writer.put('home', home(1))).close()
      const catalog = backend.read()
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
      const catalog = written((writer) => writer.put('home', home(1)))
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

    test('every commit changes the data version, and the catalogue keeps its name', async () => {
      const catalog = written((writer) => writer.put('home', home(1)))
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

    test('who must be named with a source is kept until somebody else is, and a rolled-back change forgets it', () => {
      const catalog = written((writer) => assert.equal(writer.attribute('county', 'County records'), true))
      assert.equal(catalog.about().attributions?.get('county'), 'County records')
      const writer = backend.write()
      assert.equal(writer.attribute('county', 'County records'), false)
      assert.equal(writer.attribute('county', 'Records of the county'), true)
      assert.equal(writer.attribute('constructor', 'Builders'), true)
      writer.rollback()
      backend.refresh(catalog)
      assert.deepEqual([...(catalog.about().attributions ?? [])], [['county', 'County records']])
      catalog.close()
    })

    test('a second writer is refused while the first is at work', () => {
      const writer = backend.write()
      assert.throws(() => backend.write(), /another process/)
      writer.rollback()
      backend.write().rollback()
    })

    test('addresses are found by number and street, and by the beginning of their line in its order', async () => {
      const catalog = written((writer) => {
        for (const zpid of [12, 1, 123]) writer.put('home', home(zpid))
        writer.put('building', building)
      })
      assert.deepEqual(
        (await catalog.addresses.addressesAt('12', 'main')).map((entry) => entry.id),
        [12],
      )
      assert.deepEqual(await catalog.addresses.addressesAt('12', 'oak'), [])
      const beginning = await catalog.addresses.addressesBeginning('12', 10)
      assert.deepEqual(
        beginning.map((entry) => entry.id),
        [12, 123],
      )
      assert.equal((await catalog.addresses.addressesBeginning('12', 1)).length, 1)
      assert.deepEqual(await catalog.addresses.streetsBeginning('12', 'ma', 10), ['main'])
      assert.deepEqual(await catalog.addresses.streetsBeginning('12', 'oak', 10), [])
      const [entry] = await catalog.addresses.addressesAt('7', 'main')
      assert.deepEqual([entry?.id, entry?.kind], ['b-1', 'building'])
      catalog.close()
    })

    test('lines lead to the number, the street and the name of a building, and follow a record that is put again', async () => {
      const oak = { streetAddress: '9 Oak Ave', city: 'Dallas', state: 'TX', zipcode: '75201' }
      const catalog = written((writer) => {
        for (const zpid of [1, 2]) writer.put('home', home(zpid))
        writer.put('home', home(2, { address: oak }))
        writer.put('building', building)
      })
      const idsUnder = async (line: string) =>
        (await catalog.addresses.addressesBeginning(line, 10)).map(({ id }) => id)
      assert.deepEqual(await idsUnder('main st'), [1, 'b-1'])
      assert.deepEqual(await idsUnder('oak ave dallas'), [2])
      assert.deepEqual(await idsUnder(building.name.toLowerCase()), ['b-1'])
      assert.deepEqual(await idsUnder('2 main'), [])
      assert.match((await catalog.addresses.addressLineFrom('oak')) ?? '', /^oak ave dallas tx 75201 9$/)
      assert.equal(await catalog.addresses.addressLineFrom('zz'), undefined)
      catalog.close()
    })

    test('homes and schools come nearest first; a home without coordinates is not among them', async () => {
      const nowhere = home(9)
      const catalog = written((writer) => {
        for (const zpid of [5, 3, 4]) writer.put('home', home(zpid))
        const { point, ...rest } = nowhere
        assert.ok(point)
        writer.put('home', rest)
        writer.put('school', school('far', 35))
        writer.put('school', school('near', 30.1))
      })
      assert.deepEqual(await catalog.near.homes({ latitude: 30, longitude: -97 }, 2), [3, 4])
      const schools = await catalog.near.schools({ latitude: 30, longitude: -97 }, 5)
      assert.deepEqual(
        schools.map((found) => found.schoolId),
        ['near', 'far'],
      )
      catalog.close()
    })

    marketPromises(written)

    test('a writer sees all records of a noun, what it has put included', () => {
      written((writer) => writer.put('school', school('b', 1))).close()
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

    test('a search finds what matches, in its order, page by page, with exact totals', async () => {
      const catalog = written((writer) => {
        for (const zpid of [4, 1, 3, 2]) writer.put('home', listed(zpid, { listPrice: 1000 - zpid }))
        writer.put('home', home(5))
        writer.put('home', listed(6, { kind: 'lease', listPrice: 1 }))
      })
      const first = await catalog.search('home').page(query([], { limit: 3 }))
      assert.deepEqual([first.total, first.ungrouped, zpidsOf(first.hits)], [4, 4, [4, 3, 2]])
      const second = await catalog.search('home').page(query([], { offset: 3, limit: 3 }))
      assert.deepEqual([second.total, zpidsOf(second.hits)], [4, [1]])
      assert.deepEqual((await catalog.search('home').page(query([], { offset: 9 }))).hits, [])
      const dear = { kind: 'range', column: 'price', min: 998, max: 998, orMissing: false } as const
      assert.deepEqual(zpidsOf((await catalog.search('home').page(query([dear]))).hits), [2])
      const austin = { kind: 'place', regions: ['city/tx/austin'] } as const
      const nowhere = { kind: 'place', regions: ['city/tx/dallas', 'zipcode/00000'] } as const
      assert.equal((await catalog.search('home').page(query([austin]))).total, 4)
      assert.equal((await catalog.search('home').page(query([nowhere]))).total, 0)
      assert.deepEqual(await catalog.search('home').explain(query([austin, dear, nowhere])), [0, 3, 1])
      assert.deepEqual(await catalog.search('home').countBy(query([]), 'zipcode'), [{ value: '78704', homes: 4 }])
      assert.deepEqual(await catalog.search('home').countBy(query([]), 'homeType'), [
        { value: 'SINGLE_FAMILY', homes: 4 },
      ])
      catalog.close()
    })

    test('cards are those of the hits, with the days that have passed until the day asked for', async () => {
      const onMarketMs = Date.parse('2026-03-01T18:00:00Z')
      const catalog = written((writer) => {
        writer.put('home', listed(1, { listPrice: 2, onMarketMs, listAgentId: 'a' }))
        writer.put('home', listed(2, { listPrice: 3 }))
        writer.put('agent', { agentId: 'a', username: 'a', name: 'Ann' })
      })
      const cardsOn = async (day: string) => {
        const today = Date.parse(`${day}T00:00:00Z`) / 86_400_000
        const { cards } = await catalog.search('home').cards(query([], { today }))
        return JSON.parse(`[${Buffer.from(cards).toString()}]`)
      }
      const second = { listed: null, zpid: 2, agent: null }
      assert.deepEqual(await cardsOn('2026-03-01'), [{ listed: 0, zpid: 1, agent: 'Ann' }, second])
      assert.deepEqual(await cardsOn('2026-03-02'), [{ listed: 1, zpid: 1, agent: 'Ann' }, second])
      assert.deepEqual(await cardsOn('2029-02-28'), [{ listed: 1095, zpid: 1, agent: 'Ann' }, second])
      assert.deepEqual(await cardsOn('2026-02-01'), [{ listed: 0, zpid: 1, agent: 'Ann' }, second])
      catalog.close()
    })

    test('units of a rental building count as one result where that is asked for', async () => {
      const catalog = written((writer) => {
        writer.put('building', building)
        for (const zpid of [1, 2, 3]) {
          const lotId = zpid === 3 ? {} : { lotId: 'b-1' }
          writer.put('home', { ...listed(zpid, { kind: 'lease', listPrice: 10 * zpid }), ...lotId })
        }
      })
      const rentals = { listingClass: 'For_Rent', order: 'PriceDescending', grouped: true } as const
      const { total, ungrouped, hits } = await catalog.search('home').page(query([], rentals))
      assert.deepEqual([total, ungrouped], [2, 3])
      const unit = (zpid: number) => ({ zpid, bedrooms: 3, price: 10 * zpid, room: false })
      assert.deepEqual(hits, [
        { kind: 'home', zpid: 3 },
        { kind: 'building', lotId: 'b-1', units: [unit(2), unit(1)] },
      ])
      const { cards } = await catalog.search('home').cards(query([], rentals))
      assert.deepEqual(JSON.parse(`[${Buffer.from(cards).toString()}]`)[1], {
        lotId: 'b-1',
        units: {
          zpid: 2,
          count: 2,
          minPrice: 10,
          maxPrice: 20,
          kinds: [{ bedrooms: 3, room: false, minPrice: 10 }],
        },
      })
      assert.equal((await catalog.search('home').page(query([], { ...rentals, grouped: false }))).hits.length, 3)
      catalog.close()
    })

    test('words are looked for everywhere, phrases as they stand, and MLS numbers whole', async () => {
      const catalog = written((writer) => {
        writer.put('home', listed(1, { description: 'Granite counters, new roof', mlsId: 'AB-12' }))
        writer.put('home', listed(2, { description: 'New granite roof', mlsId: 'AB-123' }))
      })
      const found = async (words: string[], phrases: string[][] = []) =>
        zpidsOf((await catalog.search('home').page(query([{ kind: 'words', words, phrases }]))).hits)
      assert.deepEqual(await found(['roof', 'granite']), [1, 2])
      assert.deepEqual(await found(['new', 'roof'], [['new', 'roof']]), [1])
      assert.deepEqual(await found(['slate']), [])
      assert.deepEqual(await catalog.search('home').homesWithMlsId('ab-12'), [1])
      assert.deepEqual(await catalog.search('home').homesWithMlsId('AB'), [])
      assert.deepEqual(await catalog.search('home').homesWithMlsId('---'), [])
      catalog.close()
    })

    marketFactTests({ written, home })
    peoplePromises(() => backend, written)
    agentPromises(written)

    test('a catalogue without any home answers everything with nothing', async () => {
      const catalog = written(() => {})
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
      assert.deepEqual(await catalog.search('home').page(query([])), { total: 0, ungrouped: 0, hits: [] })
      assert.deepEqual(await catalog.search('home').homesWithMlsId('1'), [])
      assert.deepEqual(await catalog.agents.page(agentQuery({})), { total: 0, agentIds: [] })
      assert.deepEqual(await catalog.addresses.peopleAt('1', 'main'), [])
      catalog.close()
    })
  })
}
