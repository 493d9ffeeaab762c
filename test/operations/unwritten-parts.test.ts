import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kit/base/failure.ts'
import { homesOf } from '../addresses/home-lines.ts'
import { call } from './call.ts'
import { smallContext } from './small-catalog.ts'
import { streetAnswered } from './street-answered.ts'

const context = smallContext({
  bare: true,
  homes: homesOf(`
    1207 EAST 55TH STREET, Brooklyn, NY 11234
    730 55TH STREET, Brooklyn, NY 11220
    1311 EAST 57TH STREET, Brooklyn, NY 11234
    412 NW MARKET STREET, Seattle, WA 98107
    900 MARKET STREET, Seattle, WA 98107
    18 OAK AVENUE SW, Atlanta, GA 30310
    21 OAK AVENUE, Atlanta, GA 30318
    6 EAST 68TH STREET APT 6A, New York, NY 10065
    10 EAST 68TH STREET, New York, NY 10065
    10 EAST 68TH STREET APT 2, New York, NY 10065
    77 N SAINT MARYS ROAD, Saint Paul, MN 55104
    80 SAINT MARYS ROAD, Saint Paul, MN 55104
  `),
})

async function answerTo(text: string): Promise<unknown> {
  const answered = await streetAnswered(text, context)
  if (!(answered instanceof Fault)) return answered
  return [
    answered.status,
    ...(answered.extras.candidates ?? []).map(
      (one) => `${'address' in one && one.address}: ${'why' in one && one.why}`,
    ),
  ]
}

test('a missing direction gives candidates if the address book has the street without it in the same place', async () => {
  const east = [409, '1207 EAST 55TH STREET, Brooklyn, NY 11234: direction E']
  assert.deepEqual(await answerTo('1207 55TH STREET, Brooklyn, NY'), east)
  assert.deepEqual(await answerTo('1207 55th St'), east)
  assert.deepEqual(await answerTo('1207 55th, Brooklyn'), east)
  assert.deepEqual(await answerTo('412 Market St, Seattle, WA 98107'), [
    409,
    '412 NW MARKET STREET, Seattle, WA 98107: direction NW',
  ])
  assert.deepEqual(await answerTo('18 Oak Ave, Atlanta, GA'), [
    409,
    '18 OAK AVENUE SW, Atlanta, GA 30310: direction after the street SW',
  ])
  assert.deepEqual(await answerTo('77 St Marys Rd, St Paul, MN'), [
    409,
    '77 N SAINT MARYS ROAD, Saint Paul, MN 55104: direction N',
  ])
})

test('an address without its street direction is found if its ZIP code, or the whole place, has no such street without a direction', async () => {
  assert.equal(await answerTo('1207 55TH STREET, Brooklyn, NY 11234'), '1207 EAST 55TH STREET')
  assert.equal(await answerTo('1311 57TH STREET, Brooklyn, NY'), '1311 EAST 57TH STREET')
  assert.equal(await answerTo('18 Oak Ave, Atlanta, GA 30310'), '18 OAK AVENUE SW')
})

test('a missing unit gives candidates even if only one is known, and a house in the address book is answered', async () => {
  const unit = [409, '6 EAST 68TH STREET APT 6A, New York, NY 10065: unit 6A']
  assert.deepEqual(await answerTo('6 EAST 68TH STREET, New York, NY 10065'), unit)
  assert.deepEqual(await answerTo('6 E 68th St'), unit)
  assert.equal(await answerTo('6 E 68th St 6A, New York'), '6 EAST 68TH STREET APT 6A')
  assert.equal(await answerTo('10 E 68th St, New York'), '10 EAST 68TH STREET')
})

test('the refusal names the parts that the only candidate has beyond the text', async () => {
  const fault = await call('/byaddress', { propertyaddress: '6 E 68th St, New York' }, context).catch((error) => error)
  assert.equal(
    fault.message,
    'No property in this catalog is at "6 E 68th St, New York" as written: send one of the addresses in candidates. The most similar is 6 EAST 68TH STREET APT 6A, New York, NY 10065 (unit 6A).',
  )
})
