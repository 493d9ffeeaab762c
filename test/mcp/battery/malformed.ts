import { isFields } from '../../../src/doors/mcp/json.ts'
import type { Listed } from './stage.ts'

type Arguments = Readonly<Record<string, unknown>>

/** A call by a model that knows what it wants, but not how to write it. */
export interface Malformed {
  /** A description of the model's mistake. */
  readonly slip: string
  readonly tool: string
  readonly given: unknown
  /** The call that the model meant. If the call is ambiguous, patterns of what the tool must ask. */
  readonly meant: Arguments | readonly RegExp[]
}

/** The parts of a tool's argument schema that determine possible mistakes. */
interface Property {
  readonly type: string
  readonly enum?: readonly string[]
  readonly format?: string
}

/** Makes every possible mistake in valid calls. */
export function malformedOf(tools: readonly Listed[], plain: readonly { tool: string; given: Arguments }[]) {
  return plain.flatMap(({ tool, given }, nth) => {
    const { properties, required } = tools.find(({ name }) => name === tool)?.inputSchema ?? NOTHING
    const schemas = properties as Readonly<Record<string, Property>> // JSON Schema
    const slips = [
      ...Object.entries(given).flatMap(([name, value], at) => [
        ...valueSlips(name, value, schemas[name] ?? { type: '' }).map(([slip, wrong]) => ({
          slip,
          given: { ...given, [name]: wrong },
        })),
        ...nameSlips(name, at + nth).map(([slip, wrong]) => ({ slip, given: renamed(given, name, wrong) })),
      ]),
      ...wholeSlips(tool, given, nth),
      ...emptySlips(given, schemas, nth),
      { slip: 'an argument that there is not', given: { ...given, verbose: true } },
    ]
    const missing = required.map((name) => ({
      slip: 'a required argument is missing',
      tool,
      given: without(given, name),
      meant: [new RegExp(`\\b${name}\\b`), ...(schemas[name]?.enum ?? []).map((word) => new RegExp(word))],
    }))
    return [...slips.map((each): Malformed => ({ ...each, tool, meant: given })), ...missing]
  })
}

const NOTHING = { properties: {}, required: [] }

type Slip = readonly [slip: string, wrong: unknown]

function valueSlips(name: string, value: unknown, { type, enum: words, format }: Property): readonly Slip[] {
  if (typeof value === 'number') return numberSlips(name, value)
  if (typeof value === 'boolean') return [['a flag as text', String(value)]]
  if (Array.isArray(value)) return listSlips(value)
  if (isFields(value)) return [['an object as text', JSON.stringify(value)]]
  if (typeof value !== 'string' || type !== 'string') return []
  if (words !== undefined)
    return [
      ['other case', value.toUpperCase()],
      ['spaces for underscores', titled(value)],
      ['a list of one', [value]],
    ]
  if (format === 'date') return [['a day with slashes', value.replaceAll('-', '/')]]
  return [['a list of one', [value]]]
}

function numberSlips(name: string, value: number): readonly Slip[] {
  const isMoney = name.startsWith('price')
  return [
    ['a number as text', String(value)],
    ...(name.endsWith('_min') && !isMoney ? [['a number with a plus', `${value}+`] as const] : []),
    ...(isMoney ? [['an amount with commas', value.toLocaleString('en-US')] as const] : []),
    ...(isMoney && value % 1000 === 0 ? [['thousands with a k', `${value / 1000}k`] as const] : []),
    ...(value >= 1_000_000 ? [['millions with an M', `${value / 1_000_000}M`] as const] : []),
  ]
}

function listSlips(list: readonly unknown[]): readonly Slip[] {
  if (!list.every((item) => typeof item === 'string')) return [['a list as text', JSON.stringify(list)]]
  return [
    ...(list.length === 1 ? [['one for a list', list[0]] as const] : []),
    ['a list as text', JSON.stringify(list)],
    ['a list by commas', list.join(', ')],
    ['a list in other case', list.map(titled)],
    ...(list.every((item) => /[a-z]$/.test(item) && !item.endsWith('s'))
      ? [['a list of plurals', list.map((item) => `${item}s`)] as const]
      : []),
  ]
}

/** Wrong names that language models often use for an argument. */
const SYNONYMS: Readonly<Record<string, string>> = {
  place: 'location',
  kind: 'listing_type',
  home_types: 'property_type',
  bedrooms: 'beds',
  bedrooms_min: 'min_beds',
  bathrooms_min: 'min_baths',
  price_max: 'budget',
  sqft_min: 'min_sqft',
  limit: 'max_results',
  query: 'q',
  id: 'zpid',
  adults: 'guests',
  since: 'from',
}

/** Writes an argument's name in a wrong way (a different way for each `nth`), and as a synonym. */
function nameSlips(name: string, nth: number): readonly (readonly [slip: string, wrong: string])[] {
  const [first = '', ...rest] = name.split('_')
  const ways: readonly (readonly [string, string])[] = [
    ['a name in camel case', first + rest.map(capital).join('')],
    ['a name with hyphens', name.replaceAll('_', '-')],
    ['a name turned round', name.replace(/^(.+)_(min|max)$/, '$2_$1')],
    ['a name in other case', capital(name)],
  ]
  const own = ways.filter(([, wrong]) => wrong !== name)
  const chosen = own[nth % own.length]
  const synonym = SYNONYMS[name]
  return [...(chosen ? [chosen] : []), ...(synonym === undefined ? [] : [['another name', synonym] as const])]
}

/** Writes all arguments of a call in two wrong ways. */
function wholeSlips(tool: string, given: Arguments, nth: number) {
  const ways = [
    { slip: 'arguments within arguments', given: { arguments: given } },
    { slip: 'arguments as text', given: JSON.stringify(given) },
    { slip: 'arguments below the name of the tool', given: { [tool]: given } },
  ]
  return [ways[nth % ways.length] ?? [], ways[(nth + 1) % ways.length] ?? []].flat()
}

/** Adds empty arguments, as a model does that fills in every argument. */
function emptySlips(given: Arguments, schemas: Readonly<Record<string, Property>>, nth: number) {
  const unused = Object.entries(schemas).filter(([name]) => given[name] === undefined && !NOT_EMPTY.has(name))
  const empties = unused.flatMap(([name, { type, enum: words }]) => {
    if (type === 'array') return [{ slip: 'an empty list', given: { ...given, [name]: [] } }]
    if (type !== 'string') return [{ slip: 'a number that is the word null', given: { ...given, [name]: 'null' } }]
    return [
      {
        slip: words === undefined ? 'an empty text' : 'a word that means any',
        given: { ...given, [name]: words === undefined ? '' : 'any' },
      },
    ]
  })
  const bySlip = Map.groupBy(empties, ({ slip }) => slip)
  return [...bySlip.values()].flatMap((same) => same[nth % same.length] ?? [])
}

/** Arguments that exclude other arguments, so that an empty value may be intended. */
const NOT_EMPTY: ReadonlySet<string> = new Set(['near', 'polygon', 'homes', 'cursor', 'action'])

const NEAR = { latitude: 34.05, longitude: -118.25, radius_miles: 20 }

/** Calls that are ambiguous or meaningless, so that a tool must ask. */
export const UNCLEAR: readonly Malformed[] = [
  unclear('search_homes', { kind: 'for_sale', place: 'CA', price: 500_000 }, /price_min/, /price_max/),
  unclear('search_homes', { kind: 'for_sale', place: 'CA', sqft: 2000 }, /sqft_min/, /sqft_max/),
  unclear('search_homes', { kind: ['for_sale', 'sold'], place: 'CA' }, /for_sale/, /sold/),
  unclear('search_homes', { kind: 'any', place: 'CA' }, /for_sale/, /for_rent/, /sold/),
  unclear(
    'search_homes',
    { kind: 'for_sale', place: 'CA', bedrooms: 3, bedrooms_min: 4 },
    /bedrooms\b/,
    /bedrooms_min/,
  ),
  unclear('search_homes', { kind: 'for_sale', place: 'CA', price_min: 900_000, price_max: 500_000 }, /price_m/, /900/),
  unclear('search_homes', { kind: 'for_sale', place: 'Elmhurst' }, /Elmhurst, \w/),
  unclear('search_homes', { kind: 'for_sale', bedrooms_min: 5 }, /place/),
  unclear('agents', { place: 'CA', sold_price_min: 500_000 }, /sold_price_max/),
  unclear('experiences', { place: 'Japan', date_from: '2026-06-20' }, /date_to/),
  unclear('offers_abroad', { kind: 'for_sale', place: 'Polska', price: 500_000 }, /price_min/, /price_max/),
  unclear('search_homes', { kind: 'for_sale', near: NEAR, listing_kinds: ['by_owner'] }, /seller/),
  unclear('search_homes', { kind: 'for_sale', place: 'CA', in_layers: 'nowhere' }, /in_layers "nowhere"/),
  unclear('search_homes', { kind: 'for_sale', place: ';' }, /place ";"/),
  unclear('home_details', { id: '0' }, /\bid "0"/),
  unclear('search', { query: 'zzz' }, /query "zzz"/),
  unclear('agents', { place: 'CA', sold_price_min: 9, sold_price_max: 3 }, /sold_price_min 9/, /sold_price_max 3/),
  unclear('experiences', { place: 'Japan', price_min: 9, price_max: 3 }, /price_min "9"/, /price_max 3/),
  unclear(
    'experiences',
    { place: 'Japan', date_from: '2026-06-20', date_to: '2026-06-10' },
    /date_from "2026-06-20"/,
    /date_to 2026-06-10/,
  ),
  unclear('whats_new', { homes: { kind: 'sold', place: 'CA' } }, /since/),
]

function unclear(tool: string, given: Arguments, ...meant: readonly RegExp[]): Malformed {
  return { slip: 'two meanings', tool, given, meant }
}

function renamed(given: Arguments, name: string, other: string): Arguments {
  return Object.fromEntries(Object.entries(given).map(([each, value]) => [each === name ? other : each, value]))
}

function without(given: Arguments, name: string): Arguments {
  return Object.fromEntries(Object.entries(given).filter(([each]) => each !== name))
}

function titled(text: string): string {
  return text.split('_').map(capital).join(' ')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
