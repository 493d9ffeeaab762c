import { Component, Telling } from '../../kit/answers/index.ts'
import { FAILURES } from '../../kit/base/failure.ts'
import { type PortalWords, portalWords } from '../../kit/base/words.ts'
import type { Fitting, Parameter, Parameters, Schema } from '../../kit/params/index.ts'
import { AREAS, type Area, type Operation } from '../../service/operations/operation.ts'
import { otherPathsOf } from '../../service/operations/other-paths.ts'
import { COMPONENT_MEANINGS } from './components.ts'
import { type Endpoint, endpointName } from './endpoint.ts'
import { ENDPOINT_GROUP, endpointsOf } from './endpoints.ts'
import { type Examples, examplesIn } from './examples.ts'
import { failuresOf, failuresOfEndpoint } from './failures.ts'
import { meaningOf } from './meaning.ts'
import { ANSWER_HEADERS, problemSchema, responsesOf } from './shapes.ts'

/** Facts about this server that appear in its documents. */
export interface Listed {
  /** Names of the headers that may contain a key. The service's own header comes first. */
  readonly keyHeaders: readonly string[]
  /** The portal's name for descriptions of answers. Descriptions of operations already contain it. */
  readonly words: PortalWords
}

/** The tags of the areas. Operations without an area have all tags. */
const AREA_TAGS: Readonly<Record<Area, { readonly name: string; readonly description: string }>> = {
  A: { name: 'Property data', description: 'Area A: homes, agents, people and markets of the United States.' },
  B: { name: 'Offers', description: 'Area B: the second portal’s offers, in Poland.' },
  C: { name: 'Experiences', description: 'Area C: guest experiences that can be booked.' },
}

/** The status codes of failures that any operation can have. */
const OPERATION_STATUSES = [400, 401, 402, 403, 404, 409, 429, 500, 503]
const ENDPOINT_STATUSES = [400, 401, 429, 500, 503]
const OPEN_STATUSES = [400]
const WAITING_STATUSES = [400, 503]

/** What is collected while a document is made: its areas, components and examples. */
interface DocumentContext {
  readonly areas: readonly Area[]
  readonly telling: Telling
  readonly examples: Examples
}

/**
 * Returns the OpenAPI 3.1 document of an area, or of all areas. Depends only on its arguments.
 *
 * @param origin The origin of this server.
 */
export function documentOf(
  area: Area | undefined,
  operations: readonly Operation[],
  { keyHeaders, words }: Listed,
  origin: string,
): object {
  const areas = area === undefined ? AREAS : [area]
  const own = operations.filter((operation) => areas.includes(operation.area))
  const endpoints = endpointsOf(areas)
  const context = { areas, telling: new Telling(portalWords(words)), examples: examplesIn(words) }
  const schemes = securitySchemes(keyHeaders)
  const paths = [
    ...own.map((operation) => [operation.path, { get: describeOperation(operation, context) }]),
    ...[...Map.groupBy(endpoints, ({ path }) => path)].map(([path, of]) => [
      path,
      Object.fromEntries(of.map((one) => [one.method ?? 'get', describeEndpoint(one, context)])),
    ]),
  ]
  const problem = problemSchema(context.telling, context.examples)
  const statuses = [...(own.length > 0 ? OPERATION_STATUSES : []), ...endpoints.flatMap(statusesOf)]
  return {
    openapi: '3.1.0',
    info: {
      title: area === undefined ? 'Plat' : `Plat, area ${area}: ${AREA_TAGS[area].name}`,
      version: '1.0.0',
      summary: 'A self-hosted HTTP/JSON query service for property data',
      description: `Every call for data is a GET with an API key ${keyPlaces(keyHeaders, (text) => `\`${text}\``)}. A 200 costs the credits of its operation. Everything else is free. The examples are answers from a sample catalog, with shortened lists.`,
      contact: { name: 'The operator of this server', url: `${origin}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin, description: 'This service, as you reached it.' }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    tags: areas.map((one) => AREA_TAGS[one]),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: schemes,
      headers: ANSWER_HEADERS,
      schemas: withMeanings({ ...Object.fromEntries(context.telling.components), Problem: problem }, [
        ...own,
        ...endpoints,
      ]),
      responses: responsesOf(new Set(statuses), context.examples),
    },
  }
}

type Schemas = Readonly<Record<string, object>>

/** A path, the component of its answer, and all components in the answer. */
interface Answering {
  readonly path: string
  readonly name: string
  readonly parts: ReadonlySet<string>
}

/**
 * Returns the components, each with a description. A component without its own description gets a list of the paths
 * that use it.
 */
function withMeanings(schemas: Schemas, described: readonly Pick<Endpoint, 'path' | 'answer'>[]): object {
  const references = new Map(Object.entries(schemas).map(([name, schema]) => [name, referencesIn(schema)]))
  const answering = described.flatMap(({ path, answer }) =>
    answer instanceof Component ? [{ path, name: answer.name, parts: partsOf(answer.name, references) }] : [],
  )
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const description = COMPONENT_MEANINGS[name] ?? answersOf(name, answering)
    return [name, { description, ...schema }]
  })
  return Object.fromEntries(entries)
}

function answersOf(component: string, answering: readonly Answering[]): string {
  const whole = answering.filter(({ name }) => name === component)
  if (whole.length > 0) return `The answer of ${pathList(whole)}.`
  return `Part of the answers of ${pathList(answering.filter(({ parts }) => parts.has(component)))}.`
}

function pathList(operations: readonly { readonly path: string }[]): string {
  return operations.map(({ path }) => `\`${path}\``).join(', ')
}

/** Returns the names of a component and of all components inside it, at any depth. */
function partsOf(name: string, references: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const parts = new Set([name])
  for (const part of parts) for (const other of references.get(part) ?? []) parts.add(other)
  return parts
}

function referencesIn(schema: object): readonly string[] {
  return JSON.stringify(schema).match(/(?<="#\/components\/schemas\/)\w+/g) ?? []
}

/**
 * Returns one security scheme per key header. A call needs only one of them. The service's own header has the name
 * `key`.
 */
function securitySchemes([own, ...others]: readonly string[]): Readonly<Record<string, object>> {
  return {
    key: { type: 'apiKey', in: 'header', name: own },
    ...Object.fromEntries(
      others.map((name) =>
        name === 'authorization'
          ? ['bearer', { type: 'http', scheme: 'bearer' }]
          : [name, { type: 'apiKey', in: 'header', name }],
      ),
    ),
  }
}

/** Describes where to send a key. `typed` formats the header names. */
export function keyPlaces([own = '', ...others]: readonly string[], typed: (text: string) => string): string {
  const places = others.map((name) => typed(name === 'authorization' ? 'Authorization: Bearer' : name))
  return `in the header ${typed(own)} (or ${places.join(', ')})`
}

function describeOperation(operation: Operation, { telling, examples }: DocumentContext): object {
  const { area, path, summary, group, credits, parameters, rules, skip, answer } = operation
  const call = examples.calls.get(path)
  const cost = `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'}${skip ? '; the plan must allow skip tracing' : ''}.`
  return {
    operationId: operationId(path),
    summary,
    description: [summary, ...rules.map(({ doc }) => doc), ...elsewhere(path), cost].join(PARAGRAPHS),
    tags: [AREA_TAGS[area].name],
    'x-group': group,
    parameters: Object.entries(parameters).map(([name, parameter]) =>
      describeParameter(
        name,
        parameter,
        call?.query[name] ?? parameter.shape.example,
        rules.find(({ fitting }) => fitting?.parameter === name)?.fitting,
      ),
    ),
    responses: { 200: success(json(answer.schema(telling), call?.body)), ...refusals(OPERATION_STATUSES) },
    'x-credits': credits,
    ...(skip && { 'x-plan-opens': 'skip tracing' }),
    'x-failures': failuresOf(operation),
    ...(call && { 'x-example-query': call.query }),
  }
}

function elsewhere(path: string): readonly string[] {
  const otherPaths = otherPathsOf(path)
  return otherPaths.length === 0 ? [] : [`Also available at ${otherPaths.join(', ')}.`]
}

function describeEndpoint(endpoint: Endpoint, { areas, telling, examples }: DocumentContext): object {
  const {
    path,
    method = 'get',
    summary,
    group = ENDPOINT_GROUP,
    keyed,
    answer,
    type,
    parameters = {},
    price,
  } = endpoint
  const example = examples.calls.get(endpointName(endpoint))
  const content = answer ? json(answer.schema(telling), example?.body) : textOf(type ?? 'text/html')
  const queried = Object.entries(parameters).map(([name, parameter]) =>
    describeParameter(name, parameter, parameter.shape.example, undefined),
  )
  const listed = [...pathParametersOf(endpoint), ...queried]
  return {
    operationId: operationId(path, method),
    summary,
    description: `${summary} ${price ?? `Free of charge${keyed ? '' : ', without a key'}.`}`,
    tags: (endpoint.area === undefined ? areas : [endpoint.area]).map((one) => AREA_TAGS[one].name),
    'x-group': group,
    ...(!keyed && { security: [] }),
    ...(listed.length > 0 && { parameters: listed }),
    ...(endpoint.body && { requestBody: { required: true, content: bodyContent(endpoint.body) } }),
    responses: { 200: keyed ? success(content) : plainSuccess(content), ...refusals(statusesOf(endpoint)) },
    'x-credits': 0,
    'x-failures': failuresOfEndpoint(endpoint),
    ...(answer && { 'x-example-query': example?.query ?? {} }),
  }
}

/** Returns the status codes of an endpoint's refusals in ascending order. */
function statusesOf(endpoint: Endpoint): readonly number[] {
  const usual = endpoint.keyed ? ENDPOINT_STATUSES : endpoint.waits ? WAITING_STATUSES : OPEN_STATUSES
  const own = failuresOfEndpoint(endpoint).map((failure) => FAILURES[failure][0])
  return [...new Set([...usual, ...own])].sort((one, other) => one - other)
}

function pathParametersOf({ path, places }: Endpoint): readonly object[] {
  return (path.match(/(?<=\{)\w+(?=\})/g) ?? []).map((name) => {
    const place = places?.[name]
    const id = path.startsWith('/webhooks') ? 'w_0123456789abcdef' : 's_0123456789abcdef'
    return {
      name,
      in: 'path',
      description: place?.doc ?? `The id, from \`${path.slice(0, path.indexOf('/', 1))}\`.`,
      required: true,
      schema: place?.schema ?? { type: 'string' },
      example: place === undefined ? id : asTyped(place.shape.example, place.schema.type),
    }
  })
}

/** Describes the JSON object in the body of a request. */
function bodyContent(body: Parameters): object {
  const keys = Object.entries(body)
  const properties = keys.map(([name, one]) => [name, { ...one.schema, description: meaningOf(one) }])
  const required = keys.flatMap(([name, one]) => (one.required ? [name] : []))
  const example = keys.map(([name, { schema, shape }]) => {
    return [
      name,
      schema.type === 'object' || schema.type === 'array'
        ? JSON.parse(shape.example)
        : asTyped(shape.example, schema.type),
    ]
  })
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
  return json(schema, Object.fromEntries(example))
}

/** Separates the paragraphs of an operation's description: its purpose, rules and price. */
export const PARAGRAPHS = '\n\n'

const TEXTS = {
  'application/x-ndjson':
    '{"index":0,"item":"10040239","status":200,"credits":1,"answer":{…}}\n{"index":1,"item":"1 Nowhere St","status":404,"credits":0,"problem":{…}}\n',
  'text/html': '<!doctype html>\n<html lang="en">…</html>\n',
  'text/markdown': '# Property data\n…\n',
  'text/plain': '# Plat: property data\n…\n',
  'application/vnd.mapbox-vector-tile': 'Protocol Buffers',
} as const

function textOf(type: keyof typeof TEXTS): object {
  return { [type]: { schema: { type: 'string' }, example: TEXTS[type] } }
}

/** Describes a parameter. Keys that begin with `x-` contain facts for forms that JSON Schema cannot express. */
function describeParameter(
  name: string,
  parameter: Parameter<unknown>,
  example: string,
  fitting: Fitting | undefined,
): object {
  const { required, schema, only, label, group } = parameter
  const { several, rangeUnit } = parameter.shape
  return {
    name,
    in: 'query',
    description: meaningOf(parameter),
    required,
    ...(several
      ? { schema: listSchema(schema, several), style: 'form', explode: false, example: example.split(',') }
      : schema.type === 'object'
        ? { schema, style: 'form', explode: true, example: JSON.parse(example) }
        : { schema, example: asTyped(example, schema.type) }),
    ...(label !== undefined && { 'x-label': label }),
    ...(group !== undefined && { 'x-group': group }),
    ...(rangeUnit !== undefined && { 'x-range-of': rangeUnit }),
    ...(only && { 'x-only-with': { [only.parameter]: only.values } }),
    ...(fitting && { 'x-fitting': { [fitting.beside]: fitting.texts } }),
  }
}

/** Returns the schema of a comma-separated list. `texts`: the allowed items; empty if any text is allowed. */
function listSchema({ default: standard }: Schema, texts: readonly string[]): object {
  return {
    type: 'array',
    items: { type: 'string', ...(texts.length > 0 && { enum: texts }) },
    ...(standard !== undefined && { default: String(standard).split(',') }),
  }
}

/** Converts the text of a parameter to a value of the schema's type. */
function asTyped(written: string, type: string): string | number | boolean {
  if (type === 'integer' || type === 'number') return Number(written)
  return type === 'boolean' ? /^(true|1)$/i.test(written) : written
}

function json(schema: unknown, example: object | undefined): object {
  return { 'application/json': { schema, ...(example && { example }) } }
}

function success(content: object): object {
  const headers = Object.keys(ANSWER_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { ...plainSuccess(content), headers: Object.fromEntries(headers) }
}

function plainSuccess(content: object): object {
  return { description: 'The answer.', content }
}

function refusals(statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))
}

/**
 * Returns the operation id of a path, such as `getProByaddress` for `/pro/byaddress`. No component name begins with a
 * method, so generated files of operations and components have different names.
 */
export function operationId(path: string, method = 'get'): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return method + (words.length > 0 ? words : ['root']).map(capital).join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
