import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import { AnonymousClients, networkOf } from './anonymous-clients.ts'

test('an address has ten seconds of calls at once, then as many a second as are set, and slows no other down', () => {
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

test('memory is bounded for any number of addresses: excess addresses share a rate, and idle ones are removed', () => {
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

test('IPv4 addresses stand for themselves, however the socket writes them, and IPv6 ones for their first 64 bits', () => {
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
