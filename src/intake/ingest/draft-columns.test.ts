import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../test/ingest/draft-trial.ts'
import type { Home } from '../../model/home.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

type Rows = readonly (readonly (string | number)[])[]

/** Writes a CSV with all cells in quotes. */
function csv(header: string, rows: Rows): string {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')
  const text = [header.split(','), ...rows].map(line).join('\n')
  return trial.files.write('homes.csv', `${text}\n`)
}

async function imported(header: string, rows: Rows) {
  const result = await trial.imported(csv(header, rows))
  const of = (street: string) => {
    const found = result.homes.find(({ address }) => address.streetAddress === street)
    assert.ok(found, `${street} is missing: ${result.draft.text}`)
    return found
  }
  return { ...result, of }
}

const STREETS = ['7 Elm St', '18 Pine Ave', '29 Birch Rd', '40 Lake Dr', '51 Hill Ct', '62 River Ln'] as const

/** Returns one row for each street. The index is the street's position in the list. */
function each(cells: (street: string, i: number) => readonly (string | number)[]): Rows {
  return STREETS.map(cells)
}

test('a date after the word "sold" is the sale date', async () => {
  const badges = [
    (day: number) => `SOLD MAR ${day}, 2025`,
    (day: number) => `Last sold on 3/${day}/2025 by a broker`,
    (day: number) => `{'text': 'Sold 03/0${day}/2025'}`,
  ]
  for (const badge of badges) {
    trial.remove()
    trial = new DraftTrial()
    const rows = each((street, i) => [`${street}, Portland, OR 97201`, 400_000 + i, badge(i + 1)])
    const { of } = await imported('address,price,ribbon', rows)
    const { listing }: Home = of('29 Birch Rd')
    assert.deepEqual([listing?.closePrice, listing?.closeDate], [400_002, '2025-03-03'])
  }
})

test('columns named after the class names of scraped pages are recognized by the last part', async () => {
  const rows = each((street, i) => [`${street}, Portland, OR 97201`, `$${400 + i},000`, '3 beds', '2.5 baths'])
  const { draft } = await imported('card__Address,card__Price--value,card__Stats--beds,card__Stats--baths', rows)
  assert.partialDeepStrictEqual(fieldsOf({ draft }), {
    ListPrice: 'card__Price--value',
    BedroomsTotal: 'card__Stats--beds',
    BathroomsTotalDecimal: 'card__Stats--baths',
  })
})

test('ranges of numbers are left out, and the other cells of their column are read', async () => {
  const rows = each((street, i) => [
    `${street}, Portland, OR 97201`,
    i % 3 === 0 ? `$${2 + i},100/mo` : `$2,500 - $3,${i}00/mo`,
    i % 3 === 0 ? '2 Beds' : 'Studio-2 Beds',
    i % 3 === 0 ? '1 Bath' : '1-2 Baths',
  ])
  const { of } = await imported('address,price,beds,baths', rows)
  const [one, other] = [of('40 Lake Dr'), of('18 Pine Ave')]
  assert.deepEqual([one.listing?.listPrice, one.facts.bedroomsTotal, one.facts.bathrooms], [5100, 2, 1])
  assert.deepEqual(
    [other.listing?.listPrice, other.facts.bedroomsTotal, other.facts.bathrooms],
    [undefined, undefined, undefined],
  )
})

test('ZIP codes in whole addresses take precedence over a column that contradicts them', async () => {
  const rows = each((street, i) => [97_201, `${street},\nPortland, OR ${97_201 + (i % 3)}`, 400_000 + i])
  const { of, draft } = await imported('zip_code,address,price', rows)
  assert.equal(of('29 Birch Rd').address.zipcode, '97203')
  assert.match(draft.text, /"zip_code" has different ZIP codes from the addresses/)
})

test('if two columns have the same number, the fuller one is read first, then the other one', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, i === 0 ? 3 : '', i === 0 ? '' : 4, 400_000 + i])
  const { of } = await imported('address,city,state,zip,bedrooms,beds,price', rows)
  assert.deepEqual([of('7 Elm St').facts.bedroomsTotal, of('51 Hill Ct').facts.bedroomsTotal], [3, 4])
})

test('the original asking price is used if there is no current one', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, 'active', 400_000 + i])
  const { of } = await imported('address,city,state,zip,status,original_list_price', rows)
  assert.equal(of('51 Hill Ct').listing?.listPrice, 400_004)
})

test('a column of states that contradicts the ZIP codes is left out', async () => {
  const rows = each((street, i) => [street, i % 2 ? '10011' : '10003', 'MN'])
  const { of, draft } = await imported('address,zip,borough', rows)
  assert.equal(of(STREETS[0]).address.state, 'NY', draft.text)
})

test('the date of an auction is not a sale date', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, `2026-0${i + 1}-12`, 'A. Trustee'])
  const { of, draft } = await imported('address,city,state,zip,sale_date,trustee', rows)
  assert.equal(of('51 Hill Ct').listing, undefined)
  assert.match(draft.text, /"sale_date" is the date of an auction/)
})

test('a status and a date in a list of foreclosures are those of the auction', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, `2026-0${i + 1}-12`, 'ACTIVE', 'Foreclosure'])
  const { of } = await imported('address,city,state,zip,sale_date,status,list', rows)
  assert.equal(of('51 Hill Ct').listing, undefined)
})

test('an id that lies at several places is no key, and an id that some rows lack is filled up by the address', async () => {
  const place = (street: string) => [street, 'Portland', 'OR', 97_201]
  const shared = await imported(
    'mls_id,address,city,state,zip,price',
    each((street, i) => [`M${Math.max(i, 2)}`, ...place(street), 400_000 + i]),
  )
  assert.match(shared.draft.text, /^key: \[address, zip\]$/m)
  assert.equal(shared.of('62 River Ln').listing?.listPrice, 400_005)
  const lacking = await imported(
    'zpid,address,city,state,zip,price',
    each((street, i) => [i === 3 ? '' : `Z${i}z`, ...place(street), 400_000 + i]),
  )
  assert.match(lacking.draft.text, /^key: \{ column: \[zpid, address\] \}$/m)
  assert.equal(lacking.of('40 Lake Dr').listing?.listPrice, 400_003)
})

test('a listing that is active or pending is no sale, though it has a date of an earlier or a planned one', async () => {
  const rows = each((street, i) => [
    street,
    'Portland',
    'OR',
    97_201,
    ['Active', 'P'][i % 2] ?? '',
    400_000 + i,
    `2020-0${i + 1}-12`,
  ])
  for (const header of ['soldDate', 'Projected Closing Date']) {
    const { of } = await imported(`address,city,state,zip,mlsStatus,price,${header}`, rows)
    const [active, pending] = [of('7 Elm St').listing, of('18 Pine Ave').listing]
    assert.deepEqual([active?.status, active?.listPrice, active?.closePrice], ['Active', 400_000, undefined], header)
    assert.deepEqual([pending?.status, pending?.listPrice], ['Pending', 400_001], header)
  }
  const reso = each((street, i) => [street, 'Portland', 'OR', 97_201, 'Active', 400_000 + i, `2020-0${i + 1}-12`])
  const { of } = await imported('address,city,state,zip,status,price,sold_date', reso)
  assert.equal(of('7 Elm St').listing?.listPrice, 400_000)
})

test('a past sale that has no status is a sale', async () => {
  const days = STREETS.map((_, i) => (i ? `June-${i + 10}-2018` : ''))
  const rows = each((street, i) => [
    'PAST SALE',
    days[i] ?? '',
    street,
    'Portland',
    'OR',
    97_201,
    400_000 + i,
    i ? 'Sold' : '',
  ])
  const { of } = await imported('SALE TYPE,SOLD DATE,ADDRESS,CITY,STATE,ZIP,PRICE,STATUS', rows)
  const [undated, dated] = [of('7 Elm St').listing, of('18 Pine Ave').listing]
  assert.deepEqual([undated?.status, undated?.closePrice], ['Closed', 400_000])
  assert.deepEqual([dated?.status, dated?.closePrice, dated?.closeDate], ['Closed', 400_001, '2018-06-11'])
})

test('a file of sales without any dates is imported without the prices paid, whether or not it has a status', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, 'CLOSD', `$${400 + i},000`, `$${390 + i},000`])
  const { of, report } = await imported('address,city,state,zip,Status,ListPrice,SalePrice', rows)
  const { status, listPrice, closePrice } = of('7 Elm St').listing ?? {}
  assert.deepEqual([report.refused, status, listPrice, closePrice], [undefined, 'Closed', 400_000, undefined])
})

test('the price beside a buyer is that of a sale, and a street may end with its city and state', async () => {
  const { of } = await imported(
    'location,city,state,zip,Buyer last name,Price',
    each((street, i) => [`${street} Portland Or`, 'Portland', 'Or', 97_201, `Doe ${i}`, 390_000 + i]),
  )
  assert.equal(of('7 Elm St').listing, undefined)
})

test('the state is taken from cities such as Boston, MA', async () => {
  const rows = each((_, i) => [`L-${i}z`, 'Portland, OR', 3, 400_000 + i])
  const { homes } = await imported('listing_id,city,bedrooms,price', rows)
  assert.deepEqual([homes.length, homes[0]?.address.city, homes[0]?.address.state], [6, 'Portland', 'OR'])
})

test('a column of kinds that no word explains leaves the homes houses', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, 'FOR_RENT', 2000 + i])
  const { of } = await imported('address,city,state,zip,buildingType,rent', rows)
  assert.equal(of('51 Hill Ct').homeType, 'SINGLE_FAMILY')
})

test('a coordinate with a slip in its header is found by its values', async () => {
  const rows = Array.from({ length: 24 }, (_, i) => [`${i + 1} Elm St`, 45.5 + i / 1000, -122.6 - i / 1000, 400_000])
  const { of } = await imported('address,lat,lgn,price', rows)
  assert.deepEqual(of('7 Elm St').point, { latitude: 45.506, longitude: -122.606 })
})

test('a whole address beside a street counts if no other column shows the place', async () => {
  const rows = each((street, i) => [
    `${street}, Portland, OR 97201`,
    `${street}, Portland, OR 97201 | Homes`,
    400_000 + i,
  ])
  const { of } = await imported('link,address,price', rows)
  assert.equal(of('7 Elm St').address.zipcode, '97201')
})

test('an invented place keeps its state, and a section of land is no city', async () => {
  const states = ['Illinois', 'Montana', 'Wyoming', 'Ohio', 'Texas', 'Utah']
  const invented = await imported(
    'address,city,state,zip,price',
    each((street, i) => [street, 'Mrazshire', states[i] ?? '', '97201', 400_000 + i]),
  )
  const { address } = invented.of('7 Elm St')
  assert.deepEqual([address.city, address.state, address.zipcode], ['Mrazshire', 'IL', ''])
  const surveyed = await imported(
    'apn,Township,latitude,longitude',
    each((_, i) => [`004-030-0${i}`, '48N', 45.5 + i / 1000, -122.6]),
  )
  assert.notEqual(surveyed.homes[0]?.address.city, '48N')
})

test('the city and the ZIP of owners who live elsewhere are not those of parcels', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => {
    const [city, zip] = i % 5 ? ['Portland', 97_201] : ['Pahoa', 96_778]
    return [`004-030-${i}`, `${i + 1} Elm St`, city, zip, 45.5 + i / 1000, -122.6]
  })
  const { of } = await imported('apn,address,city,zip_code,latitude,longitude', rows)
  assert.deepEqual([of('1 Elm St').address.state, of('6 Elm St').address.city], ['OR', 'Portland'])
})

test('the city of a whole address counts more than a neighborhood in a column of cities', async () => {
  const rows = each((street, i) => [`${street}, Portland, OR 97201`, i ? 'Portland' : 'Kingswood Quarter', 900 + i])
  const { of } = await imported('address,locality,rent', rows)
  assert.equal(of('7 Elm St').address.city, 'Portland')
})

test('a price without a date is that of a sale if the name of the file says "sold"', async () => {
  const rows = STREETS.map((street, i) => `"${street}, Portland, OR 97201",${400_000 + i}`).join('\n')
  const { homes } = await trial.imported(trial.files.write('recently_sold.csv', `address,price\n${rows}\n`))
  assert.deepEqual([homes.length, homes[0]?.listing], [6, undefined])
})

test('beds of guests do not fill up bedrooms, and a kind of room is no roof', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, i ? 2 : '', 5 + i, 'Entire home', 400_000 + i])
  const { of, draft } = await imported('address,city,state,zip,bedrooms,beds,room_type,price', rows)
  assert.deepEqual([of('7 Elm St').facts.bedroomsTotal, of('18 Pine Ave').facts.bedroomsTotal], [undefined, 2])
  assert.equal(fieldsOf({ draft }).Roof, undefined)
})

test('the state is that of all ZIP codes if some addresses lack theirs', async () => {
  const rows = each((street, i) => [`${street}, Portland${i % 2 ? ', 97201' : ''}`, 400_000 + i])
  const { of } = await imported('address,price', rows)
  assert.equal(of('7 Elm St').address.state, 'OR')
})

test('the address of an owner never becomes that of a home', async () => {
  const rows = each((street, i) => [
    `K-${i}z`,
    `${90 + i} FAR AWAY ROAD RENO NV 89501`,
    street,
    'PORTLAND',
    'OR',
    97_201,
  ])
  const { of } = await imported('pin,ow_add,ph_add,ph_cty_nm,ph_st_nm,ph_zip', rows)
  assert.equal(of('7 Elm St').address.city, 'PORTLAND')
})

test('addresses are read even if most streets have no number', async () => {
  const rows = each((street, i) => [`K-${i}z`, i < 2 ? street : street.replace(/^\d+ /, ''), 'Portland', 'OR', 97_201])
  const { draft } = await imported('parcel_id,prop_address,prop_city,prop_state,prop_zip', rows)
  assert.equal(fieldsOf({ draft }).StreetAddress, 'prop_address')
})

test('the area of a parcel is not the living area, and acres are lot sizes', async () => {
  const acres = (i: number) => (0.1 + i / 50).toFixed(3)
  const rows = each((street, i) => [
    `600${i}.5,90${i}.1`,
    `K-${i}z`,
    Number.parseInt(street, 10),
    street.split(' ')[1] ?? '',
    street.split(' ')[2] ?? '',
    'Portland',
    'OR',
    97_201,
    (Number(acres(i)) * 43_560 * 1.01).toFixed(2),
    acres(i),
    10_000 + i,
    100_000 + i,
  ])
  const { of, draft } = await imported(
    'CENTROID,SBL,loc_st_nbr,loc_st_nam,loc_mail_s,loc_muni_n,state,zip,AREA,MAP_ACRES,assess_val,total_val',
    rows,
  )
  const { facts } = of('29 Birch Rd')
  assert.deepEqual([facts.livingArea, Math.round(facts.lotSizeSquareFeet ?? 0)], [undefined, 6098])
  assert.match(draft.text, /^key: SBL$/m)
  assert.equal(fieldsOf({ draft }).TaxAssessedValue, 'assess_val')
})

test('"[object Object]" counts as an empty cell', async () => {
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, i % 2 ? '[object Object]' : 3, 400_000 + i])
  const { of } = await imported('address,city,state,zip,beds,price', rows)
  assert.equal(of('18 Pine Ave').facts.bedroomsTotal, undefined)
})

test('a file whose rows are all shorter than its header is refused, and the message says so', async () => {
  const file = csv(
    'address,city,state,zip,price,beds,baths,year',
    each((street) => [street, 'Portland', 'OR', 97_201, 400_000, 3]),
  )
  await assert.rejects(trial.inspect(file), /all 6 rows have more or fewer cells than the header/)
})

test('the size of floors is the living area, with or without its unit in the header', async () => {
  for (const header of ['floorSize', 'Floor size in sqft', 'floor_space', 'floorSizeValue']) {
    const rows = each((street, i) => [`${street}, Portland, OR 97201`, `$${400 + i},000`, `1,${200 + i}`])
    const { of } = await imported(`address,price,${header}`, rows)
    assert.equal(of('18 Pine Ave').facts.livingArea, 1201)
  }
})

test('an id stays the key if one row of totals lacks it and one row repeats it', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => [
    `R${i === 7 ? 6 : i}x`,
    `${i} Elm St`,
    'Portland',
    'OR',
    97_201,
    i,
  ])
  const { draft } = await imported('record_id,address,city,state,zip,price', [...rows, ['', '', '', '', '', 780]])
  assert.match(draft.text, /^key: \{ column: \[record_id, address\] \}$/m)
})

test('prices identify only rows without an address, and the draft says why an id does not', async () => {
  const rows = each((street, i) => [i < 3 ? 7 : 8, i === 5 ? '' : street, 'Portland', 'OR', 97_201, 400_000 + i])
  const { draft } = await imported('id,address,city,state,zip,price', rows)
  assert.match(draft.text, /^# "id" is not the key: most of its values occur in several rows\. /m)
  assert.match(draft.text, /^key: \[address, zip, \{ column: \[address, price\] \}\]$/m)
})

test('numbered columns of pictures are joined, and "no photo" is no picture', async () => {
  const url = (i: number) => `https://a.example/${i}.jpg`
  const rows = each((street, i) => [street, 'Portland', 'OR', 97_201, i, url(i), i % 2 ? 'No photo' : url(i + 9)])
  const { draft, of } = await imported('address,city,state,zip,price,photo1,photo_2', rows)
  assert.match(draft.text, /PhotoURLs: \{ join: \[photo1, photo_2\], emptyWhen: \[No photo\] \}/)
  assert.equal(of('7 Elm St').listing?.photos?.length, 2)
})

test('the state follows from owners in the same city, from some ZIP codes, or from a county of the same name', async () => {
  const cases: readonly (readonly [header: string, cells: (i: number) => readonly (string | number)[]])[] = [
    ['own_city,own_state', (i) => (i % 2 ? ['EASTHAMPTON', 'MA'] : ['Hartford', 'CT'])],
    ['own_place', (i) => [i % 2 ? 'EASTHAMPTON, MA 01027' : 'Hartford CT 06103']],
    ['zip', (i) => [i % 2 ? '01027' : '']],
    ['county', () => ['Hampshire']],
  ]
  for (const [header, cells] of cases) {
    trial.remove()
    trial = new DraftTrial()
    const rows = each((street, i) => [`K-${i}z`, street, 'EASTHAMPTON', ...cells(i)])
    const { of, draft } = await imported(`parcel_id,site_addr,city,${header}`, rows)
    assert.equal(of('7 Elm St').address.state, 'MA', `${header}: ${draft.text}`)
  }
})

test('a city that several states have does not show the state', async () => {
  const rows = each((street, i) => [`K-${i}z`, street, 'Springfield', 'Reno', 'NV'])
  const file = csv('parcel_id,site_addr,city,own_city,own_state', rows)
  assert.match((await trial.inspect(file)).noDraft ?? '', /StateOrProvince/)
})

test('a city behind a comma is cut off the street if the coordinates are in its state', async () => {
  const rows = each((street, i) => [`${street}, Buffalo`, 42.9 + i / 1000, -78.88, 90_000 + i, '1990/02/01 00:00'])
  const { of } = await imported('address,lat,lng,sale_price,date_time', rows)
  const { address, listing } = of('18 Pine Ave')
  assert.deepEqual([address.city, address.state, listing?.closeDate], ['Buffalo', 'NY', '1990-02-01'])
})

test('beside columns about the property, plain columns of an address are those of the owner', async () => {
  const header = 'parcel,owner,address_1,address_2,city,state,zip,prop_addr,prop_city'
  const rows = each((street, i) => {
    const owner = i % 3 ? ['9 Far Rd', 'MOAB UT 84532', 'MOAB', 'UT', 84_532] : ['8 Far Rd', '', 'Reno', 'NV', 89_501]
    return [`K-${i}z`, 'Smith', ...owner, street.replace(/^(\d+) (.*)/, '$2 $1'), 'MOAB']
  })
  const { of } = await imported(header, rows)
  assert.partialDeepStrictEqual(of('Elm St 7').address, { city: 'MOAB', state: 'UT' })
})

test('a table without any place takes city and state from owners who live in their home, if all live in one city', async () => {
  const header = 'parcel_id,situs_address,owner_name,mailing_address1,mailing_city,mailing_state,mailing_zip,year_built'
  const rowsIn = (cities: readonly string[]) =>
    each((street, i) => {
      const owner =
        i % 3 ? [`${street} `, cities[i % cities.length] ?? '', 'OR', 97_201] : ['9 Far Rd', 'Reno', 'NV', 89_501]
      return [`K-${i}z`, street, 'Smith', ...owner, 1950 + i]
    })
  const { of } = await imported(header, rowsIn(['PORTLAND']))
  assert.partialDeepStrictEqual(of('7 Elm St').address, { city: 'PORTLAND', state: 'OR' })
  assert.ok((await trial.inspect(csv(header, rowsIn(['PORTLAND', 'SALEM'])))).noDraft)
})

test('a number and the name of a street in columns of their own are joined, also if the name begins with a number', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => [20 + i, `${1 + (i % 2)} AVENUE`, 10_003])
  const { of } = await imported('house_number,street_name,zip_code', rows)
  assert.equal(of('21 2 AVENUE').address.zipcode, '10003')
})

test('a sale date that all rows share makes the price neither asked nor paid', async () => {
  const rows = (day: (i: number) => string) => each((street, i) => [street, 97_201, 400_000 + i, day(i)])
  const header = 'street,zip,price,sale_date'
  const shared = await imported(header, Array.from({ length: 4 }, () => rows(() => '2025-03-03')).flat())
  assert.equal(shared.of('7 Elm St').listing, undefined)
  assert.match(shared.draft.text, /"price" may be the price asked or paid/)
})

test('the day on which a loan was recorded is no sale', async () => {
  const rows = each((street, i) => [street, 97_201, `2025-03-0${i + 1}`, 'First Bank', 87_500 + i])
  const { draft } = await imported('address,zip,recorded_date,lender_name,loan_amount', rows)
  assert.equal(fieldsOf({ draft }).CloseDate, undefined)
})

test('foreclosed homes and sales by owners are on the market, and a comma after the city is dropped', async () => {
  const statuses = ['House for sale', 'For sale by owner', 'Foreclosed']
  const rows = each((street, i) => [street, 'Portland, ', 'OR', 97_201, 400_000 + i, statuses[i % 3] ?? ''])
  const { of } = await imported('address,city,state,zip,price,status', rows)
  for (const street of ['18 Pine Ave', '29 Birch Rd']) assert.equal(of(street).listing?.status, 'Active')
  assert.equal(of('7 Elm St').address.city, 'Portland')
})

test('the geometry of a feature counts if its columns have coordinates in another projection', async () => {
  const features = STREETS.map((address, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-122.6 - i / 100, 45.5] },
    properties: { address, zip: 97_201, XCoord: 979_318 + i, YCoord: 165_962 + i },
  }))
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  const { homes } = await trial.imported(trial.files.write('homes.geojson', text))
  assert.equal(homes[0]?.point?.latitude, 45.5)
})

test('a lot on a plat is no size, a name of a building no unit, and a long header is not cut off', async () => {
  const rows = each((street, i) => [street, 97_201, 400_000 + i, `${1200 + i}`, `B${i}`, `Elm Court House ${'x'.repeat(i)}`, 7_100_000 + i]) // biome-ignore format: a line
  const { draft } = await imported('address,zip,price,Lot,Block,apartment_name,propertyId', rows)
  const fields = fieldsOf({ draft })
  for (const field of ['LotSizeSquareFeet', 'UnitNumber', 'ParcelNumber']) assert.equal(fields[field], undefined)
})

test('a city or unit that the street repeats is dropped, and a price that repeats the sale price is not asked', async () => {
  const ends = [', Portland', ', U 41', '']
  const rows = each((street, i) => {
    const point = `{'latitude': 45.${i}1, 'longitude': -122.6}`
    return [`${street}${ends[i % 3]}`, 'Portland', 'OR', 97_201, `U ${40 + i}`, 400_000 + i, `$${400_000 + i}`, `2025-03-0${i + 1}`, point, `${6 + i},600 sq ft lot`] // biome-ignore format: a line
  })
  const { homes } = await imported('address,city,state,zip,apt,price,soldPrice,sold_date,latLong,lot', rows)
  const [first, second] = homes
  assert.equal(first?.address.streetAddress, '7 Elm St U 40')
  assert.equal(second?.address.streetAddress, '18 Pine Ave, U 41')
  assert.deepEqual([first?.listing?.listPrice, first?.listing?.closePrice], [undefined, 400_000])
  assert.deepEqual(first?.point, { latitude: 45.01, longitude: -122.6 })
  assert.equal(first?.facts.lotSizeSquareFeet, 6600)
})

test('the current price of sold homes is the sale price, and a year that all rows share is no year of construction', async () => {
  const rows = each((street, i) => [
    street,
    97_201,
    `$${400 + i},000`,
    i % 2 ? 'S' : 'A',
    `9/${i + 1}/2025`,
    2026,
    0.25 + i,
  ])
  const { of } = await imported('address,zip,Current Price,Stat,Close Date,roll_year,lot', rows)
  const [asked, paid] = [of('7 Elm St'), of('18 Pine Ave')].map(({ listing }) => listing)
  assert.deepEqual([asked?.listPrice, paid?.listPrice, paid?.closePrice], [400_000, undefined, 401_000])
  assert.deepEqual([of('7 Elm St').facts.yearBuilt, of('7 Elm St').facts.lotSizeSquareFeet], [undefined, 10_890])
})

test('a document that was recorded is no sale, a street of zeros is none, and cheap homes are not for rent', async () => {
  const rows = each((street, i) => [
    i === 5 ? '0' : street,
    97_201,
    `2025-03-0${i + 1}`,
    i ? 'Single Family' : 'Non-Residential',
  ])
  const recorded = await imported('address,zip,recorded_date,property type', rows)
  assert.equal(fieldsOf(recorded).CloseDate, undefined)
  const streets = recorded.homes.map(({ address }) => address.streetAddress)
  assert.deepEqual(streets, ['18 Pine Ave', '29 Birch Rd', '40 Lake Dr', '51 Hill Ct', ''])
  const cheap = await imported(
    'address,zip,price',
    each((street, i) => [street, 97_201, 9_900 + 2_000 * i]),
  )
  assert.equal(cheap.of('7 Elm St').listing?.kind, 'sale')
})

test('a column whose words all mean a rent or a sale says which homes are rented, whatever its header', async () => {
  const rows = each((street, i) => [street, 97_201, i % 2 ? 1_900 : 400_000, i % 2 ? 'For rent' : 'For sale'])
  const { of } = await imported('address,zip,price,Subtipo', rows)
  assert.deepEqual([of('7 Elm St').listing?.kind, of('18 Pine Ave').listing?.kind], ['sale', 'lease'])
})
