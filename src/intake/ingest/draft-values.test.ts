import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial } from '../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

type Cells = readonly (string | number)[]

const STREETS = ['7 Elm St', '18 Pine Ave', '29 Birch Rd', '40 Lake Dr', '51 Hill Ct', '62 River Ln'] as const

/** Imports homes with these columns, whose cells repeat. Returns the facts and the listing of the first two. */
async function homesWith(columns: Readonly<Record<string, Cells>>) {
  trial.remove()
  trial = new DraftTrial()
  const quoted = (cells: Cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')
  const rows = STREETS.map((street, i) => {
    const own = Object.values(columns).map((cells) => cells[i % cells.length] ?? '')
    return quoted([street, 'Portland', 'OR', 97_201, ...own])
  })
  const header = quoted(['address', 'city', 'state', 'zip', ...Object.keys(columns)])
  const { homes, draft } = await trial.imported(trial.files.write('homes.csv', `${[header, ...rows].join('\n')}\n`))
  const [one, other] = STREETS.map((street) => homes.find(({ address }) => address.streetAddress === street))
  return { one, other, draft: draft.text }
}

const PRICE = [350_000, 420_000, 515_000]

test('cells from web pages are read without tags, entities and signs that were decoded twice', async () => {
  for (const beds of ['<b>3</b> bed', '3&nbsp;bd', '["3"]', "['3']", '[3]', '<span class="x">3</span>&#160;beds']) {
    const { one } = await homesWith({ beds: [beds], price: PRICE })
    assert.equal(one?.facts.bedroomsTotal, 3, beds)
  }
  const { one } = await homesWith({
    price: PRICE,
    description: ['<p>Caf\u00c3\u0083\u00c2\u00a9 &amp; garden</p>'],
    photos: ["['https://a.example/1.jpg', 'https://a.example/2.jpg']"],
  })
  assert.equal(one?.listing?.description, 'Café & garden')
  assert.deepEqual(
    one?.listing?.photos?.map(({ url }) => url),
    ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
  )
})

test('areas and rooms are read with any words around them, but a lot is not a living area', async () => {
  for (const size of ['1,250 Sqrt ft.', 'Living area: 1,250 sqft', '1,250 Sq. Ft. (Per Tax)', '1,250 SqFt living']) {
    const { one } = await homesWith({ size: [size, size.replace('250', '300')], beds: [2, 3], price: PRICE })
    assert.equal(one?.facts.livingArea, 1250, size)
  }
  const { one, other } = await homesWith({ size: ['6,250 sqft lot', '1,250 sqft'], beds: [2, 3], price: PRICE })
  assert.deepEqual([one?.facts.livingArea, other?.facts.livingArea], [undefined, 1250])
  const { one: tiny } = await homesWith({ sqft: ['0.3', '1250', '1310'], beds: [2, 3], price: PRICE })
  assert.equal(tiny?.facts.livingArea, undefined)
  for (const baths of ['1½', '1 1/2', '1 1/2 baths', '1½ ba']) {
    const { one: half } = await homesWith({ beds: [2, 3], baths: [baths, '2 baths'], price: PRICE })
    assert.equal(half?.facts.bathrooms, 1.5, baths)
  }
})

test('beds, baths and area are read from one text', async () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    details: ['3 Bedrooms 2 Full Baths 1,250 sqft', 'Beds: 3 Baths: 2 Sqft: 1250', '3BR | 2BA | 1,250 SF'],
    'Beds/Baths': ['3/2', '3 / 2'],
    bed_bath: ['3 | 2'],
  }
  for (const [header, cells] of Object.entries(texts)) {
    for (const cell of cells) {
      const { one } = await homesWith({ [header]: [cell], price: PRICE })
      assert.deepEqual([one?.facts.bedroomsTotal, one?.facts.bathrooms], [3, 2], cell)
      assert.equal(one?.facts.livingArea, cell.includes('250') ? 1250 : undefined, cell)
    }
  }
})

test('a column without a unit may have lots in acres and in square feet', async () => {
  for (const header of ['lotSize', 'lot_size', 'Lot Area Value']) {
    const { one, other, draft } = await homesWith({ [header]: ['0.25', '6100', '0.5'], beds: [2, 3], price: PRICE })
    assert.deepEqual([one?.facts.lotSizeSquareFeet, other?.facts.lotSizeSquareFeet], [10_890, 6100], draft)
  }
})

test('monthly amounts are rents under any header, and so are the other amounts of their column', async () => {
  for (const header of ['cost', 'monthly', 'lease', 'css-1x', 'rent_cost', 'Lowest']) {
    const { one, other } = await homesWith({
      [header]: ['$2,300/mo', '$2,450+', '$1,900-$2,100'],
      bds: ['1 bd', '2 bds'],
    })
    assert.deepEqual([one?.listing?.kind, one?.listing?.listPrice], ['lease', 2300], header)
    assert.deepEqual([other?.listing?.kind, other?.listing?.listPrice], ['lease', 2450], header)
  }
  for (const header of ['hoa', 'monthly_payment', 'deposit', 'avg_rent', 'est_mortgage']) {
    const { one } = await homesWith({ [header]: ['$300/mo', '$310/mo'], bds: [1, 2] })
    assert.equal(one?.listing, undefined, header)
  }
})

test('beside rooms, a cost or an offer is the price, but the cost of a project is not', async () => {
  for (const header of ['cost', 'Offer', 'card-price', 'unit_price', 'amount']) {
    const { one } = await homesWith({ [header]: PRICE, bds: [1, 2] })
    assert.deepEqual([one?.listing?.kind, one?.listing?.listPrice], ['sale', 350_000], header)
  }
  for (const header of ['project_cost', 'amount_owed', 'est_cost', 'tax_amount', 'min_price']) {
    const { one } = await homesWith({ [header]: PRICE, bds: [1, 2] })
    assert.equal(one?.listing, undefined, header)
  }
})

test('the sale price stands beside its date, and no earlier sale or estimated rent takes its place', async () => {
  const sold = { 'Last Sold Date': ['2020-03-01', '2021-04-02'], 'Last Sold Price': [100_000, 120_000] }
  const others = {
    sale_amount: PRICE,
    prior_sale_amount: [53_500],
    prior_sale_date: ['2008-02-22'],
    prior_sale_buyer: ['A. Smith'],
    prior_sale_code: ['7'],
    'history.2018-06-07.price': [270_000],
    'Rent Amount': [1200, 1350],
  }
  const { one } = await homesWith({ ...others, ...sold, beds: [2, 3] })
  const { closePrice, closeDate, listPrice, kind } = one?.listing ?? {}
  assert.deepEqual([closePrice, closeDate, listPrice, kind], [100_000, '2020-03-01', undefined, 'sale'])
})

test('a word that says nothing is no status, and a row with a sale date is then a sale', async () => {
  const { one, other } = await homesWith({
    homeStatus: ['OTHER', 'FOR_SALE', 'SOLD'],
    price: PRICE,
    lastSoldPrice: [210_000, 220_000, 515_000],
    dateSold: ['2001-07-30', '', '2020-10-22'],
    beds: [2, 3],
  })
  const { status, closePrice, listPrice } = one?.listing ?? {}
  assert.deepEqual([status, closePrice, listPrice], ['Closed', 210_000, undefined])
  assert.deepEqual([other?.listing?.status, other?.listing?.listPrice], ['Active', 420_000])
})

test('the size of parcels without buildings is the lot', async () => {
  const { one } = await homesWith({ apn: ['5503-1', '5504-2', '5505-3'], zoning: ['R4'], size_sqft: [6800, 7200] })
  assert.deepEqual([one?.facts.livingArea, one?.facts.lotSizeSquareFeet], [undefined, 6800])
  const { one: house } = await homesWith({ apn: ['5503-1', '5504-2'], beds: [3, 2], size_sqft: [1800, 1200] })
  assert.equal(house?.facts.livingArea, 1800)
})

test('a value is read at the beginning of a longer text, but not out of a range', async () => {
  const sales = [
    '$350,000 (was $400,000)',
    '$350,000*',
    '$350K - For Sale',
    '$350,000\nEst. $2,100/mo',
    'Listed for $350,000',
  ]
  for (const price of sales) {
    const { one } = await homesWith({ price: [price, price.replace('350', '360')], beds: [2, 3] })
    assert.deepEqual([one?.listing?.kind, one?.listing?.listPrice], ['sale', 350_000], price)
  }
  for (const price of ['$1,350/mo 1 bd', '$1,350 / 1br', '$1,350+ 2 bds', '$1,350/month + utilities']) {
    const { one } = await homesWith({ price: [price, price.replace('350', '360')], beds: [2, 3] })
    assert.deepEqual([one?.listing?.kind, one?.listing?.listPrice], ['lease', 1350], price)
  }
  for (const price of ['$1,350-1,500/mo 1 bd', '$1,350 to $1,500', 'Sold for $350,000']) {
    const { one } = await homesWith({ price: [price], beds: [2, 3] })
    assert.equal(one?.listing?.listPrice, undefined, price)
  }
  const { one } = await homesWith({
    price: PRICE,
    beds: ['3 bds + den', '2 bds + office'],
    sqft: ['1,250 sqft (public record)'],
    yearBuilt: ['1990-01-01', '1991/2005'],
  })
  const { bedroomsTotal, livingArea, yearBuilt } = one?.facts ?? {}
  assert.deepEqual([bedroomsTotal, livingArea, yearBuilt], [3, 1250, 1990])
})

test('a sale date may be a month in words', async () => {
  const { one } = await homesWith({ sale_date: ['March 2020', 'May 2021'], sale_price: PRICE })
  assert.deepEqual([one?.listing?.closeDate, one?.listing?.closePrice], ['2020-03-01', 350_000])
})

test('words of a status are understood in the spellings of portals and programs', async () => {
  const words = { CS: 'ComingSoon', UNDER_CONTRACT: 'ActiveUnderContract', 'Price Reduced': 'Active', Listed: 'Active' }
  for (const [word, status] of Object.entries(words)) {
    const { one } = await homesWith({ status: [word, 'Pending', 'Sold'], list_price: PRICE, beds: [2, 3] })
    assert.equal(one?.listing?.status, status, word)
  }
  const { one } = await homesWith({ status: ['Available', 'Rented', 'Leased'], price: [1350, 1400], beds: [2, 3] })
  assert.equal(one?.listing?.kind, 'lease')
})
