import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangingError, OutOfReachError, Plat } from '../src/index.ts'
import { answering, type Made, type Sent, whole } from './answering.ts'

/** A fake service with one search of two results per page and at most three pages. Tests can change its homes. */
class Searched {
  zpids: number[]
  version = 1
  /** Called before each answer, with the number of earlier answers. */
  meanwhile: (answers: number) => void = () => {}
  readonly #paths: string[] = []

  constructor(homes: number) {
    this.zpids = Array.from({ length: homes }, (_, i) => i + 1)
  }

  get paths(): readonly string[] {
    return this.#paths
  }

  readonly answer = ({ url }: Sent): Made => {
    this.meanwhile(this.#paths.length)
    const { pathname, searchParams } = new URL(url)
    this.#paths.push(pathname)
    const headers = { 'x-data-version': String(this.version) }
    if (pathname === '/search/plan') return { headers, body: this.#plan() }
    const [from, to] = (searchParams.get('part') ?? `0-${this.zpids.length}`).split('-').map(Number)
    return { headers, body: this.#page(this.zpids.slice(from, to), Number(searchParams.get('page') ?? 1)) }
  }

  #plan() {
    const starts = [...this.zpids.keys()].filter((at) => at % 6 === 0)
    const parts = starts.map((from) => ({ path: '/search/byaddress', query: `part=${from}-${from + 6}`, total: 6 }))
    return { parts, resultsCount: { totalMatchingCount: this.zpids.length, scrapeable_count: 6 } }
  }

  #page(zpids: readonly number[], page: number) {
    const shown = page > 3 ? [] : zpids.slice(page * 2 - 2, page * 2)
    return {
      resultsCount: { totalMatchingCount: zpids.length },
      pagesInfo: { totalPages: Math.min(3, Math.ceil(zpids.length / 2)), currentPage: page, resultsPerPage: 2 },
      searchResults: shown.map((zpid) => ({ resultType: 'property', property: { zpid } })),
      applied: READ.map(([parameter, value]) => ({ words: value, parameter, value })),
    }
  }
}

/**
 * The parameters that the words of a sentence set. Several words can set one parameter, and two words the same value.
 */
const READ: readonly (readonly [parameter: string, value: string])[] = [
  ['listingStatus', 'For_Sale'],
  ['otherAmenities', 'Must have pool'],
  ['otherAmenities', 'Waterfront'],
  ['otherAmenities', 'Waterfront'],
  ['homeType', 'Houses'],
  ['homeType', 'Condos'],
  ['keywords', '"open plan"'],
  ['keywords', 'granite'],
  ['sortOrder', 'Newest'],
  ['page', '2'],
  ['location', 'Austin, TX'],
  ['location', '78703'],
]

function platOver(answer: (sent: Sent) => Made) {
  const { fetch, sent } = answering(answer)
  return {
    sent,
    plat: new Plat({ url: { A: 'http://a.test', B: 'http://b.test', C: 'http://c.test' }, key: 'k', fetch }),
  }
}

const AUSTIN = { location: 'Austin, TX', listingStatus: 'For_Sale' } as const

async function zpidsOf(rows: AsyncIterable<{ readonly property: { readonly zpid: number } }>): Promise<number[]> {
  return (await whole(rows)).map(({ property }) => property.zpid)
}

test('pages are yielded in order, from the given page to the last', async () => {
  const searched = new Searched(5)
  const { plat, sent } = platOver(searched.answer)
  const pages = await whole(plat.search.byAddress.pages({ ...AUSTIN, page: 2 }))
  assert.deepEqual(
    pages.map(({ data }) => data.pagesInfo.currentPage),
    [2, 3],
  )
  assert.equal(new URL(sent[1]?.url ?? '').searchParams.get('location'), 'Austin, TX')
})

for (const homes of [0, 1, 2, 5, 6, 7, 13, 40]) {
  test(`all of ${homes} results are yielded, each once, regardless of the number of pages`, async () => {
    const searched = new Searched(homes)
    const { plat } = platOver(searched.answer)
    assert.deepEqual(await zpidsOf(plat.search.byAddress.all(AUSTIN)), searched.zpids)
    assert.equal(searched.paths.includes('/search/plan'), homes > 6)
  })
}

test('no call is made beyond the row at which the program stops', async () => {
  const searched = new Searched(40)
  const { plat } = platOver(searched.answer)
  for await (const { property } of plat.search.byAddress.all(AUSTIN))
    if ('zpid' in property && property.zpid === 2) break
  assert.deepEqual(searched.paths, ['/search/byaddress', '/search/plan', '/search/byaddress'])
})

test('a search by a sentence is split like the search that the service understood, with all its words and the given filters', async () => {
  const searched = new Searched(13)
  const { plat, sent } = platOver(searched.answer)
  const search = { ai_search_prompt: 'Austin, page 2', keywords: 'view', sortOrder: 'Price_Low_to_High' } as const
  assert.deepEqual(await zpidsOf(plat.search.byAiPrompt.all(search)), searched.zpids)
  const [first, plan] = sent.map(({ url }) => new URL(url))
  assert.equal(first?.searchParams.get('page'), '1')
  assert.equal(plan?.pathname, '/search/plan')
  assert.deepEqual(Object.fromEntries(plan?.searchParams ?? []), {
    listingStatus: 'For_Sale',
    otherAmenities: 'Must have pool,Waterfront',
    homeType: 'Houses,Condos',
    keywords: '"open plan" granite view',
    sortOrder: 'Price_Low_to_High',
    location: 'Austin, TX;78703',
  })
})

test('a sentence that the plan understands as another search is refused before the first row', async () => {
  const searched = new Searched(13)
  const wider = new Searched(40)
  const { plat } = platOver((sent) => (sent.url.includes('/search/plan') ? wider : searched).answer(sent))
  const rows = plat.search.byAiPrompt.all({ ai_search_prompt: 'dogs welcome, Austin' })
  await assert.rejects(rows.next(), (error) => error instanceof OutOfReachError && error.total === 13)
})

test('without given filters a sentence is split by its own words only', async () => {
  const { plat, sent } = platOver(new Searched(13).answer)
  await zpidsOf(plat.search.byAiPrompt.all({ ai_search_prompt: 'Austin' }))
  const query = new URL(sent[1]?.url ?? '').searchParams
  assert.deepEqual([query.get('keywords'), query.get('sortOrder')], ['"open plan" granite', 'Newest'])
})

for (const homes of [6, 40]) {
  test(`if ${homes} homes change while they are collected, each is still yielded exactly once`, async () => {
    const searched = new Searched(homes)
    const { plat } = platOver(searched.answer)
    searched.meanwhile = (answers) => {
      if (answers !== 2 && answers !== 5) return
      searched.zpids = [1000 + answers, ...searched.zpids]
      searched.version += 1
    }
    const zpids = await zpidsOf(plat.search.byAddress.all(AUSTIN))
    assert.deepEqual(new Set(zpids), new Set(searched.zpids))
    assert.equal(zpids.length, searched.zpids.length)
  })
}

/** Lists whose rows have ids, apart from searches. Each has its method, its rows and pages, and the size of a page. */
const NUMBERED: readonly {
  readonly method: string
  readonly all: (plat: Plat) => AsyncIterable<unknown>
  readonly row: (id: number, version: number) => object
  readonly body: (rows: readonly object[], at: { readonly page: number; readonly total: number }) => object
  readonly size: number
}[] = [
  {
    method: 'agent.search',
    all: (plat) => plat.agent.search.all({}),
    row: (id, version) => ({ encodedZuid: `X${id}`, phoneNumber: String(version) }),
    body: (agents, { page, total }) => ({
      agents,
      resultsCount: { totalMatchingCount: total },
      pagesInfo: { totalPages: Math.ceil(total / 15), currentPage: page, resultsPerPage: 15 },
    }),
    size: 15,
  },
  {
    method: 'search.byUrl',
    all: (plat) => plat.search.byUrl.all({ url: 'https://a.test/austin-tx/' }),
    row: (id, version) => ({ resultType: 'property', id: String(id), zpid: String(id), price: String(version) }),
    body: (searchResults, { page, total }) => ({
      searchResults,
      total_results: total,
      totalPages: Math.ceil(total / 15),
      currentPage: page,
      resultsPerPage: 15,
    }),
    size: 15,
  },
  {
    method: 'agent.forSale',
    all: (plat) => plat.agent.forSale.all({ encodedZuid: 'a' }),
    row: (zpid, price) => ({ zpid, price }),
    body: (forSaleListings, { total }) => ({ forSaleListings, listingCount: total }),
    size: 15,
  },
  {
    method: 'agent.forRent',
    all: (plat) => plat.agent.forRent.all({ encodedZuid: 'a' }),
    row: (zpid, price) => ({ zpid, price }),
    body: (forRentListings, { total }) => ({ forRentListings, listingCount: total }),
    size: 15,
  },
  {
    method: 'agent.soldProperties',
    all: (plat) => plat.agent.soldProperties.all({ encodedZuid: 'a' }),
    row: (id, version) => ({ zpid: 7, sold_date: `2026-01-${id}`, price: String(version) }),
    body: (pastSales, { total }) => ({ pastSales, pastSalesCount: total }),
    size: 15,
  },
  {
    method: 'skip.byAddress',
    all: (plat) => plat.skip.byAddress.all({ street: '1 Main St', citystatezip: 'Austin, TX' }),
    row: (id, version) => ({ 'Person ID': `p${id}`, Age: version }),
    body: (PeopleDetails, { total }) => ({ PeopleDetails, Records: total }),
    size: 10,
  },
]

for (const { method, all, row, body, size } of NUMBERED) {
  test(`a row of ${method} that changes while the list is collected is yielded once`, async () => {
    const ids = Array.from({ length: 18 }, (_, i) => i + 10)
    const { plat, sent } = platOver(({ url }) => {
      const version = sent.length > 1 ? 2 : 1
      const page = Number(new URL(url).searchParams.get('page'))
      const rows = ids.slice((page - 1) * size, page * size).map((id) => row(id, version))
      return { headers: { 'x-data-version': String(version) }, body: body(rows, { page, total: ids.length }) }
    })
    assert.equal((await whole(all(plat))).length, ids.length)
    assert.deepEqual(
      sent.map(({ url }) => new URL(url).searchParams.get('page')),
      ['1', '2', '1', '2'],
    )
  })
}

test('data that changes at every call is reported as an error', async () => {
  const searched = new Searched(6)
  searched.meanwhile = () => {
    searched.version += 1
  }
  const { plat } = platOver(searched.answer)
  await assert.rejects(zpidsOf(plat.search.byAddress.all(AUSTIN)), ChangingError)
})

test('a list that cannot be collected completely is refused before the first row', async () => {
  const agents = { totalPages: 25, currentPage: 1, resultsPerPage: 15 }
  const page: Made = { body: { agents: [{}], pagesInfo: agents, resultsCount: { totalMatchingCount: 376 } } }
  const { plat } = platOver(() => page)
  const rows: unknown[] = []
  const collecting = async () => {
    for await (const agent of plat.agent.search.all({})) rows.push(agent)
  }
  await assert.rejects(
    collecting,
    (error) => error instanceof OutOfReachError && error.total === 376 && error.reach === 375,
  )
  assert.deepEqual(rows, [])

  const part = { path: '/search/byaddress', query: 'part=x', total: 1200, indivisible: true }
  const plan: Made = { body: { parts: [part], resultsCount: { scrapeable_count: 1000 } } }
  const searched = new Searched(7)
  const { plat: other } = platOver((sent) => (sent.url.includes('/search/plan') ? plan : searched.answer(sent)))
  await assert.rejects(zpidsOf(other.search.byAddress.all(AUSTIN)), /Cannot collect 1200 results/)
})

test('experiences follow their cursor, regardless of changes', async () => {
  const pages: Readonly<Record<string, readonly number[]>> = { first: [1, 2], b: [3, 4], c: [5] }
  const nexts: Readonly<Record<string, string>> = { first: 'b', b: 'c' }
  let version = 0
  const { plat } = platOver(({ url }) => {
    const cursor = new URL(url).searchParams.get('nextPageCursor') ?? 'first'
    const searchResults = (pages[cursor] ?? []).map((id) => ({ id }))
    version += 1
    return {
      headers: { 'x-data-version': String(version) },
      body: { total: 5, nextPageCursor: nexts[cursor] ?? null, searchResults },
    }
  })
  const experiences = await whole(plat.search.exp.byDestination.all({ searchDestinations: 'Rome' }))
  assert.deepEqual(
    experiences.map((one) => (one as unknown as { id: number }).id),
    [1, 2, 3, 4, 5],
  ) // the test has made these rows
})

test('lists with a total end with their last row, and cost no call beyond it', async () => {
  const { plat, sent } = platOver(({ url }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const pastSales = Array.from({ length: Math.max(0, Math.min(15, 30 - (page - 1) * 15)) }, (_, i) => `${page}-${i}`)
    return { body: { pastSales, pastSalesCount: 30 } }
  })
  const sales = await whole(plat.agent.soldProperties.all({ encodedZuid: 'a' }))
  assert.deepEqual([new Set(sales).size, sent.length], [30, 2])
})
