import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { DAY, INSTANT } from '../../src/answers/index.ts'
import type { PortalWords } from '../../src/base/words.ts'
import { documentOf } from '../../src/openapi/index.ts'
import { OPERATIONS, worded } from '../../src/operations/index.ts'

/**
 * Checks answers against their OpenAPI schemas, more strictly than a client would: a key that the schema does not name
 * is a problem too, so every key of every answer must be described.
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

/** The first way in which an operation's answer departs from its schema; undefined if there is none. */
export function schemaProblem(path: string, answer: unknown, words: PortalWords): string | undefined {
  let checks = checksByPortal.get(words.Portal)
  if (checks === undefined) {
    checks = new AnswerChecks(words)
    checksByPortal.set(words.Portal, checks)
  }
  const isDeclared = checks.of(path)
  return isDeclared(answer) ? undefined : `${path}: ${(isDeclared.errors ?? []).map(problemText).join('; ')}`
}

function problemText({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`
}

type Json = Readonly<Record<string, unknown>>

/** The answer checks by the documents of a server with these words, each compiled on first use. */
class AnswerChecks {
  readonly #documents: readonly Json[]
  readonly #checks = new Map<string, ValidateFunction>()

  constructor(words: PortalWords) {
    const operations = OPERATIONS.map((operation) => worded(operation, words))
    this.#documents = (['A', 'B', 'C'] as const).map((area) => {
      const document = documentOf(area, operations, { keyHeaders: ['x-service-key'], words })
      return closed(JSON.parse(JSON.stringify(document))) as Json // an object stays one
    })
  }

  of(path: string): ValidateFunction {
    const known = this.#checks.get(path)
    if (known !== undefined) return known
    const document = this.#documents.find(({ paths }) => at(paths, path) !== undefined)
    const schema = at(document, 'paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema')
    const validator = new Ajv2020(VALIDATOR).addVocabulary(['components', 'discriminator'])
    const check = validator.compile({ ...(schema as Json), components: document?.components })
    this.#checks.set(path, check)
    return check
  }
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}

/** With `additionalProperties: false` for every object that names its keys. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, closed(schema)]))
  const mayBeObject = [value.type].flat().includes('object')
  return mayBeObject && isObject(value.properties) ? { ...inner, additionalProperties: false } : inner
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
