import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { HomeAddress } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import { streetParts } from '../addresses/address.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { collectRegions } from '../regions/regions.ts'
import { placesJoined } from './joined-places.ts'
import { type Located, type LocationSource, locate } from './locate.ts'
import { readPlaceText } from './place-text.ts'
import { citiesNamed } from './real-city.ts'

interface Homes {
  readonly zipcode: string
  readonly homes: number
  readonly listings?: number
  readonly neighborhood?: string
  readonly city?: string
}

/** How many homes each ZIP has. The ZIP determines city, state and county. */
const HOMES: readonly Homes[] = [
  { zipcode: '98107', homes: 50, neighborhood: 'Ballard' },
  { zipcode: '98103', homes: 40 },
  { zipcode: '98004', homes: 9, neighborhood: 'Downtown' },
  { zipcode: '98101', homes: 7, neighborhood: 'Downtown' },
  { zipcode: '78704', homes: 30 },
  { zipcode: '78701', homes: 20, neighborhood: 'Downtown' },
  { zipcode: '55912', homes: 2 },
  { zipcode: '62701', homes: 50, listings: 1 },
  { zipcode: '01103', homes: 5, listings: 3 },
  { zipcode: '65802', homes: 9, listings: 2 },
  { zipcode: '63101', homes: 9 },
  { zipcode: '76102', homes: 7 },
  { zipcode: '89030', homes: 6 },
  { zipcode: '20001', homes: 8 },
  { zipcode: '15301', homes: 9 },
  { zipcode: '10001', homes: 30 },
  { zipcode: '11201', homes: 12 },
  { zipcode: '64101', homes: 12 },
  { zipcode: '66101', homes: 10 },
  { zipcode: '81212', homes: 2 },
  { zipcode: '89701', homes: 3 },
  { zipcode: '43201', homes: 4 },
  { zipcode: '15419', homes: 4 },
  { zipcode: '27101', homes: 4 },
  { zipcode: '98660', homes: 4 },
  { zipcode: '97201', homes: 5 },
  { zipcode: '98133', homes: 3, city: 'Shoreline' },
  { zipcode: '80202', homes: 3, neighborhood: 'Five Points' },
  { zipcode: '92277', homes: 3 },
  { zipcode: '60004', homes: 3 },
  { zipcode: '80903', homes: 3, city: 'Colorado Spgs' },
  { zipcode: '80904', homes: 9, city: 'Colorado Springs' },
  { zipcode: '90001', homes: 8 },
  { zipcode: '75201', homes: 3 },
]

function regionsOf(rows: readonly Homes[]): Region[] {
  const gazetteer = loadGazetteer()
  return collectRegions(
    rows.flatMap(({ zipcode, homes, listings = 0, ...named }) => {
      const place = gazetteer.zip(zipcode)
      assert.ok(place, zipcode)
      const { city, state, county, countyFips, point } = place
      const address: HomeAddress = { streetAddress: '', city, state, zipcode, county, countyFips, ...named }
      return Array.from({ length: homes }, (_, home) => ({
        address,
        point,
        ...(home < listings && { listing: { status: 'Active' as const } }),
      }))
    }),
  )
}

const SHOWN = /^(.*), (.*), ([A-Z]{2}) (\d{5})$/

function entryOf(display: string, id: number | string, kind: AddressEntry['kind']): AddressEntry {
  const [, street = '', city = '', state = '', zipcode = ''] = SHOWN.exec(display) ?? []
  return { id, kind, display, ...streetParts(street), city: cityKey(city), state, zipcode }
}

/** Addresses. The zpid of a home is the index of its address. */
const ADDRESSES = [
  '824 Webster St APT 1, Seattle, WA 98107',
  '824 Webster St APT 2, Seattle, WA 98107',
  '824 N Webster St, Seattle, WA 98107',
  '824 Webster St, Austin, TX 78704',
  '30 Main St, Seattle, WA 98103',
  '30 Main St UNIT B, Seattle, WA 98103',
  '78701 Oak Ln, Austin, TX 78704',
]

const entries = [
  ...ADDRESSES.map((display, zpid) => entryOf(display, zpid, 'home')),
  entryOf('824 Webster St, Seattle, WA 98107', 'lot', 'building'),
]

function sourceOf(regions: readonly Region[]): LocationSource {
  return {
    regions: () => regions,
    addresses: {
      addressesAt: async (houseNumber, street) =>
        entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
    },
  }
}

const regions = regionsOf(HOMES)
const source = sourceOf(regions)

/** The name, or `none` with the reason if nothing was found. */
function answerOf({ isFound, name, why }: Located): string {
  return isFound ? (name ?? '') : `none: ${why}`
}

const SPELLINGS: readonly (readonly [name: string, keys: string, texts: readonly string[]])[] = [
  ['98103', 'zipcode/98103', ['98103', ' 98103-1234 ', '981031234', 'ZIP 98103', 'zip code 98103', '98103, USA']],
  ['98103', 'zipcode/98103', ['WA 98103', '98103 WA', 'Washington 98103', 'United States 98103']],
  [
    'Seattle, WA',
    'city/wa/seattle',
    ['Seattle', 'seattle wa', 'SEATTLE, WASHINGTON', 'Seattle, WA, USA', 'seattle-wa'],
  ],
  ['Seattle, WA', 'city/wa/seattle', ['Séattle , Wa.', 'Seattle,WA,United States', 'City of Seattle', 'seattle_wa']],
  ['Saint Louis, MO', 'city/mo/st-louis', ['St. Louis', 'St Louis, MO', 'saint louis missouri', 'St.Louis,MO']],
  ['Fort Worth, TX', 'city/tx/ft-worth', ['Ft Worth', 'ft. worth tx', 'Fort Worth, Tex.']],
  ['North Las Vegas, NV', 'city/nv/n-las-vegas', ['N Las Vegas', 'N. Las Vegas, Nevada', 'north las vegas nv']],
  ['Canon City, CO', 'city/co/canon-city', ['Cañon City', 'canon city colorado']],
  ['Winston Salem, NC', 'city/nc/winston-salem', ['Winston-Salem', 'winston-salem-nc', 'Winston–Salem, N.C.']],
  ['Washington, DC', 'city/dc/washington', ['Washington, DC', 'washington d.c.', 'Washington, D. C.', 'Washington']],
  ['New York, NY', 'city/ny/new-york', ['New York', 'New York, NY', 'New York, New York', 'new york city', 'NYC']],
  ['New York State', 'state/ny', ['NY', 'New York State', 'State of New York', 'New York (state)', 'NY, USA']],
  ['Washington State', 'state/wa', ['WA', 'washington state', 'Washington (State), USA']],
  ['Missouri', 'state/mo', ['MO', 'Missouri', 'missouri, usa']],
  ['District of Columbia', 'state/dc', ['DC', 'D.C.', 'District of Columbia']],
  ['Kansas City, MO', 'city/mo/kansas-city', ['Kansas City', 'Kansas City Missouri']],
  ['Kansas City, KS', 'city/ks/kansas-city', ['Kansas City Kansas', 'Kansas City, KS']],
  ['Ballard, Seattle, WA', 'neighborhood/wa/seattle/ballard', ['Ballard', 'Ballard, Seattle', 'ballard seattle']],
  ['Ballard, Seattle, WA', 'neighborhood/wa/seattle/ballard', ['Ballard, WA', 'Ballard, Seattle, Washington']],
  ['Ballard, Seattle, WA', 'neighborhood/wa/seattle/ballard', ['ballard-seattle-wa', 'Ballard neighborhood, WA']],
  ['Downtown, Bellevue, WA', 'neighborhood/wa/bellevue/downtown', ['Downtown, Bellevue', 'downtown bellevue wa']],
  ['Five Points, Denver, CO', 'neighborhood/co/denver/five-points', ['Five Points', 'five points, denver']],
  ['King County, WA', 'county/53033', ['King County', 'king county wa', 'King County, Washington, US']],
  ['Seattle-Tacoma-Bellevue metro', 'metro/42660', ['Seattle-Tacoma-Bellevue', 'Greater Seattle', 'Seattle metro']],
  ['Seattle-Tacoma-Bellevue metro', 'metro/42660', ['Seattle, WA metro area', 'Seattle-Tacoma metropolitan area']],
  ['Kansas City metro', 'metro/28140', ['Kansas City metro', 'greater kansas city', 'Kansas City, MO metro']],
  ['United States', 'country/us', ['USA', 'U.S.A.', 'us', 'United States', 'united states of america']],
  ['Arlington Heights, IL', 'city/il/arlington-heights', ['Arlington Hts', 'arlington hts, il', 'Arlington Heights']],
  ['Colorado Spgs, CO', 'city/co/colorado-spgs', ['Colorado Spgs', 'colorado spgs co']],
  ['Colorado Springs, CO', 'city/co/colorado-springs', ['Colorado Springs', 'Colorado Springs CO']],
  ['Twentynine Palms, CA', 'city/ca/twentynine-palms', ['Twentynine Palms, CA']],
  ['Seattle, WA 98103', 'city/wa/seattle zipcode/98103', ['Seattle, WA 98103', 'seattle-wa-98103', '98103 Seattle']],
  ['Seattle, WA 98103', 'city/wa/seattle zipcode/98103', ['Seattle 98103-1234', 'SEATTLE WASHINGTON 98103 USA']],
  ['King County, WA 98004', 'county/53033 zipcode/98004', ['King County 98004', '98004, King County, WA']],
  [
    'Ballard, Seattle, WA 98107',
    'neighborhood/wa/seattle/ballard zipcode/98107',
    ['Ballard 98107', 'ballard wa 98107'],
  ],
  ['Springfield, MO 65802', 'city/mo/springfield zipcode/65802', ['Springfield 65802', 'Springfield, MO 65802']],
  ['Seattle, King County, WA', 'city/wa/seattle county/53033', ['Seattle, King County', 'Seattle, King County, WA']],
  ['Ballard, Seattle, King County, WA', 'neighborhood/wa/seattle/ballard county/53033', ['Ballard, King County']],
  ['Bellevue, Seattle-Tacoma-Bellevue metro', 'city/wa/bellevue metro/42660', ['Bellevue, Seattle metro']],
  ['Vancouver, Portland-Vancouver-Hillsboro metro', 'city/wa/vancouver metro/38900', ['Vancouver, Portland metro']],
  ['Shoreline, WA 98133', 'city/wa/shoreline zipcode/98133', ['Shoreline 98133']],
]

test('a place is found in any spelling', async () => {
  for (const [name, keys, texts] of SPELLINGS) {
    for (const text of texts) {
      const located = await locate(text, source)
      assert.equal(answerOf(located), name, text)
      assert.equal(located.all.join(' '), keys, text)
      assert.deepEqual(located.zpids, [])
      assert.equal(located.query, text.trim())
    }
  }
})

test('the name of a result resolves to the same result', async () => {
  for (const [name, keys] of SPELLINGS) {
    assert.equal((await locate(name, source)).all.join(' '), keys, name)
  }
})

test('the type is the type of the smallest place', async () => {
  const types = {
    Seattle: 'city',
    Ballard: 'neighborhood',
    'King County': 'county',
    'Seattle, WA 98103': 'zipcode',
    'Seattle, King County': 'city',
    NY: 'state',
    USA: 'country',
    'Greater Seattle': 'metro',
    '30 Main St': 'address',
  }
  for (const [text, type] of Object.entries(types)) assert.equal((await locate(text, source)).type, type, text)
})

test('among cities with the same name, the one with most listings is chosen, and the others are offered with their states', async () => {
  const { name, alternatives } = await locate('springfield', source)
  assert.equal(name, 'Springfield, MA')
  assert.deepEqual(alternatives.slice(0, 2), ['Springfield, MO', 'Springfield, IL'])
  assert.deepEqual(
    alternatives.slice(2),
    ['MA', 'MO', 'IL'].map((state) => `Springfield metro, ${state}`),
  )
})

test('if nothing is for sale, the number of homes decides between cities with the same name', async () => {
  const sold = sourceOf(regionsOf(HOMES.map((row) => ({ ...row, listings: 0 }))))
  const { name, alternatives } = await locate('springfield', sold)
  assert.equal(name, 'Springfield, IL')
  assert.deepEqual(alternatives.slice(0, 2), ['Springfield, MO', 'Springfield, MA'])
})

test('a state in the text is never replaced by another state, even if it has few homes', async () => {
  assert.equal((await locate('Austin', source)).name, 'Austin, TX')
  assert.equal((await locate('Austin, MN', source)).name, 'Austin, MN')
  const missing = await locate('Austin, CA', source)
  const others = ['Austin, TX', 'Austin, MN', 'Austin metro, MN']
  assert.deepEqual([missing.isFound, missing.all, missing.alternatives], [false, [], others])
})

test('among neighborhoods with the same name, the one with most homes in the text’s state is chosen', async () => {
  const anywhere = await locate('Downtown', source)
  assert.equal(anywhere.name, 'Downtown, Austin, TX')
  assert.deepEqual(anywhere.alternatives, ['Downtown, Bellevue, WA', 'Downtown, Seattle, WA'])
  assert.equal((await locate('Downtown, WA', source)).name, 'Downtown, Bellevue, WA')
})

test('a city wins over a county or a metro with the same name, and these are offered', async () => {
  const carson = await locate('Carson City, NV', source)
  assert.deepEqual([carson.type, carson.alternatives], ['city', ['Carson City, NV (county)', 'Carson City metro']])
  assert.equal((await locate('Carson City, NV (county)', source)).type, 'county')
  const columbus = await locate('Columbus, OH', source)
  assert.deepEqual([columbus.name, columbus.alternatives], ['Columbus, OH', ['Columbus metro, OH']])
})

test('a bare state name means the state, but New York and Washington mean the cities', async () => {
  const washington = await locate('Washington', source)
  assert.equal(washington.name, 'Washington, DC')
  assert.deepEqual(washington.alternatives, ['Washington State', 'Washington, PA'])
  assert.deepEqual((await locate('New York', source)).alternatives, ['New York State'])
  const nationwide = sourceOf(regions.filter(({ key }) => key !== 'city/dc/washington'))
  assert.equal((await locate('Washington', nationwide)).name, 'Washington State')
})

test('a nickname means its city or metro, and for a state code that is also a nickname, the city is offered', async () => {
  const louisiana = sourceOf(regionsOf([...HOMES, { zipcode: '70112', homes: 4 }]))
  const { name, alternatives } = await locate('LA', louisiana)
  assert.equal(name, 'Louisiana')
  assert.deepEqual(alternatives, ['Los Angeles, CA'])
  assert.deepEqual((await locate('LA', source)).alternatives, ['Los Angeles, CA'])
  for (const [text, meant] of [
    ['LA, CA', 'Los Angeles, CA'],
    ['NOLA', 'New Orleans, LA'],
    ['Vegas', undefined],
    ['DFW', 'Dallas-Fort Worth-Arlington metro'],
    ['Dallas-Fort Worth', 'Dallas-Fort Worth-Arlington metro'],
    ['Dallas', 'Dallas, TX'],
    ['NYC metro', 'New York-Newark-Jersey City metro'],
    ['LA area', 'Los Angeles-Long Beach-Anaheim metro'],
    ['the Metroplex', 'Dallas-Fort Worth-Arlington metro'],
    ['Chicagoland', 'Chicago-Naperville-Elgin metro'],
    ['D.C.', 'District of Columbia'],
  ] as const) {
    assert.equal((await locate(text, louisiana)).name, meant, text)
  }
})

test('words that introduce a place or name its kind do not change which place is found', async () => {
  for (const [text, meant] of [
    ['near Austin, TX', 'Austin, TX'],
    ['in the city of Seattle', 'Seattle, WA'],
    ['close to Ballard', 'Ballard, Seattle, WA'],
    ['Town of Springfield, IL', 'Springfield, IL'],
    ['King Co', 'King County, WA'],
    ['King Co., WA', 'King County, WA'],
    ['County of King', 'King County, WA'],
    ['Denver Co', 'Denver, CO'],
    ['Metro Seattle', 'Seattle-Tacoma-Bellevue metro'],
    ['Seattle area', 'Seattle-Tacoma-Bellevue metro'],
    ['near nowhere', undefined],
    ['in', undefined],
  ] as const) {
    assert.equal((await locate(text, source)).name, meant, text)
  }
})

test('places joined by `and` are separate places, with the state and the kind that they share', () => {
  for (const [text, parts] of [
    ['Seattle and Austin', ['Seattle', 'Austin']],
    ['Seattle & Shoreline, WA', ['Seattle, WA', 'Shoreline, WA']],
    ['Springfield and Arlington Heights, IL', ['Springfield, IL', 'Arlington Heights, IL']],
    ['King and Travis Counties', ['King County', 'Travis County']],
    ['Austin, TX, Dallas, TX', ['Austin, TX', 'Dallas, TX']],
    ['Seattle, WA 98103,Nowhere, TX', ['Seattle, WA 98103', 'Nowhere, TX']],
    ['LA, CA, SF, CA', ['LA, CA', 'SF, CA']],
    ['Seattle, King County, WA', ['Seattle, King County, WA']],
    ['New York, New York', ['New York, New York']],
    ['Austin, TX, USA', ['Austin, TX, USA']],
    ['Austin, Dallas, TX, WA', ['Austin, Dallas, TX, WA']],
    ['Seattle and nowhere', ['Seattle and nowhere']],
    ['12 Main and Oak', ['12 Main and Oak']],
    ['Seattle', ['Seattle']],
  ] as const)
    assert.deepEqual(placesJoined(text, source), parts, text)
})

test('places joined by `and` are offered if only one place is allowed', async () => {
  const { isFound, alternatives } = await locate('Seattle and Austin', source)
  assert.deepEqual([isFound, alternatives.slice(0, 2)], [false, ['Seattle, WA', 'Austin, TX']])
})

test('the boroughs of New York whose names are not postal cities are found as counties', async () => {
  const newYork = sourceOf(
    regionsOf([
      { zipcode: '10023', homes: 3 },
      { zipcode: '11375', homes: 2 },
    ]),
  )
  for (const [text, name] of [
    ['Manhattan, NY', 'New York County, NY'],
    ['Manhattan', 'New York County, NY'],
    ['Queens, NY', 'Queens County, NY'],
  ] as const)
    assert.equal((await locate(text, newYork)).name, name, text)
})

test('a place with a longer name is not offered for a city without homes, and a list of places offers only these places', async () => {
  const beach = sourceOf(regionsOf([{ zipcode: '90266', homes: 3 }]))
  assert.equal((await locate('Manhattan Beach', beach)).name, 'Manhattan Beach, CA')
  for (const text of ['Manhattan', 'Manhattan, NY'])
    assert.deepEqual((await locate(text, beach)).alternatives, [], text)
  assert.deepEqual((await locate('Manhattan Be', beach)).alternatives, ['Manhattan Beach, CA'])
  const { isFound, alternatives } = await locate('Austin, TX, Dallas, TX', source)
  assert.deepEqual([isFound, alternatives], [false, ['Austin, TX', 'Dallas, TX']])
})

test('a state without homes is not mistaken for a town with the same name', async () => {
  const withoutState = sourceOf(regions.filter(({ key }) => key !== 'state/ca'))
  const located = await locate('California', withoutState)
  assert.equal(answerOf(located), 'none: California has no homes in this catalog.')
  assert.deepEqual(located.alternatives, ['California, PA'])
  assert.equal((await locate('California, PA', withoutState)).name, 'California, PA')
})

test('a name that ends in City is not mistaken for the name without it', async () => {
  const located = await locate('Springfield City', source)
  assert.equal(located.isFound, false)
})

test('a place and a ZIP in different states find nothing, and each is offered', async () => {
  for (const text of ['Austin, TX 98103', 'Austin 98103', 'TX 98103', 'Ballard, Seattle, WA 78704']) {
    const { isFound, all, why, alternatives } = await locate(text, source)
    assert.deepEqual([isFound, all], [false, []], text)
    assert.match(why ?? '', /^ZIP \d{5} lies in .*, not in .*\.$/)
    assert.equal(alternatives.length, 2)
  }
})

test('homes must be in both the city and the ZIP, and the answer says if the ZIP is mostly elsewhere', async () => {
  const { isFound, all, why, alternatives } = await locate('Bellevue, WA 98103', source)
  assert.deepEqual([isFound, all], [true, ['city/wa/bellevue', 'zipcode/98103']])
  assert.equal(why, 'ZIP 98103 lies in Seattle, WA for the most part.')
  assert.deepEqual(alternatives, ['Bellevue, WA', '98103'])
})

test('the postal city of a ZIP is accepted if the catalog has only another name', async () => {
  const shoreline = sourceOf(regionsOf([{ zipcode: '98133', homes: 3, city: 'Shoreline' }]))
  assert.deepEqual((await locate('Seattle, WA 98133', shoreline)).all, ['zipcode/98133'])
  assert.equal((await locate('Tacoma, WA 98133', shoreline)).isFound, false)
})

test('a ZIP without homes is not ignored, and ZIPs near it are offered', async () => {
  const located = await locate('Seattle, WA 98113', source)
  assert.equal(answerOf(located), 'none: ZIP 98113 has no homes in this catalog.')
  assert.deepEqual(located.type, 'zipcode')
  assert.deepEqual(located.alternatives.slice(0, 4), ['Seattle, WA', '98103', '98133', '98101'])
})

test('if many places have the same name, the likeliest ten are offered, with the count of all', async () => {
  const zips = [
    '62701',
    '01103',
    '65802',
    '45501',
    '97477',
    '37172',
    '05156',
    '07081',
    '22150',
    '19064',
    '48329',
    '43501',
    '40069',
  ]
  const many = sourceOf(regionsOf(zips.map((zipcode, i) => ({ zipcode, homes: 9 + i, city: 'Springfield' }))))
  const { alternatives, alternativeCount } = await locate('Springfield', many)
  const places = many.regions().filter(({ name }) => name.startsWith('Springfield'))
  assert.deepEqual([alternatives.length, alternativeCount], [10, places.length - 1])
})

test('a misspelled name finds nothing, but similar names are offered', async () => {
  const near: Readonly<Record<string, readonly string[]>> = {
    Seatle: ['Seattle, WA'],
    'Seatlte, WA': ['Seattle, WA'],
    'Balard, Seattle, WA': ['Seattle, WA', 'Ballard, Seattle, WA'],
    'Ballard, Bellevue, WA': ['Ballard, Seattle, WA', 'Bellevue, WA'],
    Misouri: ['Missouri'],
    'Kings County, WA': ['Kings County, NY', 'King County, WA'],
    Spring: ['Springfield, MA', 'Springfield, MO', 'Springfield, IL'],
    '89103': ['98103'],
  }
  for (const [text, names] of Object.entries(near)) {
    const { isFound, all, alternatives } = await locate(text, source)
    assert.deepEqual([isFound, all], [false, []], text)
    assert.deepEqual(alternatives.slice(0, names.length), names, text)
  }
})

test('a real city without homes is distinguished from an unknown name', async () => {
  assert.equal(answerOf(await locate('Tacoma, WA', source)), 'none: Tacoma, WA has no homes in this catalog.')
  assert.equal(answerOf(await locate('tacoma', source)), 'none: Tacoma has no homes in this catalog.')
  assert.equal(answerOf(await locate('Xyzzy', source)), 'none: No place in this catalog is called "Xyzzy".')
})

test('an address means all homes at it: all units, and all cities, unless the text has a unit or a city', async () => {
  const homes: Readonly<Record<string, readonly [zpids: readonly number[], name: string]>> = {
    '824 Webster St, Austin': [[3], '824 Webster St, Austin, TX 78704'],
    '824 webster street seattle wa 98107': [[0, 1], '824 Webster St, Seattle, WA 98107'],
    '824 Webster St Apt 2, Seattle': [[1], '824 Webster St APT 2, Seattle, WA 98107'],
    '824 N Webster St': [[2], '824 N Webster St, Seattle, WA 98107'],
    '30 Main St, Seattle, WA': [[4, 5], '30 Main St, Seattle, WA 98103'],
    '824 Webster': [
      [0, 1, 2, 3],
      '824 N Webster St, Seattle, WA 98107; 824 Webster St, Austin, TX 78704; 824 Webster St, Seattle, WA 98107',
    ],
    '78701 Oak Ln': [[6], '78701 Oak Ln, Austin, TX 78704'],
  }
  for (const [text, [zpids, name]] of Object.entries(homes)) {
    const located = await locate(text, source)
    assert.deepEqual([located.zpids, located.name, located.all], [zpids, name, []], text)
  }
})

test('an address that differs in any part is not found, and similar addresses in its city are offered', async () => {
  for (const text of ['824 Webster St Apt 9, Seattle, WA', '824 Webster St Apt 1, Seattle, WA 98103']) {
    const { isFound, zpids, why, alternatives } = await locate(text, source)
    assert.deepEqual([isFound, zpids], [false, []], text)
    assert.equal(why, `No home in this catalog has the address "${text}".`)
    assert.ok(alternatives.includes('824 Webster St APT 1, Seattle, WA 98107'), text)
    assert.ok(alternatives.every((name) => name.includes('Seattle')))
  }
  const elsewhere = await locate('824 Webster St, Bellevue, WA', source)
  assert.deepEqual([elsewhere.isFound, elsewhere.type], [false, 'address'])
})

test('an address that fits except for an unread word is offered, with the reason', async () => {
  const text = '824 N Webster St, HOA, Seattle'
  const { isFound, alternatives, why } = await locate(text, source)
  assert.deepEqual([isFound, alternatives], [false, ['824 N Webster St, Seattle, WA 98107']])
  assert.equal(why, `Cannot read all of "${text}".`)
})

test('every text gets a result, and every region in a result is in the catalog', async () => {
  const keys = new Set(regions.map(({ key }) => key))
  const words =
    'Seattle WA Washington county metro state greater of city USA , 98103 - 824 Webster St Apt 1 ( ) York zip'
  const word = fc.constantFrom(...words.split(' '), 'new york', '__proto__', '\u0000', 'ß', '𝒳')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      const { isFound, all, zpids, name, alternatives } = await locate(query, source)
      assert.equal(isFound, all.length + zpids.length > 0)
      assert.equal(isFound, name !== undefined)
      assert.ok(all.every((key) => keys.has(key)))
      assert.ok(alternatives.length <= 10)
    }),
    { numRuns: 400 },
  )
})

test('a text too long to name a place finds nothing', async () => {
  const { isFound, why } = await locate(`Seattle, WA${' x'.repeat(100_000)}`, source)
  assert.deepEqual([isFound, why], [false, 'The location is too long to be the name of a place.'])
})

test('a catalog without homes has no places', async () => {
  for (const text of ['Seattle', '98103', 'USA', 'WA']) assert.equal((await locate(text, sourceOf([]))).isFound, false)
})

test('an address that an import adds is found, even if an earlier search did not find it', async () => {
  let entries: readonly AddressEntry[] = []
  const later: LocationSource = { regions: () => regions, addresses: { addressesAt: async () => entries } }
  const before = await locate('30 Main St', later)
  assert.deepEqual([before.isFound, before.why], [false, 'No home in this catalog has the address "30 Main St".'])
  entries = await source.addresses.addressesAt('30', 'main')
  assert.equal((await locate('30 Main St', later)).isFound, true)
})

test('only a few words that introduce a place are skipped, so that hundreds of such words cost little', () => {
  const { readings } = readPlaceText(`${'in '.repeat(66)}tx`)
  assert.ok(readings.length <= 8, `${readings.length} readings`)
  assert.ok(citiesNamed('in '.repeat(66)).length === 0, 'no city has a name as long')
  for (const written of [
    'in Austin, TX',
    'near the Austin, TX',
    'in or around the Austin TX',
    'close to the austin tx',
  ]) {
    const isAustin = readPlaceText(written).readings.some(({ name, state }) => name === 'austin' && state === 'TX')
    assert.equal(isAustin, !written.includes(' or '), written)
  }
})
