import { clip, nearestName } from '../../kit/base/sentence.ts'

/** Words of names, and how arguments spell them. */
const WORDS: Readonly<Record<string, string>> = {
  minimum: 'min',
  least: 'min',
  maximum: 'max',
  most: 'max',
  bed: 'bedroom',
  br: 'bedroom',
  bath: 'bathroom',
  ba: 'bathroom',
  property: 'home',
  zipcode: 'zip',
}

/** Words of a name that say nothing. */
const EMPTY = new Set([
  'home',
  'filter',
  'value',
  'number',
  'num',
  'of',
  'the',
  'total',
  'desired',
  'preferred',
  'day',
  'is',
  'has',
  'in',
])

/** Other names of arguments, as `wordsOf` writes them. */
const ALIASES: readonly (readonly [argument: string, others: readonly string[]])[] = [
  ['place', ['location', 'region', 'where', 'market', 'destination']],
  ['kind', ['listing status', 'listing type', 'status', 'transaction type', 'search type']],
  ['id', ['zpid', 'listing id']],
  ['address', ['address street', 'address full']],
  ['limit', ['max result', 'result', 'count', 'page size', 'per page', 'max row', 'row']],
  ['must_have', ['amenity', 'feature']],
  ['sort', ['by sort', 'by order', 'order', 'order sort']],
  ['radius_miles', ['radius']],
  ['latitude', ['lat']],
  ['longitude', ['lng', 'lon', 'long']],
  ['since', ['from']],
  ['adults', ['guest', 'people', 'person']],
  ['date_from', ['from', 'check in', 'checkin', 'check', 'date start']],
  ['date_to', ['check out', 'checkout', 'date end']],
  ['query', ['q', 'text', 'search', 'prompt']],
  ['price_max', ['budget', 'budget max', 'max rent']],
  ['price_min', ['min rent']],
  ['year_built_min', ['min year']],
  ['year_built_max', ['max year']],
]

/** The words of a name, in one spelling and order: `minPrice`, `price_min` and `MINIMUM-PRICE` are alike. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/sq(?:uare)?[\s_-]?(?:ft|feet|foot(?:age)?)/g, 'sqft')
    .split(/[^a-z0-9]+/)
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '') : word))
    .map((word) => (Object.hasOwn(WORDS, word) ? (WORDS[word] ?? word) : word))
  const telling = words.filter((word) => !EMPTY.has(word))
  return (telling.length > 0 ? telling : words).sort().join(' ')
}

const ofDeclared = new Map<string, string>()

/** Likewise, kept: tools declare few names, and a call may give many. */
function wordsOfDeclared(name: string): string {
  const words = ofDeclared.get(name) ?? wordsOf(name)
  ofDeclared.set(name, words)
  return words
}

/** The one argument that a name means, of those that there are; a range is named by its ends alone. */
export function argumentNamed(given: string, names: readonly string[]): string | undefined {
  if (names.includes(given)) return given
  const words = wordsOf(clip(given))
  const others = ALIASES.filter(([name, aliases]) => names.includes(name) && aliases.includes(words)).map(
    ([name]) => name,
  )
  const [same, ...more] =
    [names.filter((name) => wordsOfDeclared(name) === words), others].find(({ length }) => length > 0) ?? []
  return more.length === 0 ? same : undefined
}

/** A name without the end of a range that it is for. */
export function stemOf(name: string): string {
  return name.replace(/_(?:min|max)$/, '')
}

export function endOf(name: string): 'min' | 'max' | undefined {
  return name.endsWith('_min') ? 'min' : name.endsWith('_max') ? 'max' : undefined
}

/** The stem of a range whose ends are arguments, by a name without an end: `price`, `baths`. */
export function rangeNamed(given: string, names: readonly string[]): string | undefined {
  const stems = [...new Set(names.filter((name) => endOf(name) !== undefined).map(stemOf))]
  return argumentNamed(given, stems)
}

/** The argument that a name is a slip of. One end of a range is never a slip of the other. */
export function nearName(given: string, names: readonly string[]): string | undefined {
  const name = clip(given).toLowerCase()
  const alike = names.filter((each) => endOf(each) === endOf(name))
  const stem = nearestName(stemOf(name), alike.map(stemOf))
  return stem === undefined ? undefined : alike.find((each) => stemOf(each) === stem)
}

/** Parts of a place, as models give them beside each other, from the smallest. */
const PARTS = ['neighborhood', 'city', 'county', 'state', 'zip']

/** The names of the parts of a place among arguments, in the order of a place. */
export function placeParts(given: readonly string[]): readonly string[] {
  return PARTS.flatMap((part) => given.filter((name) => wordsOf(clip(name)) === part))
}

/** Travis is a city, and Travis County is not. */
export function partOfPlace(name: string, text: string): string {
  return wordsOf(name) === 'county' && !/\b(?:county|parish|borough)\b/i.test(text) ? `${text} County` : text
}
