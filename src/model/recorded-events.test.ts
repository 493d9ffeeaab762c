import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from '../../test/catalog/contract/records.ts'
import type { RecordedEvent, RecordedEventType } from './home.ts'
import { companiesIn, equityPercent, hasLien, inDayOrder, lastDay } from './recorded-events.ts'

function event(day: string, type: RecordedEventType, rest: Partial<RecordedEvent> = {}): RecordedEvent {
  return { day, type, source: 'county', ...rest }
}

function recorded(...events: readonly RecordedEvent[]) {
  return home(1, { recorded: inDayOrder(events), estimate: { value: 400_000 } })
}

const MORTGAGE = event('2010-05-01', 'Mortgage', { amount: 300_000, document: 'm1' })

test('names of people are left out, and so are trusts that may be named after a person', () => {
  const names = [
    'SMITH JOHN A',
    'FIRST HARBOR BANK NA',
    'SMITH FAMILY TRUST',
    'OAK LLC',
    'OAK LLC',
    'City of Salem',
    'Elm Credit Union',
  ]
  assert.deepEqual(companiesIn(names), ['FIRST HARBOR BANK NA', 'OAK LLC', 'City of Salem', 'Elm Credit Union'])
})

test('a lien stands until a release names its document, or until a release without a document', () => {
  const lien = event('2020-01-01', 'Lien', { document: 'l1' })
  assert.equal(hasLien(undefined), false)
  assert.equal(hasLien(recorded(lien).recorded), true)
  assert.equal(hasLien(recorded(lien, event('2021-01-01', 'LienRelease', { releases: 'l1' })).recorded), false)
  assert.equal(hasLien(recorded(lien, event('2021-01-01', 'LienRelease', { releases: 'other' })).recorded), true)
  assert.equal(hasLien(recorded(lien, event('2021-01-01', 'LienRelease')).recorded), false)
  assert.equal(
    hasLien(recorded(lien, event('2019-01-01', 'LienRelease')).recorded),
    true,
    'an earlier release ends no later lien',
  )
  assert.equal(hasLien(recorded(lien, event('2021-01-01', 'MortgageRelease')).recorded), true)
  assert.equal(hasLien(recorded(lien, event('2021-01-01', 'MortgageRelease', { releases: 'l1' })).recorded), false)
})

test('equity is what unreleased mortgages leave of the value; a release without a document ends the oldest', () => {
  const later = event('2020-05-01', 'Mortgage', { amount: 100_000 })
  const release = event('2020-06-01', 'MortgageRelease')
  assert.equal(equityPercent(recorded(MORTGAGE)), 25)
  assert.equal(equityPercent(recorded(MORTGAGE, later)), 0)
  assert.equal(equityPercent(recorded(MORTGAGE, later, release)), 75)
  assert.equal(equityPercent(recorded(MORTGAGE, later, { ...release, releases: 'm1' })), 75)
  assert.equal(equityPercent(recorded(MORTGAGE, release)), 100)
  assert.equal(equityPercent(recorded({ ...MORTGAGE, amount: 500_000 })), -25)
})

test('equity is unknown without a mortgage, without its amount, and without a value', () => {
  assert.equal(equityPercent(home(1, { estimate: { value: 1 } })), undefined)
  assert.equal(equityPercent(recorded(event('2020-01-01', 'Deed', { amount: 1 }))), undefined)
  assert.equal(equityPercent(recorded(event('2020-01-01', 'Mortgage'))), undefined)
  assert.equal(equityPercent(home(1, { recorded: [MORTGAGE] })), undefined)
})

test('without an estimate, the last assessed value counts: that of the tax history first', () => {
  const assessment = event('2024-01-01', 'Assessment', { amount: 600_000 })
  assert.equal(equityPercent(home(1, { recorded: [MORTGAGE, assessment] })), 50)
  const taxes = [
    { year: 2023, assessedValue: 1_200_000 },
    { year: 2024, taxPaid: 5 },
  ]
  assert.equal(equityPercent(home(1, { taxes, recorded: [MORTGAGE, assessment] })), 75)
})

test('the last day of a type is that of its latest event', () => {
  const events = [event('2024-01-01', 'Permit'), event('2021-01-01', 'Permit'), event('2025-01-01', 'Deed')]
  assert.equal(lastDay(inDayOrder(events), 'Permit'), '2024-01-01')
  assert.equal(lastDay(inDayOrder(events), 'Lien'), undefined)
})
