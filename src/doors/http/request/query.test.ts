import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { decodeQuery } from './query.ts'

test('an encoded query decodes to the same names and values', () => {
  const pairs = fc.array(fc.tuple(anyText({ minLength: 1 }), anyText()))
  fc.assert(
    fc.property(pairs, (query) => {
      const raw = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
      assert.deepEqual(decodeQuery(raw), query)
    }),
  )
})

test('the form encoding of browsers decodes like percent-encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      assert.deepEqual(decodeQuery(new URLSearchParams({ q: value }).toString()), [['q', value]])
    }),
  )
})

test('plus and %20 both mean a space, and %2B means a plus', () => {
  assert.deepEqual(decodeQuery('a=1+2%203%2B4'), [['a', '1 2 3+4']])
})

test('order and repetition are kept, missing values are empty, and stray ampersands are ignored', () => {
  assert.deepEqual(decodeQuery('&b=1&&a&b=2=3&'), [
    ['b', '1'],
    ['a', ''],
    ['b', '2=3'],
  ])
  assert.deepEqual(decodeQuery(''), [])
})

test('invalid UTF-8 and invalid percent-encoding are refused with the name of each parameter', () => {
  const refused = ['a=%zz', 'a=%', 'a=%C3', 'a=%ff', 'a=%ED%A0%80', 'a=%C0%AF', 'a=%F4%90%80%80']
  for (const part of refused) {
    assert.throws(
      () => decodeQuery(`x=1&${part}&b=%fe`),
      (error) => {
        assert(error instanceof Fault)
        assert.equal(error.code, 'request.malformed')
        assert.deepEqual(
          error.extras.errors?.map(({ parameter }) => parameter),
          ['a', 'b'],
        )
        assert(!error.message.includes('\uFFFD'))
        return true
      },
    )
  }
})

test('an unreadable name is shown as sent', () => {
  assert.throws(() => decodeQuery('%ff=1'), /%ff must be percent-encoded UTF-8, .*; you sent "1"/)
  assert.throws(() => decodeQuery('%ff'), /%ff must be percent-encoded UTF-8, .*; you sent ""/)
})

test('more parameters than any operation could have are refused', () => {
  const raw = Array.from({ length: 300 }, (_, index) => `p${index}=`).join('&')
  assert.throws(() => decodeQuery(raw), /must have at most 256 parameters; you sent 300/)
  assert.throws(
    () => decodeQuery('%ff&'.repeat(16_000)),
    (error) => {
      assert(error instanceof Fault)
      assert.match(error.message, /you sent 16000/)
      assert.equal(error.extras.errors, undefined, 'a refusal many times as long as what it refuses')
      return true
    },
  )
})
