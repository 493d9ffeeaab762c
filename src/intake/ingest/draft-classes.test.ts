import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'
import { xlsxFile } from '../../../test/ingest/xlsx-file.ts'
import { dayOf } from '../../kit/base/clock.ts'
import type { Home } from '../../model/home.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const STREETS = ['7 Elm St', '18 Pine Ave', '29 Birch Rd', '40 Lake Dr', '51 Hill Ct', '62 River Ln']
const ZIPS = ['97201', '97202', '97203', '97201', '97202', '97203']

/** Drafts a mapping for a CSV of six homes, and imports the CSV. The parameter has further columns with their cells. */
async function homesWith(columns: Readonly<Record<string, readonly (string | number)[]>>, delimiter = ',') {
  const names = ['key', 'address', 'city', 'state', 'zipcode', ...Object.keys(columns)]
  const lines = STREETS.map((street, i) => {
    const own = Object.values(columns).map((cells) => cells[i % cells.length] ?? '')
    return [`P-${i}a`, street, 'Portland', 'OR', ZIPS[i] ?? '', ...own]
  })
  const text = [names, ...lines]
    .map((cells) => cells.map((cell) => quotedCell(String(cell), delimiter)).join(delimiter))
    .join('\n')
  return imported('homes.csv', `${text}\n`)
}

function quotedCell(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

async function imported(name: string, content: string | Buffer) {
  const before = new DraftTrial()
  try {
    const result = await before.imported(before.files.write(name, content))
    const homes = STREETS.map((street) =>
      result.homes.find(({ address }) => address.streetAddress.toLowerCase() === street.toLowerCase()),
    )
    return { ...result, all: result.homes, homes }
  } finally {
    before.remove()
  }
}

function of<T>(homes: readonly (Home | undefined)[], value: (home: Home) => T): (T | undefined)[] {
  return homes.map((home) => home && value(home))
}

const DAYS = ['2018-01-09', '2019-03-31', '2020-06-08', '2021-10-12', '2022-12-25', '2023-02-28']
const PRICES = [450_000, 512_500, 1_200_000, 389_900, 725_000, 998_000]

/** Ways of writing days, each with the headers that real files use. */
const DAY_FORMS: readonly (readonly [header: string, write: (day: Date) => string])[] = [
  ['sold_date', (day) => day.toISOString()],
  ['closeDate', (day) => day.toISOString().replace('T00:00:00.000Z', 'T00:00:00-07:00')],
  ['Sale Date', (day) => day.toISOString().replace('T00:00:00.000Z', ' 00:00:00.000')],
  ['SALEDATE', (day) => `${day.toISOString().slice(0, 10).replaceAll('-', '/')} 07:00:00+00`],
  ['deed_date', (day) => day.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 PST $4')],
  ['Recording Date', (day) => day.toUTCString()],
  ['last_sale_dt', (day) => day.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })],
  ['Date Sold', (day) => day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })],
  ['TRANSFER_DATE', (day) => day.toLocaleDateString('en-US', { timeZone: 'UTC' })],
  ['closing date', (day) => `${day.toLocaleDateString('en-US', { timeZone: 'UTC' })} 12:00:00 AM`],
  [
    'SaleDt',
    (day) => day.toLocaleDateString('en-US', { month: 'numeric', day: 'numeric', year: '2-digit', timeZone: 'UTC' }),
  ],
  [
    'DEED_DT',
    (day) =>
      `${String(day.getUTCDate()).padStart(2, '0')}-${month(day).toUpperCase()}-${String(day.getUTCFullYear()).slice(2)}`,
  ],
  ['record_date', (day) => `${month(day)}  ${day.getUTCDate()} ${day.getUTCFullYear()} 12:00AM`],
  ['sale_time', (day) => String(day.getTime())],
  ['SoldOn', (day) => String(day.getTime() / 1000)],
  ['sale_date_serial', (day) => String(day.getTime() / 86_400_000 + 25_569)],
  ['sale date', (day) => `/Date(${day.getTime()})/`],
  ['Closed', (day) => day.toISOString().slice(0, 10).replaceAll('-', '')],
]

function month(day: Date): string {
  return day.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })
}

test('sale dates are read in all forms that programs write', async () => {
  for (const [header, write] of DAY_FORMS) {
    const { homes, draft } = await homesWith({ sale_price: PRICES, [header]: DAYS.map((day) => write(new Date(day))) })
    assert.deepEqual(
      of(homes, ({ listing }) => listing?.closeDate),
      DAYS,
      `${header}: ${draft.text}`,
    )
    assert.deepEqual(
      of(homes, ({ listing }) => listing?.closePrice),
      PRICES,
      header,
    )
  }
})

test('one column may have dates in several forms', async () => {
  const mixed = ['2018-01-09', '3/31/2019', 'June 8, 2020', '44481', '12/25/22', '28-Feb-2023']
  const { homes, draft } = await homesWith({ 'Sale Price': PRICES, 'Sale Date': mixed })
  assert.deepEqual(
    of(homes, ({ listing }) => listing?.closeDate),
    DAYS,
    draft.text,
  )
})

test('two-digit years are in the past, and other cells show which number is the day and which is the month', async () => {
  const short = await homesWith({
    sale_price: PRICES,
    sale_date: ['1/2/51', '3/4/63', '12/31/68', '5/6/99', '7/8/04', '9/10/25'],
  })
  assert.deepEqual(
    of(short.homes, ({ listing }) => listing?.closeDate),
    ['1951-01-02', '1963-03-04', '1968-12-31', '1999-05-06', '2004-07-08', '2025-09-10'],
  )
  const british = await homesWith({
    sale_price: PRICES,
    sale_date: DAYS.map((day) => day.split('-').toReversed().join('/')),
  })
  assert.deepEqual(
    of(british.homes, ({ listing }) => listing?.closeDate),
    DAYS,
  )
})

test('placeholder words and dates count as empty cells', async () => {
  for (const nothing of ['0000-00-00', '1899-12-30', '1/1/1900', 'No Data', 'N/A', '(null)', '—', 'unknown']) {
    const days = ['2018-01-09', nothing, '2020-06-08', '2021-10-12', nothing, '2023-02-28']
    const { homes, report } = await homesWith({ sale_price: PRICES, sale_date: days })
    assert.deepEqual(
      of(homes, ({ listing }) => listing?.closeDate),
      days.map((day) => (day === nothing ? undefined : day)),
      nothing,
    )
    assert.equal(report.rowsRejected, 0)
  }
})

test('a word for no city is no city', async () => {
  const rows = STREETS.map((street, i) => `k${i}x,${street},${i ? 'Portland' : 'NO CITY/TOWN'},OR,97201`)
  const { homes } = await imported('x.csv', `id,street,jurisdiction,state,zip\n${rows.join('\n')}\n`)
  assert.ok(homes.every((home) => home?.address.city === 'Portland'))
})

test('prices are read in all forms that people write', async () => {
  const forms: readonly (readonly [header: string, write: (price: number) => string])[] = [
    ['price', (price) => `$${price / 1000}K`],
    ['List Price', (price) => `$${price / 1_000_000}M`],
    ['asking_price', (price) => `${price} USD`],
    ['Price', (price) => `$${price.toLocaleString('en-US')}+`],
    ['listPrice', (price) => `US$ ${price.toLocaleString('en-US')}.00`],
    ['price', (price) => price.toLocaleString('en-US').replaceAll(',', '\u00a0')],
    ['price', (price) => price.toLocaleString('de-DE')],
    ['Price ($000s)', (price) => String(price / 1000)],
    ['list_price', (price) => `From $${price.toLocaleString('en-US')}`],
  ]
  for (const [header, write] of forms) {
    const { homes, draft } = await homesWith({ [header]: PRICES.map(write) })
    assert.deepEqual(
      of(homes, ({ listing }) => listing?.listPrice),
      PRICES,
      `${header} ${write(450_000)}: ${draft.text}`,
    )
  }
})

test('an unreadable price column is reported in the first line of the draft, with a cell', async () => {
  const { draft } = await homesWith({ price: ['make an offer', 'ring the bell', 'see the board'], beds: [3, 4] })
  assert.match(
    draft.text.split('\n')[0] ?? '',
    /^# "price" cannot be read as a price or a date: it has cells such as "make an offer"/,
  )
})

test('commas are separators of thousands also in files with tabs, bars and semicolons', async () => {
  for (const delimiter of ['\t', '|', ';']) {
    const { homes } = await homesWith({ sqft: ['3,928', '1,200', '2,450'], price: ['450,000', '512,500'] }, delimiter)
    assert.deepEqual(
      of(homes, ({ facts }) => facts.livingArea),
      [3928, 1200, 2450, 3928, 1200, 2450],
    )
  }
})

test('the unit of an area is read from its header, its cells or the column beside it', async () => {
  const feet = [1076.39, 2152.78, 3229.17]
  for (const columns of [
    { 'Living Area (sq m)': [100, 200, 300] },
    { living_area_sqm: [100, 200, 300] },
    { size: ['100 m²', '200 m²', '300 m²'] },
    { area: ['1,076.39 sq ft', '2,152.78 sq. ft.', '3,229.17 SF'] },
    { 'Living Area': [100, 200, 300], 'Living Area Units': ['Square Meters'] },
  ]) {
    const { homes, draft } = await homesWith({ ...columns, price: PRICES })
    const read = of(homes, ({ facts }) => Math.round(facts.livingArea ?? 0)).slice(0, 3)
    assert.deepEqual(read, feet.map(Math.round), draft.text)
  }
  for (const columns of [
    { lot_acres: [0.5, 1, 2] },
    { 'Lot Size': ['0.5 acres', '1 Acre', '87,120 sqft'] },
    { 'Lot size': [0.5, 1, 87_120], 'Lot size unit': ['acres', 'acres', 'sqft'] },
    { lotSizeArea: [0.5, 1, 2], lotSizeUnits: ['Acres'] },
  ]) {
    const { homes, draft } = await homesWith({ ...columns, price: PRICES })
    assert.deepEqual(
      of(homes, ({ facts }) => facts.lotSizeSquareFeet).slice(0, 3),
      [21_780, 43_560, 87_120],
      draft.text,
    )
  }
})

test('dues are converted to monthly amounts', async () => {
  for (const columns of [
    { hoa_dues: ['$300 quarterly', '$1,200/yr', '$100 monthly'] },
    { 'HOA Fee (Annual)': [1200] },
    { annual_hoa: ['$1,200'] },
    { 'HOA Fee': [300, 1200, 100], 'HOA Fee Frequency': ['Quarterly', 'Annually', 'Monthly'] },
  ]) {
    const { homes, draft } = await homesWith({ ...columns, price: PRICES })
    assert.deepEqual(of(homes, ({ facts }) => facts.associationFee).slice(0, 3), [100, 100, 100], draft.text)
  }
})

test('half baths are counted', async () => {
  for (const columns of [
    { baths: ['2/1', '3/0', '1/1'] },
    { Baths: ['2.1', '3.0', '1.1'] },
    { bathrooms: ['2 full, 1 half', '3 full, 0 half', '1 full, 1 half'] },
    { BathroomsTotalInteger: [3, 3, 2], BathroomsFull: [2, 3, 1], BathroomsHalf: [1, 0, 1] },
    { baths: ['2.5 ba', '3 ba', '1.5 ba'] },
  ]) {
    const { homes, draft } = await homesWith({ ...columns, price: PRICES })
    assert.deepEqual(of(homes, ({ facts }) => facts.bathrooms).slice(0, 3), [2.5, 3, 1.5], draft.text)
  }
})

test('beds, baths and area may run together, under a price that is called pricing', async () => {
  const { homes } = await homesWith({
    pricing: ['$1,179,000'],
    size: ['5 bds4.5 ba2,240 sqft - House for sale', '4 bds1 ba-- sqft - Condo for sale'],
  })
  assert.deepEqual(
    of(homes, ({ facts, listing }) => [facts.bedroomsTotal, facts.bathrooms, listing?.listPrice])[0],
    [5, 4.5, 1_179_000],
  )
  assert.deepEqual(of(homes, ({ facts }) => facts.livingArea).slice(0, 2), [2240, undefined])
})

test('studios have zero bedrooms', async () => {
  const { homes } = await homesWith({ beds: ['Studio', '2', '3 bds', '1', '2', '4'], price: PRICES })
  assert.deepEqual(
    of(homes, ({ facts }) => facts.bedroomsTotal),
    [0, 2, 3, 1, 2, 4],
  )
})

test('words, signs and periods distinguish homes for rent from homes for sale', async () => {
  const kinds = (homes: readonly (Home | undefined)[]) =>
    of(homes, ({ listing }) => [listing?.kind, listing?.listPrice])
  const mixed = [1800, 450_000, 2400, 512_500]
  for (const columns of [
    { property_type: ['Residential Lease', 'Residential'], status: ['Active'], list_price: mixed },
    { 'Listing Type': ['RNT', 'RES'], Price: mixed },
    { status: ['For Rent', 'For Sale'], price: mixed },
    { price: ['$1,800/mo', '$450,000', '$2,400/mo', '$512,500'] },
  ]) {
    const { homes, draft } = await homesWith(columns)
    assert.deepEqual(
      kinds(homes).slice(0, 4),
      [
        ['lease', 1800],
        ['sale', 450_000],
        ['lease', 2400],
        ['sale', 512_500],
      ],
      draft.text,
    )
  }
  const weekly = await homesWith({ listing_type: ['For Rent'], price: [400, 1800], price_period: ['WEEK', 'MONTH'] })
  assert.deepEqual(kinds(weekly.homes).slice(0, 2), [
    ['lease', undefined],
    ['lease', 1800],
  ])
})

test('a whole address in one column gives street, city, state and ZIP', async () => {
  const places = [
    'Portland, OR 97201',
    'Portland, Oregon 97202',
    'Portland OR 97203',
    'PORTLAND, OR, 97201',
    'Portland, OR 97202-1234',
    'Portland, OR 97203, USA',
  ]
  for (const header of ['address', 'Full Address', 'location', 'property', 'Property Address']) {
    const rows = STREETS.map((street, i) => `k${i}x,"${street}, ${places[i]}",${PRICES[i]}`)
    const { homes, draft } = await imported('x.csv', `id,${header},price\n${rows.join('\n')}\n`)
    assert.deepEqual(
      of(homes, ({ address }) => [address.city.toLowerCase(), address.state, address.zipcode]),
      ZIPS.map((zip) => ['portland', 'OR', zip]),
      `${header}: ${draft.text}`,
    )
  }
  const units = await imported(
    'x.csv',
    `id,address,price\n1x,"7 Elm St, Apt 4, Portland, OR 97201",1000000\n2x,"18 Pine Ave #5 Lake Oswego, OR 97034",1100000\n`,
  )
  assert.deepEqual(
    units.all.map(({ address }) => [address.streetAddress, address.city]),
    [
      ['7 Elm St Apt 4', 'Portland'],
      ['18 Pine Ave #5', 'Lake Oswego'],
    ],
  )
})

test('a column of cities with states gives both, and states may be codes or names', async () => {
  for (const [city, state] of [
    ['Portland, OR', undefined],
    ['Portland, Oregon 97201', undefined],
    ['Portland', 'or'],
    ['Portland', 'Oregon'],
  ]) {
    const rows = STREETS.map((street, i) => `k${i}x,${street},"${city}",${state ?? ''},${ZIPS[i]},${PRICES[i]}`)
    const { homes, report } = await imported('x.csv', `id,street,city,state,zip,price\n${rows.join('\n')}\n`)
    assert.deepEqual(
      of(homes, ({ address }) => [address.city, address.state]),
      ZIPS.map(() => ['Portland', 'OR']),
      city,
    )
    assert.equal(report.rowsRejected, 0)
  }
})

test('the address of an owner, an agent or a school is not that of the home', async () => {
  const others = ['owner', 'mailing', 'taxpayer', 'Listing Agent', 'buyer', 'school'].map((who) => [
    `${who} city`,
    ['Miami'],
  ])
  const { homes } = await homesWith({
    ...Object.fromEntries(others),
    'Owner State': ['FL'],
    mail_zip: ['33139'],
    price: PRICES,
  })
  assert.deepEqual(
    of(homes, ({ address }) => [address.city, address.zipcode]),
    ZIPS.map((zip) => ['Portland', zip]),
  )
  const records = STREETS.map((address, i) => ({
    ref: `k${i}x`,
    ownerInfo: { mailAddress: { address: '1 Ocean Dr', city: 'Miami', state: 'FL', zip: '33139' } },
    subject: { address: { address, city: 'Portland', state: 'OR', zip: ZIPS[i] }, beds: 3 },
  }))
  const nested = await imported('x.json', JSON.stringify(records, null, 1))
  assert.deepEqual(
    of(nested.homes, ({ address }) => address.zipcode),
    ZIPS,
  )
})

test('an address behind an owner’s name is the owner’s, and shows the state where owners live in their home', async () => {
  const rows = STREETS.map((street, i) => {
    const mail = i < 4 ? `${street},,Portland,OR,9720${i}` : '1 Ocean Dr,Apt 2,Miami,FL,33139'
    return `k${i}x,${street},Elk Twp,Ann Lee,${mail}`
  })
  const { homes } = await imported(
    'x.csv',
    `id,Property Address,Municipality,Owner,Address Line 1,Address Line 2,City,State,Zip\n${rows.join('\n')}\n`,
  )
  assert.deepEqual(
    new Set(of(homes, ({ address }) => `${address.city} ${address.state} ${address.zipcode}`)),
    new Set(['Elk Twp OR ']),
  )
})

test('house numbers may have their own column, and a number of units is not a unit', async () => {
  for (const [number, name] of [
    ['house_no', 'street_name'],
    ['NUMBER', 'STREET'],
    ['St Num', 'St Name'],
    ['situs_number', 'street'],
  ]) {
    const rows = STREETS.map((street, i) => {
      const [first, ...rest] = street.split(' ')
      return `k${i}x,${first}.0,${rest.join(' ')},${ZIPS[i]},${PRICES[i]},1`
    })
    const { homes, draft } = await imported('x.csv', `id,${number},${name},zip,price,unit_count\n${rows.join('\n')}\n`)
    assert.deepEqual(
      of(homes, ({ address }) => address.streetAddress),
      STREETS,
      draft.text,
    )
  }
})

const POINTS = STREETS.map((_, i) => [45.51 + i / 100, -122.65 - i / 100] as const)

test('coordinates are recognized by their values', async () => {
  const cells: readonly Readonly<Record<string, readonly (string | number)[]>>[] = [
    { location: POINTS.map(([y, x]) => `POINT (${x} ${y})`) },
    { the_geom: POINTS.map(([y, x]) => `SRID=4326;POINT(${x} ${y})`) },
    { geo: POINTS.map(([y, x]) => `(${y}, ${x})`) },
    { lat: POINTS.map(([, x]) => x), lon: POINTS.map(([y]) => y) },
    { latitude: POINTS.map(([y]) => Math.round(y * 1e6)), longitude: POINTS.map(([, x]) => Math.round(x * 1e6)) },
    { lat: POINTS.map(([y]) => y), lng: POINTS.map(([, x]) => -x) },
  ]
  for (const columns of cells) {
    const { homes, draft } = await homesWith({ ...columns, price: PRICES })
    const near = of(homes, ({ point }) => point && [point.latitude.toFixed(5), point.longitude.toFixed(5)])
    assert.deepEqual(
      near,
      POINTS.map(([y, x]) => [y.toFixed(5), x.toFixed(5)]),
      draft.text,
    )
  }
})

test('homes abroad get no draft, and one sentence gives the reason', async () => {
  for (const [city, first, step] of [
    ['Paris', 75_001, 1],
    ['Wien', 1010, 10],
    ['Sevilla', 41_001, 1],
    ['Barcelona', 8001, 2],
    ['Berlin', 10_115, 120],
  ] as const) {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `k${i}x,${i + 1} Main St,${city},${first + (i % 20) * step},${250_000 + i}`,
    )
    const { draft, noDraft = '' } = await trial.inspect(
      trial.files.write('x.csv', `id,street,city,zip,price\n${rows.join('\n')}\n`),
    )
    assert.equal(draft, undefined, city)
    assert.match(noDraft, /^the homes are in another country: \d+ of 40 codes in "zip" are not ZIP codes/)
  }
})

test('postal codes of Canada mean another country, wherever the coordinates lie', async () => {
  const rows = STREETS.map((street, i) => `k${i}x,${street},Whistler,V8E 1G${i},${PRICES[i]},48.49,-123.45`)
  const file = trial.files.write('x.csv', `id,address,town,zip,price,lat,lng\n${rows.join('\n')}\n`)
  assert.match((await trial.inspect(file)).noDraft ?? '', /^the homes are in another country: "zip"/)
})

test('coordinates in several states give each row its own', async () => {
  const rows = Array.from({ length: 40 }, (_, i) =>
    i < 30
      ? `k${i}x,"${i + 1} Main St, Los Angeles, CA 90028",34.1013,-118.3105`
      : `k${i}x,"${i + 1} Main St, Chicago",41.884,-87.6441`,
  )
  const { homes } = await trial.imported(trial.files.write('x.csv', `id,address,lat,lng\n${rows.join('\n')}\n`))
  assert.deepEqual([...new Set(homes.map(({ address }) => address.state))], ['CA', 'IL'])
})

test('one unreadable cell costs neither the row nor the column', async () => {
  const listed = await homesWith({
    status: ['Sold'],
    sold_price: PRICES,
    sold_date: DAYS,
    list_date: DAYS.map((day) => dayOf(Date.parse(day) + 5e9)),
  })
  assert.deepEqual([listed.report.rowsRejected, listed.report.sales], [0, 6])
  assert.ok(listed.report.reported.some(({ rule, rows }) => rule === 'dates.order' && rows === 6))
  const odd = await homesWith({
    price: [450_000, -512_500, 0, 389_900],
    year_built: [1990, 9999, 0, 2001],
    listing_date: ['2026-01-01', '2027-09-09'],
  })
  assert.deepEqual(of(odd.homes, ({ listing }) => listing?.listPrice).slice(0, 4), [
    450_000,
    undefined,
    undefined,
    389_900,
  ])
  assert.deepEqual(of(odd.homes, ({ facts }) => facts.yearBuilt).slice(0, 4), [1990, undefined, undefined, 2001])
  assert.deepEqual(odd.report.rowsRejected, 0)
  assert.ok(odd.report.reported.some(({ rule, rows }) => rule === 'listed.future' && rows === 3))
})

test('no area is 0, no ZIP is in another state than its city, and a home on the market may have been sold before', async () => {
  const { homes } = await homesWith({
    status: ['Active'],
    price: PRICES,
    last_sold_date: DAYS,
    last_sold_price: PRICES,
    list_date: ['2026-10-02'],
    sqft: [0, 1200],
    lot_sqft: [0, 5000],
  })
  const [first] = homes
  assert.deepEqual([first?.facts.livingArea, first?.facts.lotSizeSquareFeet], [undefined, undefined])
  assert.equal(dayOf(first?.listing?.onMarketMs ?? 0), '2026-10-02')
  const { homes: moved } = await imported(
    'x.csv',
    `id,address,city,state,zip,price\n${STREETS.map((street, i) => `k${i}x,${street},Portland,OR,${i ? 97_201 : 33_139},400000`).join('\n')}\n`,
  )
  assert.deepEqual([moved[0]?.address.city, moved[0]?.address.zipcode], ['Portland', ''])
})

test('records in JSON are found, however an answer wraps them', async () => {
  const records = STREETS.map((street, i) => ({
    street,
    city: 'Portland',
    state: 'OR',
    zip: ZIPS[i],
    price: PRICES[i],
    coordinates: POINTS[i],
    facts: i % 2 ? { beds: 3 } : [null, [], ''][i / 2],
  }))
  const keyed = (list: readonly (typeof records)[number][]) =>
    Object.fromEntries(list.map((record, i) => [`home-${i}`, record]))
  const named = records.map((record, i) => ({ id: `h${i}`, ...record }))
  const [first, second] = [named.slice(0, 3), named.slice(3)]
  for (const text of [
    JSON.stringify({ status: 200, data: { home_search: { total: 6, results: named } } }),
    JSON.stringify({ d: { results: named } }, null, 2),
    JSON.stringify({ meta: { page: 1, pages: 2 }, response: { listings: named, agents: [{ name: 'x' }] } }),
    JSON.stringify({
      properties: named,
      scores: named.flatMap(({ id }) => Array.from({ length: 20 }, () => ({ id, a: 1, b: 2, c: 3, d: 4 }))),
    }),
    JSON.stringify([first, second].map((results) => ({ props: { search: { total: 6, results } } }))),
    [first, second].map((value) => JSON.stringify({ '@odata.context': 'x', value })).join('\n'),
    [first, second].map((bundle) => JSON.stringify({ success: true, status: 200, bundle, total: 6 })).join('\n'),
    JSON.stringify(keyed(records)),
    JSON.stringify({ updated: 'today', homes: keyed(records) }, null, 2),
    JSON.stringify(named).replaceAll('"facts":""', '"facts":NaN'),
    named
      .map((record) => JSON.stringify(record))
      .join('\n')
      .replaceAll('"facts":""', '"facts":NaN'),
  ]) {
    const { homes, draft } = await imported('x.json', text)
    assert.deepEqual(
      of(homes, ({ listing }) => listing?.listPrice),
      PRICES,
      `${text.slice(0, 80)}: ${draft.text}`,
    )
    assert.deepEqual(
      of(homes, ({ facts }) => facts.bedroomsTotal),
      [undefined, 3, undefined, 3, undefined, 3],
    )
    assert.deepEqual(
      of(homes, ({ point }) => point && [point.latitude, point.longitude]),
      POINTS.map(([y, x]) => [y, x]),
    )
  }
})

test('RESO records give rents, kinds of homes and pictures', async () => {
  const place = { City: 'Portland', StateOrProvince: 'OR', PostalCode: '97201', StandardStatus: 'Active' }
  const value = STREETS.map((UnparsedAddress, i) => ({
    ListingKey: `K${i}`,
    PropertyType: i < 2 ? 'ResidentialLease' : 'Residential',
    PropertySubType: i === 1 ? 'Condominium' : 'SingleFamilyResidence',
    ListPrice: i < 2 ? 2100 : 410_000,
    UnparsedAddress,
    ...place,
    Media: i === 5 ? [] : [{ MediaKey: 'a', MediaURL: `https://example.com/${i}.jpg`, Order: 0 }],
  }))
  const { homes } = await imported('reso.json', JSON.stringify({ '@odata.context': 'x', value }))
  const lists = (home: Home) => [home.listing?.kind, home.homeType, home.listing?.photos?.[0]?.url]
  assert.deepEqual(
    [homes[0], homes[1], homes[5]].map((home) => home && lists(home)),
    [
      ['lease', 'SINGLE_FAMILY', 'https://example.com/0.jpg'],
      ['lease', 'CONDO', 'https://example.com/1.jpg'],
      ['sale', 'SINGLE_FAMILY', undefined],
    ],
  )
})

test('row numbers are not used as ids if an address identifies the home', async () => {
  const rows = (from: number) => STREETS.map((street, i) => `${from + i},${street},Portland,OR,${ZIPS[i]},${PRICES[i]}`)
  const keyOf = async (header: string, from: number) => {
    const file = trial.files.write('x.csv', `${header},street,city,state,zip,price\n${rows(from).join('\n')}\n`)
    return /^key: (.*)$/m.exec((await trial.inspect(file)).draft?.text ?? '')?.[1]
  }
  assert.deepEqual(
    [await keyOf('id', 1), await keyOf('Index', 0), await keyOf('id', 5001)],
    ['[street, zip]', '[street, zip]', 'id'],
  )
})

test('homes whose address may not be shown are not merged', async () => {
  for (const words of [
    '(undisclosed Address)',
    'Undisclosed Address',
    'Address not disclosed',
    '[Withheld Address]',
    'Unknown Address',
  ]) {
    const rows = STREETS.map((street, i) => `${i % 2 ? street : words},Portland,OR,97201,${PRICES[i]},${DAYS[i]}`)
    const { all, draft } = await imported('x.csv', `address,city,state,zip,sold_price,sold_date\n${rows.join('\n')}\n`)
    assert.equal(all.length, 6, `${words}: ${draft.text}`)
    assert.equal(all.filter(({ address }) => address.streetAddress === '').length, 3, words)
  }
})

test('ids of any length are used as keys, exactly as written', async () => {
  for (const start of ['90071992547410930', '123456789012345678901234567890', '7.1']) {
    const ids = STREETS.map((_, i) => `${start}${i}`)
    const rows = STREETS.map((street, i) => `${ids[i]},${street},97201,${PRICES[i]}`)
    const { homes } = await imported('x.csv', `listing_id,street,zip,price\n${rows.join('\n')}\n`)
    assert.deepEqual(
      of(homes, ({ sourceKey }) => sourceKey),
      ids,
    )
  }
})

test('quotes behind backslashes and cells that keep their zeros for a spreadsheet are read', async () => {
  const rows = STREETS.map(
    (street, i) => `k${i}x,${street},MA,="0${2108 + i}",${PRICES[i]},"a \\"nice\\" home, they say"`,
  )
  const { homes, report } = await imported('x.csv', `id,street,state,zip,price,remarks\n${rows.join('\n')}\n`)
  assert.equal(report.rowsRejected + (report.homes?.new ?? 0), 6)
  assert.equal(homes[0]?.address.zipcode, '02108')
  assert.equal(homes[1]?.listing?.description, 'a "nice" home, they say')
})

test('a name that two columns share is reported in the first line of the draft', async () => {
  const rows = STREETS.map((street, i) => `k${i}x,${street},97201,${PRICES[i]},${PRICES[i]},3`)
  const { draft } = await imported('x.csv', `id,street,zip,price,price,beds\n${rows.join('\n')}\n`)
  assert.match(draft.text, /^# "price" is the name of 2 columns, so none of them is read: rename them\.\n/)
})

test('a table in a spreadsheet is found below titles and group names, and after a cover sheet', async () => {
  const cell = (column: number, row: number, value: string | number) => {
    const ref = `${String.fromCharCode(65 + column)}${row}`
    return typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const rowsOf = (lines: readonly (readonly (string | number)[])[]) =>
    lines
      .map(
        (cells, i) =>
          `<row r="${i + 1}">${cells.map((value, k) => (value === '' ? '' : cell(k, i + 1, value))).join('')}</row>`,
      )
      .join('')
  const header = ['MLS #', 'Address', 'Zip', 'Sold Price', 'Sold Date', 'Beds']
  const table = STREETS.map((street, i) => [`M${i}x`, street, ZIPS[i] ?? '', PRICES[i] ?? 0, DAYS[i] ?? '', 3])
  const title = [['Sold homes'], ['Made by the office'], []]
  const groups = ['Listing', 'Place', '', 'Sale', '', 'Facts']
  for (const sheets of [
    [{ name: 'Report', rows: rowsOf([...title, header, ...table]) }],
    [{ name: 'Report', rows: rowsOf([groups, header, ...table]) }],
    [
      { name: 'Cover', rows: rowsOf([['A report of 2024'], ['See the next sheet']]) },
      { name: 'Sales', rows: rowsOf([...title, header, ...table]) },
    ],
  ]) {
    const { homes, draft } = await imported('x.xlsx', xlsxFile(sheets))
    assert.deepEqual(
      of(homes, ({ listing }) => [listing?.closePrice, listing?.closeDate]),
      PRICES.map((price, i) => [price, DAYS[i]]),
      draft.text,
    )
  }
})

test('features get a location if the file states its projection after them', async () => {
  const features = STREETS.map((street, i) => ({
    type: 'Feature',
    properties: { pin: `k${i}x`, street, zip: ZIPS[i], price: PRICES[i] },
    geometry: { type: 'Point', coordinates: [-13_650_000 - i, 5_700_000 + i] },
  }))
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } }
  const { homes } = await imported('x.geojson', JSON.stringify({ type: 'FeatureCollection', features, crs }))
  assert.deepEqual(
    of(homes, ({ point }) => point && [Math.round(point.latitude), Math.round(point.longitude)])[0],
    [45, -123],
  )
})

test('a draft shows what an import would bring in and leave out', async () => {
  const file = trial.files.write(
    'x.csv',
    `id,street,city,state,zip,sold_price,sold_date\nA1x,7 Elm St,Portland,OR,97201,450000,2018-01-09\nA2x,18 Pine Ave,Portland,OR,97202,512500,2031-01-09\nA3x,29 Birch Rd,Portland,ZZ,00000,1,x\n`,
  )
  const { draft } = await trial.inspect(file)
  assert.partialDeepStrictEqual(draft?.preview, { rows: 3, used: 2, sales: 1, days: ['2018-01-09', '2018-01-09'] })
  assert.deepEqual(
    draft?.preview.rejected.map(({ rows }) => rows),
    [1],
  )
  assert.ok(fieldsOf({ draft }).CloseDate)
})

test('several lists of one JSON object are read together, and lists of homes inside cities become rows', async () => {
  const home = (i: number) => ({ id: `h${i}`, address: `${i} Elm St`, city: 'Portland', zip: '97201', state: 'OR', price: 400_000 + i }) // biome-ignore format: a line
  const homesIn = async (json: unknown) => {
    const { homes, draft } = await trial.imported(trial.files.write('x.json', JSON.stringify(json)))
    return homes.length === 4 ? homes.map(({ listing }) => listing?.status) : draft.text
  }
  const [first, second] = [
    [home(1), home(2)],
    [home(3), home(4)],
  ]
  assert.deepEqual(await homesIn({ sold: first, for_sale: second }), ['Closed', 'Closed', 'Active', 'Active'])
  const cities = [first, second].map((homes) => ({ name: 'Portland', homes }))
  assert.deepEqual(await homesIn(cities), ['Active', 'Active', 'Active', 'Active'])
})

test('a word that many headers share says nothing, and an average of a place is no fact of a home', async () => {
  const { homes } = await homesWith({
    scan_sqft: [1400, 1600, 1900],
    scan_url: ['https://a.example/1', 'https://a.example/2'],
    scan_day: ['x', 'y'],
    scan_year_built: [1950, 1972, 2001],
    'Avg. Area Number of Bedrooms': [3, 4, 2],
  })
  assert.deepEqual(of(homes, ({ facts }) => [facts.livingArea, facts.yearBuilt, facts.bedroomsTotal])[0], [
    1400,
    1950,
    undefined,
  ])
})
