import type { ArgumentSchema, InputSchema } from '../../src/doors/mcp/arguments.ts'
import type { Served } from '../../test/e2e/program.ts'
import { Random } from '../../test/engine/random.ts'
import { framed, headLinesFor } from './headers.ts'
import { wrongWithMessage } from './judge.ts'
import type { Question } from './questions.ts'
import type { FuzzRequest, KeyOf } from './requests.ts'
import { anyJson, deep, type Json } from './search-state.ts'
import { valueFor } from './values.ts'

/** A tool as the service describes it. */
export interface ListedTool {
  readonly name: string
  readonly inputSchema: InputSchema
}

/** Returns every tool that the key may call. */
export async function toolsOf({ a }: Served, key: string): Promise<readonly ListedTool[]> {
  const response = await fetch(`${a}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  // the protocol declares this type
  const { result } = (await response.json()) as { readonly result: { readonly tools: readonly ListedTool[] } }
  return result.tools
}

type Arguments = Readonly<Record<string, Json>>

const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT']
const REVISIONS = ['2025-11-25', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28', '1999-01-01', '']
const TYPES = ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', '', ';']
const ACCEPTED = ['application/json', 'text/event-stream', 'text/html', '*/*', '']
const OTHERS = [
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'tools/list',
  'tools/List',
  'server/discover',
  'subscriptions/listen',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/cancel',
  'tools/call',
  '__proto__',
  '',
]

const ADDRESSES = ['plat://home/1', 'plat://search/sold/TX?limit=2', 'plat://market/%', 'ui://plat/homes', 'plat:', '']
const REFERENCES = [
  { type: 'ref/prompt', name: 'find_a_home' },
  { type: 'ref/resource', uri: 'plat://market/{place}' },
]

/** Messages to the MCP endpoint. The seed and the number of a message determine everything except its key. */
export class Messages {
  readonly #tools: readonly ListedTool[]
  /** Arguments for which tools find something. */
  readonly #good: readonly Arguments[]
  readonly #texts: readonly string[]
  readonly #keyOf: KeyOf
  readonly #seed: number

  constructor(tools: readonly ListedTool[], questions: readonly Question[], keyOf: KeyOf, seed: number) {
    this.#tools = tools
    this.#good = questions.flatMap(({ query }) => {
      const { zpid: id, location: place, search_query: of = place, username: agent } = query
      return [...(id ? [{ id }] : []), ...(of ? [{ place: of, kind: 'sold' }] : []), ...(agent ? [{ agent }] : [])]
    })
    this.#texts = [...new Set(questions.flatMap(({ query }) => Object.values(query)))]
    this.#keyOf = keyOf
    this.#seed = seed
  }

  /** Returns a message by its number, counted from 0. Consecutive messages call consecutive tools. */
  at(number: number): FuzzRequest {
    const random = new Random(Math.imul(this.#seed, 0x85ebca6b) + Math.imul(number, 0x9e3779b1))
    const method = random.chance(0.97) ? 'POST' : random.pick(METHODS)
    const path = random.chance(0.99) ? '/mcp' : random.pick(['/mcp/', '/MCP', '/mcp?a=b', '/mcp%20'])
    const body = this.#bodyAt(number, random)
    const { lines, body: sent } = framed(body, random)
    const all = [...headLinesFor(this.#keyOf(random), random), ...protocolLines(random), ...lines]
    const head = [`${method} ${path} HTTP/1.1`, ...all, '', ''].join('\r\n')
    return { method, bytes: Buffer.concat([Buffer.from(head, 'latin1'), sent]), wrongWith: wrongWithMessage }
  }

  #bodyAt(number: number, random: Random): Buffer {
    const kind = random.next()
    if (kind < 0.02) return Buffer.from(deep(random))
    if (kind < 0.03) return Buffer.from(JSON.stringify(anyJson(random, 4)))
    if (kind < 0.032) return Buffer.alloc(random.pick([70_000, 1024 * 1024]), '"/call" ')
    const message = this.#messageAt(number, random)
    const bytes = Buffer.from(JSON.stringify(random.chance(0.04) ? [message, message] : message))
    if (kind > 0.03 && kind < 0.05) return bytes.subarray(0, random.whole(0, bytes.length))
    if (kind < 0.06) bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255)
    return bytes
  }

  #messageAt(number: number, random: Random): Json {
    const id = random.chance(0.96)
      ? { id: number }
      : random.pick<Arguments>([{}, { id: null }, { id: 'a' }, { id: [] }])
    const version = random.chance(0.99) ? '2.0' : random.pick<Json>(['1.0', 2, null])
    if (random.chance(0.1)) {
      const params = random.pick<Json>([
        {},
        null,
        [],
        { protocolVersion: random.pick(REVISIONS) },
        { uri: random.pick(ADDRESSES) },
        { name: 'find_a_home', arguments: random.pick<Json>([{ place: random.pick(this.#texts) }, {}, []]) },
        { ref: random.pick<Json>(REFERENCES), argument: { name: 'place', value: random.pick(this.#texts) } },
        anyJson(random, 3),
      ])
      return { jsonrpc: version, ...id, method: random.pick(OTHERS), params }
    }
    const { name, inputSchema } = this.#tools[number % this.#tools.length] as ListedTool // never undefined, since the list is not empty
    const asked = random.chance(0.99) ? name : random.pick([`${name}s`, 'constructor', '', name.toUpperCase()])
    const given = random.chance(0.98) ? this.#argumentsFor(inputSchema, random) : anyJson(random, 3)
    return { jsonrpc: version, ...id, method: 'tools/call', params: { name: asked, arguments: given } }
  }

  #argumentsFor({ properties }: Pick<InputSchema, 'properties'>, random: Random): Json {
    const names = Object.keys(properties)
    const fitting = this.#good.filter((each) => Object.keys(each).every((name) => names.includes(name)))
    const given: Record<string, Json> = { ...(fitting.length > 0 && random.pick(fitting)) }
    for (let slips = random.pick([0, 0, 1, 1, 2, 3, 8]); slips > 0 && names.length > 0; slips--) {
      const argument = random.pick(names)
      const schema = properties[argument] as ArgumentSchema // the argument is one of the schema's names
      if (random.chance(0.1)) delete given[argument]
      else given[random.chance(0.98) ? argument : `${argument}_x`] = this.#valueFor(argument, schema, random)
    }
    return given
  }

  #valueFor(name: string, schema: ArgumentSchema, random: Random): Json {
    if (random.chance(0.15)) return anyJson(random, 3)
    if (schema.type === 'boolean') return random.chance(0.5)
    if (schema.type === 'string') {
      const allowed = schema.enum === undefined ? {} : { enum: schema.enum }
      const example = random.pick(this.#texts)
      return valueFor({ name, example, schema: { type: 'string', ...allowed } }, this.#texts, random).toWellFormed()
    }
    if (schema.type === 'object') {
      return 'properties' in schema ? this.#argumentsFor(schema, random) : anyJson(random, 3)
    }
    if (schema.type === 'array') {
      const { items, minItems, maxItems } = schema
      const length = random.pick([0, 1, 2, 3, minItems, maxItems, maxItems + 1])
      return Array.from({ length }, () =>
        items.type === 'string' ? random.pick(items.enum) : [random.between(-90, 90), random.between(-180, 180)],
      )
    }
    const value = random.pick([schema.minimum, schema.maximum, random.between(schema.minimum, schema.maximum)])
    return random.chance(0.8) ? Math.round(value) : value * random.pick([1, -1, 1e9])
  }
}

function protocolLines(random: Random): string[] {
  const type = random.chance(0.98) ? 'application/json' : random.pick(TYPES)
  const accepted = random.chance(0.97) ? 'application/json, text/event-stream' : random.pick(ACCEPTED)
  const revision = random.chance(0.6) ? [] : [`mcp-protocol-version: ${random.pick(REVISIONS)}`]
  const session = random.chance(0.98) ? [] : [`mcp-session-id: ${random.pick(['a', '', 'x'.repeat(3000)])}`]
  return [`content-type: ${type}`, `accept: ${accepted}`, ...revision, ...session]
}
