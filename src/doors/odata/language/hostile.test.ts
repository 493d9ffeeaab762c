import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../../test/any-text.ts'
import { parseExpand, parseFilter, parseOrderBy, parseSearch, parseSelect } from '../../../../test/odata/parse-one.ts'
import { CHARACTERS_MAX } from './bounds.ts'
import { QueryError } from './query-error.ts'

/** The parsers by option name. */
const WAYS: Readonly<Record<string, (text: string) => unknown>> = {
  $filter: parseFilter,
  $orderby: parseOrderBy,
  $select: parseSelect,
  $expand: parseExpand,
  $search: parseSearch,
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
const SIGNS = [...'\' " ( ) , ; : / - + = $ @ . \\ * [ { É 0 😀'.split(' '), ' ', '\t', '\u00a0', '\0', '\ud800']
const WORDS = [
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
  'AND',
  'NOT ',
]
const VALUES = ['null', 'INF', '1e', '2024-01-31', 'T10:00', "duration'", "geography'SRID=4326;", 'N.T']
const PIECES = [...SIGNS, ...WORDS, ...VALUES]

/** Makes option values from a valid value by removing, doubling or replacing pieces. */
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
  { arbitrary: anyText({ maxLength: 40 }), weight: 1 },
)

test('any text is either parsed, or refused with a sentence and a position', () => {
  let parsedCount = 0
  let refusedCount = 0
  fc.assert(
    fc.property(TEXTS, fc.constantFrom(...Object.entries(WAYS)), (text, [option, read]) => {
      try {
        read(text)
        parsedCount++
      } catch (error) {
        assert.ok(error instanceof QueryError, `${option}=${text}: ${String(error)}`)
        assert.equal(error.option, option)
        assert.ok(error.at >= 0 && error.at <= text.length)
        assert.match(
          error.message,
          /(: it must be |: use |Supported: |must be nested|are allowed|leave it out|give it once)|takes names of fields/,
        )
        refusedCount++
      }
    }),
    { seed: 20_261_123, numRuns: 6000 },
  )
  assert.ok(parsedCount > 300 && refusedCount > 1500, `${parsedCount} parsed, ${refusedCount} refused`)
})

test('texts of maximum length are parsed quickly', () => {
  const repeated =
    'a|a.|a/|a eq 1 and |a and |1-|1:|1.|\\"|a,|f(|a in (1,|not(|- |A($expand=|a b |P1D|T1H|x:|a desc,|((|()'
  const quoted = ["'a'", "''", "'a' ", "N.T'", '"a" ', 'abcdef01-', '&', '|', '<']
  const frames = [
    ['', ''],
    ["a eq '", "'"],
    ["duration'P", "'"],
    ["geography'POINT(", "'"],
    ['1', 'x'],
    ['"', '"'],
    ['a in (', ')'],
  ] as const
  for (const unit of [...PIECES, ...repeated.split('|'), ...quoted]) {
    for (const [before, after] of frames) {
      const room = CHARACTERS_MAX - before.length - after.length
      const text = before + unit.repeat(Math.floor(room / unit.length)) + after
      for (const [option, read] of Object.entries(WAYS)) {
        const start = process.cpuUsage() // CPU time, unlike wall time, does not depend on other programs
        try {
          read(text)
        } catch (error) {
          assert.ok(error instanceof QueryError, `${option} of ${JSON.stringify(unit)}: ${String(error)}`)
        }
        const tookMs = process.cpuUsage(start).user / 1000
        assert.ok(tookMs < 1000, `${option} of ${JSON.stringify(unit)} took ${tookMs} ms`)
      }
    }
  }
})
