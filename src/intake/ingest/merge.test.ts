import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SEATTLE } from '../../../test/ingest/trial.ts'
import type { Home } from '../../model/home.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { homeFrom } from '../../model/home-record.ts'
import { contradictionOf, countSales, mergeHomes } from './merge.ts'

function from(record: HomeRecord) {
  return homeFrom({ HomeType: 'CONDO', ...record }, { zpid: 1, source: 's', sourceKey: '1' }, SEATTLE)
}

test('tax years are combined, and for the same year the later record wins', () => {
  const old = from({ StandardStatus: 'Active', ModificationTimestamp: 1, TaxYear: 2020, TaxAnnualAmount: 10 })
  const late = from({ StandardStatus: 'Active', ModificationTimestamp: 3, TaxYear: 2021, TaxAnnualAmount: 12 })
  const later = from({ StandardStatus: 'Active', ModificationTimestamp: 4, TaxYear: 2020, TaxAnnualAmount: 11 })
  for (const fresh of [
    [old, late, later],
    [later, late, old],
  ]) {
    assert.deepEqual(mergeHomes(undefined, fresh).taxes, [
      { year: 2020, taxPaid: 11 },
      { year: 2021, taxPaid: 12 },
    ])
  }
})

test('importing older records leaves newer facts unchanged', () => {
  const before = from({
    StandardStatus: 'Closed',
    CloseDate: '2025-01-02',
    ClosePrice: 2,
    TaxYear: 2020,
    TaxAnnualAmount: 11,
  })
  const old = from({ StandardStatus: 'Active', OnMarketDate: '2024-01-02', TaxYear: 2020, TaxAnnualAmount: 10 })
  const merged = mergeHomes(before, [old])
  assert.deepEqual(merged.listing, before.listing)
  assert.deepEqual(merged.taxes, before.taxes)
  assert.deepEqual(
    merged.history.map(({ event }) => event),
    ['Listed for sale', 'Sold'],
  )
})

const homes = fc.array(
  fc
    .record({
      day: fc.integer({ min: 1, max: 3 }),
      price: fc.integer({ min: 1, max: 2 }),
      year: fc.integer({ min: 2020, max: 2021 }),
      tax: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ day, price, year, tax }) =>
      from({
        StandardStatus: 'Closed',
        CloseDate: `2025-01-0${day}`,
        ClosePrice: price,
        TaxYear: year,
        TaxAnnualAmount: tax,
      }),
    ),
  { minLength: 1, maxLength: 6 },
)

test('merging gives the same result in any order, and repeating it changes nothing', () => {
  fc.assert(
    fc.property(homes, homes, (earlier, fresh) => {
      const existing = mergeHomes(undefined, earlier)
      const merged = mergeHomes(existing, fresh)
      assert.deepEqual(mergeHomes(existing, fresh.toReversed()), merged)
      assert.deepEqual(mergeHomes(merged, fresh), merged)
    }),
  )
})

const CORRECTED = [221_900, 212_900, 212_000, 219_900]

function sale(price: number, more: HomeRecord = {}) {
  return from({ StandardStatus: 'Closed', CloseDate: '2014-10-13', ClosePrice: price, ...more })
}

function pricesOf({ history }: Home) {
  return history.map(({ price }) => price)
}

test('a corrected price replaces the earlier one any number of times, and one sale stays one sale', () => {
  let stored: Home | undefined
  for (const price of CORRECTED) {
    const row = sale(price)
    const counts = countSales(stored, [row])
    assert.deepEqual(counts, { sales: 1, salesNew: stored ? 0 : 1, salesChanged: stored ? 1 : 0 })
    stored = mergeHomes(stored, [row])
    assert.deepEqual([pricesOf(stored), stored.listing?.closePrice], [[price], price])
  }
})

test('any sale can be corrected, not only the last one, and events missing from the import stay', () => {
  const stored = mergeHomes(undefined, [sale(1), sale(2, { CloseDate: '2015-01-02' })])
  const merged = mergeHomes(stored, [sale(3)])
  assert.deepEqual([pricesOf(merged), merged.listing?.closePrice], [[3, 2], 2])
})

test('two prices in one import are both stored and reported; between two editions the later one wins', () => {
  const [one, other] = [sale(1), sale(2)]
  assert.deepEqual(pricesOf(mergeHomes(undefined, [one, other])), [1, 2])
  assert.equal(contradictionOf(one, other)?.rival.price, 2)
  assert.equal(contradictionOf(one, sale(1)), undefined)
  assert.equal(contradictionOf(one, sale(2, { CloseDate: '2014-10-14' })), undefined)

  const listed = sale(2, { ListingId: 'B' })
  assert.deepEqual(pricesOf(mergeHomes(sale(1, { ListingId: 'A' }), [listed])), [1, 2])
  assert.equal(contradictionOf(sale(1, { ListingId: 'A' }), listed)?.event.price, 1)

  const [early, late] = [sale(1, { ModificationTimestamp: 1 }), sale(2, { ModificationTimestamp: 2 })]
  assert.deepEqual(pricesOf(mergeHomes(undefined, [late, early])), [2])
  assert.equal(contradictionOf(late, early), undefined)
  assert.deepEqual(countSales(undefined, [late, early]), { sales: 1, salesNew: 1, salesChanged: 0 })
})

interface ToldSale {
  readonly day: string
  readonly price: number
  readonly listing: string
}

const importOfSales = fc.array(
  fc.record({
    day: fc.constantFrom('2025-01-01', '2025-01-02'),
    price: fc.integer({ min: 1, max: 4 }),
    listing: fc.constantFrom('A', 'B'),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Expected sales: each sale stays until a later import repeats its day, together with its listing or price. */
function naiveSales(imports: readonly (readonly ToldSale[])[]): string[] {
  const standing = imports.flatMap((told, at) => {
    const later = imports.slice(at + 1).flat()
    const isLeftAlone = (sale: ToldSale) =>
      later.every(({ day, price, listing }) => day !== sale.day || (listing !== sale.listing && price !== sale.price))
    return withoutRepetition(told).filter(isLeftAlone)
  })
  return standing.map(({ day, price, listing }) => `${day} ${price} ${listing}`).sort()
}

/** If two listings report one sale at one price, B's remains, because it sorts last. */
function withoutRepetition(told: readonly ToldSale[]): readonly ToldSale[] {
  const inOrder = told.toSorted((one, other) => (one.listing < other.listing ? -1 : 1))
  return [...new Map(inOrder.map((sale) => [`${sale.day} ${sale.price}`, sale])).values()]
}

test('after any number of imports, exactly the uncorrected sales remain, each counted once', () => {
  fc.assert(
    fc.property(fc.array(importOfSales, { minLength: 1, maxLength: 4 }), (imports) => {
      let stored: Home | undefined
      for (const rows of imports) {
        const fresh = rows.map(({ day, price, listing }) => sale(price, { CloseDate: day, ListingId: listing }))
        const { sales, salesNew, salesChanged } = countSales(stored, fresh)
        const keptBefore = sales - salesNew - salesChanged
        assert(salesNew >= 0 && salesChanged >= 0 && keptBefore >= 0 && keptBefore <= (stored?.history.length ?? 0))
        stored = mergeHomes(stored, fresh)
        assert.deepEqual(countSales(stored, fresh), { sales, salesNew: 0, salesChanged: 0 })
        assert.deepEqual(mergeHomes(stored, fresh), stored)
      }
      const shown = stored?.history.map(({ date, price, mlsId }) => `${date} ${price} ${mlsId}`).sort()
      assert.deepEqual(shown, naiveSales(imports))
    }),
  )
})

/** A listing of 5 March, reported at the given moment. */
function atPrice(price: number, told: string, more: HomeRecord = {}) {
  const listed = { StandardStatus: 'Active', OnMarketDate: '2025-03-05' } as const
  return from({ ...listed, ListPrice: price, ModificationTimestamp: Date.parse(told), ...more })
}

function courseOf({ history }: Home) {
  return history.map(({ date, event, price }) => `${date} ${event} ${price}`)
}

const COURSE = ['2025-03-05 Listed for sale 210000', '2025-04-01 Price change 199500', '2025-05-02 Price change 189500']

test('a new asking price in a later edition becomes an event of its day, also if the edition is repeated', () => {
  const editions = [
    atPrice(210_000, '2025-03-05T10:00Z'),
    atPrice(199_500, '2025-04-01T10:00Z'),
    atPrice(189_500, '2025-05-02T10:00Z'),
  ] as const
  const [first, second, third] = editions
  assert.deepEqual(courseOf(mergeHomes(undefined, editions)), COURSE)
  const merged = [second, third, third, first, second].reduce((home, edition) => mergeHomes(home, [edition]), first)
  assert.deepEqual(courseOf(merged), COURSE)
  assert.equal(merged.listing?.listPrice, 189_500)
})

test('a price of the same day is a correction, a reported first price counts, and reported changes are not inferred again', () => {
  const first = atPrice(210_000, '2025-03-06T10:00Z')
  const corrected = mergeHomes(first, [atPrice(201_000, '2025-03-06T18:00Z')])
  assert.deepEqual(courseOf(corrected), ['2025-03-05 Listed for sale 201000'])
  const ownChange = { OriginalListPrice: 212_000, PriceChangeTimestamp: Date.parse('2025-03-30') }
  assert.deepEqual(courseOf(mergeHomes(first, [atPrice(199_500, '2025-04-01T10:00Z', ownChange)])), [
    '2025-03-05 Listed for sale 212000',
    '2025-03-30 Price change 199500',
  ])
  const anew = atPrice(199_500, '2025-04-01T10:00Z', { OnMarketDate: '2025-04-01' })
  assert.deepEqual(courseOf(mergeHomes(first, [anew])), [
    '2025-03-05 Listed for sale 210000',
    '2025-04-01 Listed for sale 199500',
  ])
})
