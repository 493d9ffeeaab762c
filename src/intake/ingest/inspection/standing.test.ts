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

test('prices beside days in the past are drafted as sales, and what is supposed stands at the top', async () => {
  const sales = { StandardStatus: 'always Closed', ListingKind: undefined, ListPrice: undefined, ClosePrice: 'price' }
  const rows = (day: string) => `1,1 Main St,${AT},450000,${day}\n2,2 Main St,${AT},520000,${day}\n`
  for (const header of ['sold', 'transfer_dt', 'when', 'Recording Date'])
    assert.partialDeepStrictEqual(
      await standing(`id,street,${PLACED},price,${header}\n${rows('2019-03-01')}`),
      { ...sales, CloseDate: header },
      header,
    )
  const { draft } = await trial.inspect(
    trial.files.write('x.csv', `id,street,${PLACED},price,when\n${rows('2019-03-01')}`),
  )
  const doubts = 'HomeType, StandardStatus, ClosePrice, CloseDate'
  assert.equal(draft?.doubtful.join(', '), doubts)
  assert.ok(draft.text.split('\n')[1]?.endsWith(`does not say itself: ${doubts}.`))
})

test('days to come, days of listings and prices that are asked make no sales, and small prices are rents', async () => {
  const rows = (price: string, day: string) => `1,1 Main St,${AT},${price},${day}\n2,2 Main St,${AT},${price},${day}\n`
  const active = { StandardStatus: 'always Active', ClosePrice: undefined, CloseDate: undefined }
  for (const [price, other, text] of [
    ['price', 'when', rows('450000', '2090-03-01')],
    ['price', 'list_date', rows('450000', '2019-03-01')],
    ['asking_price', 'when', rows('450000', '2019-03-01')],
  ]) {
    const drafted = await standing(`id,street,${PLACED},${price},${other}\n${text}`)
    assert.partialDeepStrictEqual(drafted, { ...active, ListingKind: undefined, ListPrice: price }, other)
  }
  for (const price of ['price', 'rent']) {
    const drafted = await standing(`id,street,${PLACED},${price},when\n${rows('2200', '2019-03-01')}`)
    assert.partialDeepStrictEqual(drafted, { ...active, ListingKind: 'always lease', ListPrice: price }, price)
  }
})

test('sales of an agents’ export are told by its own headers and the day on which homes left the market', async () => {
  const header = 'NO,MLSID,STREETADDRESS,POSTALCODE,SALESCLOSEPRICE,LISTDATE,LISTPRICE,OFFMARKETDATE,BEDROOMS'
  const rows = [1, 2, 3].map((n) => `${n},RMLS,${n} Oak St,55042,14300${n},7/15/2017 0:00,139900,7/30/2017 0:00,3`)
  const { report, homes, draft } = await trial.imported(trial.files.write('x.csv', `${header}\n${rows.join('\n')}\n`))
  assert.deepEqual([report.sales, report.rowsRejected, fieldsOf({ draft }).ListingId], [3, 0, undefined])
  const [home] = homes
  const { status, closePrice, closeDate, listPrice } = home?.listing ?? {}
  assert.deepEqual([status, closePrice, closeDate, listPrice], ['Closed', 143_001, '2017-07-30', 139_900])
})

/** A table of two sales by its last columns, and what its draft makes of it. */
async function draftedOf(header: string, ...lasts: readonly string[]) {
  const rows = lasts.map((last, at) => `${at + 1},${at + 1} Main St,${AT},${last}`)
  return trial.imported(trial.files.write('x.csv', `id,street,${PLACED},${header}\n${rows.join('\n')}\n`))
}

test('days of sales are read as moments counted since 1970, and as years with months', async () => {
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

test('sales whose days cannot be read are drafted as no listings, and what is doubtful is told', async () => {
  for (const [header, last, doubt] of [
    ['price,sold', '450000,last spring', 'whose days in "sold" cannot be read'],
    ['price,year_sold', '450000,2019', 'whose days in "year_sold" cannot be read'],
    ['price,deed_date', '450000,3', 'whose days in "deed_date" cannot be read'],
  ] as const) {
    const { draft, homes } = await draftedOf(header, last, last)
    assert.ok(draft.text.includes(`${doubt}\n  StandardStatus: { constant: Closed }`), draft.text)
    assert.equal(homes[0]?.listing?.closePrice, 450_000)
  }
  const { draft } = await draftedOf('price,sold', '450000,2019-03-01', '520000,', '530000,n/a')
  assert.ok(draft.text.includes('but 2 of 3 rows have none in "sold": are they on offer?\n'), draft.text)
})

test('a column of yes and no says which homes are sold', async () => {
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
