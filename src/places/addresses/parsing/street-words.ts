import { DIRECTION_OF } from '../../../kit/names/directions.ts'
import { joinedOrdinal, ORDINAL_OF, ordinal } from '../ordinals.ts'
import { SUFFIX_OF } from '../street-suffixes.ts'

/** Maps words in street names to their spelling in the address book. */
const NAME_WORDS: ReadonlyMap<string, string> = new Map([
  ...ORDINAL_OF,
  ...DIRECTION_OF,
  ...SUFFIX_OF,
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['doctor', 'dr'],
  ['junior', 'jr'],
  ['senior', 'sr'],
  ['and', '&'],
  ['mlk', 'martin luther king'],
])

/**
 * The beginnings of numbered roads: each spelling, and the form in the address book. A longer spelling comes before its
 * prefixes.
 */
const NUMBERED_ROADS: readonly (readonly [from: string, to: string])[] = [
  ['united states highway', 'us hwy'],
  ['us highway', 'us hwy'],
  ['us hwy', 'us hwy'],
  ['us route', 'us hwy'],
  ['us rte', 'us hwy'],
  ['us rt', 'us hwy'],
  ['us', 'us hwy'],
  ['state highway', 'state hwy'],
  ['state hwy', 'state hwy'],
  ['st highway', 'state hwy'],
  ['st hwy', 'state hwy'],
  ['sh', 'state hwy'],
  ['state route', 'state rte'],
  ['state rte', 'state rte'],
  ['state rt', 'state rte'],
  ['st route', 'state rte'],
  ['st rte', 'state rte'],
  ['st rt', 'state rte'],
  ['sr', 'state rte'],
  ['state road', 'state rd'],
  ['state rd', 'state rd'],
  ['county highway', 'county hwy'],
  ['county hwy', 'county hwy'],
  ['cnty hwy', 'county hwy'],
  ['co hwy', 'county hwy'],
  ['county road', 'county rd'],
  ['county rd', 'county rd'],
  ['cnty rd', 'county rd'],
  ['cty rd', 'county rd'],
  ['co road', 'county rd'],
  ['co rd', 'county rd'],
  ['cr', 'county rd'],
  ['farm to market road', 'fm'],
  ['farm to market rd', 'fm'],
  ['farm to market', 'fm'],
  ['fm road', 'fm'],
  ['fm rd', 'fm'],
  ['fm', 'fm'],
  ['ranch to market road', 'rm'],
  ['ranch road', 'ranch rd'],
  ['ranch rd', 'ranch rd'],
  ['rr', 'ranch rd'],
  ['private road', 'private rd'],
  ['private rd', 'private rd'],
  ['pr', 'private rd'],
  ['township road', 'township rd'],
  ['township rd', 'township rd'],
  ['twp rd', 'township rd'],
  ['interstate highway', 'i'],
  ['interstate hwy', 'i'],
  ['interstate', 'i'],
  ['ih', 'i'],
  ['i', 'i'],
  ['highway', 'hwy'],
  ['hwy', 'hwy'],
  ['route', 'rte'],
  ['rte', 'rte'],
  ['rt', 'rte'],
]

const ROADS_BY_FIRST_WORD = Map.groupBy(
  NUMBERED_ROADS.map(([from, to]) => ({ from: from.split(' '), to })),
  ({ from }) => from[0] ?? '',
)

const ROAD_NUMBER = /^(\d+[a-z]?|[a-z]{1,2}\d*)$/

/**
 * Returns the kind of numbered road with which the words start, and the number of words for the kind. Undefined if no
 * number follows.
 */
export function numberedRoad(words: readonly string[]): { readonly length: number; readonly kind: string } | undefined {
  for (const { from, to } of ROADS_BY_FIRST_WORD.get(words[0] ?? '') ?? []) {
    const number = words[from.length] ?? ''
    // `County Road N` is a lettered road; after short words such as `us` and `i`, only digits name a road
    const fits = from.length > 1 || from[0]?.startsWith('h') ? ROAD_NUMBER.test(number) : /^\d/.test(number)
    if (fits && from.every((word, index) => words[index] === word) && !SUFFIX_OF.has(number)) {
      return { length: from.length, kind: to }
    }
  }
  return undefined
}

/** Spells one word of a street's name as the address book stores it. */
export function nameWord(word: string): string {
  return NAME_WORDS.get(word) ?? word
}

/** Spells a street's name as the address book stores it. A name that is only a direction does not change. */
export function streetName(words: readonly string[], hasSuffix: boolean): string {
  const [only = ''] = words
  if (words.length === 1 && DIRECTION_OF.has(only)) return only
  if (words.length === 1 && hasSuffix && /^\d+$/.test(only)) return ordinal(Number(only))
  const road = numberedRoad(words)
  const rest = road === undefined ? words : words.slice(road.length)
  const name = road === undefined ? [] : [road.kind]
  for (let at = 0; at < rest.length; at++) {
    const joined = joinedOrdinal(rest[at] ?? '', rest[at + 1] ?? '')
    name.push(joined ?? nameWord(rest[at] ?? ''))
    if (joined !== undefined) at++
  }
  return name.join(' ')
}
