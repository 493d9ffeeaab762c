import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { DAY_MS, fixedClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { call } from './call.ts'
import { HOMES, NOW_MS, RENTAL, RICH, SOLD, TOWER, UNITS } from './made-homes.ts'
import { smallContext, WORDS } from './small-catalog.ts'

interface Body {
  readonly total_results: number
  readonly totalPages: number
  readonly currentPage: number
  readonly listResultsTitle: string
  readonly Results: readonly Row[]
  readonly searchResults: readonly Row[]
  readonly understood: readonly { readonly key: string; readonly as: string }[]
  readonly leftOut: readonly { readonly key: string; readonly why: string }[]
}
type Row = Readonly<Record<string, unknown>>

async function search(url: string, { page = '', context = smallContext() }: { page?: string; context?: Context } = {}) {
  return (await call('/search/byurl', { url, page }, context)) as Body
}

const FOR_SALE = 'https://portal.example/austin-tx/'
const FOR_RENT = 'https://portal.example/austin-tx/rentals/'
const FOR_SOLD = 'https://portal.example/austin-tx/sold/'

function rowOf(body: Body, id: number | string): Row {
  const row = body.Results.find((one) => one.id === String(id))
  assert(row, `${id} is not in the answer`)
  return row
}

test('a search whose location is called query, as in an older edition, has the rows of a search by URL', async () => {
  const asked = { listingStatus: 'For_Sale', query: 'Austin, TX' }
  const older = (await call('/search/byaddress', asked, smallContext())) as Body
  assert.ok(older.Results.length > 0)
  assert.equal(older.total_results, older.Results.length)
  const rows = (await search(FOR_SALE)).Results
  const both = older.Results.filter(({ id }) => rows.some((row) => row.id === id))
  assert.ok(both.length > 0)
  for (const row of both)
    assert.deepEqual(
      row,
      rows.find(({ id }) => id === row.id),
    )
  const { query: location, ...others } = asked
  assert.ok(!('Results' in (await call('/search/byaddress', { ...others, location }, smallContext()))))
})

suite('the rows', () => {
  for (const url of [FOR_SALE, FOR_RENT, FOR_SOLD]) {
    test(`of ${url} match their declaration, with the card beside the flat keys`, async () => {
      const body = await search(url)
      assert(body.total_results > 0)
      const flat = body.searchResults.map(({ property: _property, resultType: _resultType, ...row }) => row)
      assert.deepEqual(flat, body.Results)
    })
  }

  test('give the asking price of a home for sale', async () => {
    const row = rowOf(await search(FOR_SALE), RICH.zpid)
    const { hdpData, ...flat } = row
    const expected = {
      zpid: '1001',
      detailUrl: 'https://portal.example/homedetails/1204-N-Lamar-Blvd-Austin-TX-78703/1001_zpid/',
      imgSrc: 'https://photos.example/1001-1.jpg',
      statusType: 'FOR_SALE',
      statusText: 'New construction',
      rawHomeStatusCd: 'ForSale',
      marketingStatusSimplifiedCd: 'For Sale by Agent',
      price: '$950,000',
      unformattedPrice: 950_000,
      address: '1204 N Lamar Blvd, Austin, TX 78703',
      beds: 4,
      baths: 2.5,
      area: 2400,
      brokerName: 'Hill Country Homes',
      flexFieldText: 'Price cut: $50,000 (11/5)',
      contentType: 'priceCut',
      has3DModel: true,
    }
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(flat[key], value, key)
    const { homeInfo } = hdpData as { readonly homeInfo: Row }
    assert.equal(homeInfo.daysOnPortal, 30)
    assert.deepEqual([homeInfo.lotAreaValue, homeInfo.lotAreaUnit, homeInfo.zestimate], [1.5, 'acres', 940_000])
  })

  test('give the monthly rent, and the price paid for a sold home', async () => {
    assert.equal(rowOf(await search(FOR_RENT), RENTAL.zpid).price, '$2,400/mo')
    const sold = rowOf(await search(FOR_SOLD), SOLD.zpid)
    assert.deepEqual([sold.statusType, sold.statusText, sold.marketingStatusSimplifiedCd], ['SOLD', 'Sold', 'Sold'])
    assert.equal(sold.unformattedPrice, SOLD.listing?.closePrice)
  })

  test('have a rental building once, with its available units', async () => {
    const body = await search(FOR_RENT)
    const row = rowOf(body, TOWER.lotId)
    assert.deepEqual(
      [row.isBuilding, row.buildingName, row.price, row.minBaseRent, row.maxBaseRent, row.availabilityCount, row.units],
      [true, 'Lamar Tower', '$1,500+', 1500, 1600, 2, [{ price: '$1,500+', beds: '1', roomForRent: false }]],
    )
    assert(!body.Results.some(({ id }) => UNITS.some(({ zpid }) => id === String(zpid))))
  })

  test('do not reveal an undisclosed street or location', async () => {
    const undisclosed = HOMES.find(({ address }) => address.undisclosed)
    assert(undisclosed?.point)
    const preForeclosures = '?searchQueryState={"filterState":{"pf":{"value":true}}}'
    const row = rowOf(await search(FOR_SALE + preForeclosures), undisclosed.zpid)
    assert.equal(row.isUndisclosedAddress, true)
    assert(!JSON.stringify(row).includes(undisclosed.address.streetAddress))
    assert.notDeepEqual(row.latLong, undisclosed.point)
  })

  test('count days up to today', async () => {
    const tomorrow = Object.freeze({ ...smallContext(), clock: fixedClock(NOW_MS + DAY_MS) })
    const daysOf = (body: Body) => (rowOf(body, RICH.zpid).hdpData as { homeInfo: Row }).homeInfo.daysOnPortal
    assert.deepEqual([daysOf(await search(FOR_SALE)), daysOf(await search(FOR_SALE, { context: tomorrow }))], [30, 31])
  })
})

suite('the pages', () => {
  const homes = Array.from({ length: 900 }, (_, i): Home => ({ ...RICH, zpid: 10_000 + i }))
  const context = smallContext({ homes })

  test('of 41 rows have every home once, with up to 20 per page', async () => {
    const seen: unknown[] = []
    for (let page = 1; page <= 20; page++) {
      const body = await search(FOR_SALE, { page: String(page), context })
      assert.deepEqual(
        [body.total_results, body.totalPages, body.currentPage, body.Results.length],
        [900, 20, page, 41],
      )
      seen.push(...body.Results.map(({ id }) => id))
    }
    assert.equal(new Set(seen).size, 820)
  })

  test('beyond the last one are empty, at any distance', async () => {
    for (const page of ['21', '9007199254740991']) {
      const body = await search(FOR_SALE, { page, context })
      assert.deepEqual([body.total_results, body.Results, body.searchResults], [900, [], []])
    }
    assert.deepEqual((await search(FOR_SALE, { page: '2' })).Results, [])
  })

  test('follow the URL if there is no parameter', async () => {
    const [first, second] = [await search(FOR_SALE, { context }), await search(`${FOR_SALE}2_p/`, { context })]
    assert.equal(second.currentPage, 2)
    assert.notDeepEqual(second.Results, first.Results)
    assert.deepEqual(second.Results, (await search(FOR_SALE, { page: '2', context })).Results)
  })
})

test('the title names the place and what is listed', async () => {
  assert.equal((await search(FOR_RENT)).listResultsTitle, 'Austin, TX Homes for Rent')
  assert.equal((await search('/homes/recently_sold/')).listResultsTitle, 'Recently Sold Homes')
})

test('a place without homes has an empty answer that says so', async () => {
  const body = await search('/gotham-tx/')
  assert.deepEqual([body.total_results, body.totalPages, body.Results, body.searchResults], [0, 0, [], []])
  assert(body.leftOut.some(({ key }) => key === 'gotham-tx'))
})

test('the word for the portal appears in how a URL was understood', async () => {
  const words = { ...WORDS, Portal: 'Hearth', portal: 'hearth' }
  const body = await search(`${FOR_SALE}?searchQueryState={"filterState":{"doz":{"value":"30"}}}`, {
    context: smallContext({}, words),
  })
  assert(body.understood.some(({ as }) => as === 'daysOnHearth=30_days'))
  assert('isHearthOwned' in rowOf(body, RICH.zpid))
})

test('a URL of something else is refused', async () => {
  await assert.rejects(search('https://portal.example/homedetails/x/1001_zpid/'), (fault) => {
    assert(fault instanceof Fault)
    assert.equal(fault.status, 400)
    assert.equal(fault.extras.errors?.[0]?.parameter, 'url')
    return true
  })
})
