import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEATTLE } from '../../../test/ingest/trial.ts'
import type { HomeRecord } from '../../model/home-fields.ts'
import { homeFrom } from '../../model/home-record.ts'
import { CHECKS, farFrom } from './checks.ts'

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
  const record = Object.fromEntries(changed) as HomeRecord // every test passes values of the field's kind
  const home = homeFrom(record, { zpid: 1, source: 's', sourceKey: '1' }, SEATTLE)
  const subject = { record, home, place: SEATTLE }
  return CHECKS.filter((check) => check.find(subject) !== undefined).map(({ rule, severity }) => `${severity} ${rule}`)
}

test('a valid home passes every check, also at the limits', () => {
  assert.deepEqual(findings({}), [])
  assert.deepEqual(findings({ YearBuilt: 2029, YearRenovated: undefined }), [])
  assert.deepEqual(findings({ CloseDate: '2026-01-02' }), [])
  assert.deepEqual(findings({ Latitude: undefined, Longitude: undefined }), [])
})

test('each impossible value is found by its own check and no other', () => {
  const wrong: readonly (readonly [Partial<Record<keyof HomeRecord, unknown>>, string])[] = [
    [{ StateOrProvince: 'OR' }, 'reject state.zip'],
    [{ Longitude: undefined }, 'report point.half'],
    [{ Latitude: 46.7 }, 'report point.zip'],
    [{ StreetNumber: '1204' }, 'report street.half'],
    [{ CensusTract: 'x' }, 'report tract.form'],
    [{ OpenHouseStartTimes: ['2026-01-31T12:00:00Z'] }, 'report open-house.times'],
    [{ OpenHouseStartTimes: ['soon'], OpenHouseEndTimes: ['later'] }, 'report open-house.times'],
    [{ AssociationFee: 5, AssociationFeeFrequency: 'Seasonal' }, 'report dues.seasonal'],
    [{ ListPrice: 500_000.5 }, 'report money.whole'],
    [{ ContactPhone: '555 0100' }, 'report contact.nameless'],
    [{ YearRenovated: 1949 }, 'report year-renovated.order'],
    [{ WalkScore: 101 }, 'report score.scale'],
    [{ WalkScore: 100, BikeScore: -1 }, 'report score.scale'],
    [{ CloseDate: undefined }, 'report close.undated'],
    [{ StandardStatus: undefined }, 'report status.missing'],
    [{ TaxYear: undefined }, 'report tax.undated'],
  ]
  for (const [change, rule] of wrong) assert.deepEqual(findings(change), [rule], JSON.stringify(change))
  const rules = new Set(wrong.map(([, rule]) => rule.split(' ')[1]))
  assert.deepEqual(
    CHECKS.map(({ rule }) => rule).filter((rule) => !rules.has(rule)),
    [],
  )
})

test('coordinates far from the ZIP are found: out of range, 0, 0, swapped, or in another state', () => {
  const far = [
    [0, 0],
    [91, 0],
    [47.6, -181],
    [47.6, 122.3],
    [-122.3, 47.6],
    [45.5, -122.7],
  ]
  for (const [latitude = 0, longitude = 0] of far) {
    assert.equal(farFrom(SEATTLE, { latitude, longitude })?.rule, 'point.far', `${latitude}, ${longitude}`)
  }
  assert.equal(farFrom(SEATTLE, { latitude: 46.3, longitude: -122.3 }), undefined)
})
