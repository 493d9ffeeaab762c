import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText, anyUrl } from '../../../test/any-text.ts'
import { buildingUrl } from './building-url.ts'
import { homeReference } from './home-reference.ts'
import { homeUrl } from './home-url.ts'
import { Refusal } from './shape.ts'
import { zpid, zpidBeside } from './zpid.ts'

test('a property id is a whole number from 1 to 2^53 - 1, with or without a suffix', () => {
  for (const [written, value] of [
    ['1', 1],
    ['48749425', 48749425],
    ['007', 7],
    ['48749425_zpid', 48749425],
    ['48749425.0', 48749425],
    ['9007199254740991', 9007199254740991],
  ] as const) {
    assert.equal(zpid.parse(written), value, written)
  }
})

test('anything else is refused with a sentence that says what a property id is', () => {
  for (const text of [
    '0',
    '-5',
    'abc',
    '9007199254740992',
    '1'.repeat(40),
    '1e6',
    '12 34',
    '1.5',
    '٣٣',
    '0x10',
    '_zpid',
  ]) {
    const refusal = zpid.parse(text)
    assert.ok(refusal instanceof Refusal, text)
    assert.match(refusal.why, /whole number from 1 to 9007199254740991/)
  }
})

test('the id is found in a property URL with any host, with or without scheme, host and query', () => {
  for (const url of [
    'https://portal.example/homedetails/1-Main-St-Austin-TX-78701/123_zpid/',
    'http://elsewhere.example:8080/homedetails/x/123_zpid',
    'portal.example/homedetails/x/123_zpid/?utm=1#photos',
    'www.portal.example/homes/123_zpid/',
    '/homedetails/x/123_zpid/',
    'homedetails/x/123_zpid/',
    '123_zpid',
    'https://portal.example/homes/for_sale/?zpid=123',
    '?zpid=123',
    'https://portal.example/homedetails/caf%C3%A9/123_ZPID/',
    'https://portal.example/homedetails/50%/123_zpid/',
    'https://portal.example/homedetails/1-Main-St-123_zpid/',
  ]) {
    assert.equal(homeUrl.parse(url), 123, url)
  }
})

test('a URL without an id is rejected with an example of a URL with an id', () => {
  for (const url of [
    'https://portal.example/',
    'https://portal.example/homedetails/x/',
    'https://',
    '0_zpid',
    '?zpid=x',
  ]) {
    const refusal = homeUrl.parse(url)
    assert.ok(refusal instanceof Refusal, url)
    assert.match(refusal.why, /_zpid/)
  }
})

test('the page of a building is refused with a pointer to the operation that takes it', () => {
  for (const url of [
    'https://portal.example/b/the-lamar-austin-tx-5XkKQX/',
    'https://portal.example/apartment/x/1/',
    'https://portal.example/apartments/austin-tx/the-lamar/5XkKQX/',
    '/apartments/austin-tx/the-lamar/123_zpid/',
    'portal.example/B/x',
  ]) {
    const refusal = homeUrl.parse(url)
    assert.ok(refusal instanceof Refusal, url)
    assert.match(refusal.why, /\/apartment_details/)
  }
})

test('every suffix of a building URL that may be its id is offered, shortest first', () => {
  assert.deepEqual(buildingUrl.parse('https://portal.example/b/the-lamar-a-b/?x=1'), [
    'b',
    'a-b',
    'lamar-a-b',
    'the-lamar-a-b',
  ])
  assert.deepEqual(buildingUrl.parse('/apartments/austin-tx/the-lamar/5XkKQX'), ['5XkKQX'])
  assert.deepEqual(buildingUrl.parse('/apartments/?lotid=a-b'), ['a-b'])
  assert.ok(buildingUrl.parse('https://portal.example/') instanceof Refusal)
})

test('a URL or an address is recognized in place of an id', () => {
  assert.deepEqual(homeReference.parse('123'), { kind: 'zpid', zpid: 123 })
  assert.deepEqual(homeReference.parse('https://portal.example/x/123_zpid/'), { kind: 'zpid', zpid: 123 })
  assert.deepEqual(homeReference.parse('portal.example/x/123_zpid/'), { kind: 'zpid', zpid: 123 })
  assert.deepEqual(homeReference.parse('12 1/2 Main St, Austin'), { kind: 'address', text: '12 1/2 Main St, Austin' })
  for (const text of [
    '0',
    '-5',
    'abc',
    '1'.repeat(40),
    '12 34',
    'https://portal.example/b/x/',
    `1 ${'a'.repeat(600)}`,
  ]) {
    assert.ok(homeReference.parse(text) instanceof Refusal, text)
  }
})

test('no text makes a shape throw', () => {
  const shapes = [zpid, homeUrl, buildingUrl, homeReference]
  const written = fc.oneof(anyText(), anyUrl)
  fc.assert(fc.property(written, (text) => shapes.forEach((shape) => void shape.parse(text))))
})

test('every shape accepts its own example', () => {
  for (const shape of [zpid, homeUrl, buildingUrl, homeReference]) {
    assert.ok(!(shape.parse(shape.example) instanceof Refusal), shape.example)
  }
})

test('no text of a request line takes long to read as a reference', () => {
  const shapes = [zpid, zpidBeside({ url: '/byurl', address: '/byaddress' }), homeReference, homeUrl, buildingUrl]
  for (const shape of shapes) {
    for (const part of ['-_/', '/', '/x_', 'a/ ', '0', '1', 'a.', '-']) {
      for (const end of ['', 'x_zpid', '_zpi']) {
        for (let round = 0; round < 2; round++) shape.parse(part.repeat(64_000 / part.length) + end)
      }
    }
  }
})
