import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { patternOf, SEARCHED_MAX_CHARACTERS } from './pattern.ts'

test('a pattern returns the text of its group, or the whole match if it has no group', () => {
  const rows: readonly (readonly [pattern: string, text: string, found: string | undefined])[] = [
    ['[A-Z]{2} (\\d{5})$', 'New York, NY 10022', '10022'],
    ['\\d+', 'Class 2, 14 units', '2'],
    ['(?:Apt|Unit) (\\w+)', '12 Main St Unit 4B', '4B'],
    ['(?i)^(studio|\\d+ beds?)', 'STUDIO loft', 'STUDIO'],
    ['^(\\d+)?-', '-', ''],
    ['(.*?), (?:.*)', 'Paris, Texas, US', 'Paris'],
    ['a{2,3}', 'caaaat', 'aaa'],
    ['^\\w+\\b$', 'two words', undefined],
    ['[^\\]]+', ']x', 'x'],
    ['x{', 'x{', 'x{'],
  ]
  for (const [pattern, text, found] of rows) assert.equal(patternOf(pattern).find(text), found, pattern)
})

const atom = fc.constantFrom('a', 'b', 'é', '.', '[ab]', '[^a]', '\\w', '\\W', '\\s', ' ', '\\b', '^', '$', '\\-', '1')
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,}', '{0,2}', '{1,3}?')
/** Whether an expression can match the empty text. JavaScript and RE2 differ if it is repeated. */
function mayBeEmpty(source: string): boolean {
  return new RegExp(`^(?:${source.replaceAll(/\\b|(?<!\[)\^|\$/g, '(?:)')})$`).test('')
}

const { piece } = fc.letrec<{ piece: string; one: string }>((tie) => ({
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('piece').map((inner) => `(?:${inner})`),
    fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => `(?:${one}|${other})`),
  ),
  piece: fc
    .array(fc.tuple(tie('one'), quantifier), { minLength: 1, maxLength: 3 })
    .map((ones) => ones.map(([one, times]) => one + (mayBeEmpty(one) ? '' : times)).join('')),
}))
const pattern = fc.oneof(
  piece,
  fc.tuple(piece, piece, piece).map(([before, group, after]) => `${before}(${group})${after}`),
  fc.tuple(piece, piece).map(([group, after]) => `(${group})${mayBeEmpty(group) ? '' : '?'}${after}`),
)
const text = fc
  .array(fc.constantFrom('a', 'b', 'é', ' ', '1', '-'), { maxLength: 6 })
  .map((letters) => letters.join(''))

test('a pattern finds what JavaScript finds', () => {
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (source, given, ignoresCase) => {
      const ours = patternOf(ignoresCase ? `(?i)${source}` : source).find(given)
      const match = new RegExp(source, ignoresCase ? 'i' : '').exec(given)
      assert.equal(ours, match === null ? undefined : match.length > 1 ? (match[1] ?? '') : match[0])
    }),
    { numRuns: 150 },
  )
})

test('no pattern takes more than linear time, whatever the text', () => {
  const long = 'a'.repeat(SEARCHED_MAX_CHARACTERS)
  for (const source of [
    '(?:a+)+$b',
    '(?:a|a)*c',
    '(?:.*.*.*.*.*)x',
    '(?:a?){100}b',
    '^(?:(?:a*)*)*(b)',
    '(?:a|[ab])+[bc]',
  ]) {
    // A backtracking engine would not finish in practical time.
    assert.equal(patternOf(source).find(long), undefined, source)
  }
  assert.equal(patternOf('a').find(`${long}a`), undefined, 'longer texts are not searched')
})

test('an expression that RE2 does not accept, or that has several groups, is refused in one sentence', () => {
  const refusals: readonly (readonly [pattern: string, sentence: RegExp])[] = [
    ['(', /must be a regular expression of RE2 \(missing closing \): `\(`\)/],
    ['(a)\\1', /invalid escape sequence/],
    ['(?=a)', /invalid or unsupported Perl syntax/],
    ['(a)(b)', /must have at most one group \(begin the others with "\(\?:"\)/],
    ['(?:a{1000}){1000}', /invalid repeat count|bad repetition operator/],
  ]
  for (const [source, sentence] of refusals) assert.throws(() => patternOf(source), sentence)
})
