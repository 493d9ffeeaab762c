import assert from 'node:assert/strict'
import { PARTS } from './parts.ts'
import { anyHome, anyRental, type Question, refused, wordsOf } from './question.ts'
import { SEARCHES } from './searches.ts'
import { WATCHING } from './watching.ts'
import { type Card, rowsOf } from './world.ts'

function isHouseOfThree({ address, bedrooms, propertyType, price }: Card): boolean {
  return (
    address.city === 'Los Angeles' && bedrooms === 3 && propertyType === 'singleFamily' && (price?.value ?? 0) >= 1000
  )
}

const REFUSALS: readonly Question[] = [
  {
    asked: '5+ bedrooms in Elmhurst',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'Elmhurst', bedrooms_min: 5 },
    must: refused(/Ambiguous place "Elmhurst"/, /- Elmhurst, [^\n]*\n- Elmhurst, /),
  },
  {
    asked: '5+ bedrooms in Nowhereville',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'Los Angeles, CA; Nowhereville', bedrooms_min: 5 },
    must: refused(/Unknown place "Nowhereville"/, /find_place/),
  },
  {
    asked: 'Homes with 5+ bedrooms',
    tool: 'search_homes',
    given: { kind: 'for_sale', bedrooms_min: 5 },
    must: refused(/exactly one of place, near and polygon/, /Credits spent: 0/),
  },
  {
    asked: '3 beds in California',
    tool: 'search_homes',
    given: { kind: 'For Sale', location: 'Los Angeles, CA', beds: 3, minPrice: '$1k', home_types: 'house' },
    must: ({ data, text }, world) => {
      assert.deepEqual([data.total, data.dropped], [world.naive('for_sale', isHouseOfThree).length, []])
      assert.deepEqual(
        data.applied?.slice(0, 5).map(({ words }) => words),
        [
          'kind "For Sale" read as "for_sale"',
          'location "Los Angeles, CA" read as place "Los Angeles, CA"',
          'beds 3 read as bedrooms 3',
          'minPrice "$1k" read as price_min 1000',
          'home_types "house" read as ["house"]',
        ],
        text,
      )
    },
  },
  {
    asked: 'Homes for half a million',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', price: 500_000 },
    must: refused(/Unknown argument "price": accepted are price_min, price_max\./),
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
    asked: 'Exactly eight bedrooms',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', bedrooms: 8 },
    must: refused(/Cannot use bedrooms 8: accepted is a whole number from 0 to 5/),
  },
  {
    asked: 'Homes for sale that allow cats',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', pets: ['cats'] },
    must: refused(/Cannot use pets with kind for_sale: it works with for_rent/),
  },
  {
    asked: 'Homes in California',
    tool: 'search_homes',
    given: { place: 'CA' },
    must: refused(/kind is missing: accepted is one of for_sale, for_rent, sold\./),
  },
  {
    asked: 'Flats in Poland with exactly three rooms, five or more, and two at most',
    tool: 'offers_abroad',
    given: { kind: 'for_sale', place: 'Polska', rooms: 3, rooms_min: 5, rooms_max: 2 },
    must: refused(/Cannot use rooms with rooms_min or rooms_max: rooms means exactly so many/, /Credits spent: 0/),
  },
  {
    asked: 'The next page of this agent’s profile',
    tool: 'agents',
    given: { agent: 'somebody', cursor: '15.aaaaaaaa' },
    must: refused(/Cannot use cursor with agent alone: a profile has one page/, /Credits spent: 0/),
  },
  {
    asked: 'How is the market in Elmhurst?',
    tool: 'market',
    given: { place: 'Elmhurst' },
    must: refused(/Ambiguous place/, /Elmhurst, /),
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

const LOOKUPS: readonly Question[] = [
  {
    asked: 'Which Elmhurst do you know?',
    tool: 'find_place',
    given: { query: 'Elmhurst' },
    must: async ({ data }, world) => {
      const { results } = await world.get('/autocomplete', { query: 'Elmhurst' })
      assert.deepEqual(
        rowsOf(data.results).map(({ name }) => name),
        (results as { display: string }[]).map(({ display }) => display),
      )
    },
  },
  {
    asked: 'Tell me all about this home and how its price changed',
    tool: 'home_details',
    given: async (world) => ({ id: (await anyHome(world)).id }),
    must: async ({ data }, world) => {
      const { id, home } = await anyHome(world)
      const facts = data.home as { id: string; price: number }
      assert.deepEqual([facts.id, facts.price, data.credits?.spent], [id, home.price?.value, 1])
      const { priceHistory } = await world.get('/pricehistory', { byzpid: id })
      const wanted = (priceHistory as { date: string; price: number | null }[]).slice(0, 12)
      assert.deepEqual(
        rowsOf(data.price_history).map(({ date, price }) => [date, price ?? null]),
        wanted.map(({ date, price }) => [date, price]),
      )
    },
  },
  {
    asked: 'How high are the climate risks there, and can one walk?',
    tool: 'home_details',
    given: async (world) => ({ id: (await anyHome(world)).id, include: ['climate', 'scores'] }),
    must: ({ data }) => {
      assert.equal(data.credits?.spent, 3)
      assert.deepEqual(
        [...new Set(rowsOf(data.climate).map(({ model }) => model))],
        ['Sample model A', 'Sample model B'],
      )
      assert.deepEqual(Object.keys(data.scores as object), ['walk', 'transit', 'bike'])
    },
  },
  {
    asked: 'What is the home at this address worth?',
    tool: 'comparables_and_value',
    given: async (world) => {
      const { streetAddress, city, state } = (await anyHome(world)).home.address
      return { address: `${streetAddress}, ${city}, ${state}` }
    },
    must: async ({ data }, world) => {
      const { comparable_homes, valuation } = await world.get('/comparable_homes', {
        byzpid: (await anyHome(world)).id,
      })
      const wanted = comparable_homes as { comparison: { adjustedPrice: number } }[]
      const [first] = (valuation as { values: { value: number; source: string }[] }).values
      assert.deepEqual([data.value, data.value_by, data.total], [first?.value, first?.source, wanted.length])
      assert.deepEqual(data.warnings, (valuation as { disagreements: string[] }).disagreements)
      assert.deepEqual(
        rowsOf(data.comparables).map((row) => row.adjusted_price),
        wanted.slice(0, 8).map(({ comparison }) => comparison.adjustedPrice),
      )
    },
  },
  {
    asked: 'What would it be worth with another bath and 300 square feet more, renovated?',
    tool: 'comparables_and_value',
    given: async (world) => {
      const houses = world.homes.for_sale.filter(({ bathrooms, livingArea }) => bathrooms && livingArea)
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
      assert.match(String(warning), /Without effect, as sales here do not tell it: condition_grade\./)
      assert.match(wordsOf(told, 'what_if'), new RegExp(`bathrooms ${facts.bathrooms}, sqft ${facts.sqft}`))
    },
  },
  {
    asked: 'And if nothing were different?',
    tool: 'comparables_and_value',
    given: async (world) => ({ id: (await anyHome(world)).id, what_if: {} }),
    must: (told) => {
      assert.match(wordsOf(told, 'what_if'), /left out/)
      assert.deepEqual([told.data.what_if, told.data.credits?.spent], [undefined, 2])
    },
  },
  {
    asked: 'What is the value of each home, by whom, and how sure is it?',
    tool: 'home_details',
    given: async (world) => ({ id: (await anyHome(world)).id, include: [] }),
    must: async (_told, world) => {
      for (const { zpid } of world.homes.for_sale.slice(0, 15)) {
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
    asked: 'What is for rent at this address?',
    tool: 'search',
    given: async (world) => ({ query: (await anyRental(world)).address }),
    must: async ({ data }, world) => {
      const { address, rent } = await anyRental(world)
      const [{ title } = { title: '' }] = data.results as { title: string }[]
      const [street = ''] = address.split(',')
      assert.ok(
        title.startsWith(street) && title.includes(` · for rent · $${rent.toLocaleString('en-US')} a month`),
        title,
      )
      assert.deepEqual([data.total, data.credits?.spent], [1, 1])
    },
  },
  {
    asked: 'homes for rent in California',
    tool: 'search',
    given: { query: 'homes for rent in California' },
    must: ({ data }) => {
      for (const { title } of data.results as { title: string }[])
        assert.match(title, / · for rent · (?:\$[\d,-]+ a month|price unknown)/)
    },
  },
  {
    asked: 'How is the condo market in Texas?',
    tool: 'market',
    given: { place: 'Texas', home_type: 'condo' },
    must: async ({ data }, world) => {
      const body = await world.get('/housing_market', { search_query: 'Texas', home_type: 'Condo' })
      const figures = body.market_overview as Record<string, number>
      const sources = body.figure_sources as Record<string, { basis: string }>
      for (const { figure, value } of rowsOf(data.figures)) {
        const name = String(figure)
        assert.equal(value, sources[name]?.basis === 'none' ? null : figures[name], name)
      }
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
      assert.match(wordsOf(told, 'languages'), /english, since none was named/)
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
    asked: 'What can the two of us do in Japan?',
    tool: 'experiences',
    given: { place: 'Japan', adults: 2, limit: 40 },
    must: async ({ data }, world) => {
      const { total, searchResults } = await world.get('/search/exp/bydestination', {
        searchDestinations: 'Japan',
        adults: '2',
      })
      assert.deepEqual(
        [data.total, rowsOf(data.experiences).map(({ id }) => id)],
        [total, (searchResults as { experienceId: string }[]).map(({ experienceId }) => experienceId)],
      )
    },
  },
  {
    asked: '3 bedroom houses in California under 900k with sunshine',
    tool: 'search',
    given: { query: '3 bedroom houses in California under 900k with sunshine' },
    must: ({ data, text }, world) => {
      assert.equal(data.total, world.naive('for_sale', isWantedHouse).length)
      assert.deepEqual(
        data.dropped?.map(({ words }) => words),
        ['sunshine'],
      )
      assert.deepEqual(JSON.parse(text), data)
      for (const { id, title, url } of data.results as Record<string, string>[])
        assert.ok(/^home:\d+$/.test(id ?? '') && title?.includes(' · for sale · $') && url)
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
]

/** Three bedrooms in California, a house, under 900,000 dollars. */
function isWantedHouse({ address, bedrooms, propertyType, price }: Card): boolean {
  const isCheap = (price?.value ?? Number.POSITIVE_INFINITY) <= 900_000
  return address.state === 'CA' && bedrooms === 3 && propertyType === 'singleFamily' && isCheap
}

export const QUESTIONS: readonly Question[] = [...SEARCHES, ...REFUSALS, ...LOOKUPS, ...PARTS, ...WATCHING]
