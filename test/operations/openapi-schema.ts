import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { asOpenApi30, documentOf } from '../../src/doors/openapi/index.ts'
import { DAY, INSTANT } from '../../src/kit/answers/text.ts'
import type { PortalWords } from '../../src/kit/base/words.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'

/**
 * Checks answers against their OpenAPI schemas more strictly than clients do: a key that a schema does not describe is
 * a problem.
 */

const VALIDATOR = {
  formats: {
    date: DAY,
    'date-time': INSTANT,
    int64: { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
  },
  allowUnionTypes: true,
} as const

const checksByPortal = new Map<string, AnswerChecks>()

/** Returns the first difference between an operation's answer and its schema; undefined if there is none. */
export function schemaProblem(path: string, answer: unknown, words: PortalWords): string | undefined {
  let checks = checksByPortal.get(words.Portal)
  if (checks === undefined) {
    checks = new AnswerChecks(words)
    checksByPortal.set(words.Portal, checks)
  }
  const { isDeclared, isDeclared30 } = checks.of(path)
  assert.equal(isDeclared30(answer), isDeclared(answer), `${path}: OpenAPI 3.0 and 3.1 differ over an answer`)
  return isDeclared(answer) ? undefined : `${path}: ${(isDeclared.errors ?? []).map(problemText).join('; ')}`
}

function problemText({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`
}

type Json = Readonly<Record<string, unknown>>

/** Checks answers with the OpenAPI documents of a server that uses these words. Compiles each check on first use. */
class AnswerChecks {
  readonly #validator: Ajv2020
  readonly #validator30: Ajv
  readonly #checks = new Map<string, Checks>()

  constructor(words: PortalWords) {
    const operations = OPERATIONS.map((operation) => worded(operation, words))
    const listed = { keyHeaders: ['x-service-key', 'x-api-key', 'authorization'], words }
    const document = documentOf(undefined, operations, listed, 'https://homes.example')
    this.#validator = describing(new Ajv2020(VALIDATOR), document)
    this.#validator30 = describing(new Ajv(VALIDATOR), asOpenApi30(document))
  }

  of(path: string): Checks {
    const compiled = this.#checks.get(path)
    if (compiled !== undefined) return compiled
    const schema = { $ref: schemaAddress(path) }
    const checks = { isDeclared: this.#validator.compile(schema), isDeclared30: this.#validator30.compile(schema) }
    this.#checks.set(path, checks)
    return checks
  }
}

/** The checks of one operation's answer, by the two documents. */
interface Checks {
  readonly isDeclared: ValidateFunction
  readonly isDeclared30: ValidateFunction
}

const DOCUMENT = 'document'

/** Adds a document to a validator, which compiles each component once for all operations. */
function describing<V extends Ajv | Ajv2020>(validator: V, document: object): V {
  validator.addVocabulary([...Object.keys(document), 'discriminator', 'x-second-names'])
  validator.addSchema(closed(JSON.parse(JSON.stringify(document))) as Json, DOCUMENT) // an object stays an object
  return validator
}

/** Returns the address of the schema of an operation's 200. */
function schemaAddress(path: string): string {
  const keys = ['paths', ...placeOf(path), 'responses', '200', 'content', 'application/json', 'schema']
  const escaped = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  return `${DOCUMENT}#/${escaped.join('/')}`
}

/** Splits a name such as `POST /searches` into the path and the method in the documents. */
function placeOf(name: string): readonly [path: string, method: string] {
  const [first = '', path] = name.split(' ')
  return path === undefined ? [first, 'get'] : [path, first.toLowerCase()]
}

/** Adds `additionalProperties: false` to every object that names its keys. An alias of a schema becomes a copy. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, closed(schema)]))
  if (![value.type].flat().includes('object') || !isObject(value.properties)) return inner
  const { properties, 'x-second-names': secondNames = {} } = inner as { properties: Json; 'x-second-names'?: Json }
  const seconds = Object.entries(secondNames).map(([name, first]) => [name, properties[String(first)]])
  return { ...inner, properties: { ...properties, ...Object.fromEntries(seconds) }, additionalProperties: false }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
