import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LimitedCall, readLimits, refusalBy, type WrittenLimits } from './key-limits.ts'

const CALL: LimitedCall = { origin: undefined, address: '203.0.113.9', path: '/pro/byzpid', isChange: false }

/** Returns the sentence that refuses a call; undefined if the limits allow it. */
function refusal(written: WrittenLimits, call: Partial<LimitedCall>): string | undefined {
  const limits = readLimits(written)
  assert.ok(limits)
  const fault = refusalBy(limits, { ...CALL, ...call })
  if (fault !== undefined) assert.equal(fault.code, 'key.limited')
  return fault?.message
}

test('a key that is limited to origins works only in their pages', () => {
  const limits = { origins: 'https://Homes.example/, http://localhost:3000' }
  assert.equal(refusal(limits, { origin: 'https://homes.example' }), undefined)
  assert.equal(refusal(limits, { origin: 'http://localhost:3000' }), undefined)
  assert.match(
    refusal(limits, { origin: 'https://evil.example' }) ?? '',
    /^This key works only in web pages of https:\/\/homes\.example, http:\/\/localhost:3000; the call has https:\/\/evil\.example\./,
  )
  for (const origin of ['http://homes.example', 'https://homes.example.evil', 'null', '', undefined])
    assert.notEqual(refusal(limits, { origin }), undefined, String(origin))
})

test('a key that is limited to addresses works only from these addresses and networks, written in any form', () => {
  const limits = { addresses: '203.0.113.0/28, 2001:db8::/32,198.51.100.7' }
  const inside = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1', '2001:0DB8::0001', '198.51.100.7']
  for (const address of inside) assert.equal(refusal(limits, { address }), undefined, address)
  const outside = ['203.0.113.16', '198.51.100.8', '2001:db9::1', '::1', '', 'unknown', '::ffff:198.51.100.8']
  for (const address of outside) assert.match(refusal(limits, { address }) ?? '', /does not work from/, address)
})

test('a key that is limited to operations opens these and the paths below them', () => {
  const limits = { operations: '/search, /Pro/ByZpid/' }
  for (const path of ['/search/byaddress', '/search', '/pro/byzpid', undefined])
    assert.equal(refusal(limits, { path }), undefined, path)
  for (const path of ['/searches', '/', '/pro', '/pro/byzpid2', '/odata'])
    assert.match(refusal(limits, { path }) ?? '', /opens only \/search, \/pro\/byzpid; you called /, path)
})

test('a key that can only read makes no change', () => {
  assert.equal(refusal({ readOnly: true }, {}), undefined)
  assert.match(refusal({ readOnly: true }, { isChange: true }) ?? '', /can only read/)
})

test('limits must be written as lists of valid entries, and empty lists limit nothing', () => {
  assert.equal(readLimits({}), undefined)
  assert.equal(readLimits({ origins: ' ', places: '', readOnly: false }), undefined)
  assert.deepEqual(readLimits({ places: 'Seattle, WA; King County, WA' }), {
    places: ['Seattle, WA', 'King County, WA'],
  })
  const wrong: readonly (readonly [WrittenLimits, RegExp])[] = [
    [{ origins: 'homes.example' }, /Each entry of origins must be an origin such as .*; you gave "homes\.example"/],
    [{ origins: 'https://homes.example/path' }, /an origin/],
    [{ origins: 'file:///x' }, /an origin/],
    [{ origins: 'https://a.example,' }, /you gave ""/],
    [{ addresses: 'localhost' }, /an IP address or a network/],
    [{ addresses: '10.0.0.0/33' }, /an IP address or a network/],
    [{ addresses: '::/129' }, /an IP address or a network/],
    [{ operations: 'search' }, /a path such as/],
    [{ operations: '/search?x=1' }, /a path such as/],
    [{ places: 'a;b;c;d;e;f' }, /places must have at most 5 entries; you gave 6/],
    [{ places: 'x'.repeat(201) }, /a place such as/],
    [{ operations: Array(51).fill('/x').join() }, /at most 50 entries; you gave 51/],
  ]
  for (const [written, sentence] of wrong) assert.throws(() => readLimits(written), sentence, JSON.stringify(written))
})
