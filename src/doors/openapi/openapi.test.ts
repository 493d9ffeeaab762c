import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { object } from '../../kit/answers/index.ts'
import { FAILURES } from '../../kit/base/failure.ts'
import { defaulted, flag, oneOf, optional, required, text, wholeNumber } from '../../kit/params/index.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import { AREAS, type Area, type Operation, operation } from '../../service/operations/operation.ts'
import { worded } from '../../service/operations/worded.ts'
import { docs } from './docs.ts'
import { asOpenApi30, documentOf } from './index.ts'
import { operationsMarkdown } from './markdown.ts'

const LISTED = {
  keyHeaders: ['x-homes-key', 'x-api-key', 'x-own', 'authorization'],
  words: { Portal: 'Portal', portal: 'portal' },
}

const ORIGIN = 'https://homes.example'

const everyKind = operation({
  path: '/skip/every<kind>',
  summary: 'Takes one of each & says `so`.',
  group: 'Trial',
  credits: 6,
  skip: true,
  parameters: {
    word: required(text(20, 'a "word"'), 'A word.'),
    size: defaulted(wholeNumber(1, 9), '3', 'A size.'),
    color: optional(oneOf(['Red', 'Blue|Green']), 'A color.'),
    loud: defaulted(flag, 'false', 'Whether <loud>.'),
  },
  rules: [{ doc: 'Loud words are short.', check: () => undefined }],
  answer: object({}),
  run: async () => ({}),
})

interface Described {
  readonly 'x-credits': number
  readonly 'x-failures': readonly string[]
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, object>>
  readonly parameters?: readonly { name: string; required: boolean; schema: object; example?: unknown }[]
}

function pathsOf(operations: readonly Operation[]): Readonly<Record<string, { get: Described }>> {
  return (documentOf(undefined, operations, LISTED, ORIGIN) as { paths: Readonly<Record<string, { get: Described }>> })
    .paths
}

test("the document says for forms which texts each listing status allows, with the portal's name", () => {
  const words = { Portal: 'Homes', portal: 'homes' }
  const put = OPERATIONS.map((each) => worded(each, words))
  const { paths } = documentOf(undefined, put, { ...LISTED, words }, ORIGIN) as {
    paths: Record<string, { get: Described }>
  }
  const named = new Map(paths['/search/bypolygon']?.get.parameters?.map((each) => [each.name, each]))
  const extensionsOf = (name: string) =>
    Object.fromEntries(Object.entries(named.get(name) ?? {}).filter(([key]) => key.startsWith('x-')))
  assert.deepEqual(extensionsOf('listPriceRange'), {
    'x-label': 'Price',
    'x-group': 'Price and cost',
    'x-range-of': 'dollars',
  })
  assert.deepEqual(extensionsOf('daysOnHomes'), {
    'x-group': 'When',
    'x-only-with': { listingStatus: ['For_Sale', 'For_Rent'] },
  })
  assert.deepEqual(extensionsOf('tours'), {
    'x-group': 'What it has',
    'x-only-with': { listingStatus: ['For_Sale', 'For_Rent'] },
    'x-fitting': {
      listingStatus: {
        For_Sale: ['Must have open house', 'Must have 3D Tour'],
        For_Rent: ['Must have 3D Tour'],
        Sold: [],
      },
    },
  })
  assert.match(JSON.stringify(named.get('otherAmenities')), /Accepts Homes Applications/)
  assert.doesNotMatch(JSON.stringify(named.get('otherAmenities')), /Portal/)
})

for (const area of [undefined, ...AREAS]) {
  const document = documentOf(area, [...OPERATIONS, everyKind], LISTED, ORIGIN)
  for (const [version, described] of [
    ['3.1', document],
    ['3.0', asOpenApi30(document)],
  ] as const) {
    test(`the OpenAPI document of ${area ?? 'all areas'} is valid OpenAPI ${version}`, async () => {
      const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(described)))
      assert(valid, JSON.stringify(errors, null, 2))
      assert((described as { openapi: string }).openapi.startsWith(version))
    })
  }
}

test('the document has a tag for each area, and the document of an area has all calls with its tag', () => {
  interface Tagged {
    readonly tags: readonly { readonly name: string }[]
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>
  }
  const describe = (area?: Area) => documentOf(area, OPERATIONS, LISTED, ORIGIN) as Tagged // `documentOf` returns this shape
  const whole = describe()
  assert.equal(whole.tags.length, AREAS.length)
  for (const [i, area] of AREAS.entries()) {
    const [tag] = describe(area).tags
    assert.deepEqual(tag, whole.tags[i])
    const calls = (document: Tagged) =>
      Object.entries(document.paths).flatMap(([path, own]) =>
        Object.entries(own).flatMap(([method, { tags }]) =>
          tags.includes(tag?.name ?? '') ? [`${method} ${path}`] : [],
        ),
      )
    assert.deepEqual(calls(describe(area)), calls(whole))
    assert.deepEqual(
      Object.keys(describe(area).paths).filter((path) => OPERATIONS.some((one) => one.path === path)),
      OPERATIONS.flatMap((one) => (one.area === area ? [one.path] : [])),
    )
  }
})

test('every operation is described with its credits, its parameters and all its refusals', () => {
  const paths = pathsOf(OPERATIONS)
  for (const { path, credits, parameters } of OPERATIONS) {
    const described = paths[path]?.get
    assert.equal(described?.['x-credits'], credits, path)
    assert.deepEqual(
      described?.parameters?.map(({ name }) => name),
      Object.keys(parameters),
    )
    assert.deepEqual(
      Object.keys(described?.responses ?? {}),
      [200, 400, 401, 402, 403, 404, 409, 429, 500, 503].map(String),
    )
  }
})

/**
 * Matches failures that happen before an operation runs, such as malformed requests. Also matches failures of /odata
 * and OAuth, which are not operations.
 */
const BEFORE_OPERATIONS =
  /^(request|method|route|media|tiles|range|host|origin|odata|grant|redirect)\.|^plan\.operator$/

test('every failure is listed by an operation, or happens before any operation', () => {
  const named = Object.values(pathsOf([...OPERATIONS, everyKind])).flatMap(
    (calls: Readonly<Record<string, Described>>) => Object.values(calls).flatMap((one) => one['x-failures']),
  )
  const unnamed = Object.keys(FAILURES).filter((code) => !named.includes(code))
  assert.deepEqual(
    unnamed,
    unnamed.filter((code) => BEFORE_OPERATIONS.test(code)),
  )
})

test('schema, default, requirement and example of a parameter come from its declaration, and the example has its type', () => {
  assert.deepEqual(
    pathsOf([everyKind])['/skip/every<kind>']?.get.parameters?.map((one) => [
      one.name,
      one.required,
      one.schema,
      one.example,
    ]),
    [
      ['word', true, { type: 'string', maxLength: 20 }, 'a "word"'],
      ['size', false, { type: 'integer', minimum: 1, maximum: 9, default: 3 }, 1],
      ['color', false, { type: 'string', enum: ['Red', 'Blue|Green'] }, 'Red'],
      ['loud', false, { type: 'boolean', default: false }, true],
    ],
  )
})

test('every header that carries a key is a security scheme, and a call needs one of them', async () => {
  const document = documentOf(undefined, [everyKind], LISTED, ORIGIN) as {
    security: object[]
    components: { securitySchemes: object }
  }
  assert.deepEqual(document.components.securitySchemes, {
    key: { type: 'apiKey', in: 'header', name: 'x-homes-key' },
    'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
    'x-own': { type: 'apiKey', in: 'header', name: 'x-own' },
    bearer: { type: 'http', scheme: 'bearer' },
  })
  assert.deepEqual(document.security, [{ key: [] }, { 'x-api-key': [] }, { 'x-own': [] }, { bearer: [] }])
})

test('endpoints that need no key declare this', () => {
  const paths = pathsOf([])
  const open = Object.keys(paths).filter((path) => paths[path]?.get?.security?.length === 0)
  assert.deepEqual(open, [
    '/openapi.json',
    '/openapi-3.0.json',
    '/docs',
    '/docs/problems',
    '/docs.md',
    '/clients',
    '/llms.txt',
    '/health/live',
    '/health/ready',
  ])
})

test('the docs name every operation and failure, and all rows of a table have the same count of cells', () => {
  const pages = new Map(docs().map((one) => [one.path, one.text]))
  for (const { path } of OPERATIONS) assert(pages.get('docs/operations.md')?.includes(`### GET ${path}\n`), path)
  for (const code of Object.keys(FAILURES)) assert(pages.get('docs/failures.md')?.includes(`\`${code}\``), code)
  for (const page of [...pages.values(), operationsMarkdown([everyKind], LISTED)]) {
    for (const table of page.match(/(^\|.*\n)+/gm) ?? []) {
      const widths = table
        .trim()
        .split('\n')
        .map((row) => row.replaceAll('\\|', '').split('|').length)
      assert.equal(new Set(widths).size, 1, table)
    }
  }
})
