import { type NamedPlaceType, placeNameKey } from '../../model/named-place.ts'

/**
 * One way to read a text: the name of a place, and of the larger places that contain it. In the form of `placeNameKey`.
 */
export interface NamedReading {
  readonly name: string
  /** The type, if the text has a word for it: `powiat krakowski`. */
  readonly type: NamedPlaceType | undefined
  readonly around: readonly string[]
}

const TYPE_WORDS: ReadonlyMap<string, NamedPlaceType> = new Map([
  ['powiat', 'county'],
  ['pow', 'county'],
  ['county', 'county'],
  ['wojewodztwo', 'province'],
  ['woj', 'province'],
  ['voivodeship', 'province'],
  ['province', 'province'],
  ['miasto', 'city'],
  ['city', 'city'],
  ['dzielnica', 'district'],
  ['district', 'district'],
])

/** Maximum number of words in a name without commas that is split into places. */
const MAX_WORDS = 8

/**
 * Returns all ways to read a text that may name a place, most likely first: split at commas with the smallest place
 * first (`Mokotów, Warszawa`), then in reverse order (`Warszawa, Mokotów`), then split without commas (`Kraków Nowa
 * Huta`).
 */
export function namedReadings(text: string): readonly NamedReading[] {
  const parts = text
    .split(/[,;|()\n]/)
    .map(placeNameKey)
    .filter((part) => part !== '')
  const orders = parts.length > 1 ? [parts, parts.toReversed()] : [parts]
  return [...orders, ...(parts.length === 1 ? splits(parts[0] ?? '') : [])].flatMap(readingsOf)
}

function splits(text: string): string[][] {
  const words = text.split(' ')
  if (words.length > MAX_WORDS) return []
  return words.slice(1).flatMap((_, i) => {
    const [one, other] = [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]
    return [
      [one, other],
      [other, one],
    ]
  })
}

/** Returns the names as written, then without the word for the type. That word may also be part of the name. */
function readingsOf([first = '', ...rest]: readonly string[]): NamedReading[] {
  if (first === '') return []
  const around = rest.map((part) => withoutType(part)?.name ?? part)
  const plain = { name: first, type: undefined, around: rest }
  const typed = withoutType(first)
  const readings: NamedReading[] = [plain, { ...plain, around }]
  return typed === undefined ? readings : [...readings, { ...typed, around }]
}

function withoutType(part: string): { name: string; type: NamedPlaceType } | undefined {
  const words = part.split(' ')
  if (words.length < 2) return undefined
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const before = TYPE_WORDS.get(first)
  if (before !== undefined) return { name: words.slice(1).join(' '), type: before }
  const type = TYPE_WORDS.get(last)
  return type === undefined ? undefined : { name: words.slice(0, -1).join(' '), type }
}
