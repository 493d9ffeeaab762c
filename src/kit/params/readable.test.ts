import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nearestName } from '../base/sentence.ts'
import { atLeast, dayInUs, flag, listOf, oneOf, Refusal } from './index.ts'

const BATHS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.NEGATIVE_INFINITY],
  ['OnePlus', 1],
  ['OneHalfPlus', 1.5],
  ['TwoPlus', 2],
])

test('a value is read in any case, with blanks, hyphens or underscores', () => {
  const status = oneOf(['For_Sale', 'For_Rent'])
  for (const text of ['for_sale', 'ForSale', 'FOR SALE', 'for-sale', 'forsale', 'For  _Sale'])
    assert.equal(status.parse(text), 'For_Sale', text)
  assert.deepEqual(listOf(['Must have A/C', 'Waterfront']).parse('waterfront, must_have a/c'), [
    'Waterfront',
    'Must have A/C',
  ])
  for (const text of ['TRUE', 'True', 'yes', '1']) assert.equal(flag.parse(text), true, text)
})

test('any respelling of an accepted value is that value', () => {
  const values = ['For_Sale', 'Price_High_to_Low', 'Fore-closures', 'Pending & under contract', '1000_dollars_month']
  const shape = oneOf(values)
  const respelled = fc.constantFrom(...values).chain((value) =>
    fc
      .array(fc.tuple(fc.boolean(), fc.constantFrom('', ' ', '-', '_', '__')), {
        minLength: value.length,
        maxLength: value.length,
      })
      .map((changes) => ({
        value,
        text: changes
          .map(([upper, gap], at) => {
            const letter = value.charAt(at)
            if (/[\s_-]/.test(letter)) return gap
            return upper ? letter.toUpperCase() : letter.toLowerCase()
          })
          .join(''),
      })),
  )
  fc.assert(fc.property(respelled, ({ value, text }) => assert.equal(shape.parse(text), value)))
})

test('a spelling that fits two values is refused, and each of the two is read if spelled exactly', () => {
  const shape = oneOf(['Ground_1', 'Ground1', 'Attic'])
  assert.equal(shape.parse('Ground_1'), 'Ground_1')
  assert.equal(shape.parse('Ground1'), 'Ground1')
  const refusal = shape.parse('ground 1')
  assert.ok(refusal instanceof Refusal && refusal.why === 'could mean Ground_1 or Ground1.', JSON.stringify(refusal))
})

test('another name of a value is read in any spelling, and in the words of the server', () => {
  const status = oneOf(['Sold', 'For {Portal}'], { also: { Sold: ['recently_sold'], 'For {Portal}': ['its'] } })
  for (const text of ['recently_sold', 'RecentlySold', 'Recently Sold']) assert.equal(status.parse(text), 'Sold', text)
  const worded = status.worded?.((text) => text.replace('{Portal}', 'Hearth')) ?? status
  assert.equal(worded.parse('for hearth'), 'For {Portal}')
  assert.equal(worded.parse('Its'), 'For {Portal}')
  assert.equal(worded.parse('recently_sold'), 'Sold')
})

test('a minimum is read as a number, with or without a plus', () => {
  const baths = atLeast(BATHS)
  for (const text of ['2', '2+', '2 +', '2.0', '2plus', '2 or more', 'TwoPlus', 'two_plus'])
    assert.equal(baths.parse(text), 2, text)
  for (const text of ['1.5', '1.5+', 'onehalfplus']) assert.equal(baths.parse(text), 1.5, text)
  assert.equal(baths.parse('7'), 7)
  for (const text of ['0', '0+', 'any']) assert.equal(baths.parse(text), Number.NEGATIVE_INFINITY, text)
  for (const text of ['-1', '1-2', '1 2', '+', 'two', '1e3', '2++'])
    assert.ok(baths.parse(text) instanceof Refusal, text)
})

test('a US date is read month first, and its parts are never swapped to make it valid', () => {
  assert.equal(dayInUs.parse('05/01/2026'), dayInUs.parse('2026-05-01'))
  assert.equal(dayInUs.parse('5/1/2026'), dayInUs.parse('2026-05-01'))
  for (const text of ['13/05/2026', '2/30/2026', '05/01/26', '5.1.2026']) {
    assert.ok(dayInUs.parse(text) instanceof Refusal, text)
  }
})

test('the nearest value is close: a typo, or a number close by', () => {
  const beds = ['No_Min', 'Studio', '1', '2', '3', '4', '5']
  for (const far of ['10', '15', 'x', 'ab', 'many']) assert.equal(nearestName(far, beds), undefined, far)
  assert.equal(nearestName('6', beds), '5')
  assert.equal(nearestName('Stdio', beds), 'Studio')
  assert.equal(nearestName('95', ['50', '100', '1000']), '100')
})

test('the error about a list keeps the readable part of the list', () => {
  const refusal = listOf(['Houses', 'Condos']).parse('Castles, Houses')
  assert.ok(refusal instanceof Refusal)
  assert.deepEqual(refusal.rest, ['Houses'])
})
