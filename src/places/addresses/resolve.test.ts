import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { streetParts } from './address.ts'
import { type AddressBook, type Candidate, resolveAddress } from './resolve.ts'

const SHOWN = /^(.*), (.*), ([A-Z]{2}) (\d{5})$/

function entryOf(display: string, kind: AddressEntry['kind'] = 'home'): AddressEntry {
  const [, street = '', city = '', state = '', zipcode = ''] = SHOWN.exec(display) ?? []
  return { id: display, kind, display, ...streetParts(street), city: cityKey(city), state, zipcode }
}

function bookOf(...displays: (string | AddressEntry)[]): AddressBook {
  const entries = displays.map((display) => (typeof display === 'string' ? entryOf(display) : display))
  return {
    addressesAt: async (houseNumber, street) =>
      entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
    streetsBeginning: async (houseNumber, beginning, limit) =>
      entries
        .filter((entry) => entry.houseNumber === houseNumber && entry.street.startsWith(beginning))
        .map(({ street }) => street)
        .slice(0, limit),
  }
}

/** Returns the address of the only match. Otherwise, returns every candidate with its reason. */
async function answer(text: string, book: AddressBook, kind: AddressEntry['kind'] = 'home'): Promise<unknown> {
  const resolution = await resolveAddress(text, book, { kind })
  if (resolution.kind === 'one') return resolution.entry.display
  return resolution.kind === 'several' ? reasons(resolution.candidates) : { near: reasons(resolution.near) }
}

function reasons(candidates: readonly Candidate[]): Record<string, string> {
  return Object.fromEntries(candidates.map(({ entry, why }) => [entry.display, why]))
}

const NOTHING = { near: {} }
const HOUSE = '824 Webster St, Oakland, CA 94607'

test('a house is found in any spelling, even if many parts are missing', async () => {
  const book = bookOf(HOUSE)
  for (const text of [
    HOUSE,
    '824 webster street oakland ca 94607-1234 usa',
    '824 WEBSTER ST.',
    '824 Webster',
    '824 Webster Oakland',
    '824 Webster St, 94607',
    '824 Webster St, California',
  ]) {
    assert.equal(await answer(text, book), HOUSE, text)
  }
})

test('the answer names the parts that were missing', async () => {
  const exact = await resolveAddress(HOUSE, bookOf(HOUSE))
  assert.equal(exact.kind === 'one' && exact.how, 'Every part agrees.')
  const bare = await resolveAddress('824 Webster', bookOf(HOUSE))
  assert.equal(bare.kind === 'one' && bare.how, 'Not written: suffix, city, state, ZIP; only one property fits.')
})

test('a word that is a key of every object is treated like any other word', async () => {
  for (const text of ['constructor', '5 constructor st, Austin, TX', 'main st constructor 12'])
    assert.equal((await resolveAddress(text, bookOf(HOUSE))).kind, 'none')
})

test('a missing unit leads to a question', async () => {
  const book = bookOf(
    '30 W 26th St APT 10, New York, NY 10010',
    '30 W 26th St APT 2, New York, NY 10010',
    '30 W 26th St APT 4B, New York, NY 10010',
  )
  assert.deepEqual(await answer('30 West 26th Street, New York', book), {
    '30 W 26th St APT 2, New York, NY 10010': 'unit 2',
    '30 W 26th St APT 4B, New York, NY 10010': 'unit 4B',
    '30 W 26th St APT 10, New York, NY 10010': 'unit 10',
  })
  assert.equal(await answer('30 W 26 St #4-b New York', book), '30 W 26th St APT 4B, New York, NY 10010')
})

test('a text without a unit leads to a question even if the book has only one unit, since the building may be meant', async () => {
  const unit = '30 W 26th St APT 2, New York, NY 10010'
  assert.deepEqual(await answer('30 W 26th St', bookOf(unit)), { [unit]: 'unit 2' })
})

test('a house wins over its units', async () => {
  const book = bookOf(HOUSE, '824 Webster St APT 4, Oakland, CA 94607')
  assert.equal(await answer(HOUSE, book), HOUSE)
  assert.equal(await answer('824 Webster, Oakland', book), HOUSE)
})

test('a building is never returned for a home, nor a home for a building', async () => {
  const book = bookOf(entryOf(HOUSE, 'building'), '824 Webster St APT 4, Oakland, CA 94607')
  assert.deepEqual(await answer(HOUSE, book), { '824 Webster St APT 4, Oakland, CA 94607': 'unit 4' })
  assert.equal(await answer(HOUSE, book, 'building'), HOUSE)
  assert.deepEqual(await answer(HOUSE, bookOf(HOUSE), 'building'), NOTHING)
})

test('a missing direction, suffix, city or ZIP leads to a question', async () => {
  const north = '123 N Main St, Austin, TX 78701'
  const south = '123 S Main St, Austin, TX 78701'
  const avenue = '123 N Main Ave, Austin, TX 78701'
  const dallas = '123 N Main St, Dallas, TX 75201'
  const otherZip = '123 N Main St, Austin, TX 78702'
  assert.deepEqual(await answer('123 Main St, Austin', bookOf(north, south)), {
    [north]: 'direction N',
    [south]: 'direction S',
  })
  assert.deepEqual(await answer('123 N Main', bookOf(north, avenue)), { [avenue]: 'suffix Ave', [north]: 'suffix St' })
  assert.deepEqual(await answer('123 N Main St', bookOf(north, dallas)), {
    [north]: 'city Austin',
    [dallas]: 'city Dallas',
  })
  assert.deepEqual(await answer('123 N Main St, Austin', bookOf(north, otherZip)), {
    [north]: 'ZIP 78701',
    [otherZip]: 'ZIP 78702',
  })
})

test('a street line written in full means the property without additional parts', async () => {
  const plain = '123 Main St, Austin, TX 78701'
  const north = '123 N Main St, Austin, TX 78701'
  assert.equal(await answer('123 Main St, Austin', bookOf(plain, north)), plain)
  assert.deepEqual(await answer('123 Main, Austin', bookOf(plain, north)), {
    [plain]: 'no direction',
    [north]: 'direction N',
  })
  const elsewhere = '123 N Main St, Dallas, TX 75201'
  assert.deepEqual(await answer('123 Main St', bookOf(plain, elsewhere)), {
    [plain]: 'no direction, city Austin',
    [elsewhere]: 'direction N, city Dallas',
  })
})

test('two records of one address are distinguished by their ids', async () => {
  const book = bookOf(HOUSE, { ...entryOf(HOUSE), id: 12 })
  const resolution = await resolveAddress(HOUSE, book)
  assert.deepEqual(resolution.kind === 'several' && resolution.candidates.map(({ why }) => why), [
    `record ${HOUSE}`,
    'record 12',
  ])
})

test('an entry that differs in a written part is near, not a match', async () => {
  const plain = '123 Main St, Austin, TX 78701'
  const unit = '123 Main St APT 5, Austin, TX 78701'
  assert.deepEqual(await answer('123 N Main St, Austin TX', bookOf(plain)), {
    near: { [plain]: 'no direction instead of N' },
  })
  assert.deepEqual(await answer('123 Main Ave, Austin TX', bookOf(plain)), {
    near: { [plain]: 'suffix St instead of Ave' },
  })
  assert.deepEqual(await answer('123 Main St Apt 4, Austin', bookOf(plain, unit)), {
    near: { [plain]: 'no unit instead of 4', [unit]: 'unit 5 instead of 4' },
  })
  assert.deepEqual(await answer('123 Main St, Austin, TX 78702', bookOf(plain)), {
    near: { [plain]: 'ZIP 78701 instead of 78702' },
  })
  assert.deepEqual(await answer('123 Main St 78702', bookOf(plain)), {
    near: { [plain]: 'ZIP 78701 instead of 78702' },
  })
})

test('among several other units, the one with the most similar spelling is nearest', async () => {
  const units = ['101', '107', '110', '207'].map((unit) => `5600 Canyon Ave UNIT ${unit}, Seattle, WA 98101`)
  const nearest = async (text: string) => {
    const resolution = await resolveAddress(text, bookOf(...units))
    return resolution.kind === 'none' && resolution.near[0]?.entry.unit
  }
  assert.equal(await nearest('5600 Canyon Ave Unit A107'), '107')
  assert.equal(await nearest('5600 Canyon Ave Unit 106'), '107')
  assert.equal(await nearest('5600 Canyon Ave Unit 208'), '207')
})

test('a ZIP before its city is read like one after it', async () => {
  const osprey = '2616 Osprey Dr, Plano, TX 75074'
  for (const text of [
    '2616 Osprey Dr, 75074 Plano TX',
    '2616 Osprey Dr, 75074 Plano',
    '2616 Osprey Dr, 75074-1234 Plano, TX',
  ]) {
    assert.equal(await answer(text, bookOf(osprey)), osprey, text)
  }
  assert.deepEqual(await answer('2616 Osprey Dr, 75075 Plano TX', bookOf(osprey)), {
    near: { [osprey]: 'ZIP 75074 instead of 75075' },
  })
  const long = '75074 Osprey Dr APT 4, Plano, TX 75074'
  assert.equal(await answer('Apt 4, 75074 Osprey Dr, Plano TX', bookOf(long)), long)
})

test('a home in another city or state is never returned, not even as a near match', async () => {
  const book = bookOf('100 Albany Ave, Savannah, GA 31401', '100 N Main St, Tampa, FL 33602')
  for (const text of [
    '100 Albany Ave, Stuart, FL',
    '100 Albany Ave, Savannah, FL',
    '100 Albany Ave Stuart',
    '100 N Main St Gainesville',
    '100 N Main St, 78701',
    '100 N Main St, Tampa, GA 33602',
  ]) {
    assert.deepEqual(await answer(text, book), NOTHING, text)
  }
})

test('a city, state and ZIP that contradict each other match nothing', async () => {
  assert.deepEqual(await answer('824 Webster St, Berkeley, CA 94607', bookOf(HOUSE)), NOTHING)
})

test('the postal city of a ZIP matches, and no other city does', async () => {
  const skyway = '9 Elm St, Skyway, WA 98178'
  assert.equal(await answer('9 Elm St, Seattle, WA', bookOf(skyway)), skyway)
  assert.equal(await answer('9 Elm St, Skyway, WA', bookOf(skyway)), skyway)
  assert.deepEqual(await answer('9 Elm St, Tukwila, WA', bookOf(skyway)), NOTHING)
})

test('words that can belong to several parts are tried in each of these parts', async () => {
  const cases = {
    '123 Lake View': '123 Lake View Dr, Austin, TX 78701',
    '1234 Broadway 4': '1234 Broadway APT 4, Oakland, CA 94607',
    '7 N Wells Chicago': '7 N Wells St, Chicago, IL 60606',
    '123 Main St N Las Vegas NV': '123 Main St N, Las Vegas, NV 89101',
    '123 N St Austin': '123 North St, Austin, TX 78701',
    '5 Bldg 3 Elm St': '',
    '5 Elm St Apt 4': '5 Elm St BLDG 3 APT 4, Austin, TX 78701',
  }
  const book = bookOf(...Object.values(cases).filter((display) => display !== ''))
  for (const [text, display] of Object.entries(cases)) {
    assert.deepEqual(await answer(text, book), display === '' ? NOTHING : display, text)
  }
})

test('the likelier reading wins if both homes exist', async () => {
  const north = '123 Main St, North Las Vegas, NV 89030'
  assert.equal(await answer('123 Main St N Las Vegas NV', bookOf(north, '123 Main St N, Las Vegas, NV 89101')), north)
})

test('text without a house number resolves to nothing, without a lookup', async () => {
  const book: AddressBook = { addressesAt: () => assert.fail('asked') }
  for (const text of ['', 'Oakland, CA', '94607', 'x'.repeat(10_000), ', , ,', 'Main St']) {
    assert.deepEqual(await answer(text, book), NOTHING, text.slice(0, 20))
  }
})

test('words that were not understood lead to a question and are never dropped', async () => {
  const house = '55 Ora Way, San Francisco, CA 94131'
  const book = bookOf(house, HOUSE)
  assert.deepEqual(await answer('55 Ora Way, HOA, San Francisco', book), { [house]: 'not read: "hoa"' })
  assert.deepEqual(await answer('55 Ora Way, San Francisco, HOA, CA 94131', book), { [house]: 'not read: "hoa"' })
  assert.deepEqual(await answer('Glen Park, 55 Ora Way', book), { [house]: 'not read: "glen park"' })
  assert.deepEqual(await answer('824 Webster St, Chinatown, CA 94607', book), { [HOUSE]: 'not read: "chinatown"' })
  assert.deepEqual(await answer('55 Ora Way, 308 B, San Francisco', book), {
    near: { [house]: 'no unit instead of 308B' },
  })
  const one = await resolveAddress('55 Ora Way, HOA, San Francisco', book)
  assert.equal(one.kind === 'several' && one.inPart, true)
})

test('a unit in front of the house number is offered as a candidate, but never chosen', async () => {
  const unit = '6895 Crestview Way UNIT 202, San Diego, CA 92101'
  const book = bookOf(unit, '6895 Crestview Way UNIT 203, San Diego, CA 92101')
  for (const text of ['202-6895 Crestview Way', '202/6895 Crestview Way, San Diego, CA']) {
    const found = await resolveAddress(text, book)
    assert.ok(found.kind === 'several' && found.inPart, text)
    assert.equal(found.candidates[0]?.entry.display, unit, text)
  }
})

test('a county, a borough and another name of the city are read if they fit the home', async () => {
  const book = bookOf(HOUSE, '35-20 Broadway, Astoria, NY 11106', '12 W 76th St, New York, NY 10023')
  const read = {
    '824 Webster St, Oakland, Alameda County, CA': HOUSE,
    '35-20 Broadway, Queens, NY': '35-20 Broadway, Astoria, NY 11106',
    '35-20 Broadway, Astoria, Queens, NY': '35-20 Broadway, Astoria, NY 11106',
    '12 W 76th St, Manhattan': '12 W 76th St, New York, NY 10023',
    '12 West 76 Street, NYC': '12 W 76th St, New York, NY 10023',
  }
  for (const [text, display] of Object.entries(read)) assert.equal(await answer(text, book), display, text)
  assert.deepEqual(await answer('824 Webster St, Oakland, Kings County, CA', book), {
    [HOUSE]: 'not read: "kings county"',
  })
  assert.deepEqual(await answer('12 W 76th St, Brooklyn, NY', book), NOTHING)
})

test('a house is found under other spellings of its number and street', async () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    '41-25 Kissena Blvd, Flushing, NY 11355': ['4125 Kissena Blvd, Flushing', '41 25 Kissena Blvd, Flushing NY'],
    '3520 31st Ave, Astoria, NY 11106': ['35-20 31st Ave, Astoria, NY', '35 20 31 Ave, Astoria, NY'],
    '8 04th Ave, Austin, TX 78703': ['8 4th Ave, Austin', '8 Fourth Avenue, Austin'],
    '9 121st St, Austin, TX 78703': [
      '9 One Hundred Twenty First St, Austin',
      '9 one hundred and twenty-first st austin',
    ],
    '5 US Highway 20, Austin, TX 78703': ['5 Hwy 20, Austin', '5 Route 20, Austin, TX'],
    '6 State Highway 71, Austin, TX 78703': ['6 TX-71, Austin, TX', '6 State Route 71, Austin', '6 Hwy 71 Austin TX'],
    '7 McDonald Rd, Austin, TX 78703': ['7 Mc Donald Rd, Austin', '7 MC DONALD ROAD AUSTIN TX'],
    '7 Iron Bridge Ln, Austin, TX 78703': ['7 IronBridge Ln, Austin', '7 ironbridge lane, austin'],
    '7 Lakeview Dr, Austin, TX 78703': ['7 Lake View Dr, Austin'],
    '3 Martin Luther King Jr Blvd, Austin, TX 78703': ['3 MLK Blvd, Austin', '3 Dr. M.L.K. Jr. Blvd, Austin'],
    '2 Avenida De Encinas, Austin, TX 78703': ['2 Avda De Encinas, Austin', '2 Ave de Encinas, Austin'],
    '350 Camino Del Mar, Austin, TX 78703': ['350 Cam Del Mar, Austin', '350 Camino Del Mar, TX'],
  }
  const book = bookOf(...Object.keys(spellings))
  for (const [display, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(await answer(text, book), display, text)
  }
})

test('roads of several classes with the same number lead to a question', async () => {
  const [us, state] = ['5 US Highway 20, Austin, TX 78703', '5 State Highway 20, Austin, TX 78703']
  assert.deepEqual(await answer('5 Hwy 20, Austin', bookOf(us, state)), {
    [state]: 'street State Hwy 20',
    [us]: 'street Us Hwy 20',
  })
  assert.equal(await answer('5 US 20, Austin', bookOf(us, state)), us)
})

test('a range of numbers leads to a question, since it may be one house or two', async () => {
  const [first, range] = ['912 8th St, Clarkston, WA 99403', '1036-1038 Elm St, Clarkston, WA 99403']
  const book = bookOf(first, range)
  assert.deepEqual(await answer('912-914 8th St, Clarkston', book), { [first]: 'not read: "912-914"' })
  assert.deepEqual(await answer('1036 Elm St, Clarkston', book), { [range]: 'not read: "1036"' })
  assert.equal(await answer('1036-1038 Elm St, Clarkston', book), range)
})

test('a number in front of the house number is read as a ZIP only if a home has that ZIP', async () => {
  const [house, far] = ['824 Webster St, Oakland, CA 94607', '41025 25 Mile Rd, Macomb, MI 48042']
  assert.equal(await answer('94607 824 Webster St', bookOf(house, far)), house)
  assert.equal(await answer('41025 25 Mile Rd', bookOf(house, far)), far)
  assert.deepEqual(await answer('94608 824 Webster St', bookOf(house)), NOTHING)
})

test('a number with or without its hyphen is another house, except in places where houses are numbered by block', async () => {
  const [joined, apart, first, second] = ['1012', '10-12', '10', '50'].map(
    (number) => `${number} Webster St, Oakland, CA 94607`,
  ) as [string, string, string, string]
  assert.deepEqual(await answer('10-12 Webster St, Oakland', bookOf(joined)), { [joined]: 'not read: "10-12"' })
  assert.deepEqual(await answer('10-12 Webster St, Oakland', bookOf(joined, first)), {
    [first]: 'not read: "10-12"',
    [joined]: 'not read: "10-12"',
  })
  assert.deepEqual(await answer('1012 Webster St, Oakland', bookOf(apart)), { [apart]: 'not read: "1012"' })
  const far = '1250 Webster St, Oakland, CA 94607'
  assert.deepEqual(await answer('12 50 Webster St, Oakland', bookOf(far)), { [far]: 'not read: "12 50"' })
  assert.deepEqual(await answer('12 50 Webster St, Oakland', bookOf(far, second)), {
    [far]: 'not read: "12 50"',
    [second]: 'not read: "12"',
  })
  const mile = '30024 Mile Rd, Novi, MI 48374'
  assert.deepEqual(await answer('300 24 Mile Rd, Novi', bookOf(mile)), { [mile]: 'not read: "300 24"' })
})

test('a road of another class, or of another name, leads to a question', async () => {
  const cases: readonly (readonly [text: string, home: string, unread: string])[] = [
    ['100 County Rd 5, Austin', '100 Highway 5, Austin, TX 78703', 'county rd 5'],
    ['100 Hwy 5, Austin', '100 County Road 5, Austin, TX 78703', 'hwy 5'],
    ['100 FM 20, Austin', '100 State Highway 20, Austin, TX 78703', 'fm 20'],
    ['100 State Hwy 20, Austin', '100 FM 20, Austin, TX 78703', 'state hwy 20'],
    ['100 US 20, Austin', '100 State Highway 20, Austin, TX 78703', 'us hwy 20'],
    ['100 Hwy 20, Austin', '100 FM 20, Austin, TX 78703', 'hwy 20'],
    ['100 Ave Maria, Austin', '100 Avenida Maria, Austin, TX 78703', 'ave maria'],
    ['100 Avenida Maria, Austin', '100 Ave Maria, Austin, TX 78703', 'avenida maria'],
  ]
  for (const [text, home, unread] of cases) {
    assert.deepEqual(await answer(text, bookOf(home)), { [home]: `not read: "${unread}"` }, text)
  }
  assert.deepEqual(await answer('100 V St, Austin', bookOf('100 Via St, Austin, TX 78703')), NOTHING)
  assert.deepEqual(await answer('100 CA-20, Austin', bookOf('100 State Highway 20, Austin, TX 78703')), NOTHING)
  const [us, county] = ['100 US Highway 20, Austin, TX 78703', '100 County Road 20, Austin, TX 78703']
  assert.deepEqual(await answer('100 Hwy 20, Austin', bookOf(us, county)), {
    [us]: 'spelled "100 us hwy 20"',
    [county]: 'not read: "hwy 20"',
  })
})

test('searches for people never try another spelling of the number', async () => {
  const person = entryOf('1012 Webster St, Oakland, CA 94607', 'person')
  assert.deepEqual(await answer('10-12 Webster St, Oakland', bookOf(person), 'person'), NOTHING)
})

test('neither a unit next to a recipient nor a part of a building in front returns the house', async () => {
  const four = '824 Webster St APT 4, Oakland, CA 94607'
  for (const text of ['c/o Jane Doe Apt 4', 'Attn Unit 4', 'Attention Jane Doe #4', 'c/o Jane Doe Unit #4']) {
    assert.deepEqual(await answer(`824 Webster St, ${text}, Oakland`, bookOf(HOUSE)), {
      near: { [HOUSE]: 'no unit instead of 4' },
    })
    assert.equal(await answer(`824 Webster St, ${text}, Oakland`, bookOf(HOUSE, four)), four, text)
  }
  const cases: Readonly<Record<string, string>> = {
    '824 Webster St, c/o Jane Doe 308 B, Oakland': 'jane doe 308 b',
    '824 Webster St, c/o Jane Doe Berkeley': 'jane doe berkeley',
    'John Smith Apt B, 824 Webster St, Oakland': 'john smith apt b',
    'B, 824 Webster St, Oakland': 'b',
    'Unit Left 824 Webster St, Oakland': 'unit left',
    'Basement Suite, 824 Webster St, Oakland': 'basement suite',
    'Garage Apartment, 824 Webster St, Oakland': 'garage apartment',
    'Upstairs unit, 824 Webster St, Oakland': 'upstairs unit',
    'Cottage, 824 Webster St, Oakland': 'cottage',
    'behind 824 Webster St, Oakland': 'behind',
    'Elm Street Annex, 824 Webster St, Oakland': 'elm street annex',
    'corner of Main and 824 Webster St, Oakland': 'corner of main and',
  }
  for (const [text, unread] of Object.entries(cases)) {
    assert.deepEqual(await answer(text, bookOf(HOUSE)), { [HOUSE]: `not read: "${unread}"` }, text)
  }
})
