import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Fault, type ParameterError } from '../base/failure.ts'
import {
  defaulted,
  flag,
  listOf,
  oneOf,
  optional,
  parse,
  type QueryPairs,
  required,
  text,
  wholeNumber,
} from './index.ts'

const parameters = {
  location: required(text(40, 'Austin, TX'), 'Where to look.'),
  page: defaulted(wholeNumber(1, 5), '1', 'Which page.'),
  status: optional(oneOf(['For_Sale', 'For_Rent', 'Sold']), 'Which listings.'),
  garage: optional(flag, 'With a garage.'),
}

function errorsOf(query: QueryPairs): readonly ParameterError[] {
  try {
    parse(parameters, [], query)
  } catch (error) {
    assert.ok(error instanceof Fault)
    assert.equal(error.code, 'param.invalid')
    return error.extras.errors ?? []
  }
  return []
}

test('a parameter in the query is parsed, and a missing one has its default', () => {
  const { args, ignored } = parse(
    parameters,
    [],
    [
      ['location', ' Austin '],
      ['garage', 'True'],
    ],
  )
  assert.deepEqual({ ...args }, { location: 'Austin', page: 1, status: undefined, garage: true })
  assert.deepEqual(ignored, [])
})

test('an empty value counts as missing', () => {
  const { args } = parse(
    parameters,
    [],
    [
      ['location', 'x'],
      ['page', ' '],
      ['status', ''],
    ],
  )
  assert.equal(args.page, 1)
  assert.equal(args.status, undefined)
  assert.equal(errorsOf([['location', '']])[0]?.code, 'param.missing')
})

test('all errors are reported at once, each with its parameter', () => {
  const errors = errorsOf([
    ['page', '9'],
    ['status', 'for_sole'],
    ['garage', 'perhaps'],
    ['garage', 'no'],
  ])
  assert.deepEqual(errors.map(({ parameter, code }) => `${parameter} ${code}`).sort(), [
    'garage param.invalid',
    'garage param.repeated',
    'location param.missing',
    'page param.invalid',
    'status param.invalid',
  ])
})

test('an error names the text, the allowed values and the nearest value', () => {
  const [error] = errorsOf([
    ['location', 'x'],
    ['status', 'for_sole'],
  ])
  assert.equal(
    error?.detail,
    'status must be one of For_Sale, For_Rent, Sold; you sent "for_sole". Did you mean For_Sale?',
  )
  assert.deepEqual(error?.accepted, ['For_Sale', 'For_Rent', 'Sold'])
  assert.equal(error?.nearest, 'For_Sale')
  assert.equal(error?.given, 'for_sole')
})

test('unknown names are reported as ignored, once each and in the order given', () => {
  const { ignored } = parse(
    parameters,
    [],
    [
      ['zoom', '1'],
      ['location', 'x'],
      ['__proto__', '1'],
      ['zoom', '2'],
      ['toString', ''],
    ],
  )
  assert.deepEqual(ignored, ['zoom', '__proto__', 'toString'])
})

test('strict handling rejects unknown names with the nearest known name', () => {
  const query: QueryPairs = [
    ['location', 'x'],
    ['statsu', 'Sold'],
  ]
  assert.throws(
    () => parse(parameters, [], query, 'strict'),
    (error) => error instanceof Fault && error.status === 400 && error.extras.errors?.[0]?.nearest === 'status',
  )
  assert.doesNotThrow(() => parse(parameters, [], query.slice(0, 1), 'strict'))
})

test('a rule is checked only once every argument is valid, and its error is reported like any other', () => {
  const rule = {
    doc: 'page 5 only with a garage',
    check: (args: { page: number; garage: boolean | undefined }) =>
      args.page === 5 && !args.garage
        ? ({ parameter: 'page', code: 'param.invalid', detail: 'page 5 needs a garage' } as const)
        : undefined,
  }
  const query: QueryPairs = [
    ['location', 'x'],
    ['page', '5'],
  ]
  assert.throws(() => parse(parameters, [rule], query), /page 5 needs a garage/)
  assert.doesNotThrow(() => parse(parameters, [rule], [...query, ['garage', '1']]))
  assert.throws(() => parse(parameters, [rule], [['page', '7']]), /location is missing/)
})

test('any query either parses to arguments or is rejected; nothing else is ever thrown', () => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(parameters)), fc.string())
  const value = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom('1', 'true', 'Sold', '-0', '1e3', '٣', '\u0000'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (query) => {
      try {
        const { args } = parse(parameters, [], query)
        assert.ok(args.page >= 1 && args.page <= 5 && Number.isInteger(args.page))
      } catch (error) {
        assert.ok(error instanceof Fault)
        assert.ok((error.extras.errors?.length ?? 0) > 0)
        for (const { detail } of error.extras.errors ?? []) assert.ok(detail.length < 400)
      }
    }),
  )
})

test('whole numbers consist of digits and are within their bounds', () => {
  for (const bad of ['0', '6', '1.5', '1e0', '', ' ', '+1', '0x1', '99999999999999999999', '１']) {
    const errors = errorsOf([
      ['location', 'x'],
      ['page', bad],
    ])
    assert.equal(errors.length, bad.trim() === '' ? 0 : 1, bad)
  }
})

test('booleans are accepted in every spelling that clients use, and in no other', () => {
  for (const [written, value] of [
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['False', false],
    ['0', false],
    ['TRUE', true],
    ['yes', true],
    ['No', false],
  ] as const) {
    assert.equal(
      parse(
        parameters,
        [],
        [
          ['location', 'x'],
          ['garage', written],
        ],
      ).args.garage,
      value,
    )
  }
  for (const bad of ['2', 'on', 'perhaps', '-']) {
    assert.equal(
      errorsOf([
        ['location', 'x'],
        ['garage', bad],
      ]).length,
      1,
    )
  }
})

const filters = {
  status: required(oneOf(['For_Sale', 'For_Rent', 'Sold']), 'Which listings.'),
  pets: defaulted(oneOf(['Any', 'Cats']), 'Any', 'Which pets.', { parameter: 'status', values: ['For_Rent'] }),
}

function strictly(query: QueryPairs): readonly string[] {
  try {
    parse(filters, [], query, 'strict')
  } catch (error) {
    assert.ok(error instanceof Fault)
    return (error.extras.errors ?? []).map(({ code, detail }) => `${code} ${detail}`)
  }
  return []
}

test('a parameter that has no effect with the others is not parsed and is reported as ignored', () => {
  const query: QueryPairs = [
    ['status', 'Sold'],
    ['pets', 'Crocodiles'],
    ['zoom', '1'],
  ]
  const { args, ignored } = parse(filters, [], query)
  assert.equal(args.pets, 'Any')
  assert.deepEqual(ignored, ['zoom', 'pets'])
})

test('a parameter that applies is parsed, before or after the parameter that it depends on', () => {
  for (const query of [
    [
      ['pets', 'Cats'],
      ['status', 'For_Rent'],
    ],
    [
      ['status', 'For_Rent'],
      ['pets', 'Cats'],
    ],
  ] as const) {
    const { args, ignored, warnings } = parse(filters, [], query)
    assert.deepEqual([args, ignored, warnings], [{ status: 'For_Rent', pets: 'Cats' }, [], []])
  }
})

test('strict handling refuses a parameter that does not apply, and says when it does', () => {
  assert.deepEqual(
    strictly([
      ['pets', 'Cats'],
      ['status', 'Sold'],
    ]),
    ['param.inapplicable pets works only with status For_Rent; you sent "Sold".'],
  )
})

test('no parameter is called inapplicable when the status itself is missing or wrong', () => {
  assert.deepEqual(
    strictly([['pets', 'Cats']]).map((line) => line.split(' ')[0]),
    ['param.missing'],
  )
  assert.deepEqual(
    strictly([
      ['pets', 'Cats'],
      ['status', 'gone'],
    ]).map((line) => line.split(' ')[0]),
    ['param.invalid'],
  )
})

test('a list may be sent with commas, as a repeated parameter, or with brackets, under each of its names', () => {
  const type = optional(listOf(['Houses', 'Condos', 'Land']), 'Types.')
  const types = { type: { ...type, otherNames: { home_type: '#' } } }
  const queries: readonly QueryPairs[] = [
    [['type', 'Houses,Land']],
    ...['type', 'type[]', 'home_type', 'home_type[]'].map(
      (name): QueryPairs => [
        [name, 'Houses'],
        [name, 'Land'],
      ],
    ),
    [
      ['type[0]', 'Houses'],
      ['type[1]', ''],
      ['type[12]', 'Land'],
    ],
  ]
  for (const query of queries) assert.deepEqual(parse(types, [], query).args.type, ['Houses', 'Land'], query[0]?.[0])
  assert.deepEqual(parse(types, [], [['type[]', 'Land']]).args.type, ['Land'])
  assert.equal(
    errorsOf([
      ['location[]', 'x'],
      ['location[]', 'y'],
    ])[0]?.code,
    'param.repeated',
  )
  assert.deepEqual(parse(types, [], [['type[x]', 'Land']]).ignored, ['type[x]'])
})

test('a text that programs send for a missing value counts as not sent, and is reported', () => {
  const query: QueryPairs = [
    ['location', 'x'],
    ['garage', 'rapid_do_not_include_in_request_key'],
    ['page', 'undefined'],
    ['zoom', 'null'],
  ]
  const { args, ignored, warnings } = parse(parameters, [], query)
  assert.deepEqual([args.garage, args.page, ignored], [undefined, 1, ['zoom', 'garage', 'page']])
  assert.equal(warnings[2]?.detail, 'page "undefined" is not a value, so page counts as not sent.')
  assert.throws(() => parse(parameters, [], query.slice(0, 2), 'strict'), /garage counts as not sent/)
  assert.match(errorsOf([['location', 'null']])[0]?.detail ?? '', /location is missing/)
})

test('an unknown name is reported with the known name that has its words, and by the error about the parameter that is missing', () => {
  const names = { ...parameters, haveGarage: parameters.garage, bed_min: parameters.page }
  const query = (name: string): QueryPairs => [
    ['location', 'x'],
    [name, 'yes'],
  ]
  const nearest = (name: string) => parse(names, [], query(name)).warnings[0]?.nearest
  assert.deepEqual([nearest('haveGarag'), nearest('bed_mn'), nearest('elevator')], ['haveGarage', 'bed_min', undefined])
  assert.equal(parse({ ...names, garage: parameters.page }, [], query('beds')).warnings[0]?.nearest, undefined)
  const { garage: _garage, ...others } = names
  assert.equal(parse(others, [], query('garage')).warnings[0]?.nearest, 'haveGarage')
  const [missing] = errorsOf([['locaton', 'Texas']])
  assert.match(missing?.detail ?? '', /^location is missing \(you sent "locaton"\): /)
})

test('a lenient call is answered without a parameter that was sent twice, unless the parameter is required', () => {
  const twice: QueryPairs = [
    ['location', 'x'],
    ['page', '2'],
    ['page', '3'],
  ]
  const { args, ignored, warnings } = parse(parameters, [], twice, 'lenient')
  assert.deepEqual([args.page, ignored], [1, ['page']])
  assert.equal(warnings[0]?.detail, 'page was sent twice: send it once. Plat ignored it.')
  assert.throws(() => parse(parameters, [], [...twice, ['location', 'y']], 'lenient'), /location was sent twice/)
})

test('a broken rule makes a lenient call ignore the parameters that it names, and refuses the call if it names none', () => {
  const detail = 'page and garage exclude each other: send one of them.'
  const check = ({ page, garage }: { page: number; garage: boolean | undefined }) =>
    page > 1 && garage ? ({ parameter: 'page', code: 'param.invalid', detail } as const) : undefined
  const query: QueryPairs = [
    ['location', 'x'],
    ['page', '2'],
    ['garage', 'yes'],
  ]
  const { args, ignored } = parse(parameters, [{ doc: '', leavesOut: ['garage'], check }], query, 'lenient')
  assert.deepEqual([args.page, args.garage, ignored], [2, undefined, ['garage']])
  assert.throws(() => parse(parameters, [{ doc: '', check }], query, 'lenient'), /one of them/)
  const parsed = parse(parameters, [{ doc: '', outcome: 'warning', check }], query, 'strict')
  assert.deepEqual([parsed.args.garage, parsed.warnings.length, parsed.ignored], [true, 1, []])
  const noEffect = { doc: '', outcome: 'noEffect', check } as const
  assert.deepEqual(parse(parameters, [noEffect], query).ignored, ['page'])
  assert.throws(() => parse(parameters, [noEffect], query, 'strict'), /one of them/)
})
