import assert from 'node:assert/strict'
import { anyHome, anyRental, ca, type Question, refused, wordsOf } from './question.ts'
import { WATCHING } from './watching.ts'
import { type Card, rowsOf } from './world.ts'

/** Refusals that depend on several arguments. `src/doors/mcp/read.test.ts` tests single arguments. */
const REFUSALS: readonly Question[] = [
  {
    asked: 'Homes with 5+ bedrooms',
    tool: 'search_homes',
    given: { kind: 'for_sale', bedrooms_min: 5 },
    must: refused(/exactly one of "place", "near" and "polygon"/, /Credits spent: 0/),
  },
  {
    asked: 'Flats for rent up to half a million, from a day long ago',
    tool: 'search_homes',
    given: { kind: 'for_rent', place: 'CA', price_max: '500k', available_by: '2001-01-01' },
    must: ({ data }) =>
      assert.deepEqual(
        data.ambiguous?.map(({ words }) => words),
        ['price_max $500,000', 'available_by 2001-01-01'],
      ),
  },
  {
    asked: 'Homes for sale that allow cats',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', pets: ['cats'] },
    must: refused(/Cannot use "pets" with kind "for_sale": it works with for_rent/),
  },
  {
    asked: 'Flats in Poland with exactly three rooms, five or more, and two at most',
    tool: 'offers_abroad',
    given: { kind: 'for_sale', place: 'Polska', rooms: 3, rooms_min: 5, rooms_max: 2 },
    must: refused(/Cannot use rooms with rooms_min or rooms_max: rooms is an exact number/, /Credits spent: 0/),
  },
  {
    asked: 'The next page of this agent’s profile',
    tool: 'agents',
    given: { agent: 'somebody', cursor: '15.aaaaaaaa' },
    must: refused(/Cannot use "cursor" with only "agent": a profile is a single page/, /Credits spent: 0/),
  },
  {
    asked: 'What about the building down the street?',
    tool: 'home_details',
    given: async (world) => {
      const { searchResults } = await world.get('/search/byaddress', { location: 'CA', listingStatus: 'For_Rent' })
      const rows = searchResults as { resultType: string; property: { address: Card['address'] } }[]
      const building = rows.find(({ resultType }) => resultType === 'propertyGroup')
      assert(building)
      const { streetAddress, city, state } = building.property.address
      return { address: `${streetAddress}, ${city}, ${state}` }
    },
    must: refused(/fits \d+ properties/, /Candidates:\n- .*\(id \d+\)/, /Credits spent: 0/),
  },
]

/** Questions about single homes, places and agents that the battery does not ask. */
const LOOKUPS: readonly Question[] = [
  {
    asked: 'What would it be worth with another bath and 300 square feet more, renovated?',
    tool: 'comparables_and_value',
    given: async (world) => {
      const houses = world.homes.filter(({ bathrooms, livingArea }) => bathrooms && livingArea)
      for (const { zpid, bathrooms = 0, livingArea = 0 } of houses) {
        const { valuation } = await world.get('/comparable_homes', { byzpid: String(zpid) })
        if ((valuation as { value: number | null }).value === null) continue
        const what_if = { bathrooms: bathrooms + 1, sqft: livingArea + 300, condition_grade: 5 }
        return { id: String(zpid), what_if }
      }
      return assert.fail('no home has comparable sales')
    },
    must: async (told, world, given) => {
      const { what_if: facts } = given as { what_if: Record<string, number> }
      const { values, value } = (await world.get('/comparable_homes', { byzpid: String(given.id) })).valuation as {
        values: { kind: string; value: number }[]
        value: number
      }
      const { by, value_before, value_after, difference, warning } = told.data.what_if as Record<
        string,
        number | string
      >
      assert.deepEqual(
        [told.data.value, by, value_before, difference, told.data.credits?.spent],
        [values[0]?.value, 'comparable sales', Math.round(value), Number(value_after) - Number(value_before), 3],
      )
      assert.ok(Number(difference) > 0)
      assert.match(String(warning), /Without effect, because sales here say too little about it: condition_grade\./)
      assert.match(wordsOf(told, 'what_if'), new RegExp(`bathrooms ${facts.bathrooms}, sqft ${facts.sqft}`))
    },
  },
  {
    asked: 'What is the value of each home, by whom, and how sure is it?',
    tool: 'home_details',
    given: async (world) => ({ id: (await anyHome(world)).id, include: [] }),
    must: async (_told, world) => {
      for (const { zpid } of world.homes.slice(0, 15)) {
        const { home, credits } = (await world.call('home_details', { id: String(zpid), include: [] })).data
        const { value, value_by, value_range, range_by } = home as Record<string, unknown>
        const { valuation } = await world.get('/comparable_homes', { byzpid: String(zpid) })
        const { values } = valuation as { values: { value: number; source: string; low?: number; high?: number }[] }
        const ranged = values.find(({ low }) => typeof low === 'number')
        assert.deepEqual(
          [value, value_by, value_range, range_by],
          [values[0]?.value, values[0]?.source, ranged && [ranged.low, ranged.high], ranged?.source],
        )
        assert.ok(credits?.spent === 1 || values[0]?.low === null || values[0]?.source === 'comparable sales')
      }
    },
  },
  {
    asked: 'What is this home for rent worth?',
    tool: 'comparables_and_value',
    given: async (world) => ({ address: (await anyRental(world)).address }),
    must: async ({ data }, world) => {
      const { status, monthly_rent, asking_or_sale_price } = data.home as Record<string, unknown>
      const { rent } = await anyRental(world)
      assert.deepEqual([status, monthly_rent, asking_or_sale_price], ['FOR_RENT', rent, undefined])
      assert.equal(data.credits?.spent, 2)
    },
  },
  {
    asked: 'What does a two bedroom cost to rent in California?',
    tool: 'rents',
    given: { place: 'California', bedrooms: 2 },
    must: async ({ data }, world) => {
      const body = await world.get('/rental_market', { search_query: 'California', bedrooom_type: '2_Bedroom' })
      const { summary } = body.rental_market_trends as { summary: { medianRent: number } }
      assert.equal(rowsOf(data.figures).find(({ figure }) => figure === 'medianRent')?.value, summary.medianRent)
      const changes = rowsOf(data.figures).filter((row) => String(row.figure).endsWith('Change'))
      for (const { value, homes, why } of changes) {
        const tooFew = /too few \(\d+ listings\) for a trend|before is not known/
        assert.ok(value === null ? tooFew.test(String(why)) : Number(homes) >= 15, String(why))
      }
      assert.equal(changes.length, 2)
    },
  },
  {
    asked: 'Who are the agents in California?',
    tool: 'agents',
    given: { place: 'California' },
    must: async (told, world) => {
      const { resultsCount } = await world.get('/agent/search', { location: 'California' })
      assert.equal(told.data.total, (resultsCount as { totalMatchingCount: number }).totalMatchingCount)
      assert.match(wordsOf(told, 'languages'), /english, because no language was given/)
    },
  },
  {
    asked: 'What has the first of them sold?',
    tool: 'agents',
    given: async (world) => ({
      agent: rowsOf((await world.call('agents', { place: 'California' })).data.agents)[0]?.agent,
      list: 'sold',
    }),
    must: ({ data }) => {
      assert.ok((data.total ?? 0) > 0)
      for (const { sold } of rowsOf(data.homes)) assert.match(String(sold), /^\d{4}-\d{2}-\d{2}$/)
    },
  },
  {
    asked: 'Open the first of them',
    tool: 'fetch',
    given: async (world) => ({ id: `home:${(await anyHome(world)).id}` }),
    must: async ({ data }, world) => {
      const { id, home } = await anyHome(world)
      assert.ok(String(data.text).includes(home.address.streetAddress))
      assert.deepEqual([data.id, (data.metadata as { sample: boolean }).sample], [`home:${id}`, true])
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
      assert.equal(place?.for_sale, world.count(ca))
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

/** Returns a monthly payment, by the annuity formula. */
function paidMonthly(loan: number, ratePercent: number, months: number): number {
  const monthly = ratePercent / 12 / 100
  return (loan * monthly * (1 + monthly) ** months) / ((1 + monthly) ** months - 1)
}

function monthAfter(day: string): string {
  return new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10)
}

export const QUESTIONS: readonly Question[] = [...REFUSALS, ...LOOKUPS, ...WATCHING]
