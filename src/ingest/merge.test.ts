import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HomeRecord } from '../model/home-fields.ts'
import { homeFrom } from '../model/home-record.ts'
import { mergeHomes } from './merge.ts'
import { SEATTLE } from './trial.ts'

function from(record: HomeRecord) {
  return homeFrom({ HomeType: 'CONDO', ...record }, { zpid: 1, source: 's', sourceKey: '1' }, SEATTLE)
}

test('tax years are united, and of one year the later record is right', () => {
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

test('what is known of a newer moment stays when older records come in', () => {
  const known = from({
    StandardStatus: 'Closed',
    CloseDate: '2025-01-02',
    ClosePrice: 2,
    TaxYear: 2020,
    TaxAnnualAmount: 11,
  })
  const old = from({ StandardStatus: 'Active', OnMarketDate: '2024-01-02', TaxYear: 2020, TaxAnnualAmount: 10 })
  const merged = mergeHomes(known, [old])
  assert.deepEqual(merged.listing, known.listing)
  assert.deepEqual(merged.taxes, known.taxes)
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

test('merging gives the same in any order, and merging the same again changes nothing', () => {
  fc.assert(
    fc.property(homes, homes, (earlier, fresh) => {
      const existing = mergeHomes(undefined, earlier)
      const merged = mergeHomes(existing, fresh)
      assert.deepEqual(mergeHomes(existing, fresh.toReversed()), merged)
      assert.deepEqual(mergeHomes(merged, fresh), merged)
    }),
  )
})
