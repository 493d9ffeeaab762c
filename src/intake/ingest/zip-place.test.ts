import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedHomes } from '../../../test/ingest/placed-homes.ts'

const { bring, addresses } = placedHomes()

test('a home in a recently assigned ZIP is imported like any other', async () => {
  const report = await bring('1,75072,,,33.19,-96.7\n2,75036,TX,,,\n3,75072-1234,TX,Mc Kinney,,\n')
  assert.deepEqual([report.rowsUsed, report.rowsRejected], [3, 0])
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [['point.missing', 2]],
  )
  assert.deepEqual(
    addresses().map(({ city, county, countyFips }) => [city, county, countyFips]),
    [
      ['McKinney', 'Collin', '48085'],
      ['Frisco', 'Denton', '48121'],
      ['Mc Kinney', 'Collin', '48085'],
    ],
  )
})

test('a military address keeps its post and its ZIP code', async () => {
  const report = await bring('1,09012,AE,APO,,\n2,96278,AP,FPO,,\n3,34099,XX,APO,,\n')
  assert.deepEqual([report.rowsUsed, report.rowsRejected], [2, 1])
  assert.deepEqual(addresses(), [
    { streetAddress: '', city: 'APO', state: 'AE', zipcode: '09012' },
    { streetAddress: '', city: 'FPO', state: 'AP', zipcode: '96278' },
  ])
})

test('a home with an unknown ZIP gets its location from its coordinates or its state, and is reported', async () => {
  const report = await bring('1,75999,,Plano,33.02,-96.7\n2,75999,TX,,,\n3,75999,TX,Plano,47.6,-122.33\n')
  assert.deepEqual([report.rowsUsed, report.rowsRejected], [3, 0])
  assert.deepEqual(addresses(), [
    {
      streetAddress: '',
      city: 'Plano',
      state: 'TX',
      zipcode: '75999',
      county: 'Collin',
      countyFips: '48085',
      timeZone: 'America/Chicago',
    },
    { streetAddress: '', city: '', state: 'TX', zipcode: '75999' },
    { streetAddress: '', city: 'Plano', state: 'TX', zipcode: '75999' },
  ])
  assert.deepEqual(
    report.reported.map(({ rule, rows }) => [rule, rows]),
    [
      ['zip.unlisted', 3],
      ['point.missing', 1],
    ],
  )
})

test('a home without a location is rejected: only an unknown ZIP, a point at sea, or no ZIP', async () => {
  const report = await bring('1,75999,,Plano,,\n2,75999,,,30,-60\n3,75999,XX,,,\n4,7599,TX,,33.02,-96.7\n')
  assert.deepEqual(
    report.rejected.map(({ rule, rows }) => [rule, rows]),
    [
      ['zip.unknown', 3],
      ['point.abroad', 1],
    ],
  )
})
