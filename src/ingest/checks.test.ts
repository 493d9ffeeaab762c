import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEATTLE } from '../../test/ingest/trial.ts'
import type { HomeRecord } from '../model/home-fields.ts'
import { homeFrom } from '../model/home-record.ts'
import { CHECKS } from './checks.ts'

const SOUND: HomeRecord = {
  HomeType: 'CONDO',
  StandardStatus: 'Closed',
  Latitude: 47.6,
  Longitude: -122.3,
  ListPrice: 100,
  ClosePrice: 90,
  OnMarketDate: '2025-01-01',
  PurchaseContractDate: '2025-01-01',
  CloseDate: '2025-02-01',
  YearBuilt: 1950,
  YearRenovated: 1950,
  LivingArea: 1,
  TaxYear: 2024,
  TaxAssessedValue: 80,
}

function findings(change: Partial<Record<keyof HomeRecord, unknown>>): string[] {
  const changed = Object.entries({ ...SOUND, ...change }).filter(([, value]) => value !== undefined)
  const record = Object.fromEntries(changed) as HomeRecord // each test gives values of the field's kind
  const home = homeFrom(record, { zpid: 1, source: 's', sourceKey: '1' }, SEATTLE)
  const subject = { record, home, place: SEATTLE, nowMs: Date.UTC(2026, 0, 1) }
  return CHECKS.filter((check) => check.find(subject) !== undefined).map(({ rule, severity }) => `${severity} ${rule}`)
}

test('a sound home passes every check, at the edges too', () => {
  assert.deepEqual(findings({}), [])
  assert.deepEqual(findings({ YearBuilt: 2029, YearRenovated: undefined }), [])
  assert.deepEqual(findings({ CloseDate: '2026-01-02' }), [])
  assert.deepEqual(findings({ Latitude: undefined, Longitude: undefined }), [])
})

test('each thing that cannot be so is found by its check and no other', () => {
  const wrong: readonly (readonly [Partial<Record<keyof HomeRecord, unknown>>, string])[] = [
    [{ ListPrice: 0 }, 'reject price.positive'],
    [{ ClosePrice: -5 }, 'reject price.positive'],
    [{ OnMarketDate: '2025-03-01' }, 'reject dates.order'],
    [{ PurchaseContractDate: undefined, OnMarketDate: '2025-03-01' }, 'reject dates.order'],
    [{ PurchaseContractDate: '2025-02-02' }, 'reject dates.order'],
    [{ StateOrProvince: 'OR' }, 'reject state.zip'],
    [{ Longitude: undefined }, 'report point.half'],
    [{ Latitude: 45.5 }, 'report point.zip'],
    [{ YearBuilt: 1066 }, 'report year-built.plausible'],
    [{ YearBuilt: 2030, YearRenovated: undefined }, 'report year-built.plausible'],
    [{ YearRenovated: 1949 }, 'report year-renovated.order'],
    [{ LivingArea: 0 }, 'report area.positive'],
    [{ CloseDate: '2026-01-03' }, 'report close.future'],
    [{ CloseDate: undefined }, 'report close.undated'],
    [{ StandardStatus: undefined }, 'report status.missing'],
    [{ TaxYear: undefined }, 'report tax.undated'],
  ]
  for (const [change, rule] of wrong) assert.deepEqual(findings(change), [rule], JSON.stringify(change))
  const found = new Set(wrong.map(([, rule]) => rule.split(' ')[1]))
  assert.deepEqual(
    CHECKS.map(({ rule }) => rule).filter((rule) => !found.has(rule)),
    ['point.range'],
  )
})

test('coordinates out of range or in the Gulf of Guinea are rejected', () => {
  for (const point of [{ Latitude: 0, Longitude: 0 }, { Latitude: 91 }, { Longitude: -181 }]) {
    assert.ok(findings(point).includes('reject point.range'), JSON.stringify(point))
  }
})
