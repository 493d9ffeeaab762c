import assert from 'node:assert/strict'
import { anyHome, ca, type Question } from './question.ts'
import { type Card, type Data, rowsOf, type World } from './world.ts'

/** Lists that were cut, totals without filters, and what a home costs and is like. */
export const PARTS: readonly Question[] = [
  {
    asked: 'Show me some photos of this home',
    tool: 'home_details',
    given: async (world) => ({ id: (await anyHome(world)).id, include: ['photos', 'similar'] }),
    must: async ({ data, text }, world) => {
      const { id } = await anyHome(world)
      const { propertyDetails } = await world.get('/pro/byzpid', { zpid: id })
      const total = (propertyDetails as { originalPhotos: unknown[] }).originalPhotos.length
      const shown = rowsOf(data.photos).length
      assert.ok(shown < total, 'a list that is whole proves nothing')
      assert.deepEqual(cutOf(data, 'photos'), { list: 'photos', shown, total })
      assert.match(text, new RegExp(`list: photos; shown: ${shown}; total: ${total}`))
      const { similar_properties } = await world.get('/similar', { byzpid: id })
      const alike = (similar_properties as { propertyDetails: { zpid: number }[] }).propertyDetails
      assert.deepEqual(
        rowsOf(data.similar).map((row) => row.id),
        alike.slice(0, 8).map(({ zpid }) => String(zpid)),
      )
      if (alike.length > 8) assert.equal(cutOf(data, 'similar')?.total, alike.length)
    },
  },
  {
    asked: 'Four bedrooms in California for at most a thousand dollars',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', bedrooms: 4, price_max: 1000 },
    must: ({ data }, world) => {
      const [four, cheap] = [({ bedrooms }: Card) => bedrooms === 4, ({ price }: Card) => (price?.value ?? 1e9) <= 1000]
      assert.deepEqual([data.total, world.naive('for_sale', (home) => ca(home) && four(home)).length > 0], [0, true])
      assert.deepEqual(
        rowsOf(data.total_without).map(({ filter, total }) => [filter, total]),
        [
          ['bedrooms', world.naive('for_sale', (home) => ca(home) && cheap(home)).length],
          ['price', world.naive('for_sale', (home) => ca(home) && four(home)).length],
        ],
      )
    },
  },
  {
    asked: 'When were homes in California sold, and for how much?',
    tool: 'search_homes',
    given: { kind: 'sold', place: 'CA', limit: 5 },
    must: async ({ data }, world) => {
      assert.deepEqual(cutOf(data, 'results'), { list: 'results', shown: 5, total: data.total })
      for (const { id, sold_on, sold_price } of rowsOf(data.results)) {
        const { propertyDetails } = await world.get('/pro/byzpid', { zpid: String(id) })
        const { lastSoldDate, lastSoldPrice } = propertyDetails as Record<string, unknown>
        assert.deepEqual([sold_on, sold_price], [lastSoldDate, lastSoldPrice])
      }
    },
  },
  {
    asked: 'Which homes in California are pending?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', also_status: ['pending'], limit: 50 },
    must: async (_, world, given) => {
      const statuses = new Map<string, number>()
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { data } = await world.call('search_homes', { ...given, ...(cursor && { cursor }) })
        for (const { status } of rowsOf(data.results))
          statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
        cursor = data.more ?? null
      }
      const active = world.naive('for_sale', ca).length
      const { resultsCount } = await world.get('/search/byaddress', {
        location: 'CA',
        listingStatus: 'For_Sale',
        propertyStatus: 'Pending & under contract',
      })
      const { totalMatchingCount } = resultsCount as { totalMatchingCount: number }
      assert.equal(statuses.get('pending'), totalMatchingCount - active)
    },
  },
  {
    asked: 'Why is this home off the market?',
    tool: 'home_details',
    given: async (world) => ({ id: await withdrawnId(world), include: [] }),
    must: ({ data }) => {
      const { status, listing_status } = data.home as Record<string, unknown>
      assert.deepEqual([status, listing_status], ['OTHER', 'Withdrawn'])
    },
  },
  {
    asked: 'What is there in Califronia?',
    tool: 'find_place',
    given: { query: 'Califronia' },
    must: async ({ data }, world) => {
      const place = rowsOf(data.results).find(({ name }) => name === 'California')
      const totals = ['For_Sale', 'For_Rent', 'Sold'].map(async (listingStatus) => {
        const { resultsCount } = await world.get('/search/byaddress', { location: 'California', listingStatus })
        return (resultsCount as { totalMatchingCount: number }).totalMatchingCount
      })
      assert.deepEqual([place?.for_sale, place?.for_rent, place?.sold], await Promise.all(totals))
      assert.equal(place?.for_sale, world.naive('for_sale', ca).length)
    },
  },
  {
    asked: 'What would a month in a $400,000 home cost with 10 % down?',
    tool: 'monthly_cost',
    given: { price: 400_000, down_payment_percent: 10, yearly_tax: 3600, monthly_dues: 50 },
    must: async ({ data }, world) => {
      const { '30_Year_Fixed_Conforming': current } = await world.get('/current_mortgage_rates', {})
      const loan = paidMonthly(360_000, Number((current as { rate: string }).rate), 360)
      assert.deepEqual(
        rowsOf(data.parts).map(({ part, monthly }) => [part, monthly]),
        [
          ['principal and interest', Math.round(loan)],
          ['property tax', 300],
          ['insurance', 140],
          ['dues', 50],
        ],
      )
      assert.deepEqual([data.monthly_total, data.credits?.spent], [Math.round(loan + 490), 1])
      assert.match(String(data.not_known), /^mortgage insurance: /)
    },
  },
  {
    asked: 'And this home, with nothing down?',
    tool: 'monthly_cost',
    given: async (world) => ({ id: (await anyHome(world)).id, down_payment_percent: 0 }),
    must: async ({ data }, world) => {
      const { propertyDetails } = await world.get('/pro/byzpid', { zpid: (await anyHome(world)).id })
      const { affordabilityEstimate, price } = propertyDetails as {
        affordabilityEstimate: { totalMonthlyCost: number }
        price: number
      }
      assert.deepEqual([data.price, data.monthly_total], [price, affordabilityEstimate.totalMonthlyCost])
    },
  },
  {
    asked: 'What is the median price of townhouses in California?',
    tool: 'summarize',
    given: { homes: { kind: 'for_sale', place: 'CA', home_types: ['townhouse'] } },
    must: ({ data }, world) => {
      const townhouses = world.homes.for_sale.filter((home) => ca(home) && home.propertyType === 'townhome')
      const prices = townhouses.flatMap(({ price }) => price?.value ?? []).sort((one, other) => one - other)
      const median = rowsOf(data.figures).find(({ figure }) => figure === 'price')?.median
      assert.deepEqual([data.total, median], [townhouses.length, prices[Math.ceil(prices.length / 2) - 1]])
    },
  },
  {
    asked: 'How did rents change in each ZIP code of this city?',
    tool: 'rents',
    given: async (world) => ({ place: await cityOf(world), by_zipcode: true }),
    must: async ({ data }, world) => {
      const rows = rowsOf(data.zipcodes)
      assert.ok(rows.length > 0)
      for (const { zipcode, median_rent, monthly_change, yearly_change } of rows.slice(0, 3)) {
        const body = await world.get('/rental_market', { search_query: String(zipcode) })
        const { summary } = body.rental_market_trends as { summary: Record<string, number | null> }
        const figures = [median_rent ?? null, monthly_change ?? null, yearly_change ?? null]
        assert.deepEqual(figures, [summary.medianRent, summary.monthlyChange, summary.yearlyChange])
      }
    },
  },
  {
    asked: 'Which flats are to let in California, and in which buildings?',
    tool: 'search_homes',
    given: { kind: 'for_rent', place: 'CA', limit: 50 },
    must: async ({ data }, world) => {
      const { searchResults } = await world.get('/search/byaddress', { location: 'CA', listingStatus: 'For_Rent' })
      const buildings = (searchResults as Building[]).filter(({ resultType }) => resultType === 'propertyGroup')
      const rows = rowsOf(data.results).filter(({ type }) => String(type).startsWith('building with '))
      assert.ok(rows.length > 0)
      for (const { type, building } of rows) {
        const same = buildings.find(({ property }) => property.title === building)?.property
        const from = same?.minPrice === undefined ? '' : `, from $${same.minPrice.toLocaleString('en-US')}`
        assert.equal(type, `building with ${same?.matchingHomeCount} units that fit${from}`)
      }
    },
  },
  {
    asked: 'What can I do in Japan in the coming month?',
    tool: 'experiences',
    given: async (world) => {
      const { as_of = '' } = (await world.call('usage', {})).data
      return { place: 'Japan', date_from: as_of, date_to: monthAfter(as_of), limit: 20 }
    },
    must: async ({ data }, world, { date_from, date_to }) => {
      const [from, to] = [String(date_from), String(date_to)]
      const query = { searchDestinations: 'Japan', checkIn: from, checkOut: to }
      const { searchResults } = await world.get('/search/exp/bydestination', query)
      const wanted = (searchResults as Booked[]).map(({ availability }) =>
        availability.filter(({ date }) => date >= from && date <= to),
      )
      const rows = rowsOf(data.experiences)
      assert.ok(rows.length > 0)
      for (const [i, { slots, slots_then }] of rows.entries()) {
        const free = wanted[i] ?? []
        const first = free
          .slice(0, 8)
          .map(({ date, startTime, seatsLeft }) => `${date} ${startTime} (${seatsLeft} seats)`)
        assert.deepEqual([slots, slots_then], [free.length, first.join('; ')])
      }
    },
  },
]

interface Building {
  readonly resultType: string
  readonly property: { readonly title?: string; readonly minPrice?: number; readonly matchingHomeCount?: number }
}

interface Booked {
  readonly availability: readonly {
    readonly date: string
    readonly startTime: string
    readonly seatsLeft: number
  }[]
}

function cutOf(data: Data, list: string): { readonly shown: number; readonly total: number } | undefined {
  const cut = (data.cut ?? []) as { list: string; shown: number; total: number }[] // as its schema says
  return cut.find((each) => each.list === list)
}

/** By the formula of an annuity, written out. */
function paidMonthly(loan: number, ratePercent: number, months: number): number {
  const monthly = ratePercent / 12 / 100
  return (loan * monthly * (1 + monthly) ** months) / ((1 + monthly) ** months - 1)
}

async function cityOf(world: World): Promise<string> {
  const { city, state } = (await anyHome(world)).home.address
  return `${city}, ${state}`
}

async function withdrawnId(world: World): Promise<string> {
  const filter = { $filter: "StandardStatus eq 'Withdrawn'", $select: 'ListingKey', $top: '1' }
  const { value } = await world.get('/odata/Property', filter)
  const [home] = value as { ListingKey: string }[]
  assert(home)
  return home.ListingKey
}

function monthAfter(day: string): string {
  return new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10)
}
