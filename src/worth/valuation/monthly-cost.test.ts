import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import type { Listing } from '../../model/home.ts'
import type { MortgageRate } from '../../model/market.ts'
import { annualInsurance, monthlyPerDollar } from '../../model/monthly-cost.ts'
import { propertyTaxRate, totalMonthlyCost } from './monthly-cost.ts'

const FOR_SALE: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: 400_000 }
const RATES: readonly MortgageRate[] = [
  { rateId: 'a', source: 'survey', product: '15_Year_Fixed_Conforming', date: '2026-01-01', rate: 1 },
  { rateId: 'b', source: 'survey', product: '30_Year_Fixed_Conforming', date: '2026-01-01', rate: 6 },
]

test('principal and interest pay a loan off in 360 equal months', () => {
  assert.equal(Math.round(100_000 * monthlyPerDollar(6) * 100) / 100, 599.55)
  assert.equal(36_000 * monthlyPerDollar(0), 100)
  let owed = 250_000
  const paid = owed * monthlyPerDollar(7.25)
  for (let month = 0; month < 360; month++) owed = owed * (1 + 7.25 / 1200) - paid
  assert.ok(Math.abs(owed) < 0.01)
})

test('the monthly cost adds the last known tax, insurance and dues to principal and interest of the whole price', () => {
  const taxes = [
    { year: 2023, taxPaid: 6000, assessedValue: 300_000 },
    { year: 2024, assessedValue: 310_000 },
  ]
  const costly = home(1, { listing: FOR_SALE, taxes, facts: { associationFee: 100 } })
  assert.equal(totalMonthlyCost(costly, RATES), Math.round(2398.2 + 500 + 1680 / 12 + 100))
})

test('a rental, a home without a sale price, and a catalog without a 30-year rate have no monthly cost', () => {
  assert.equal(totalMonthlyCost(home(1), RATES), null)
  assert.equal(totalMonthlyCost(home(1, { listing: { ...FOR_SALE, kind: 'lease', listPrice: 2000 } }), RATES), null)
  assert.equal(totalMonthlyCost(home(1, { listing: FOR_SALE }), RATES.slice(0, 1)), null)
})

test('insurance is based on the estimate, or else the price, the last sale or the assessment, and never on a rent', () => {
  const taxes = [{ year: 2024, assessedValue: 100_000 }]
  const history = [{ date: '2020-01-01', event: 'Sold', price: 200_000, source: 'county' }] as const
  const lease: Listing = { ...FOR_SALE, kind: 'lease', listPrice: 2000 }
  assert.equal(annualInsurance(home(1, { estimate: { value: 500_000 }, listing: FOR_SALE, history, taxes })), 2100)
  assert.equal(annualInsurance(home(1, { listing: FOR_SALE, history, taxes })), 1680)
  assert.equal(annualInsurance(home(1, { listing: lease, history, taxes })), 840)
  assert.equal(annualInsurance(home(1, { taxes })), 420)
  assert.equal(annualInsurance(home(1)), 0)
})

test('the tax rate, in percent, is that of the last year with both a bill and an assessment', () => {
  const fullYear = { year: 2023, taxPaid: 6000, assessedValue: 300_000 }
  assert.equal(propertyTaxRate(home(1, { taxes: [fullYear, { year: 2024, assessedValue: 310_000 }] })), 2)
  assert.equal(propertyTaxRate(home(1, { taxes: [{ year: 2024, taxPaid: 1, assessedValue: 0 }] })), 0)
  assert.equal(propertyTaxRate(home(1)), 0)
})
