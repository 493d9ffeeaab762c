import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CardWords, STORED_WORDS } from '../../facts/card-words.ts'
import { CardPacker, DICTIONARY_BYTES_MAX } from './card-packer.ts'
import { CardUnpacker, SPARE_BYTES, viewOf, withWords } from './packed-cards.ts'

const WORDS = new CardWords({
  Portal: 'Homely',
  portal: '',
  portalOrigin: 'https://homely.example',
  mediaOrigin: `https://pictures.example/${'long/'.repeat(20)}`,
})
const { Portal, portal, portalOrigin, mediaOrigin } = STORED_WORDS
const ROOM_BYTES = 1024 * 1024

/** Packs texts, and returns a function that unpacks each of them. */
function packedTexts(texts: readonly string[]) {
  const packer = new CardPacker()
  const parts = texts.map((text) => Buffer.from(packer.pack(text)))
  const starts = new Float64Array(texts.length + 1)
  parts.forEach(({ length }, i) => {
    starts[i + 1] = (starts[i] as number) + length
  })
  const packed = Buffer.concat([...parts, Buffer.alloc(SPARE_BYTES)])
  const unpacker = new CardUnpacker(withWords({ packed, starts }, packer.dictionary, WORDS))
  return {
    bytes: starts.at(-1) ?? Number.NaN,
    dictionaryBytes: packer.dictionary.length,
    unpack: (i: number, target: Buffer, at: number) =>
      unpacker.unpack(starts[i] as number, starts[i + 1] as number, viewOf(target), at),
  }
}

function checkAll(texts: readonly string[]): void {
  const { unpack } = packedTexts(texts)
  const target = Buffer.alloc(ROOM_BYTES)
  texts.forEach((text, i) => {
    assert.equal(target.toString('utf8', 3, unpack(i, target, 3)), WORDS.put(text))
  })
}

/** Placeholders, characters whose UTF-8 starts with the same byte, and texts that are often copied. */
const PARTS = [
  Portal,
  portal,
  portalOrigin,
  mediaOrigin,
  'é',
  '°',
  '½',
  '名',
  '"',
  'a',
  '12345678',
  '"price":',
  '/media/home/',
]
const anyText = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string())).map((parts) => parts.join(''))

test('every text is unpacked as it was packed, with the words in place of their placeholders', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => checkAll([...texts, ...texts])),
    { examples: [[[`½"${portal}"price":`, '名"price":']]] }, // a character may end with the second byte of a placeholder
  )
})

test('long texts, and texts with long own parts, are unpacked', () => {
  const digits = Array.from({ length: 3000 }, (_, i) => String((i * 7919) % 10_007)).join('')
  checkAll([digits, `${digits}${mediaOrigin}`.repeat(4), 'x'.repeat(70_000), `${digits}${'x'.repeat(700)}${digits}`])
})

/** A text that has the form of a search result. */
function resultOf(i: number): string {
  const zpid = 10_000_000 + i * 7919
  const photos = [1, 2, 3].map((photo) => `"${mediaOrigin}/media/home/${zpid}/${photo}-384.svg"`)
  return `,"zpid":${zpid},"isFeatured":false,"isShowcaseListing":false,"hasFloorPlan":false,"photos":[${photos.join()}],"price":${i * 1000}}`
}

test('texts that resemble each other take less than half of their size, and their dictionary stays small', () => {
  const texts = Array.from({ length: 2000 }, (_, i) => resultOf(i))
  const { bytes, dictionaryBytes } = packedTexts(texts)
  const all = Buffer.byteLength(texts.join(''))
  assert.ok(bytes < all / 2, `${bytes} of ${all} bytes`)
  assert.ok(dictionaryBytes < 20 * (all / texts.length), `${dictionaryBytes} bytes`)
})

test('a dictionary never outgrows its limit', () => {
  const texts = Array.from({ length: 300 }, (_, i) => String.fromCodePoint(0x4e00 + i).repeat(3000 + i))
  assert.ok(packedTexts(texts).dictionaryBytes <= DICTIONARY_BYTES_MAX)
  checkAll(texts.slice(0, 30))
})

test('a target that is too small for a text is refused, and nothing behind it is overwritten', () => {
  const text = resultOf(1)
  const { unpack } = packedTexts([resultOf(0), text])
  const length = Buffer.byteLength(WORDS.put(text))
  for (const missing of [1, 20, length]) assert.equal(unpack(1, Buffer.alloc(length + SPARE_BYTES - missing), 0), -1)
  assert.equal(unpack(1, Buffer.alloc(length + SPARE_BYTES), 0), length)
})
