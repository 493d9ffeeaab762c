import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpand, parseFilter, parseOrderBy, parseSearch, parseSelect } from '../../../../test/odata/parse-one.ts'
import { parseOptions } from './options-parser.ts'
import { QueryError } from './query-error.ts'

const OPERAND = "a field, a value such as 5, 'text', 2024-01-31 or null, a function, or an expression in parentheses"
const COMPARISON = 'a comparison such as eq, ne, gt, ge, lt, le, in or has'
const BEHIND = '"and", "or", or the end'
const BARE = 'a number such as 5 or -1.5, a day such as 2024-01-31, or a moment such as 2024-01-31T10:00:00Z'

function refusalOf(read: () => unknown): QueryError {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof QueryError, String(error))
    return error
  }
  throw new Error('it was read')
}

function sentence(read: () => unknown): string {
  return refusalOf(read).message
}

test('a refusal states the position, what must be there, what was sent, and the likely intention', () => {
  const refusals: readonly (readonly [text: string, at: number, given: string, accepted: string, hint?: string])[] = [
    ['ListPrice eqq 5', 10, '"eqq"', COMPARISON, 'Did you mean eq?'],
    ['ListPrice = 5', 10, '"="', COMPARISON, 'Did you mean eq?'],
    ['ListPrice == 5', 10, '"="', COMPARISON, 'Did you mean eq?'],
    ['ListPrice <> 5', 10, '"<>"', COMPARISON, 'Did you mean ne?'],
    ['ListPrice>=5', 9, '">="', COMPARISON, 'Did you mean ge?'],
    ['a eq 1 && b eq 2', 7, '"&&"', BEHIND, 'Did you mean and?'],
    ['a eq 1 adn b eq 2', 7, '"adn"', BEHIND, 'Did you mean and?'],
    ['City eq "Austin"', 8, '"\\""', OPERAND, 'Put text in single quotes.'],
    ['City eq San Antonio', 12, '"Antonio"', BEHIND, "Put text in single quotes: 'San Antonio'."],
    ['City in (Austin)', 9, '"Austin"', "a value such as 5, 'text' or null", "Put text in single quotes: 'Austin'."],
    ["City LIKE 'A%'", 5, '"LIKE"', COMPARISON, "Write contains(Field,'text')."],
    ["City startswith 'A'", 5, '"startswith"', COMPARISON, "Write startswith(Field,'text')."],
    ["Name eq 'O'Hare", 11, '"Hare"', BEHIND, "Write a quote inside text twice: 'O''Hare'."],
    ["City eq 'Austin", 8, '"\'Austin"', 'a text that ends with a single quote', 'Write a quote inside text twice.'],
    ["substringof('a',City)", 0, '"substringof"', "contains(Field,'text')"],
    ["contains(City 'a')", 14, `"'a'"`, 'an operator, a comma, or ")" for the "(" at character 9'],
    ["contains(City,'a') b", 19, '"b"', 'an operator, or the end'],
    ["City eq 'a')", 11, '")"', BEHIND],
    ['ListPrice gt and Beds eq 1', 13, '"and"', OPERAND],
    ['a eq 2024-02-30', 5, '"2024-02-30"', BARE, 'There is no such day.'],
    ['a eq 2024-01-31T24:00Z', 5, '"2024-01-31T24:00Z"', BARE],
    [
      'a eq 2024-01-31T10:00',
      5,
      '"2024-01-31T10:00"',
      BARE,
      'A moment must end with Z or an offset: 2024-01-31T10:00:00Z.',
    ],
    [
      'a eq 2024-01-31T10:00 02:00',
      5,
      '"2024-01-31T10:00"',
      BARE,
      'In a URL, write the plus sign of an offset as %2B.',
    ],
    ['a eq 5L', 5, '"5L"', BARE, 'A number must not end with a letter: 5.'],
    ['a eq 5-3', 5, '"5-3"', BARE],
    ['a eq 10:00:00', 5, '"10:00:00"', BARE],
    ['a eq 1e999', 5, '"1e999"', 'a number up to 1.7e308, or INF'],
    ["a eq duration'P1D'", 5, `"duration'P1D'"`, "geography'…' or Namespace.Type'…' before a quote"],
    [
      "a eq datetime'x'",
      5,
      `"datetime'x'"`,
      "geography'…' or Namespace.Type'…' before a quote",
      'Write a moment without quotes: 2024-01-31T10:00:00Z.',
    ],
    ['x in 5', 5, '"5"', "a list of values in parentheses, such as ('A','B')"],
    ['x in ()', 6, '")"', "a value such as 5, 'text' or null"],
    ['Media/any(m)', 11, '")"', 'a colon after the variable m'],
    ['Media/all()', 10, '")"', 'a variable and a colon, such as all(x:x/Field eq 1)'],
    ['any(x:x eq 1)', 0, '"any"', 'a field before it, such as Field/any'],
    ['$filter eq 1', 0, '"$filter"', 'a field'],
    ['-2024-01-31 eq a', 0, '"-2024-01-31"', BARE],
    ['- 2024-01-31 eq a', 2, '"2024-01-31"', 'a number after the minus sign'],
    ['-a eq 1', 1, '"a"', 'a number after the minus sign'],
  ]
  for (const [text, at, given, accepted, hint] of refusals) {
    const refusal = refusalOf(() => parseFilter(text))
    const wanted = `Cannot read $filter at character ${at + 1} ${given}: it must be ${accepted}.`
    assert.equal(refusal.message, hint === undefined ? wanted : `${wanted} ${hint}`)
    assert.deepEqual([refusal.option, refusal.at, refusal.isUnsupported], ['$filter', at, false])
  }
})

test('an incomplete text is refused at its end', () => {
  const open = (at: number) => `")" for the "(" at character ${at}`
  for (const [text, accepted] of [
    ['ListPrice gt ', OPERAND],
    ['not', OPERAND],
    ["(City eq 'a'", open(1)],
    ["contains(City,'a'", `an operator, a comma, or ${open(9)}`],
    ["City in ('a','b'", `a comma, or ${open(9)}`],
    ['Media/any(m:m eq 1', open(10)],
  ] as const)
    assert.equal(
      sentence(() => parseFilter(text)),
      `Cannot read $filter at its end: it must be ${accepted}.`,
    )
})

test('unsupported features of the standard are distinguished from mistakes', () => {
  for (const text of [
    'ListPrice gt @least',
    "$it/Ns.Function('a') eq 1",
    "geo.distance(a,geography'SRID=0;Point(1 2)') lt 5",
    'a eq [1,2]',
    'a add 1 gt 2',
    'a gt b DIV 2',
  ])
    assert.equal(refusalOf(() => parseFilter(text)).isUnsupported, true, text)
  assert.equal(refusalOf(() => parseOrderBy('tolower(a) desc')).isUnsupported, true)
  assert.equal(refusalOf(() => parseSelect('Media($select=Order)')).isUnsupported, true)
  for (const text of ['Media/$ref', 'Media/$count', '$value', 'Media($levels=2)', 'Media($compute=a as b)'])
    assert.equal(refusalOf(() => parseExpand(text)).isUnsupported, true, text)
  for (const name of ['$apply', 'compute', '$deltatoken', '@alias']) {
    const refusal = refusalOf(() => parseOptions([[name, '1']]))
    assert.equal(refusal.isUnsupported, true)
    assert.match(refusal.message, /^The query option ".+" is not supported here\. Supported: \$filter, /)
  }
})

test('an unknown option is refused with the nearest option', () => {
  assert.match(
    sentence(() => parseOptions([['$filtr', '1']])),
    /^There is no query option "\$filtr"\. .+ Did you mean \$filter\?$/,
  )
  assert.match(
    sentence(() => parseOptions([['$inlinecount', 'allpages']])),
    /Did you mean \$count=true\?$/,
  )
  assert.match(
    sentence(() => parseExpand('Media($fitler=a)')),
    /^There is no query option "\$fitler"\. .+ Did you mean \$filter\?$/,
  )
})

test('an option that is sent twice is refused, with and without dollar sign and in any letter case', () => {
  const twice = [
    ['$filter', 'a'],
    ['FILTER', 'b'],
  ] as const
  assert.equal(
    sentence(() => parseOptions(twice)),
    '$filter is given twice: give it once.',
  )
  assert.equal(
    sentence(() => parseExpand('Media($top=1;top=2)')),
    '$top of an item in $expand is given twice: give it once.',
  )
})

test('an option without a value is refused', () => {
  assert.equal(
    sentence(() => parseFilter(' ')),
    '$filter has no value: leave it out, or give it one.',
  )
  assert.equal(
    sentence(() => parseOptions([['$skiptoken', '']])),
    '$skiptoken has no value: leave it out, or give it one.',
  )
})

test('a refusal states the allowed values of each option', () => {
  const refusals: readonly (readonly [name: string, value: string, sentence: string])[] = [
    ['$top', '-1', 'Cannot read $top at character 1 "-1": it must be a whole number from 0.'],
    ['$top', '5 6', 'Cannot read $top at character 3 "6": it must be the end.'],
    ['$skip', '1e3', 'Cannot read $skip at character 1 "1e3": it must be a whole number from 0.'],
    ['$count', 'yes', 'Cannot read $count at character 1 "yes": it must be true or false.'],
    [
      '$orderby',
      'a descc',
      'Cannot read $orderby at character 3 "descc": it must be asc, desc, a comma or the end. Did you mean desc?',
    ],
    ['$select', 'a b', 'Cannot read $select at character 3 "b": it must be a comma or the end.'],
    ['$select', 'a,', 'Cannot read $select at its end: it must be the name of a field, or *.'],
    [
      '$search',
      "'a'",
      'Cannot read $search at character 1 "\'": it must be a word, a phrase in double quotes, NOT, or parentheses. Put a phrase in double quotes.',
    ],
    [
      '$search',
      'a "b',
      'Cannot read $search at character 3 "\\"b": it must be a phrase that ends with a double quote.',
    ],
    [
      '$expand',
      'M()',
      'Cannot read $expand at character 3 ")": it must be an option such as $filter, $select, $orderby, $expand, $search, $top, $skip, $count.',
    ],
    ['$expand', 'M($top=5', 'Cannot read $expand at its end: it must be ";" or ")".'],
    ['$expand', 'M($top=5,$skip=1)', 'Cannot read $expand at character 9 ",": it must be ";" or ")".'],
    [
      '$expand',
      'M($filter=a eqq 1)',
      `Cannot read $expand at character 13 "eqq": it must be ${COMPARISON}. Did you mean eq?`,
    ],
  ]
  for (const [name, value, wanted] of refusals)
    assert.equal(
      sentence(() => parseOptions([[name, value]])),
      wanted,
    )
})

test('a refusal of too many items states the maximum and the number sent', () => {
  const terms = (count: number) => Array(count).fill('a eq 1').join(' or ')
  parseFilter(terms(100))
  assert.equal(
    sentence(() => parseFilter(terms(4321))),
    '$filter has 4,321 terms, but at most 100 are allowed.',
  )
  assert.equal(
    sentence(() => parseFilter(`a${' eq true'.repeat(101)}`)),
    '$filter has 101 terms, but at most 100 are allowed.',
  )
  assert.equal(
    sentence(() => parseSearch('a '.repeat(1500))),
    '$search has 1,500 terms, but at most 100 are allowed.',
  )
  parseFilter(`a in (${Array(1000).fill('1').join(',')})`)
  const items = `a in (${Array(1001).fill('1').join(',')})`
  const refusal = refusalOf(() => parseFilter(items))
  assert.equal(refusal.message, 'A list in $filter has 1,001 items, but at most 1,000 are allowed.')
  assert.deepEqual([refusal.option, refusal.at], ['$filter', 5])
  assert.equal(
    sentence(() => parseOrderBy('a'.repeat(70_000))),
    '$orderby has 70,000 characters, but at most 65,536 are allowed.',
  )
  for (const [before, after] of [
    ['(', ')'],
    ['not ', ''],
    ['f(', ')'],
    ['a/any(x:', ')'],
  ] as const) {
    const nested = (depth: number) => `${before.repeat(depth)}a${after.repeat(depth)}`
    parseFilter(nested(100))
    assert.match(
      sentence(() => parseFilter(nested(101))),
      /^\$filter must be nested at most 100 levels deep, and exceeds that at character \d+\.$/,
    )
  }
  parseExpand('A($expand=B($expand=C))')
  assert.equal(
    sentence(() => parseExpand('A($expand=B($expand=C($expand=D)))')),
    '$expand is nested too deep at character 31: at most 3 levels are allowed.',
  )
})
