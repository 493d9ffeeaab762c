import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArgumentSchema } from './arguments.ts'
import type { Door } from './door.ts'
import type { Fields } from './json.ts'
import { read } from './read.ts'
import { Refusal } from './refusal.ts'
import { runTool, type Tool } from './tool.ts'
import { TOOLS } from './tools/index.ts'

const TODAY = '2026-06-15'

function toolNamed(name: string): Tool {
  return TOOLS.find((each) => each.name === name) ?? assert.fail(name)
}

/** Calls a tool. Returns its first request to an operation, or the refusal if there was no request. */
async function requested(tool: Tool, args: unknown): Promise<readonly unknown[] | string> {
  const { first, text } = await refused(tool, args, () => 'no')
  return first.length > 0 ? first : text
}

/** Calls a tool. Its first request is refused with a detail about the request's parameters. */
async function refused(tool: Tool, args: unknown, detail: (parameters: readonly string[]) => string) {
  const first: unknown[] = []
  const door: Door = {
    run: async (...call) => {
      first.push(call)
      const body = { detail: detail(Object.keys(call[1])) }
      return { status: 404, body, credits: 0, left: undefined, retryAfterS: undefined }
    },
    failed: (error) => assert.fail(`${tool.name} ${JSON.stringify(args)}: ${String(error)}`),
    today: () => TODAY,
    isSample: true,
    words: { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example' },
    areas: ['A', 'B', 'C'],
    opensPeople: true,
  }
  const { content } = await runTool(tool, args, door)
  return { first, text: content[0]?.text ?? '' }
}

/** Basic calls by tool. The test adds each further argument to them. */
const BEGINNINGS: Readonly<Record<string, readonly Fields[]>> = {
  find_place: [{ query: 'Aus' }],
  search_homes: ['for_sale', 'for_rent', 'sold'].map((kind) => ({ kind, place: 'Austin, TX' })),
  summarize: [{ homes: { kind: 'sold', place: 'Austin, TX' } }],
  home_details: [{ id: '7' }],
  comparables_and_value: [{ id: '7' }],
  monthly_cost: [{ id: '7' }],
  market: [{ place: 'Austin, TX' }],
  rents: [{ place: 'Austin, TX' }],
  agents: [{ place: 'Austin, TX' }, { agent: 'ann' }],
  owners: [{ name: 'acme' }, { owner: 'o' }],
  offers_abroad: [{ kind: 'for_sale', place: 'Warszawa' }],
  experiences: [{ place: 'Paris, France' }],
  saved_search: [{ action: 'make', sentence: 'homes in Texas' }],
  whats_new: [{ homes: { kind: 'sold', place: 'Austin, TX' }, since: '2026-06-01' }, { id: 's_1' }],
  usage: [{}],
  search: [{ query: 'homes in Texas' }],
  fetch: [{ id: '7' }],
}

/** Returns values of an argument, each with other spellings that mean the same. */
function spellingsOf(name: string, schema: ArgumentSchema): (readonly [plain: unknown, others: readonly unknown[]])[] {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [Math.max(1, schema.minimum), schema.maximum >= 1e6 ? 500_000 : schema.maximum].map((number) => [
        number,
        numberSpellings(name, number),
      ])
    case 'boolean':
      return [[true, ['true', 'YES', 1, ' True ']]]
    case 'array':
      return schema.items.type === 'string' ? schema.items.enum.map(wordListSpellings) : [POLYGON]
    case 'object':
      if (name === 'what_if') return [[LARGER, [JSON.stringify(LARGER), { SQFT: '2,000' }]]]
      return 'properties' in schema ? [[NEAR, [JSON.stringify(NEAR), { lat: '30', LNG: '-97', radius: '2' }]]] : []
    case 'string':
      if (schema.enum !== undefined)
        return schema.enum.map((word) => [
          word,
          [...wordSpellings(word), [word], word.endsWith('s') ? word.slice(0, -1) : `${word}s`],
        ])
      if (schema.format === 'date') return [['2026-06-14', [' 2026-06-14 ', ['2026-06-14']]]]
      return [[name === 'homes' ? {} : '78704', [78704, ' 78704 ', ['78704']]]]
  }
}

const LARGER = { sqft: 2000 }
const NEAR = { latitude: 30, longitude: -97, radius_miles: 2 }
const CORNERS = [[30, -97], [31, -97], [31, -98]] // biome-ignore format: corners
const POLYGON = [CORNERS, [JSON.stringify(CORNERS), CORNERS.map((pair) => pair.map(String))]] as const

function numberSpellings(name: string, number: number): readonly unknown[] {
  const isMoney = /price|payment/.test(name)
  return [
    String(number),
    ` ${number}`,
    number.toLocaleString('en-US'),
    [number],
    `${number}.0`,
    ...(isMoney && number % 1000 === 0 ? [`${number / 1000}k`, `$${number / 1e6}M`] : []),
    ...(name.endsWith('_min') ? [`${number}+`] : []),
  ]
}

function wordSpellings(word: string): readonly string[] {
  return [word.toUpperCase(), word.toLowerCase(), word.replace(/[_ -]/g, '-'), word.replace(/[_ -]/g, ' '), ` ${word} `]
}

function wordListSpellings(word: string): readonly [readonly string[], readonly unknown[]] {
  const others = [word, `${word},`, JSON.stringify([word]), [word, word], [word, '']]
  return [[word], [...others, ...wordSpellings(word), ...wordSpellings(word).map((each) => [each])]]
}

function nameSpellings(name: string): readonly string[] {
  const words = name.split('_')
  const camel = words.map((word, i) => (i === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('')
  const swapped = [...words.slice(-1), ...words.slice(0, -1)].join('_')
  return [name.toUpperCase(), camel, words.join('-'), words.join(' '), swapped]
}

test("every other name and spelling of a tool's argument sends the same request, with a remark", async () => {
  let calls = 0
  for (const tool of TOOLS) {
    for (const beginning of BEGINNINGS[tool.name] ?? assert.fail(tool.name)) {
      for (const [name, schema] of Object.entries(tool.input.properties)) {
        for (const [plain, others] of spellingsOf(name, schema)) {
          const call = { ...without(beginning, name), [name]: plain }
          const wanted = await requested(tool, call)
          const { values } = read(tool.input, call).args
          if (typeof wanted === 'string') continue // this call does not allow the argument
          const renamed = nameSpellings(name).map((each) => ({ ...without(beginning, name), [each]: plain }))
          for (const other of [...others.map((each) => ({ ...call, [name]: each })), ...renamed]) {
            const shown = `${tool.name} ${JSON.stringify(other)}`
            if (other === renamed[0]) assert.deepEqual(await requested(tool, other), wanted, shown)
            const { args, applied } = read(tool.input, other)
            assert.deepEqual(args.values, values, shown)
            const isOnlyTrimmed =
              JSON.stringify(other).replaceAll('" ', '"').replaceAll(' "', '"') === JSON.stringify(call)
            assert.ok(applied.length > 0 || isOnlyTrimmed, `${shown} has no remark`)
            calls++
          }
        }
      }
    }
  }
  assert.ok(calls > 3000)
})

/** Parameters that the tools set themselves. Their values are never refused. */
const SET_BY_TOOLS = new Set(['explain', 'facets', 'totals'])

test('a refusal of an operation names arguments of the tool instead of parameters', async () => {
  let names = 0
  const bad: string[] = []
  for (const tool of TOOLS) {
    const { properties } = tool.input
    const inside = 'homes' in properties ? Object.keys(toolNamed('search_homes').input.properties) : []
    const taken = new Set([...Object.keys(properties), ...inside])
    for (const beginning of BEGINNINGS[tool.name] ?? []) {
      const calls = Object.entries(tool.input.properties).flatMap(([name, schema]) =>
        spellingsOf(name, schema).map(([plain]) => ({ ...without(beginning, name), [name]: plain })),
      )
      for (const call of [beginning, ...calls]) {
        const detail = (parameters: readonly string[]) =>
          parameters
            .filter((each) => !SET_BY_TOOLS.has(each))
            .map((each) => `[${each}] "[said]"`)
            .join(' ')
        const { first, text } = await refused(tool, call, detail)
        if (first.length === 0) continue // the tool refused the call itself
        for (const [, name = ''] of text.matchAll(/(?<!")\[([^\]"]+)\](?!")/g)) {
          const all = name.split(' and ')
          bad.push(...all.filter((each) => !taken.has(each)).map((each) => `${tool.name} ${each}`))
          names += all.length
        }
      }
    }
  }
  assert.deepEqual(new Set(bad), new Set())
  assert.ok(names > 500, String(names))
})

function without(args: Fields, name: string): Fields {
  const others = Object.entries(args).filter(
    ([each]) => each !== name && !(name === 'near' || name === 'polygon' ? each === 'place' : false),
  )
  return Object.fromEntries(others)
}

test('arguments as text, or with additional empty arguments, send the same request', async () => {
  for (const tool of TOOLS) {
    for (const beginning of BEGINNINGS[tool.name] ?? []) {
      const wanted = await requested(tool, beginning)
      const others = Object.entries(tool.input.properties).filter(([name]) => !(name in beginning))
      const empties = ['', null, [], {}, 'null'].flatMap((empty) =>
        others
          .filter(([, { type }]) => !(type === 'array' && Array.isArray(empty)))
          .map(([name]) => ({ ...beginning, [name]: empty })),
      )
      for (const args of [...empties, JSON.stringify(beginning)])
        assert.deepEqual(await requested(tool, args), wanted, `${tool.name} ${JSON.stringify(args)}`)
    }
  }
})

test('a call with an invalid argument sends no request, and its refusal states the allowed values once', async () => {
  for (const tool of TOOLS) {
    for (const beginning of BEGINNINGS[tool.name] ?? []) {
      const wrong = Object.entries(tool.input.properties).flatMap(([name, { type }]) =>
        [
          ...(type === 'object' ? [] : [{ zebra: 1 }]),
          ...(type === 'string' ? [] : [Number.POSITIVE_INFINITY, 'zebra stripes']),
        ].map((value) => ({
          ...beginning,
          [name]: value,
        })),
      )
      for (const args of [...wrong, { ...beginning, zebra: 1 }, 'zebra', [1]]) {
        const answer = await requested(tool, args)
        if (typeof answer !== 'string') continue
        assert.match(answer, /must be |Allowed: /, `${tool.name} ${JSON.stringify(args)}: ${answer}`)
      }
    }
  }
})

/** Arguments in addition to kind and place, and what they should cause: parameters of the search, or a refusal. */
const MEANT: readonly (readonly [args: Fields, wanted: Fields | RegExp])[] = [
  [{ bedrooms: '3+' }, { bed_min: '3' }],
  [{ beds: 3 }, { bed_min: '3', bed_max: '3' }],
  [{ priceMax: '$1.2M' }, { listPriceRange: 'max:1200000' }],
  [{ prise_max: 500_000 }, { listPriceRange: 'max:500000' }],
  [{ maximum_price: '500,000' }, { listPriceRange: 'max:500000' }],
  [{ home_types: 'Houses, condo' }, { homeType: 'Houses,Condos/Co-ops' }],
  [{ views: 'water' }, { view: 'Water' }],
  [{ limit: 500 }, { pageSize: '50' }],
  [{ home_types: 'any', sort: 'none', price_min: '' }, {}],
  [{ price: 500_000 }, /Unknown argument "price"\. Allowed: price_min, price_max\./],
  [{ price_min: 'under 500k' }, /price_min must be a number from 0 to .*; you sent "under 500k"/],
  [{ bedrooms_min: '3 baths' }, /bedrooms_min must be .*; you sent "3 baths"/],
  [{ bedrooms: '500k' }, /bedrooms must be .*; you sent "500k"/],
  [{ price_max: '300-500k' }, /price_max must be /],
  [{ price_max: '500000 PLN' }, /price_max must be /],
  [{ price_max: '500k+' }, /price_max must be .*; you sent "500k\+"/],
  [{ listed_since: '06/07/2026' }, /listed_since must be a day as YYYY-MM-DD.*; you sent "06\/07\/2026"/],
  [{ bedrooms: 3, beds: 4 }, /bedrooms is given twice, as 3 and as 4/],
  [{ kind: 'castle' }, /must be one of for_sale, for_rent, sold/],
  [{ kind: null }, /kind is missing: it must be one of for_sale, for_rent, sold/],
  [{ hours_max: 5 }, /Unknown argument "hours_max"\. Allowed:/],
  [{ city: 'Austin' }, /Unknown argument "city"\. Allowed: kind, place/],
]

test('arguments with one obvious meaning are coerced, and all others are refused', async () => {
  const tool = toolNamed('search_homes')
  const alone = { listingStatus: 'For_Sale', location: 'Austin, TX', explain: 'true', pageSize: '10' }
  for (const [args, wanted] of MEANT) {
    const answer = await requested(tool, { kind: 'for_sale', place: 'Austin, TX', ...args })
    const shown = JSON.stringify(args)
    if (wanted instanceof RegExp) assert.match(String(answer), wanted, shown)
    else assert.deepEqual(answer, [['/search/byaddress', { ...alone, ...wanted }, undefined]], shown)
  }
})

function refusalOf(args: unknown): string {
  try {
    read(toolNamed('search_homes').input, args)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('the arguments were taken')
}

test('a refusal names ten unknown arguments and counts the others, including fields of objects', () => {
  const wrong = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`wrong_${i}`, 0]))
  const refusal = refusalOf({ kind: 'sold', ...wrong(10_000), near: wrong(5000) })
  assert.equal(refusal.match(/"wrong_\d+"/g)?.length, 20)
  assert.match(refusal, /and 9,990 more\. Allowed: kind, place/)
  assert.match(refusal, /and 4,990 more\. Allowed: latitude, longitude, radius_miles/)
  assert.match(
    refusalOf({ kind: 'sold', wrong_1: 1, price: 5 }),
    /"wrong_1", "price"\. Allowed: price_min, price_max, kind/,
  )
})
