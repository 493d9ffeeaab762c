import type { FailureCode } from '../../../kit/base/failure.ts'
import { PARAGRAPHS } from '../document.ts'
import { GROUP_MEANINGS } from '../groups.ts'
import type { Asked } from './browser/snippets.js'

/** The parts of an OpenAPI document that the pages show. */
export interface Described {
  readonly servers: readonly { readonly url: string }[]
  /** The calls by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, AnswerSchema>>
    readonly headers: Readonly<Record<string, { readonly description: string }>>
    readonly securitySchemes: Readonly<Record<string, { readonly name?: string }>>
  }
}

interface DescribedCall {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly 'x-group': string
  readonly security?: readonly object[]
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': DescribedBody } }
  readonly responses: Readonly<Record<string, { readonly content?: Contents; readonly headers?: object }>>
  readonly 'x-credits': number
  readonly 'x-plan-opens'?: string
  readonly 'x-failures': readonly FailureCode[]
  readonly 'x-example-query'?: Readonly<Record<string, string>>
}

interface DescribedBody {
  readonly schema: {
    readonly properties: Readonly<Record<string, ParameterSchema & { readonly description: string }>>
    readonly required?: readonly string[]
  }
  readonly example: Readonly<Record<string, DescribedParameter['example']>>
}

type Contents = Readonly<Record<string, { readonly schema: AnswerSchema; readonly example?: unknown }>>

export interface DescribedParameter {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly schema: ParameterSchema
  readonly example: string | number | boolean | readonly string[] | Readonly<Record<string, string>>
}

export interface ParameterSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly items?: { readonly enum?: readonly string[] }
  readonly enum?: readonly (string | number | boolean)[]
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: string | number | boolean
}

/** The parts of JSON Schema that schemas of answers use. */
export interface AnswerSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly items?: AnswerSchema
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: AnswerSchema | boolean
  readonly anyOf?: readonly AnswerSchema[]
  readonly oneOf?: readonly AnswerSchema[]
}

/** A call (path and method) as the pages show it. */
export interface Entry {
  readonly id: string
  /** The HTTP method in capitals. */
  readonly method: string
  readonly path: string
  /** The URL of the call's page; undefined if the call returns only text. */
  readonly page: string | undefined
  readonly group: string
  readonly summary: string
  /** Rules about parameters. Each has one or two sentences. */
  readonly rules: readonly string[]
  readonly credits: number
  readonly isKeyed: boolean
  /** A feature that the plan must include, such as skip tracing; undefined if every plan may make the call. */
  readonly opens: string | undefined
  readonly parameters: readonly DescribedParameter[]
  /** The keys of the JSON body. */
  readonly body: readonly DescribedParameter[]
  readonly answer: AnswerSchema | undefined
  /** The query of the example call. `example` is the answer to it. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly example: unknown
  readonly headers: readonly string[]
  readonly failures: readonly FailureCode[]
}

export interface Group {
  readonly name: string
  readonly description: string
  readonly entries: readonly Entry[]
}

/** Returns the calls of a document by group, in the document's order. */
export function groupsOf({ paths }: Described): readonly Group[] {
  const entries = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => entryOf(path, method, call)),
  )
  return [...Map.groupBy(entries, ({ group }) => group)].map(([name, own]) => ({
    name,
    description: GROUP_MEANINGS[name] ?? '',
    entries: own,
  }))
}

function entryOf(path: string, method: string, call: DescribedCall): Entry {
  const answered = call.responses[200]
  const json = answered?.content?.['application/json']
  const [summary = '', ...more] = call.description.split(PARAGRAPHS)
  return {
    id: call.operationId,
    method: method.toUpperCase(),
    path,
    page: json === undefined && call.security !== undefined ? undefined : pageOf(path, method),
    group: call['x-group'],
    summary: call.parameters ? summary : call.summary,
    rules: more.slice(0, -1), // without the last paragraph, which is the price
    credits: call['x-credits'],
    isKeyed: call.security === undefined,
    opens: call['x-plan-opens'],
    parameters: call.parameters ?? [],
    body: bodyOf(call),
    answer: json?.schema,
    query: Object.entries(call['x-example-query'] ?? {}),
    example: json?.example,
    headers: Object.keys(answered?.headers ?? {}),
    failures: call['x-failures'],
  }
}

/** Returns the URL of a call's page: its path without braces, followed by the method if it is not GET. */
function pageOf(path: string, method: string): string {
  const plain = path === '/' ? '/root' : path.replaceAll(/[{}]/g, '')
  return `/docs${plain}${method === 'get' ? '' : `/${method}`}`
}

function bodyOf({ requestBody }: DescribedCall): readonly DescribedParameter[] {
  if (requestBody === undefined) return []
  const { schema, example } = requestBody.content['application/json']
  return Object.entries(schema.properties).map(([name, { description, ...own }]) => {
    const required = schema.required?.includes(name) ?? false
    return { name, description, required, schema: own, example: example[name] ?? '' }
  })
}

/** Returns the name of the service's own header for keys. */
export function keyHeader({ components }: Described): string {
  return components.securitySchemes.key?.name ?? ''
}

/** Returns an example of the call, with an id in the path and all keys of the body. */
export function askedOf(entry: Entry, document: Described): Asked {
  const { method, path, query, parameters, body, isKeyed } = entry
  const [{ url: origin } = { url: '' }] = document.servers
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    exampleText(parameters.find((one) => one.name === name)?.example ?? ''),
  )
  const keys = body.map(({ name, example }) => [name, example] as const)
  return {
    origin,
    path: filled,
    query,
    keyHeader: isKeyed ? keyHeader(document) : undefined,
    key: undefined,
    ...(method !== 'GET' && { method }),
    ...(keys.length > 0 && { body: Object.fromEntries(keys) }),
  }
}

/** Describes the values of a parameter, with its default or an example. Values are in backticks. */
export function valuesOf({ schema, required, example }: DescribedParameter): string {
  const standard = schema.default === undefined ? '' : `, default \`${schema.default}\``
  if (schema.enum !== undefined) return `${schema.enum.map((value) => `\`${value}\``).join(', ')}${standard}`
  const shown = schema.type !== 'boolean' && (required || standard === '')
  return `${kindOf(schema)}${standard}${shown ? `, e.g. \`${exampleText(example)}\`` : ''}`
}

/** Formats an example as the text of a parameter. Objects become JSON. */
export function exampleText(example: DescribedParameter['example']): string {
  return typeof example === 'object' && !Array.isArray(example) ? JSON.stringify(example) : String(example)
}

const KINDS = {
  array: 'comma-separated list',
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
} as const

/** Describes the type and limits of a value. */
export function kindOf({ type, format, minimum, exclusiveMinimum, maximum, maxLength }: ParameterSchema): string {
  const bounds = [
    minimum === undefined ? '' : ` from ${minimum}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : ` up to ${maximum}`,
    maxLength === undefined ? '' : ` of up to ${maxLength} characters`,
  ]
  return `${format === 'date' ? 'date' : KINDS[type]}${bounds.join('')}`
}

/** Describes the price of a call. */
export function priceOf({ credits }: Pick<Entry, 'credits'>): string {
  if (credits === 0) return 'free'
  return credits === 1 ? '1 credit' : `${credits} credits`
}
