import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oddHome } from '../../test/search/odd-homes.ts'
import { searchTexts, wordsOf } from './search-text.ts'

const CASES: readonly (readonly [text: string, normal: string])[] = [
  ['', ''],
  ['  Quiet, sun-lit 2.5-car GARAGE! ', 'quiet sun lit 2 5 car garage'],
  ["The owner's & the owners’ view", 'the owners the owners view'],
  ['Łódź, ul. Świętokrzyska', 'lodz ul swietokrzyska'],
  ['Zürich Straße ÆRØ', 'zurich strasse aero'],
  ['İstanbul', 'istanbul'],
  ['½ bath, 20 m²', '1 2 bath 20 m2'],
  ['東京 — 타워', '東京 타워'.normalize('NFKD')],
]

for (const [text, normal] of CASES) {
  test(`"${text}" is the words "${normal}", and normalizing them again changes nothing`, () => {
    assert.equal(wordsOf(text).join(' '), normal)
    assert.equal(wordsOf(normal).join(' '), normal)
  })
}

test('keywords cover the community, the neighborhood and the subdivision of a home', () => {
  const parts = { neighborhood: 'Zilker', community: 'Bluebonnet Ranch', subdivision: 'Oak Knoll' }
  const texts = searchTexts(oddHome(1, { address: parts }))
  for (const part of Object.values(parts)) assert.ok(texts.includes(part), part)
})
