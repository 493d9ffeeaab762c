import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit, Query, QueryNode } from '../../../src/catalog/ports/query.ts'
import type { Home } from '../../../src/model/home.ts'
import type { CatalogWith } from '../catalog-with.ts'
import { cardsOf } from '../shown-page.ts'
import { building, home, listed } from './records.ts'

export function homeQuery(nodes: readonly QueryNode[], change: Partial<Query> = {}): Query {
  const where = nodes.map((node, i) => ({ parameter: `p${i}`, node }))
  const page = { order: 'PriceAscending', offset: 0, limit: 10, grouped: false, today: 20_000 } as const
  return { listingClass: 'For_Sale', where, ...page, ...change }
}

/** The center of the ZIP code. A disc with the same area has a radius of 2.7 km. */
const ZIP_78704 = { latitude: 30.2427, longitude: -97.7658 }

function zpidsOf(hits: readonly Hit[]): number[] {
  return hits.map((hit) => (hit.kind === 'home' ? hit.zpid : -1))
}

/** Tests the promises of `HomeSearch`. `trialCards` makes the JSON of results. */
export function homeSearchContract(catalogWith: CatalogWith<'search'>): void {
  test('a search finds all matches in order, page by page, with exact totals', async () => {
    const catalog = await catalogWith((writer) => {
      for (const zpid of [4, 1, 3, 2]) writer.put('home', listed(zpid, { listPrice: 1000 - zpid }))
      writer.put('home', home(5))
      writer.put('home', listed(6, { kind: 'lease', listPrice: 1 }))
    })
    const first = await catalog.search('home').page(homeQuery([], { limit: 3 }))
    assert.deepEqual([first.total, first.ungrouped, zpidsOf(first.hits)], [4, 4, [4, 3, 2]])
    const second = await catalog.search('home').page(homeQuery([], { offset: 3, limit: 3 }))
    assert.deepEqual([second.total, zpidsOf(second.hits)], [4, [1]])
    assert.deepEqual((await catalog.search('home').page(homeQuery([], { offset: 9 }))).hits, [])
    const dear = { kind: 'range', column: 'price', min: 998, max: 998, orMissing: false } as const
    assert.deepEqual(zpidsOf((await catalog.search('home').page(homeQuery([dear]))).hits), [2])
    const austin = { kind: 'place', regions: ['city/tx/austin'] } as const
    const nowhere = { kind: 'place', regions: ['city/tx/dallas', 'zipcode/00000'] } as const
    assert.equal((await catalog.search('home').page(homeQuery([austin]))).total, 4)
    assert.equal((await catalog.search('home').page(homeQuery([nowhere]))).total, 0)
    assert.deepEqual(await catalog.search('home').explain(homeQuery([austin, dear, nowhere])), [0, 3, 1])
    assert.deepEqual(await catalog.search('home').countBy(homeQuery([]), 'zipcode'), [{ value: '78704', homes: 4 }])
    assert.deepEqual(await catalog.search('home').countBy(homeQuery([]), 'homeType'), [
      { value: 'SINGLE_FAMILY', homes: 4 },
    ])
    catalog.close()
  })

  test('a home without coordinates is found by shapes that contain its whole ZIP, or else its whole city, and by no other shape', async () => {
    const catalog = await catalogWith((writer) => {
      const inCity = (zpid: number, address: Partial<Home['address']>) => {
        const { point: _point, ...rest } = listed(zpid, { listPrice: zpid })
        writer.put('home', { ...rest, address: { ...rest.address, ...address } })
      }
      inCity(1, { zipcode: '78704' })
      inCity(2, { zipcode: '' })
      inCity(3, { zipcode: '', city: 'Nowhere' })
      inCity(4, { zipcode: '78704', undisclosed: true })
      writer.put('home', { ...listed(5, { listPrice: 5 }), point: { latitude: 30.243, longitude: -97.765 } })
    })
    const matching = async (node: QueryNode) => zpidsOf((await catalog.search('home').page(homeQuery([node]))).hits)
    const circle = (radiusM: number, north = 0) => ({
      kind: 'circle' as const,
      latitude: ZIP_78704.latitude + north,
      longitude: ZIP_78704.longitude,
      radiusM,
    })
    const square = (degrees: number) => {
      const { latitude, longitude } = ZIP_78704
      const [north, south] = [latitude + degrees, latitude - degrees]
      const [east, west] = [longitude + degrees, longitude - degrees]
      const box = { kind: 'box' as const, north, south, east, west }
      const points = [
        [south, west],
        [south, east],
        [north, east],
        [north, west],
      ] as const
      return [box, { kind: 'polygon' as const, points }] as const
    }
    assert.deepEqual(await matching(circle(500)), [5])
    assert.deepEqual(await matching(circle(4000)), [5])
    assert.deepEqual(await matching(circle(8000)), [1, 4, 5])
    assert.deepEqual(await matching(circle(8000, 0.06)), [5]) // contains the center, but not the whole ZIP code
    assert.deepEqual(await matching(circle(80_000)), [1, 2, 4, 5])
    for (const shape of square(0.02)) assert.deepEqual(await matching(shape), [5], shape.kind)
    for (const shape of square(0.08)) assert.deepEqual(await matching(shape), [1, 4, 5], shape.kind)
    for (const shape of square(0.8)) assert.deepEqual(await matching(shape), [1, 2, 4, 5], shape.kind)
    catalog.close()
  })

  test('each result has its JSON as of the day of the query', async () => {
    const onMarketMs = Date.parse('2026-03-01T18:00:00Z')
    const catalog = await catalogWith((writer) => {
      writer.put('home', listed(1, { listPrice: 2, onMarketMs, listAgentId: 'a' }))
      writer.put('home', listed(2, { listPrice: 3 }))
      writer.put('agent', { agentId: 'a', username: 'a', name: 'Ann' })
    })
    const cardsOn = async (day: string) => {
      const today = Date.parse(`${day}T00:00:00Z`) / 86_400_000
      return cardsOf(await catalog.search('home').cards(homeQuery([], { today })))
    }
    const second = { listed: null, zpid: 2, agent: null }
    assert.deepEqual(await cardsOn('2026-03-01'), [{ listed: 0, zpid: 1, agent: 'Ann' }, second])
    assert.deepEqual(await cardsOn('2026-03-02'), [{ listed: 1, zpid: 1, agent: 'Ann' }, second])
    assert.deepEqual(await cardsOn('2029-02-28'), [{ listed: 1095, zpid: 1, agent: 'Ann' }, second])
    assert.deepEqual(await cardsOn('2026-02-01'), [{ listed: 0, zpid: 1, agent: 'Ann' }, second])
    catalog.close()
  })

  test('units of a rental building count as one result in a grouped search', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('building', building)
      for (const zpid of [1, 2, 3]) {
        const lotId = zpid === 3 ? {} : { lotId: 'b-1' }
        writer.put('home', { ...listed(zpid, { kind: 'lease', listPrice: 10 * zpid }), ...lotId })
      }
    })
    const rentals = { listingClass: 'For_Rent', order: 'PriceDescending', grouped: true } as const
    const { total, ungrouped, hits } = await catalog.search('home').page(homeQuery([], rentals))
    assert.deepEqual([total, ungrouped], [2, 3])
    const unit = (zpid: number) => ({ zpid, bedrooms: 3, price: 10 * zpid, room: false })
    assert.deepEqual(hits, [
      { kind: 'home', zpid: 3 },
      { kind: 'building', lotId: 'b-1', units: [unit(2), unit(1)] },
    ])
    assert.deepEqual(cardsOf(await catalog.search('home').cards(homeQuery([], rentals)))[1], {
      lotId: 'b-1',
      units: {
        zpid: 2,
        count: 2,
        minPrice: 10,
        maxPrice: 20,
        kinds: [{ bedrooms: 3, room: false, minPrice: 10 }],
      },
    })
    assert.equal((await catalog.search('home').page(homeQuery([], { ...rentals, grouped: false }))).hits.length, 3)
    catalog.close()
  })

  test('words match in any text, phrases as consecutive words, and MLS numbers only as a whole', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('home', listed(1, { description: 'Granite counters, new roof', mlsId: 'AB-12' }))
      writer.put('home', listed(2, { description: 'New granite roof', mlsId: 'AB-123' }))
    })
    const matching = async (words: string[], phrases: string[][] = []) =>
      zpidsOf((await catalog.search('home').page(homeQuery([{ kind: 'words', words, phrases }]))).hits)
    assert.deepEqual(await matching(['roof', 'granite']), [1, 2])
    assert.deepEqual(await matching(['new', 'roof'], [['new', 'roof']]), [1])
    assert.deepEqual(await matching(['slate']), [])
    assert.deepEqual(await catalog.search('home').homesWithMlsId('ab-12'), [1])
    assert.deepEqual(await catalog.search('home').homesWithMlsId('AB'), [])
    assert.deepEqual(await catalog.search('home').homesWithMlsId('---'), [])
    catalog.close()
  })

  test('phrases are found after hundreds of uses of a word, and after many thousands of words', async () => {
    const many = Array.from({ length: 17_000 }, (_, i) => `w${i % 90}`).join(' ')
    const texts = [
      `${'granite '.repeat(300)}pool`,
      `${'granite '.repeat(300)}roof pool`,
      `${many} pool of granite`,
      `pool of ${many} granite`,
      'granite pool',
    ]
    const catalog = await catalogWith((writer) => {
      for (const [i, description] of texts.entries()) writer.put('home', listed(i + 1, { description }))
    })
    const matching = async (phrase: string) =>
      zpidsOf(
        (await catalog.search('home').page(homeQuery([{ kind: 'words', words: [], phrases: [phrase.split(' ')] }])))
          .hits,
      )
    assert.deepEqual(await matching('granite pool'), [1, 5])
    assert.deepEqual(await matching('granite granite pool'), [1])
    assert.deepEqual(await matching('granite roof pool'), [2])
    assert.deepEqual(await matching('pool of'), [3, 4])
    assert.deepEqual(await matching('pool of granite'), [3])
    assert.deepEqual(await matching('w79 pool of granite'), [3])
    assert.deepEqual(await matching('of w0 w1'), [4])
    assert.deepEqual(await matching('granite'), [1, 2, 3, 4, 5])
    assert.deepEqual(await matching('w0 pool'), [])
    catalog.close()
  })

  test('every home of a selection is returned once, with its column values', async () => {
    const catalog = await catalogWith((writer) => {
      for (const zpid of [4, 1, 3, 2]) writer.put('home', listed(zpid, { listPrice: 1000 - zpid }))
      writer.put('home', home(5))
    })
    const where = [
      { parameter: 'p', node: { kind: 'range', column: 'price', min: 0, max: 998, orMissing: false } },
    ] as const
    const all = await catalog.search('home').selectAll({ listingClass: 'For_Sale', where }, ['bedrooms'])
    assert.deepEqual(Array.from(all.zpids.toSorted()), [2, 3, 4])
    assert.deepEqual([...all.values.bedrooms], [3, 3, 3])
    catalog.close()
  })

  test('the degrees of a home are exactly those of its search point, and unknown if it has none', async () => {
    const point = { latitude: 30.123456789012344, longitude: -97.1 }
    const catalog = await catalogWith((writer) => {
      writer.put('home', { ...listed(1, {}), point })
      writer.put('home', { ...listed(2, {}), point, address: { ...listed(2, {}).address, undisclosed: true } })
      const { point: _, ...nowhere } = { ...listed(3, {}), point }
      writer.put('home', nowhere)
    })
    const columns = ['latitude', 'longitude'] as const
    const { zpids, values } = await catalog.search('home').selectAll({ listingClass: 'For_Sale', where: [] }, columns)
    const places = Array.from(zpids, (zpid, i) => [zpid, values.latitude[i], values.longitude[i]])
    assert.deepEqual(
      places.toSorted(([one = 0], [other = 0]) => one - other),
      [
        [1, point.latitude, point.longitude],
        [2, Number.NaN, Number.NaN],
        [3, Number.NaN, Number.NaN],
      ],
    )
    catalog.close()
  })
}
