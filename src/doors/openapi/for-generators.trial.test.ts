import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { schemaProblem } from '../../../test/operations/openapi-schema.ts'
import { Telling } from '../../kit/answers/index.ts'
import { FAILURES } from '../../kit/base/failure.ts'
import { parse } from '../../kit/params/index.ts'
import { OPERATIONS, worded } from '../../service/operations/index.ts'
import { COMPONENT_MEANINGS } from './components.ts'
import { endpointName } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { examplesIn } from './examples.ts'
import { GROUP_MEANINGS } from './groups.ts'
import { asOpenApi30, documentOf } from './index.ts'
import { problemSchema } from './shapes.ts'

/** Checks what code and page generators expect in addition to a valid OpenAPI document. */

const WORDS = { Portal: 'Hearth', portal: 'hearth' }
const OWN = OPERATIONS.map((operation) => worded(operation, WORDS))
const EXAMPLES = examplesIn(WORDS)

interface Described {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, DescribedSchema>> }
}

interface DescribedSchema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly unknown[] }>>
}

interface Union {
  readonly propertyName: string
  readonly mapping: Readonly<Record<string, string>>
}

function unionsIn(part: unknown): readonly Union[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'discriminator' in part ? [part.discriminator as Union] : [] // OpenAPI uses this name only for unions
  return [...own, ...Object.values(part).flatMap(unionsIn)]
}

interface DescribedOperation {
  readonly 'x-group': string
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly {
    name: string
    description: string
    schema: object
    style?: string
    explode?: boolean
    example: unknown
  }[]
}

const LISTED = { keyHeaders: ['x-service-key', 'x-api-key', 'authorization'], words: WORDS }
const DOCUMENT = documentOf(undefined, OWN, LISTED, 'https://homes.example') as Described

suite('the document', () => {
  const { paths, components, tags } = DOCUMENT

  test('has no two names in one place that generated code could confuse', () => {
    for (const { where, names } of placesWithNames(DOCUMENT)) assertApart(names, where)
    for (const { where, names } of placesWithNames(asOpenApi30(DOCUMENT))) assertApart(names, where)
  })

  test('has no operation and component whose names differ only in letter case, because file names may ignore letter case', () => {
    const lists = [DOCUMENT, asOpenApi30(DOCUMENT) as Described]
    for (const { paths, components } of lists)
      assertApart([...operationIds(paths), ...Object.keys(components.schemas)], 'operations and components')
  })

  test('declares every list of texts as a comma-separated array', () => {
    const listed = callsOf(paths).flatMap(({ parameters = [] }) => parameters)
    const worded = OWN.flatMap(({ parameters }) => Object.entries(parameters))
    for (const [name, { shape }] of worded.filter(([, one]) => one.shape.several !== undefined)) {
      const all = listed.filter((one) => one.name === name)
      assert.ok(all.length > 0)
      for (const { schema, style, explode } of all) {
        const texts = shape.several?.length ? { enum: shape.several } : {}
        assert.deepEqual(Object.keys((schema as { items: object }).items), ['type', ...Object.keys(texts)], name)
        assert.deepEqual([style, explode], ['form', false], name)
      }
    }
  })

  test('identifies each member of a union by an enum with one value, because many generators ignore const', () => {
    const members = unionsIn(DOCUMENT).flatMap(({ propertyName, mapping }) =>
      Object.entries(mapping).map(([value, reference]) => ({ value, propertyName, name: reference.split('/').at(-1) })),
    )
    assert.ok(members.length > 0)
    for (const { value, propertyName, name = '' } of members)
      assert.deepEqual(components.schemas[name]?.properties?.[propertyName]?.enum, [value], name)
  })

  test('describes every operation, parameter, component and group in a sentence', () => {
    for (const { name, description } of tags) assert.match(description, /.+\.$/, name)
    for (const [name, { description }] of Object.entries(components.schemas)) {
      assert.match(description ?? '', /[^ ]\.$/, name)
    }
    for (const one of callsOf(paths)) {
      for (const { description } of [one, ...(one.parameters ?? [])]) assert.match(description, /.+\.$/)
    }
  })

  test('has an example of every parameter that its schema allows', () => {
    const validator = new Ajv2020({ formats: { date: true } })
    for (const { operationId, parameters = [] } of callsOf(paths)) {
      for (const { name, schema, example } of parameters) {
        assert(validator.validate(schema, example), `${operationId} ${name}: ${String(example)}`)
      }
    }
  })
})

test('every group has a sentence, and every sentence is about an existing group or component', () => {
  const groups = new Set(callsOf(DOCUMENT.paths).map((call) => call['x-group']))
  const components = Object.keys(DOCUMENT.components.schemas)
  assert.deepEqual(new Set(Object.keys(GROUP_MEANINGS)), groups)
  for (const name of Object.keys(COMPONENT_MEANINGS)) assert(components.includes(name), `${name}: see components.ts`)
})

/** Parameters that the example call leaves out, because a call can have only one kind of search area. */
const OTHER_AREAS = ['location', 'polygon', 'latitude', 'longitude', 'radius']
const OTHER_WAYS: Readonly<Record<string, readonly string[]>> = {
  '/changes': OTHER_AREAS,
  '/search/plan': OTHER_AREAS,
  '/search/facets': OTHER_AREAS,
}

test('the examples of all parameters of an operation form a valid call', () => {
  for (const [path, { get }] of Object.entries(DOCUMENT.paths)) {
    const operation = OWN.find((one) => one.path === path)
    if (operation === undefined) continue
    const together = get?.parameters?.filter(({ name }) => !OTHER_WAYS[path]?.includes(name)) ?? []
    const query = together.map(({ name, example }) => [name, String(example)] as const)
    assert.doesNotThrow(() => parse(operation.parameters, operation.rules, query), path)
  }
})

test('every answer has an example that matches the documents', () => {
  const answering = [...OWN, ...ENDPOINTS.filter(({ answer }) => answer !== undefined)]
  assert.deepEqual(
    new Set(answering.map(endpointName)),
    new Set(EXAMPLES.calls.keys()),
    'npm run docs writes the examples anew',
  )
  for (const { path, body } of EXAMPLES.calls.values()) assert.equal(schemaProblem(path, body, WORDS), undefined)
})

test('every refusal has an example that matches the documents, with the empty lists that clients of lookups expect', () => {
  const shown = new Set(EXAMPLES.refusals.map(({ body }) => (body as { code?: string }).code))
  assert.deepEqual(shown, new Set(Object.keys(FAILURES)))
  const schema = problemSchema(new Telling((text) => text), EXAMPLES)
  const isDeclared = new Ajv2020({ formats: { 'uri-reference': true } }).compile({
    ...schema,
    additionalProperties: false,
  })
  for (const { name, body } of EXAMPLES.refusals)
    assert(isDeclared(body), `${name}: ${JSON.stringify(isDeclared.errors)}`)
  const containers = EXAMPLES.refusals.flatMap(({ body }) => Object.keys(body))
  for (const key of ['propertyDetails', 'PropertyAddress', 'agent_details', 'Person Details', 'searchResult']) {
    assert(containers.includes(key), key)
  }
})

/** Returns all parts of a document whose keys or enum values become names in generated code. */
function placesWithNames(value: unknown, where = ''): { where: string; names: readonly string[] }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesWithNames(one, `${where}/${index}`))
  if (typeof value !== 'object' || value === null) return []
  const { example: _, examples: __, ...told } = value as Readonly<Record<string, unknown>>
  const { properties, enum: texts, schemas, parameters, paths } = told
  const names = [
    ...[properties, schemas].filter((one) => typeof one === 'object').map((one) => Object.keys(one ?? {})),
    ...(Array.isArray(texts) ? [texts.map(String)] : []),
    ...(Array.isArray(parameters) ? [parameters.map(({ name }: { name: string }) => name)] : []),
    ...(typeof paths === 'object' ? [operationIds(paths as Described['paths'])] : []),
  ]
  const inner = Object.entries(told).flatMap(([key, one]) => placesWithNames(one, `${where}/${key}`))
  return [...names.map((own) => ({ where, names: own })), ...inner]
}

function callsOf(paths: Described['paths']): readonly DescribedOperation[] {
  return Object.values(paths).flatMap((calls) => Object.values(calls))
}

function operationIds(paths: Described['paths']): readonly string[] {
  return callsOf(paths).map(({ operationId }) => operationId)
}

function assertApart(names: readonly string[], where: string): void {
  const plain = names.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}+]/gu, ''))
  assert.equal(new Set(plain).size, names.length, `${where}: ${names.join(', ')}`)
}
