import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Handling, parse } from '../../src/kit/params/index.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { EncodedAnswer, type Operation } from '../../src/service/operations/operation.ts'
import { decoded, operationAt } from './call.ts'
import { smallContext, WORDS } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>

const SEARCH = '/search/byaddress'
const PLACE = { location: 'Austin, TX' }

const context = smallContext()

async function ask(given: Given, handling: Handling = 'normal') {
  const operation = operationAt(SEARCH)
  const read = parse(operation.parameters, operation.rules, Object.entries(given), handling)
  const answer = await operation.run(read.args, context, read.texts)
  return { read, body: answer instanceof EncodedAnswer ? decoded(answer) : answer }
}

interface Explained {
  readonly explain: {
    readonly query: object
    readonly defaults: readonly string[]
    readonly given?: object
  }
}

async function explained(given: Given) {
  const { body } = await ask({ ...given, explain: 'true' })
  return (body as unknown as Explained).explain // present, because `explain` is requested
}

suite('a missing listingStatus', () => {
  test('is For_Sale, reported in the warnings, and as a default of the query', async () => {
    for (const handling of ['normal', 'lenient'] as const) {
      const { read, body } = await ask({ ...PLACE, maxHOA: '200' }, handling)
      assert.deepEqual(body, (await ask({ ...PLACE, listingStatus: 'For_Sale', maxHOA: '200' })).body)
      assert.deepEqual(read.ignored, [])
      assert.deepEqual(read.warnings, [
        {
          parameter: 'listingStatus',
          code: 'param.missing',
          detail: 'listingStatus is missing: For_Sale is assumed.',
        },
      ])
    }
    const { query, defaults } = await explained(PLACE)
    assert.equal((query as Given).listingStatus, 'For_Sale')
    assert.ok(defaults.includes('listingStatus'))
    assert.ok(!(await explained({ ...PLACE, listingStatus: 'For_Sale' })).defaults.includes('listingStatus'))
  })

  test('is refused for strict callers, and an unreadable one for all but lenient ones', async () => {
    await assert.rejects(ask(PLACE, 'strict'), /listingStatus is missing/)
    await assert.rejects(ask({ ...PLACE, listingStatus: 'gone' }), /listingStatus must be one of .*; you sent "gone"/)
  })
})

const SAME: readonly (readonly [others: Given, declared: Given])[] = [
  [{ listing_status: 'for_rent' }, { listingStatus: 'For_Rent' }],
  [{ status_type: 'ForRent' }, { listingStatus: 'For_Rent' }],
  [{ statusType: 'ForRent' }, { listingStatus: 'For_Rent' }],
  [{ status: 'Sold' }, { listingStatus: 'Sold' }],
  [{ home_type: 'Houses' }, { homeType: 'Houses' }],
  [{ list_price_range: 'max:400000' }, { listPriceRange: 'max:400000' }],
  [{ minPrice: '300000' }, { listPriceRange: 'min:300000' }],
  [{ price_max: '400000', MinPrice: '$300,000' }, { listPriceRange: 'min:300000, max:400000' }],
  [
    { bedsMin: '3', max_beds: '4' },
    { bed_min: '3', bed_max: '4' },
  ],
  [{ bathsMin: '2' }, { bathrooms: 'TwoPlus' }],
  [{ sqftMin: '1500', sqftMax: '2500' }, { squareFeetRange: 'min:1500, max:2500' }],
  [{ buildYearMin: '1990' }, { yearBuiltRange: 'min:1990' }],
  [{ sort: 'Price_Low_High' }, { sortOrder: 'Price_Low_to_High' }],
]

suite('other names of parameters are read, and shown by explain', () => {
  for (const [others, declared] of SAME) {
    test(Object.keys(others).join(' and '), async () => {
      const status = 'listingStatus' in declared ? {} : { listingStatus: 'For_Sale' }
      const { read } = await ask({ ...PLACE, ...status, ...others })
      assert.deepEqual(read.args, (await ask({ ...PLACE, ...status, ...declared })).read.args)
      assert.deepEqual([read.ignored, read.warnings], [[], []])
      const givenTexts = Object.values((await explained({ ...PLACE, ...status, ...others })).given ?? {}).join(', ')
      for (const [name, text] of Object.entries(others)) assert.ok(givenTexts.includes(`${name}=${text}`), givenTexts)
    })
  }

  test('a parameter’s own name takes precedence, and the other one is reported as without effect', async () => {
    const { read } = await ask({ ...PLACE, status: 'Sold', listingStatus: 'For_Rent', minPrice: '1', min_price: '2' })
    assert.deepEqual([read.args.listingStatus, read.args.listPriceRange], ['For_Rent', { min: 1, max: Infinity }])
    assert.deepEqual(read.ignored, ['status', 'min_price'])
    assert.equal(
      read.warnings[0]?.detail,
      'status is another name for listingStatus, which you also sent, so status has no effect.',
    )
  })

  test('a misspelled name, and a radius around an address, are warnings that say what to send instead', async () => {
    const { read } = await ask({ ...PLACE, listingStatus: 'Sold', garage: 'yes', locationText: 'x', radius: '2' })
    assert.deepEqual(
      read.warnings.map(({ detail, nearest }) => [detail, nearest]),
      [
        ['No parameter "garage" here. Did you mean haveGarage?', 'haveGarage'],
        ['No parameter "locationText" here. Did you mean location?', 'location'],
        ['No parameter "radius" here. /search/bycoordinates finds homes within a radius of a point.', undefined],
      ],
    )
  })

  test('strict callers get an error for a name without effect', async () => {
    const given = { ...PLACE, status: 'Sold', listingStatus: 'For_Rent' }
    await assert.rejects(ask(given, 'strict'), /status is another name for listingStatus, which you also sent/)
  })
})

/** Operations whose parameters also accept the names that other services use. */
const NAMED: readonly Operation[] = OPERATIONS.map((operation) => worded(operation, WORDS)).filter(({ parameters }) =>
  Object.values(parameters).some(({ otherNames }) => otherNames),
)

suite('every other name means one parameter of its operation, with any handling', () => {
  for (const { path, parameters } of NAMED) {
    test(path, () => {
      for (const [name, { otherNames = {}, shape, declaredAs = name }] of Object.entries(parameters)) {
        for (const [other, template] of Object.entries(otherNames)) {
          const text = template === '#' ? shape.example : '100'
          for (const handling of ['normal', 'lenient', 'strict'] as const) {
            const { texts, ignored } = parse(withoutNeeds(parameters), [], [[other, text]], handling)
            assert.deepEqual([texts.get(declaredAs), ignored], [`${other}=${text}`, []], `${other} ${handling}`)
          }
        }
      }
    })
  }
})

/** Makes all parameters optional, and independent of each other. */
function withoutNeeds(parameters: Operation['parameters']): Operation['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { only: _only, ...rest }]) => [name, { ...rest, required: false }]),
  )
}
