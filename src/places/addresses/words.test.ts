import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/any-text.ts'
import { foldText } from '../../kit/names/name-key.ts'
import { partsOfNames, type Words, wordsOf } from './words.ts'

const PIECES =
  "Main St N.E. St.Louis # - -4 / // 4-B 12½ 1⁄2 é É İ Σ ΟΔΟΣ ﬁ ① 𝐀 😀 O'Neal d’Or ` . , ; | ( ) & jr Sr _ \n \r \t \u0301 \ud800 \udc00"

/** Strings that resemble addresses, with any character that a keyboard or a broken file may add. */
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES.split(' '), ' '), { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES.split(' ')), { maxLength: 8 }).map((pieces) => pieces.join(' ')),
  anyText(),
  fc.string(),
)

/** A reference implementation that uses only regular expressions. */
function lettersByExpressions(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\.(?=\p{L}{2}|\p{N})/gu, ' ')
    .replace(/['’‘`´.]/g, '')
}

function wordsByExpressions(text: string): Words {
  const fractions: Record<string, string> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }
  const plain = lettersByExpressions(text.replace(/[½¼¾]/g, (sign) => fractions[sign] ?? ''))
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\u2044/g, '/')
  const words: string[] = []
  const breaks: boolean[] = []
  let broken = false
  for (const [piece] of plain.matchAll(/[,;|()\n\r]|#|[\p{L}\p{N}&/-]+/gu)) {
    const bare = piece.replace(/^[-/]+|[-/]+$/g, '')
    if (/^[,;|()\n\r]/.test(piece)) broken = true
    else if (bare !== '') {
      for (const word of /^-[-/]*[0-9]/.test(piece) ? ['#', bare] : [bare]) {
        words.push(word)
        breaks.push(broken && word !== 'jr' && word !== 'sr')
        broken = false
      }
    }
  }
  return { words, breaks }
}

test('any text is split into the same words as by regular expressions', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.deepEqual(wordsOf(text), wordsByExpressions(text))
    }),
    { numRuns: 5000 },
  )
})

test('any text is folded to the same result as by regular expressions', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const folded = lettersByExpressions(text).replace(/[^\p{L}\p{N}&]+/gu, ' ')
      assert.equal(foldText(text), folded.trim())
    }),
    { numRuns: 5000 },
  )
})

test('commas, semicolons, parentheses and line breaks are breaks, but not before jr and sr', () => {
  const written = wordsOf('Martin Luther King, Jr. Blvd #4\nAustin (TX), Sr')
  assert.deepEqual(written.words, ['martin', 'luther', 'king', 'jr', 'blvd', '#', '4', 'austin', 'tx', 'sr'])
  const broken = written.words.filter((_, at) => written.breaks[at])
  assert.deepEqual(broken, ['austin', 'tx'])
})

test('a hyphen before a number stands for #, and hyphens or slashes that join nothing are dropped', () => {
  assert.deepEqual(wordsOf('Main St -4').words, ['main', 'st', '#', '4'])
  assert.deepEqual(wordsOf('Main - St // N-').words, ['main', 'st', 'n'])
  assert.deepEqual(wordsOf('4-B 12½ #7').words, ['4-b', '12', '1/2', '#', '7'])
})

test('names are split at hyphens, and words that start with a digit stay whole', () => {
  assert.deepEqual(partsOfNames(['winston-salem', '4-b', 'a/b', '1/2']), ['winston', 'salem', '4-b', 'a', 'b', '1/2'])
  assert.deepEqual(partsOfNames(['webster', 'st']), ['webster', 'st'])
  assert.deepEqual(partsOfNames(['a-4-b']), ['a', '4-b'])
})
