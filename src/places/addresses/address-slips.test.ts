import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
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
    addressesOn: async (street, houseNumbers, cities, zipcodes) =>
      entries.filter(
        (entry) =>
          entry.street === street &&
          houseNumbers.includes(entry.houseNumber) &&
          (cities.includes(entry.city) || zipcodes.includes(entry.zipcode)),
      ),
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

test('the ZIP identifies the home if the text has another city', async () => {
  assert.deepEqual(await slips('2616 Osprey Dr, Dallas, TX 75074'), { [OSPREY]: 'city Plano instead of Dallas' })
})

test('a street or city misspelled by a letter or two is recognized', async () => {
  for (const street of ['Ospray', 'Osprye', 'Opsrey', 'Osprey’s', 'Sprey', 'Aspray']) {
    const hints = await slips(`2616 ${street} Dr, Plano, TX`)
    assert.match(hints[OSPREY] ?? '', /^street Osprey instead of \w+$/, street)
  }
  assert.deepEqual(await slips('2616 Osprey Dr, Palno, TX'), { [OSPREY]: 'city Plano instead of Palno' })
})

test('a misspelled word that can also be a suffix is compared in full', async () => {
  const addresses = [
    '7 North Point St, Plano, TX 75074',
    '8 Beach 69th St, Plano, TX 75074',
    '9 Mill Creek Rd, Plano, TX 75074',
  ]
  const book = sourceOf(...addresses.map((address) => entryOf(address)))
  for (const [at, text] of ['7 North Piont St', '8 Baech 69th St', '9 Mill Crek Road'].entries()) {
    assert.deepEqual(Object.keys(await slips(`${text}, Plano, TX`, book)), [addresses[at]], text)
  }
  assert.deepEqual(await slips('9 Mil Creek Rd Plano TX 75074', book), {
    [addresses[2] ?? '']: 'street Mill Creek instead of Mil Creek',
  })
})

test('a saint, a numbered road and a name in one word are recognized if misspelled', async () => {
  const addresses = ['7 Saint John St, Plano, TX', '8 Farm to Market Road 544, Plano, TX', '9 Mill Creek Rd, Plano, TX']
  const book = sourceOf(...addresses.map((address) => entryOf(`${address} 75074`)))
  for (const [at, text] of ['7 Siant John St', '8 Fram to Market Road 544', '9 Millcreek Rd'].entries()) {
    assert.deepEqual(Object.keys(await slips(`${text}, Plano, TX`, book)), [`${addresses[at]} 75074`], text)
  }
})

test('a misspelled suffix or direction is recognized, with and without commas', async () => {
  const north = '5 N Osprey Blvd, Plano, TX 75074'
  for (const text of [
    '5 N Osprey Boulevrad, Plano, TX',
    '5 n osprey bolevard plano tx',
    '5 Nroth Osprey Blvd, Plano',
  ]) {
    assert.deepEqual(Object.keys(await slips(text, sourceOf(entryOf(north)))), [north], text)
  }
  const hints = await slips('5 N Osprey Boulevrad, Plano, TX', sourceOf(entryOf(north)))
  assert.equal(hints[north], 'suffix Blvd instead of Boulevrad')
})

test('a house number with one typo is suggested only in its own city, the closest first', async () => {
  const others = ['2166', '2618', '26166', '5000'].map((number) => `${number} Osprey Dr, Plano, TX 75074`)
  const book = sourceOf(...[...others, '2617 Osprey Dr, Dallas, TX 75201'].map((address) => entryOf(address)))
  assert.deepEqual(Object.entries(await slips('2616 Osprey Dr, Plano, TX', book)), [
    [others[1], 'number 2618 instead of 2616'],
    [others[0], 'number 2166 instead of 2616'],
    [others[2], 'number 26166 instead of 2616'],
  ])
  assert.deepEqual(await slips('2616 Osprey Dr', book), {})
})

test('the same line in a city within 30 miles is suggested, the closest first', async () => {
  const [dallas, plano] = ['12 Main St, Dallas, TX 75201', '12 Main St, Plano, TX 75074']
  const book = sourceOf(...[dallas, plano, '12 Main St, Austin, TX 78701'].map((address) => entryOf(address)))
  assert.deepEqual(Object.entries(await slips('12 Main St, Allen, TX', book)), [
    [plano, 'city Plano instead of Allen'],
    [dallas, 'city Dallas instead of Allen'],
  ])
  const withZip = await slips('12 Main St, Allen, TX 75002', book)
  assert.equal(withZip[plano], 'city Plano instead of Allen, ZIP 75074 instead of 75002')
  assert.deepEqual(Object.keys(await slips('12 Main St, 75002', book)), [plano, dallas])
})

test('a different street, state or distant city is not a typo', async () => {
  for (const text of [
    '2616 Eagle Dr, Plano, TX 75074',
    '2699 Osprey Dr, Plano, TX 75074',
    '2616 Osprey Dr, Austin, TX',
    '2616 Osprey Dr, 78701',
    '2616 Osprey Lake Dr, Plano, TX',
    '2616 Osprey Dr, Plano, GA 75074',
    '100 Albany Ave, Stuart, FL',
    'Osprey Dr, Plano',
    '',
    'x'.repeat(10_000),
  ]) {
    assert.deepEqual(await slips(text), {}, text.slice(0, 40))
  }
})

test('even a long text needs few street look-ups', async () => {
  let lookups = 0
  const counted = <T>(result: T): T => {
    lookups++
    return result
  }
  const counting: SlipSource = {
    addressesAt: async () => counted([]),
    addressesOn: async () => counted([]),
    streetsBeginning: async () => counted(['main', 'oak']),
  }
  for (const text of [`1 ${'main oak '.repeat(50)}`, '1 2 3 4 5 6 7 8 9 Main St', `12 ${'n s e w '.repeat(50)}`]) {
    lookups = 0
    await addressSlips(text, counting)
    assert.ok(lookups <= 60, `${text.slice(0, 20)}: ${lookups}`)
  }
})

test('a short name may have only one typo', async () => {
  const elm = sourceOf(entryOf('5 Elm St, Plano, TX 75074'))
  assert.deepEqual(Object.values(await slips('5 Elk St, Plano', elm)), ['street Elm instead of Elk'])
  assert.deepEqual(await slips('5 Oak St, Plano', elm), {})
})

test('buildings and people are never suggested instead of a home', async () => {
  assert.deepEqual(await slips('2616 Ospray Dr, Plano', sourceOf(entryOf(OSPREY, 'building'))), {})
})

test('a street is recognized even if thousands of streets have the house number', async () => {
  const webster = '100 Webster St, Plano, TX 75074'
  const others = Array.from({ length: 2100 }, (_, at) => {
    const letters = Array.from(String(at).padStart(4, '0'), (digit) => 'bcdfghjklm'[Number(digit)]).join('')
    return entryOf(`100 A${letters} St, Plano, TX 75074`)
  })
  assert.deepEqual(await slips('100 Webtser St, Plano', sourceOf(...others, entryOf(webster))), {
    [webster]: 'street Webster instead of Webtser',
  })
})

test('the addresses of a large building are read once, and only for a few similar streets', async () => {
  const units = (street: string) =>
    Array.from({ length: 1000 }, (_, at) => entryOf(`824 ${street} St APT ${at + 1}, Plano, TX 75074`))
  const homes = sourceOf(...['Webster', 'Wobster', 'Wibster', 'Wabster'].flatMap(units))
  const read = new Map<string, number>()
  const counting: SlipSource = {
    ...homes,
    addressesAt: async (houseNumber, street) => {
      read.set(street, (read.get(street) ?? 0) + 1)
      return homes.addressesAt(houseNumber, street)
    },
  }
  assert.equal((await addressSlips('824 Webtser St, Plano', counting)).length, 10)
  assert.equal(['webster', 'wobster', 'wibster', 'wabster'].filter((street) => read.has(street)).length, 1)
  read.clear()
  const [first] = await addressSlips('824 Webster St Apt 1001, Plano', counting)
  assert.match(first?.why ?? '', /^unit \d+ instead of 1001$/)
  assert.ok((read.get('webster') ?? 0) <= 2, 'once as written, once as misspelled')
})
