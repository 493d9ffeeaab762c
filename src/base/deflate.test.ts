import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { deflateBlock, deflatedMax } from './deflate.ts'

/** Where a target is written to, between bytes that must stay as they are. */
const BEFORE = 3
const UNTOUCHED = 0xa5

/** The lengths of an empty stored block, whose first bits are there already, and an empty last block. */
const ENDED = Buffer.from('0000ffff0300', 'hex')

function deflated(source: Uint8Array): Buffer {
  const target = Buffer.alloc(BEFORE + deflatedMax(source.length) + BEFORE, UNTOUCHED)
  const end = deflateBlock(source, target, BEFORE)
  assert.ok(end <= target.length - BEFORE, 'the room is enough')
  const around = [...target.subarray(0, BEFORE), ...target.subarray(end)]
  assert.ok(around.every((byte) => byte === UNTOUCHED))
  return target.subarray(BEFORE, end)
}

function inflatesAgain(source: Uint8Array): void {
  const inflated = inflateRawSync(Buffer.concat([deflated(source), ENDED]))
  assert.ok(inflated.equals(source), `${source.length} bytes come out as they went in`)
}

test('zlib inflates any bytes as they were', () => {
  const repetitive = fc
    .array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.integer({ min: 0, max: 300 })))
    .map((parts) => Buffer.concat(parts.flatMap(([part, times]) => Array.from({ length: times }, () => part))))
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string().map(Buffer.from), repetitive)
  fc.assert(fc.property(bytes, inflatesAgain), { numRuns: 300 })
})

test('each length and each distance that a repeat can have is written right', () => {
  for (let length = 1; length <= 600; length++) inflatesAgain(Buffer.concat([LETTERS, Buffer.alloc(length, 'a')]))
  for (let distance = 1; distance < 70_000; distance += 1 + (distance >>> 4)) {
    inflatesAgain(
      Buffer.concat([Buffer.from('here it is'), Buffer.alloc(distance, LETTERS), Buffer.from('here it is')]),
    )
  }
})

const LETTERS = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte ^ 0x55))

test('a text does not depend on those before it', () => {
  const text = Buffer.from('{"city":"Springfield","county":"Springfield","zip":"00001"}')
  const first = Buffer.from(deflated(text))
  deflated(Buffer.from('"Springfield"'.repeat(50)))
  assert.ok(deflated(text).equals(first))
})

test('a card comes out at most an eighth longer than zlib makes it', () => {
  const link = (view: number, width: number) => `"http://127.0.0.1:8080/media/home/10054430/${view}-${width}.svg"`
  const links = (width: number) => [1, 2, 3].map((view) => link(view, width)).join()
  const card = Buffer.from(
    `{"property":{"zpid":10054430,"location":{"latitude":26.304678,"longitude":-80.184935},"address":{"streetAddress":` +
      `"8029 SW Bluebell St","city":"Pompano Beach","state":"FL","zipcode":"33073"},"media":{"allPropertyPhotos":` +
      `{"medium":[${links(384)}],"highResolution":[${links(1536)}]}},"isFeatured":false,"isShowcaseListing":false,` +
      `"isUnmappable":false,"isPreforeclosureAuction":false,"hasFloorPlan":false,"rental":{"areApplicationsAccepted":` +
      `false,"hasVirtualTour":false,"currency":"usd","country":"usa"},"bathrooms":3.5,"bedrooms":5,"yearBuilt":1979,` +
      `"hdpView":{"listingStatus":"forSale","price":404000,"hdpUrl":"/homedetails/8029-SW-Bluebell-St-Pompano-Beach-` +
      `FL-33073/10054430_zpid/"},"currency":"usd","country":"usa","region":{},"ssid":1443719309}}`,
  )
  const byZlib = deflateRawSync(card, { level: 3 }).length
  assert.ok(deflated(card).length <= 1.125 * byZlib, `${deflated(card).length} bytes, by zlib ${byZlib}`)
})
