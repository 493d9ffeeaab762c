import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DraftTrial, fieldsOf } from '../../../../test/ingest/draft-trial.ts'

let trial: DraftTrial
beforeEach(() => {
  trial = new DraftTrial()
})
afterEach(() => trial.remove())

const PLACED = 'city,state,zip'
const AT = 'Seattle,WA,98103'

async function standing(text: string) {
  const { StandardStatus, ListingKind, ListPrice, ClosePrice, CloseDate } = fieldsOf(
    await trial.inspect(trial.files.write('x.csv', text)),
  )
  return { StandardStatus, ListingKind, ListPrice, ClosePrice, CloseDate }
}

test('prices with dates are sales only if a header mentions a sale, a deed or a recording', async () => {
  const sales = { StandardStatus: 'always Closed', ListingKind: undefined, ListPrice: undefined, ClosePrice: 'price' }
  const rows = (day: string) => `1,1 Main St,${AT},450000,${day}\n2,2 Main St,${AT},520000,${day}\n`
  for (const header of [
    'sold',
    'transfer_dt',
    'Deed recorded',
    'Recording Date',
    'lastSaleDate',
    'DATE_OF_SALE',
    'closing',
  ])
    assert.partialDeepStrictEqual(
      await standing(`id,street,${PLACED},price,${header}\n${rows('2019-03-01')}`),
      { ...sales, CloseDate: header },
      header,
    )
  const active = { StandardStatus: 'always Active', ListPrice: 'price', ClosePrice: undefined, CloseDate: undefined }
  for (const header of [
    'when',
    'date',
    'as_of',
    'first_seen',
    'permit_date',
    'scraped_at',
    'list_date',
    'contract date',
    'prior_sale_date',
  ])
    assert.partialDeepStrictEqual(
      await standing(`id,street,${PLACED},price,${header}\n${rows('2019-03-01')}`),
      active,
      header,
    )
  const { draft } = await trial.inspect(
    trial.files.write('x.csv', `id,street,${PLACED},price,sold\n${rows('2019-03-01')}`),
  )
  const doubts = 'key, HomeType, StandardStatus, ClosePrice'
  assert.equal(draft?.doubtful.join(', '), doubts)
  assert.ok(draft.text.split('\n')[1]?.endsWith(`does not say itself: ${doubts}.`))
})

test('a date that all rows share is not a sale date, unless the price column is named after a sale', async () => {
  const rows = Array.from({ length: 8 }, (_, i) => `k${i},${i + 1} Main St,${AT},${450_000 + i},2019-03-01`).join('\n')
  const drafted = (price: string) => standing(`id,street,${PLACED},${price},record_date\n${rows}\n`)
  assert.partialDeepStrictEqual(await drafted('price'), { StandardStatus: 'always Active', CloseDate: undefined })
  assert.partialDeepStrictEqual(await drafted('sale_price'), {
    StandardStatus: 'always Closed',
    CloseDate: 'record_date',
  })
})

test('low prices or a header that mentions rent make leases', async () => {
  const rows = `1,1 Main St,${AT},2200\n2,2 Main St,${AT},2400\n`
  for (const price of ['price', 'rent', 'Monthly rent', 'pricePerMonth']) {
    const drafted = await standing(`id,street,${PLACED},${price}\n${rows}`)
    assert.partialDeepStrictEqual(
      drafted,
      { StandardStatus: 'always Active', ListingKind: 'always lease', ListPrice: price },
      price,
    )
  }
})

test('sales in an agents’ export are recognized by its headers and by the off-market date', async () => {
  const header = 'NO,MLSID,STREETADDRESS,POSTALCODE,SALESCLOSEPRICE,LISTDATE,LISTPRICE,OFFMARKETDATE,BEDROOMS'
  const rows = [1, 2, 3].map((n) => `${n},RMLS,${n} Oak St,55042,14300${n},7/15/2017 0:00,139900,7/30/2017 0:00,3`)
  const { report, homes, draft } = await trial.imported(trial.files.write('x.csv', `${header}\n${rows.join('\n')}\n`))
  assert.deepEqual([report.sales, report.rowsRejected, fieldsOf({ draft }).ListingId], [3, 0, undefined])
  const [home] = homes
  const { status, closePrice, closeDate, listPrice } = home?.listing ?? {}
  assert.deepEqual([status, closePrice, closeDate, listPrice], ['Closed', 143_001, '2017-07-30', 139_900])
})

/** Drafts a mapping for two sales, and imports them. The parameters are the header and cells of the last columns. */
async function draftedOf(header: string, ...lasts: readonly string[]) {
  const rows = lasts.map((last, at) => `A${at + 1},${at + 1} Main St,${AT},${last}`)
  return trial.imported(trial.files.write('x.csv', `id,street,${PLACED},${header}\n${rows.join('\n')}\n`))
}

test('sale dates are read from seconds since 1970, and from years with months', async () => {
  for (const [header, ...lasts] of [
    ['price,date_sold', '450000,1551398400000', '520000,1556668800000'],
    ['price,sold_at', '450000,1551398400', '520000,1556668800'],
    ['price,sold_at', '450000,1551398400.0', '520000,1556668800.0'],
    ['SalePrice,YrSold,MoSold', '450000,2019,3', '520000,2019,5'],
    ['price,sale_year,sale_month', '450000,2019,03', '520000,2019,05'],
  ] as const) {
    const { report, homes, draft } = await draftedOf(header, ...lasts)
    const days = homes.map(({ listing }) => [listing?.status, listing?.closePrice, listing?.closeDate])
    assert.deepEqual(
      days,
      [
        ['Closed', 450_000, '2019-03-01'],
        ['Closed', 520_000, '2019-05-01'],
      ],
      header,
    )
    assert.deepEqual([report.sales, report.rowsRejected], [2, 0])
    assert.ok(!/Not used/.test(draft.text))
  }
})

test('a sale price without a readable date is not a sale, and the draft begins with the reason', async () => {
  for (const [header, last, note] of [
    ['sale_price,sold', '450000,last spring', 'the dates in "sold" cannot be read'],
    ['sale_price,deed_date', '450000,x3', 'the dates in "deed_date" cannot be read'],
    ['sale_price,notes', '450000,x', 'no column has its date'],
  ] as const) {
    const { draft, homes } = await draftedOf(header, last, last)
    assert.ok(draft.notes[0]?.includes(note), draft.text)
    assert.ok(draft.text.startsWith(`# ${draft.notes[0]?.slice(0, 50)}`), draft.text)
    assert.equal(homes[0]?.listing, undefined)
  }
})

test('rows without a sale date get no listing, and the draft asks about them', async () => {
  const { draft, homes } = await draftedOf('price,sold', '450000,2019-03-01', '520000,', '530000,n/a', '1,1/1/1900')
  assert.ok(
    draft.text.includes('3 of 4 rows have no date in "sold" and get no listing. Are these homes for sale?\n'),
    draft.text,
  )
  assert.deepEqual(
    homes.map(({ listing }) => listing?.closePrice),
    [450_000, undefined, undefined, undefined],
  )
})

test('a single price column is the sale price in sold rows, and the asking price in other rows', async () => {
  for (const [header, ...lasts] of [
    ['price,status,sold_date', '450000,Sold,2019-03-01', '520000,Active,', '530000,Pending,'],
    ['SALE_STATUS,DATE SOLD,PRICE', 'Closed,3/1/2019,450000', 'For Sale,,520000', 'Pending,,530000'],
  ] as const) {
    const { homes } = await draftedOf(header, ...lasts)
    assert.deepEqual(
      homes.map(({ listing }) => [listing?.closePrice, listing?.listPrice]),
      [
        [450_000, undefined],
        [undefined, 520_000],
        [undefined, 530_000],
      ],
      header,
    )
  }
})

test('a yes-no column says which homes are sold', async () => {
  for (const [sold, active] of [
    ['yes', 'no'],
    ['1', '0'],
    ['TRUE', 'FALSE'],
  ]) {
    const { homes, draft } = await draftedOf('price,is_sold', `450000,${sold}`, `520000,${active}`)
    assert.deepEqual(
      homes.map(({ listing }) => listing?.status),
      ['Closed', 'Active'],
    )
    assert.ok(draft.doubtful.includes('StandardStatus'))
  }
})

test('words around "for sale" mean an active listing', async () => {
  const { homes } = await draftedOf(
    'price,statusText',
    '450000,House for sale',
    '520000,Coming soon',
    '1,New construction',
  )
  assert.deepEqual(
    homes.map(({ listing }) => listing?.status),
    ['Active', 'ComingSoon', 'Active'],
  )
})
