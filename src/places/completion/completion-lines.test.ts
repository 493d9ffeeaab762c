import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { streetParts } from '../addresses/address.ts'
import { displayLine } from '../addresses/address-book.ts'
import { completionLines } from './completion-lines.ts'

function entryOf(streetAddress: string, city = 'Oakland', state = 'CA', zipcode = '94607'): AddressEntry {
  const display = displayLine({ streetAddress, city, state, zipcode })
  return { id: 1, kind: 'home', display, ...streetParts(streetAddress), city: cityKey(city), state, zipcode }
}

test('a house is found by its number and by its street', () => {
  assert.deepEqual(completionLines(entryOf('824 N Webster Street')), [
    '824 n webster st oakland ca 94607',
    'n webster st oakland ca 94607 824',
  ])
})

test('the line that starts with the street ends with number and unit, for any spelling of the unit', () => {
  for (const street of ['824 Webster St APT 4', '824 Webster St, Apt 4', '824 Webster St # 4', '824 Webster St #4']) {
    assert.equal(completionLines(entryOf(street))[1], 'webster st oakland ca 94607 824 apt 4', street)
  }
  assert.equal(completionLines(entryOf('5 Elm St Bldg 3 Apt 4'))[1], 'elm st oakland ca 94607 5 bldg 3 apt 4')
})

test('unknown parts are left out of lines', () => {
  assert.deepEqual(completionLines(entryOf('824 Webster St APT 4', '', '', '')), [
    '824 webster st apt 4',
    'webster st 824 apt 4',
  ])
  assert.deepEqual(completionLines(entryOf('Webster St', 'Oakland', '', '')), ['webster st oakland'])
  assert.deepEqual(completionLines(entryOf('9 Elm St', 'Oakland', 'CA', ''))[1], 'elm st oakland ca 9')
})

test('a building is also found by its name', () => {
  assert.equal(
    completionLines(entryOf('9 Elm St'), 'The Meadowbrook Terrace')[2],
    'the meadowbrook ter 9 elm st oakland ca 94607',
  )
})
