import { Random } from '../../test/engine/random.ts'
import type { Answer } from '../caller.ts'
import { headersFor } from './headers.ts'
import type { Question } from './questions.ts'
import { valueFor } from './values.ts'

/** A request. The seed and its number determine everything except its key. */
export interface FuzzRequest {
  readonly method: string
  readonly bytes: Buffer
  /** Returns what is wrong with the answer, for requests that need more than the usual check. */
  readonly wrongWith?: (answer: Answer, method: string) => string | undefined
}

/** Chooses the key of a request. */
export type KeyOf = (random: Random) => string

const METHODS = ['HEAD', 'HEAD', 'HEAD', 'OPTIONS', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE']

const PLAIN = 0.04

/** Paths that the service answers, but that are not in the OpenAPI document. */
const OTHER_PATHS = [
  '/',
  '/docs',
  '/docs/problems',
  '/docs/byzpid',
  '/docs/x',
  '/docs.md',
  '/llms.txt',
  '/openapi.json',
  '/health/live',
  '/health/ready',
  '*',
]
const ODD_PATHS = ['/media/', '/media/Home-1.svg', '/media/%00', '/%', '/%ff', '//', '/../../etc/passwd', '/__proto__']

export class Requests {
  /** Operations with parameters. Other operations are requested less often, because their requests vary little. */
  readonly #withParameters: readonly Question[]
  readonly #plain: readonly Question[]
  readonly #keyOf: KeyOf
  readonly #seed: number
  /** Values for all parameters of all operations. A valid value of one parameter is nearly valid for others. */
  readonly #values: readonly string[]

  constructor(questions: readonly Question[], keyOf: KeyOf, seed: number) {
    this.#withParameters = questions.filter(({ parameters }) => parameters.length > 0)
    this.#plain = questions.filter(({ parameters }) => parameters.length === 0)
    this.#keyOf = keyOf
    this.#seed = seed
    this.#values = [
      ...new Set(
        questions.flatMap(({ parameters, query }) => [
          ...Object.values(query),
          ...parameters.flatMap(({ example, schema }) => [example, ...(schema.enum ?? [])].map(String)),
        ]),
      ),
    ]
  }

  /** Returns a request by its number, counted from 0. Consecutive requests call consecutive operations. */
  at(number: number): FuzzRequest {
    const random = new Random(Math.imul(this.#seed, 0x9e3779b1) + Math.imul(number, 0x85ebca6b))
    const question = random.chance(PLAIN)
      ? random.pick(this.#plain)
      : (this.#withParameters[number % this.#withParameters.length] as Question) // never undefined, since the list is not empty
    const method = random.chance(0.88) ? 'GET' : random.pick(METHODS)
    const target = `${pathOf(question, random)}${this.#query(question, random)}`
    const version = random.chance(0.99) ? '1.1' : '1.0'
    const { lines, body } = headersFor(this.#keyOf(random), method, random)
    const head = [`${method} ${target} HTTP/${version}`, ...lines, '', ''].join('\r\n')
    return { method, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]) }
  }

  #query({ parameters, query }: Question, random: Random): string {
    let pairs = Object.entries(query)
    if (random.chance(0.1)) pairs = pairs.filter(() => random.chance(0.7))
    const given = random.pick([0, 1, 1, 1, 2, 2, 3, 5, 12])
    for (let i = 0; i < given && parameters.length > 0; i++) {
      const spec = random.pick(parameters)
      const value = valueFor(spec, this.#values, random)
      // in the other cases, the parameter is sent twice
      if (!random.chance(0.05)) pairs = pairs.filter(([name]) => name !== spec.name)
      pairs.push([random.chance(0.97) ? spec.name : oddName(spec.name, random), value])
    }
    if (random.chance(0.01))
      pairs = Array.from({ length: random.whole(100, 400) }, (_, i) => pairs[i % pairs.length] ?? ['a', 'b'])
    if (pairs.length === 0) return random.pick(['', '?', '?&', '?=', '?&&=&', '?a', '?=b'])
    const encode = random.pick(ENCODINGS)
    return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join(random.chance(0.99) ? '&' : '&&')}`.slice(
      0,
      LINE_MAX,
    )
  }
}

/**
 * Maximum length of a request line. The service refuses such a line because it is too long, but still reads it first.
 */
const LINE_MAX = 70_000

function pathOf({ path }: Question, random: Random): string {
  if (random.chance(0.93)) return path
  return random.pick([
    () => path.toUpperCase(),
    () => `${path}/`,
    () => `/${path}`,
    () => `http://127.0.0.1:1${path}`,
    () => path.replaceAll('/', '%2F'),
    () => path.slice(0, -1),
    () => `${path}%${random.pick(['00', 'ff', '2e', 'zz', ''])}`,
    () => `${path}${'/a'.repeat(random.whole(1, 2000))}`,
    () => random.pick(OTHER_PATHS),
    () => random.pick(ODD_PATHS),
  ])()
}

function oddName(name: string, random: Random): string {
  return random.pick([
    () => name.toUpperCase(),
    () => `${name} `,
    () => `${name}[]`,
    () => `${name}.a`,
    () => random.pick(['__proto__', 'constructor', 'toString', '', '\u0000', '\u{1f3e0}', 'a'.repeat(5000)]),
  ])()
}

/** Ways to encode a string in a query. Each character is sent as one byte. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  ...Array.from({ length: 8 }, () => percentEncoded),
  (text) => percentEncoded(text).replaceAll('%20', '+'),
  (text) => percentEncoded(text).toLowerCase(),
  (text) => percentEncoded(percentEncoded(text)),
  /** UTF-8 without percent signs. Escapes only characters that would end the line or the value. */
  (text) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(/[\0-\x20&=#?%\x7f]/g, (one) => percentEncoded(one)),
  /** Invalid UTF-8. */
  (text) => `${percentEncoded(text)}%ff%C0%AF%ed%a0%80`,
  (text) => percentEncoded(text).replace(/%(.)./g, '%$1'),
]

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
