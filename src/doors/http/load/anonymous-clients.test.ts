import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import { AnonymousClients, networkOf } from './anonymous-clients.ts'

test('an address may send ten seconds of calls at once, then the configured rate, and does not limit other addresses', () => {
  const clock = fixedClock(1_000_000)
  const strangers = new AnonymousClients(clock, 2)
  for (let call = 0; call < 20; call++) assert.equal(strangers.refuse('a'), undefined)
  assert.equal(strangers.refuse('a')?.extras.retryAfterS, 1)
  assert.equal(strangers.refuse('b'), undefined)
  clock.set(1_000_500)
  assert.equal(strangers.refuse('a'), undefined)
  assert.equal(strangers.refuse('a')?.status, 429)
})

test('a rate of 0 sets no limit', () => {
  const strangers = new AnonymousClients(fixedClock(0), 0)
  for (let call = 0; call < 1000; call++) assert.equal(strangers.refuse('a'), undefined)
})

test('memory is bounded for any number of addresses: excess addresses share a rate, and idle addresses are removed', () => {
  const clock = fixedClock(1_000_000)
  const strangers = new AnonymousClients(clock, 1, 100)
  for (let address = 0; address < 110; address++) assert.equal(strangers.refuse(`a${address}`), undefined)
  assert.equal(strangers.refuse('one more')?.status, 429)
  assert.equal(strangers.size, 101)
  clock.set(1_100_000)
  for (let call = 0; call < 100; call++) strangers.refuse(`b${call}`)
  assert.equal(strangers.refuse('one more'), undefined)
  assert(strangers.size <= 101)
  clock.set(1_200_000)
  for (let call = 0; call < 100; call++) strangers.refuse('b')
})

test('IPv4 addresses count separately in either form, and IPv6 addresses count by their first 64 bits', () => {
  for (const [address, network] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
    ['', ''],
  ] as const) {
    assert.equal(networkOf(address), network)
  }
})
