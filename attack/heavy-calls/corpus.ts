import type { Area } from '../../src/operations/operation.ts'

/** A call that costs as much as its operation can be made to cost. */
export interface HeavyCase {
  readonly name: string
  readonly area: Area
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** As a client would send it; without, nothing is compressed. */
  readonly encoding?: 'zstd' | 'br' | 'gzip'
  /** What is right to be answered; 200 where nothing stands. */
  readonly status?: readonly number[]
  /** Its figures are kept once they were computed: only the first call says anything. */
  readonly firstOnly?: true
}

/** What of a catalogue the calls are about. */
export interface Examples {
  readonly zpid: string
  readonly lotId: string
  readonly agentId: string
  readonly city: string
}

const COUNTRY = { westLongitude: '-180', eastLongitude: '180', southLatitude: '-90', northLatitude: '90' }
const UNITED_STATES = { location: 'United States' }
const COMB = { polygon: comb(998) }
const STAR = { polygon: star(999) }

/** A phrase of common words, and three of them: as many words as texts may share without sharing the phrase. */
const PHRASE = '"the of"'
const PHRASES = '"the of" "and the" "with and"'
const HELD_PHRASES = '"of the" "in the" "and the"'

const NASTY_TEXTS = {
  'letters that are none of ours': 'ż'.repeat(500),
  'many short words': 'n s e w '.repeat(62).trim(),
  'numbers and units': '1 # 2 apt 3 unit '.repeat(29).trim(),
  'commas alone': ','.repeat(500),
  'the beginning of every street': '1 s',
  'one letter': 's',
  'words out of order': 'st main n 1204 tx austin blvd',
}

const LONG_LOCATIONS = [
  'St Saint Street North South East West '.repeat(5),
  '1204 N Lamar Blvd Apt 5 Unit 6 # 7, '.repeat(5),
  'Mount Fort Port Lake Saint '.repeat(7),
  'a '.repeat(99),
  `${'x'.repeat(190)}, TX`,
].map((text) => text.slice(0, 199))

/** Every operation with its worst input, and those that many calls have in common. */
export function heavyCases({ zpid, lotId, agentId, city }: Examples): readonly HeavyCase[] {
  const A = (name: string, path: string, query: Record<string, string>, more: Partial<HeavyCase> = {}): HeavyCase => ({
    name,
    area: 'A',
    path,
    query,
    ...more,
  })
  const sold = { listingStatus: 'Sold', sortOrder: 'Newest' }
  return [
    A('MLS number that is a common word', '/search/bymls', { mlsid: 'the' }, { status: [404] }),
    A('MLS number of many common words', '/search/bymls', { mlsid: 'the of and in a with' }, { status: [404] }),
    A('phrase of common words', '/search/byaddress', { ...UNITED_STATES, ...sold, keywords: PHRASE }, BOUNDED),
    A('the same explained', '/search/byaddress', { ...UNITED_STATES, ...sold, keywords: PHRASE, ...EXPLAIN }, BOUNDED),
    A('three phrases', '/search/byaddress', { ...UNITED_STATES, ...sold, keywords: PHRASES, ...EXPLAIN }, BOUNDED),
    A('three held phrases', '/search/bymapbounds', { ...COUNTRY, ...sold, keywords: HELD_PHRASES }, BOUNDED),
    A('phrase in a city', '/search/byaddress', { location: city, ...sold, keywords: PHRASE, ...EXPLAIN }, BOUNDED),
    A('plan of a phrase', '/search/plan', { ...UNITED_STATES, ...sold, keywords: PHRASE }, BOUNDED),
    A('many common words', '/search/bymapbounds', {
      ...COUNTRY,
      ...sold,
      keywords: 'the of and in a with is',
      ...EXPLAIN,
    }),
    A('comb of 1,000 points', '/search/bypolygon', { ...COMB, ...sold, ...EXPLAIN }),
    A('star of 1,000 points', '/search/bypolygon', { ...STAR, ...sold, ...EXPLAIN }),
    A('comb, rentals in groups', '/search/bypolygon', { ...COMB, listingStatus: 'For_Rent', ...EXPLAIN }),
    A('plan of a comb', '/search/plan', { ...COMB, listingStatus: 'Sold' }),
    A('plan of a star', '/search/plan', { ...STAR, listingStatus: 'Sold' }),
    A('plan of a comb of rentals', '/search/plan', { ...COMB, listingStatus: 'For_Rent' }),
    A('plan of the country', '/search/plan', { ...UNITED_STATES, listingStatus: 'Sold' }),
    A('plan of the rentals', '/search/plan', { ...UNITED_STATES, listingStatus: 'For_Rent' }),
    A('comb and phrase', '/search/bypolygon', { ...COMB, ...sold, keywords: PHRASE, ...EXPLAIN }, BOUNDED),
    A('the whole country explained', '/search/bymapbounds', { ...COUNTRY, ...sold, ...EXPLAIN }),
    A('a circle of 500 miles', '/search/bycoordinates', {
      latitude: '39',
      longitude: '-98',
      radius: '500',
      ...sold,
      ...EXPLAIN,
    }),
    ...(['zstd', 'br', 'gzip'] as const).map((encoding) =>
      A(`a page of 200 cards as ${encoding}`, '/search/byaddress', { ...UNITED_STATES, ...sold }, { encoding }),
    ),
    A('monthly payments of the country', '/search/byaddress', {
      ...UNITED_STATES,
      listingStatus: 'For_Sale',
      monthlyPayment: 'min:1,max:100000',
      ...EXPLAIN,
    }),
    A('a URL that asks for everything', '/search/byurl', { url: searchStateUrl() }),
    A('a URL of many regions', '/search/byurl', { url: regionsUrl() }),
    ...['in a at ', '1 2 ', 'between 1 and '].map((words) =>
      A(`a sentence of ${words.trim()}`, '/search/byaiprompt', { ai_search_prompt: `Texas ${words.repeat(30)}` }),
    ),
    A('five long locations', '/search/byaddress', { location: LONG_LOCATIONS.join(';'), listingStatus: 'Sold' }),
    A('a part of 300 ZIP codes', '/search/bypolygon', { ...COMB, ...sold, part: `zip:${zipcodes(300)}`, ...EXPLAIN }),
    ...Object.entries(NASTY_TEXTS).map(([name, query]) => A(`completion: ${name}`, '/autocomplete', { query })),
    ...Object.entries(NASTY_TEXTS).map(([name, text]) =>
      A(`address: ${name}`, '/byaddress', { propertyaddress: text.slice(0, 200) }, { status: [200, 400, 404, 409] }),
    ),
    A('agents of the country', '/agent/search', { ...UNITED_STATES, agentName: 'a b c d e', page: '25' }),
    A('agents by every beginning', '/agent/search', { agentName: letters(), priceRange: '1,1000000000' }),
    A('agents by price', '/agent/search', { priceRange: '1,2' }),
    A('sales of an agent', '/agent/sold_properties', { encodedZuid: agentId }),
    A('figures of the country, cold', '/housing_market', { search_query: 'United States' }, { firstOnly: true }),
    A('rents of the country, cold', '/rental_market', { search_query: 'United States' }, { firstOnly: true }),
    A('figures of a state, cold', '/housing_market', { search_query: 'California' }, { firstOnly: true }),
    A('figures that are kept', '/housing_market', { search_query: 'United States' }),
    A('comparable homes', '/comparable_homes', { byzpid: zpid }),
    A('similar homes', '/similar', { byzpid: zpid }),
    A('similar units', '/similar', { bylotid: lotId }),
    A('nearby homes', '/nearby', { byzpid: zpid }),
    A('a whole property', '/pro/byzpid', { zpid }, { encoding: 'br' }),
    A('a whole building', '/apartment_details', { bylotid: lotId }),
    A('charts', '/graph_charts', { byzpid: zpid, which: 'zestimate_history', recent_first: 'true' }),
    {
      name: 'offers in five cities',
      area: 'B',
      path: '/search/bylocation',
      query: {
        location: 'Warszawa;Krakow;Wroclaw;Poznan;Gdansk',
      },
    },
    {
      name: 'experiences for a thousand',
      area: 'C',
      path: '/search/exp/bydestination',
      query: {
        searchDestinations: 'Paris, France;Rome;Japan;Spain;London',
        adults: '9',
        checkIn: '2000-01-01',
        checkOut: '2090-01-01',
      },
    },
  ]
}

const EXPLAIN = { explain: 'true' }

/** Beyond the bound on the work of one call it is refused: either answer is right, neither may take long. */
const BOUNDED: Partial<HeavyCase> = { status: [200, 400] }

/** Teeth from the south to the north of the country, so that every latitude has as many edges as there are points. */
function comb(points: number): string {
  const [west, east, south, north] = [-124.5, -67, 24.5, 49]
  const teeth = Array.from({ length: points }, (_, i) => {
    const longitude = west + ((east - west) * (i >> 1)) / (points / 2)
    return `${i % 4 === 0 || i % 4 === 3 ? south : north} ${longitude.toFixed(2)}`
  })
  return [...teeth, `${south - 0.5} ${east}`, `${south - 0.5} ${west}`].join(',')
}

/** Crosses itself as often as so many points can. */
function star(points: number): string {
  const corners = Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * ((i * ((points - 1) / 2)) % points)) / points
    return `${(37 + 12 * Math.sin(angle)).toFixed(2)} ${(-96 + 28 * Math.cos(angle)).toFixed(2)}`
  })
  return corners.join(',')
}

function zipcodes(count: number): string {
  return Array.from({ length: count }, (_, i) => String(98000 + i)).join(',')
}

function letters(): string {
  return Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i)).join(' ')
}

function searchStateUrl(): string {
  const state = {
    mapBounds: { west: -180, east: 180, south: -90, north: 90 },
    filterState: { att: { value: PHRASES }, rs: { value: true }, fsba: { value: false } },
    customRegionId: '0123456789X1-comb',
  }
  return `https://portal.example/homes/?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`
}

function regionsUrl(): string {
  const regionSelection = Array.from({ length: 150 }, (_, regionId) => ({ regionId, regionType: 6 }))
  return `https://portal.example/homes/?searchQueryState=${encodeURIComponent(JSON.stringify({ regionSelection }))}`
}
