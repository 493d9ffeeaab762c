import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHARACTERS_MAX } from './bounds.ts'
import { parseExpand, parseFilter, parseOrderBy, parseSearch, parseSelect } from './options-parser.ts'
import { printExpand, printExpression, printOrderBy, printSearch, printSelect } from './printer.ts'
import { QueryError } from './query-error.ts'

/** Parses a text and prints it, by the name of the option. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  $filter: (text) => printExpression(parseFilter(text)),
  $orderby: (text) => printOrderBy(parseOrderBy(text)),
  $select: (text) => printSelect(parseSelect(text)),
  $expand: (text) => printExpand(parseExpand(text)),
  $search: (text) => printSearch(parseSearch(text)),
}

const VALID = [
  "ListPrice ge 500000 and (City eq 'Austin' or City in ('Lakeway','O''Hare',null))",
  'not (Media/any(m:m/Order eq 1)) or Media/$count gt -5',
  "geo.distance(Location,geography'SRID=4326;POINT(-97.7 30.2)') le 1.5e3 add - x",
  "Features has Ns.Feature'Pool,Spa' and year(CloseDate) mod 2 eq 0",
  "ModificationTimestamp gt 2024-01-31T10:00:00.123Z or Wait lt duration'P1DT2H' or Opens eq 10:00",
  'ListPrice desc,City,year(CloseDate) asc',
  'Media($select=MediaURL,Order;$orderby=Order;$top=5;$search=a OR "b";$expand=X($filter=a eq 1)),B',
  'pool AND NOT ("hot \\"tub\\"" OR spa)',
]
const PIECES = [
  ...[
    "'",
    '"',
    '(',
    ')',
    ',',
    ';',
    ':',
    '/',
    '-',
    '+',
    '=',
    '$',
    '@',
    '.',
    '\\',
    ' ',
    '\t',
    '\u00a0',
    '*',
    '[',
    '{',
    '\0',
  ],
  ...[
    ' and ',
    ' or ',
    'not ',
    ' eq ',
    ' in (',
    ' has ',
    ' add ',
    ' desc',
    'any(',
    '$count',
    '$it/',
    'null',
    'INF',
    'É',
  ],
  ...['0', '1e', '2024-01-31', 'T10:00', "duration'", "geography'SRID=4326;", 'N.T', '\ud800', '😀', 'AND', 'NOT '],
]

/** A valid text with some pieces of it cut out, doubled, or replaced. */
const MUTATED = fc
  .tuple(
    fc.constantFrom(...VALID),
    fc.array(fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 3 }), fc.constantFrom('', ...PIECES)), { maxLength: 4 }),
  )
  .map(([text, changes]) => changes.reduce((all, [at, cut, put]) => all.slice(0, at) + put + all.slice(at + cut), text))
const TEXTS = fc.oneof(
  { arbitrary: MUTATED, weight: 4 },
  {
    arbitrary: fc.array(fc.constantFrom(...PIECES, 'a', 'b'), { maxLength: 20 }).map((all) => all.join('')),
    weight: 4,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
)

test('whatever a text is, it is parsed or refused by a sentence about a place in it', () => {
  let parsed = 0
  let refused = 0
  fc.assert(
    fc.property(TEXTS, fc.constantFrom(...Object.entries(WAYS)), (text, [option, canonical]) => {
      let printed: string
      try {
        printed = canonical(text)
      } catch (error) {
        assert.ok(error instanceof QueryError, `${option}=${text}: ${String(error)}`)
        assert.equal(error.option, option)
        assert.ok(error.at >= 0 && error.at <= text.length)
        assert.match(error.message, /: (accepted (is|are) |leave it out|give it once)/)
        refused++
        return
      }
      assert.equal(canonical(printed), printed)
      parsed++
    }),
    { seed: 20_261_123, numRuns: 20_000 },
  )
  assert.ok(parsed > 1000 && refused > 5000, `${parsed} parsed, ${refused} refused`)
})

test('no text of the greatest length takes long', () => {
  const units = [
    ...PIECES,
    ...[
      'a',
      'a.',
      'a/',
      'a eq 1 and ',
      'a and ',
      "'a'",
      "''",
      '1-',
      '1:',
      '1.',
      '\\"',
      'a,',
      'f(',
      'a in (1,',
      'not(',
      '- ',
      'A($expand=',
    ],
    ...["'a' ", 'a b ', 'P1D', 'T1H', 'x:', 'a desc,', '((', '()', 'abcdef01-', '=', '&', '|', '<', "N.T'", '"a" '],
  ]
  for (const unit of units) {
    for (const [before, after] of [
      ['', ''],
      ["a eq '", "'"],
      ["duration'P", "'"],
      ["geography'POINT(", "'"],
      ['1', 'x'],
      ['"', '"'],
      ['a in (', ')'],
    ]) {
      const room = CHARACTERS_MAX - (before?.length ?? 0) - (after?.length ?? 0)
      const text = before + unit.repeat(Math.floor(room / unit.length)) + after
      for (const [option, canonical] of Object.entries(WAYS)) {
        const start = performance.now()
        try {
          canonical(text)
        } catch (error) {
          assert.ok(error instanceof QueryError, `${option} of ${JSON.stringify(unit)}: ${String(error)}`)
        }
        const tookMs = performance.now() - start
        assert.ok(tookMs < 1000, `${option} of ${JSON.stringify(unit)} took ${tookMs} ms`)
      }
    }
  }
})
