import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CardWords, STORED_WORDS, withoutMarks } from './card-words.ts'

const WORDS = {
  Portal: 'Homely',
  portal: 'homely',
  portalOrigin: 'https://homely.example',
  mediaOrigin: 'https://"pictures".example',
}
const { Portal, portal, portalOrigin, mediaOrigin } = STORED_WORDS

/** Placeholders, and other characters whose UTF-8 starts with the same byte. */
const anyText = fc.array(fc.constantFrom(Portal, portal, portalOrigin, mediaOrigin, 'é', '°', '½', '名', '"', 'a'))

test('placeholders are replaced by words, and every character keeps its place between them', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const words = new CardWords(WORDS)
      const { bytes, offsets } = words.putAll(Buffer.from(parts.join('')))
      assert.equal(bytes.toString(), words.put(parts.join('')))
      let at = 0
      for (const part of parts) {
        const end = at + Buffer.byteLength(part)
        assert.equal(bytes.toString('utf8', offsets[at], offsets[end]), words.put(part))
        at = end
      }
      assert.equal(offsets[at], bytes.length)
    }),
  )
})

test('a word is escaped as within a JSON string', () => {
  assert.deepEqual(
    JSON.parse(new CardWords(WORDS).put(`"${mediaOrigin}/media/1.svg"`)),
    `${WORDS.mediaOrigin}/media/1.svg`,
  )
})

test('a record loses only the characters that stand for words', () => {
  assert.equal(withoutMarks(`a${Portal}b${mediaOrigin}c é`), 'a\ufffdb\ufffdc é')
})
