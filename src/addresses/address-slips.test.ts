import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressEntry } from '../model/address-entry.ts'
import { cityKey } from '../names/name-key.ts'
import { streetParts } from './address.ts'
import { addressSlips, type SlipSource } from './address-slips.ts'

const SHOWN = /^(.*), (.*), ([A-Z]{2}) (\d{5})$/

function entryOf(display: string, kind: AddressEntry['kind'] = 'home'): AddressEntry {
  const [, street = '', city = '', state = '', zipcode = ''] = SHOWN.exec(display) ?? []
  return { id: display, kind, display, ...streetParts(street), city: cityKey(city), state, zipcode }
}

function sourceOf(...entries: readonly AddressEntry[]): SlipSource {
  return {
    addressesAt: async (houseNumber, street) =>
      entries.filter((entry) => entry.houseNumber === houseNumber && entry.street === street),
    streetsBeginning: async (houseNumber, beginning, limit) =>
      entries
        .filter((entry) => entry.houseNumber === houseNumber && entry.street.startsWith(beginning))
        .map(({ street }) => street)
        .slice(0, limit),
  }
}

const OSPREY = '2616 Osprey Dr, Plano, TX 75074'
const source = sourceOf(entryOf(OSPREY), entryOf('100 Albany Ave, Savannah, GA 31401'))

async function slips(text: string, where = source): Promise<Record<string, string>> {
  return Object.fromEntries((await addressSlips(text, where)).map(({ entry, why }) => [entry.display, why]))
}

test('the ZIP tells which home is meant where another city is written', async () => {
  assert.deepEqual(await slips('2616 Osprey Dr, Dallas, TX 75074'), { [OSPREY]: 'city Plano instead of Dallas' })
})

test('a street or city misspelt by a letter or two is recognised', async () => {
  for (const street of ['Ospray', 'Osprye', 'Opsrey', 'Osprey’s', 'Sprey', 'Aspray']) {
    const found = await slips(`2616 ${street} Dr, Plano, TX`)
    assert.match(found[OSPREY] ?? '', /^street Osprey instead of \w+$/, street)
  }
  assert.deepEqual(await slips('2616 Osprey Dr, Palno, TX'), { [OSPREY]: 'city Plano instead of Palno' })
})

test('another street, number, state or city is no slip', async () => {
  for (const text of [
    '2616 Eagle Dr, Plano, TX 75074',
    '2618 Osprey Dr, Plano, TX 75074',
    '2616 Osprey Dr, Dallas, TX',
    '2616 Ospray Dr, Dallas, TX',
    '2616 Osprey Dr, Plano, GA 75074',
    '100 Albany Ave, Stuart, FL',
    'Osprey Dr, Plano',
    '',
    'x'.repeat(10_000),
  ]) {
    assert.deepEqual(await slips(text), {}, text.slice(0, 40))
  }
})

test('a short name has room for one slip only', async () => {
  const elm = sourceOf(entryOf('5 Elm St, Plano, TX 75074'))
  assert.deepEqual(Object.values(await slips('5 Elk St, Plano', elm)), ['street Elm instead of Elk'])
  assert.deepEqual(await slips('5 Oak St, Plano', elm), {})
})

test('buildings and people are never offered in place of a home', async () => {
  assert.deepEqual(await slips('2616 Ospray Dr, Plano', sourceOf(entryOf(OSPREY, 'building'))), {})
})
