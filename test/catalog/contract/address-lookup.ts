import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogWith } from '../catalog-with.ts'
import { building, home, person } from './records.ts'

/** Tests the promises of `AddressLookup`. */
export function addressContract(catalogWith: CatalogWith<'addresses'>): void {
  test('addresses are found by number and street, and by prefix of their lines, in order', async () => {
    const catalog = await catalogWith((writer) => {
      for (const zpid of [12, 1, 123]) writer.put('home', home(zpid))
      writer.put('building', building)
    })
    assert.deepEqual(
      (await catalog.addresses.addressesAt('12', 'main')).map((entry) => entry.id),
      [12],
    )
    assert.deepEqual(await catalog.addresses.addressesAt('12', 'oak'), [])
    const beginning = await catalog.addresses.addressesBeginning('12', 10)
    assert.deepEqual(
      beginning.map((entry) => entry.id),
      [12, 123],
    )
    assert.equal((await catalog.addresses.addressesBeginning('12', 1)).length, 1)
    assert.deepEqual(await catalog.addresses.streetsBeginning('12', 'ma', 10), ['main'])
    assert.deepEqual(await catalog.addresses.streetsBeginning('12', 'oak', 10), [])
    const idsOn = async (...where: Parameters<typeof catalog.addresses.addressesOn>) =>
      (await catalog.addresses.addressesOn(...where)).map(({ id }) => id)
    assert.deepEqual(await idsOn('main', ['123', '12', '13'], ['austin'], []), [12, 123])
    assert.deepEqual(await idsOn('main', ['1', '12'], [], ['78704']), [1, 12])
    assert.deepEqual(await idsOn('main', ['1', '12'], ['dallas'], ['75201']), [])
    assert.deepEqual(await idsOn('oak', ['12'], ['austin'], []), [])
    const [entry] = await catalog.addresses.addressesAt('7', 'main')
    assert.deepEqual([entry?.id, entry?.kind], ['b-1', 'building'])
    catalog.close()
  })

  test('an address with a unit finds the same unit, also within a building', async () => {
    const line = (unit: string) => ({
      streetAddress: `9 Oak Ave ${unit}`,
      city: 'Dallas',
      state: 'TX',
      zipcode: '75201',
    })
    const catalog = await catalogWith((writer) => {
      for (const [at, unit] of ['APT 4', 'BLDG 3 APT 4', 'APT 14', ''].entries()) {
        writer.put('home', home(at + 1, { address: line(unit) }))
      }
    })
    const idsOf = async (unit: string) => (await catalog.addresses.addressesAt('9', 'oak', unit)).map(({ id }) => id)
    assert.deepEqual(await idsOf('4'), [1, 2])
    assert.deepEqual(await idsOf('14'), [3])
    assert.deepEqual(await idsOf('5'), [])
    catalog.close()
  })

  test('completion lines start with number, street or building name, and change with the record', async () => {
    const oak = { streetAddress: '9 Oak Ave', city: 'Dallas', state: 'TX', zipcode: '75201' }
    const catalog = await catalogWith((writer) => {
      for (const zpid of [1, 2]) writer.put('home', home(zpid))
      writer.put('home', home(2, { address: oak }))
      writer.put('building', building)
    })
    const idsUnder = async (line: string) => (await catalog.addresses.addressesBeginning(line, 10)).map(({ id }) => id)
    assert.deepEqual(await idsUnder('main st'), [1, 'b-1'])
    assert.deepEqual(await idsUnder('oak ave dallas'), [2])
    assert.deepEqual(await idsUnder(building.name.toLowerCase()), ['b-1'])
    assert.deepEqual(await idsUnder('2 main'), [])
    assert.match((await catalog.addresses.addressLineFrom('oak')) ?? '', /^oak ave dallas tx 75201 9$/)
    assert.equal(await catalog.addresses.addressLineFrom('zz'), undefined)
    catalog.close()
  })

  test('words that differ by one typo are found, most frequent first, and change with the record', async () => {
    const streets = [
      '1 Maine St',
      '2 Maine St',
      '3 Mainz St',
      '4 Man St',
      '5 Mian St',
      '6 Main St',
      '7 Żółw St',
      '8 Žolw St',
    ]
    const at = (streetAddress: string) => ({ streetAddress, city: 'Dallas', state: 'TX', zipcode: '75201' })
    const catalog = await catalogWith((writer) => {
      for (const [i, street] of [...streets, '9 Mains St'].entries())
        writer.put('home', home(i + 1, { address: at(street) }))
      writer.put('home', home(9, { address: at('9 Oak Ave') }))
    })
    const { addresses } = catalog
    assert.deepEqual(await addresses.wordsOneSlipAway('main'), ['maine', 'mainz', 'man', 'mian'])
    assert.deepEqual(await addresses.wordsOneSlipAway('zow'), ['zolw', 'zołw'])
    assert.deepEqual(await addresses.wordsOneSlipAway('dalas'), ['dallas'])
    for (const odd of ['qq', '7520', '\0\0', '\ud800\ud800'])
      assert.deepEqual(await addresses.wordsOneSlipAway(odd), [])
    assert.deepEqual(await addresses.beginningsOneSlipAway('maim'), ['mai'])
    assert.deepEqual(await addresses.beginningsOneSlipAway('mani'), ['main', 'mai', 'man'])
    assert.deepEqual(await addresses.beginningsOneSlipAway('dlal'), ['dall', 'dal'])
    assert.deepEqual(await addresses.beginningsOneSlipAway('qq'), [])
    catalog.close()
  })

  test('people are found at each of their addresses, which change with the record', async () => {
    const catalog = await catalogWith((writer) => {
      writer.put('person', person('p', '1 Main St', '9 Oak Ave'))
      writer.put('person', person('q', '1 Main St'))
      writer.put('person', person('q', '9 Oak Ave'))
      writer.put('home', home(1))
    })
    const at = async (number: string, street: string) =>
      (await catalog.addresses.peopleAt(number, street)).map(({ id, kind, display }) => [id, kind, display])
    assert.deepEqual(await at('1', 'main'), [['p', 'person', '1 Main St, Austin, TX 78704']])
    assert.deepEqual(
      (await at('9', 'oak')).map(([id]) => id),
      ['p', 'q'],
    )
    assert.deepEqual(await at('2', 'main'), [])
    assert.deepEqual(
      (await catalog.addresses.addressesAt('1', 'main')).map(({ id }) => id),
      [1],
    )
    assert.deepEqual(await catalog.addresses.addressesBeginning('9 oak', 5), []) // completion finds no people
    catalog.close()
  })
}
