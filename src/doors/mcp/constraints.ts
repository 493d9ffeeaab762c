import type { Query } from './door.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from './json.ts'
import { Refusal } from './refusal.ts'

/** One constraint of a request: the argument, its meaning in words, and the parameters that express it. */
export interface Constraint {
  readonly argument: string
  readonly words: string
  readonly query: Query
}

/** A remark on an argument or word that had no effect, or that may mean something else. */
export interface Remark {
  readonly words: string
  readonly why: string
}

/** What a call did with every argument: applied it, dropped it, or found it ambiguous. */
export interface Understood {
  readonly applied: readonly { readonly argument: string; readonly words: string; readonly value: string }[]
  readonly dropped: readonly Remark[]
  readonly ambiguous: readonly Remark[]
}

/** Returns the parameters of all constraints together. */
export function queryOf(constraints: readonly Constraint[]): Query {
  return Object.assign({}, ...constraints.map(({ query }) => query)) as Query // each part is a Query
}

/**
 * Compares the constraints with the parameters that the operation confirms: only confirmed ones count as applied.
 * Operations without `confirmed` refuse parameters that they do not apply, so all constraints count as applied.
 */
export function understood(
  constraints: readonly Constraint[],
  confirmed: Fields | undefined,
  warnings: readonly unknown[] = [],
  ambiguous: readonly Remark[] = [],
): Understood {
  const isApplied = ({ query }: Constraint) =>
    confirmed === undefined || Object.entries(query).every(([name, value]) => sameText(confirmed[name], value))
  return {
    applied: constraints.filter(isApplied).map(({ argument, words, query }) => ({
      argument,
      words,
      value: Object.entries(query)
        .map(([name, value]) => `${name}=${plainText(confirmed?.[name] ?? value)}`)
        .join(' '),
    })),
    dropped: [
      ...constraints
        .filter((each) => !isApplied(each))
        .map(({ argument, words }) => ({ words: `${argument}: ${words}`, why: 'the search did not apply it.' })),
      ...warnings.map((warning) => ({
        words: textAt(warning, 'parameter') ?? '',
        why: textAt(warning, 'detail') ?? '',
      })),
    ],
    ambiguous,
  }
}

/**
 * Whether a value that the answer confirms took effect. The answer may spell it differently: the operation writes
 * `TwoPlus` for `2` bathrooms.
 */
function sameText(confirmed: unknown, sent: unknown): boolean {
  if (confirmed === undefined) return false
  const spelled = plain(confirmed)
  return spelled === plain(sent) || !NO_EFFECT.has(spelled)
}

const NO_EFFECT: ReadonlySet<string> = new Set(['any', 'nomin', 'nomax', 'no', ''])

function plain(value: unknown): string {
  return plainText(value)
    .toLowerCase()
    .replace(/[\s_]+/g, '')
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Returns the name and type of each place. Throws a Refusal with candidates if a place is unknown or ambiguous, so that
 * no place is silently dropped or guessed.
 */
export function requirePlaces(
  locations: readonly unknown[],
  advice = 'Use find_place to look it up.',
): readonly string[] {
  const problems: string[] = []
  const candidates: string[] = []
  for (const location of locations) {
    const query = textAt(location, 'query') ?? ''
    const name = textAt(location, 'name')
    const others = textsAt(location, 'alternatives')
    if (at(location, 'found') !== true) {
      const why = textAt(location, 'why') ?? 'No such place.'
      problems.push(`Unknown place "${query}": ${why} ${others.length > 0 ? 'Give one of the candidates.' : advice}`)
      candidates.push(...others)
    } else if (others.length > 0 && name !== null && query.toLowerCase() !== name.toLowerCase()) {
      const count = numberAt(location, 'alternativeCount')
      const some = count === null ? '' : `, which are the likeliest of ${count + 1}`
      problems.push(`Ambiguous place "${query}": give the full name of one of the candidates${some}.`)
      candidates.push(name, ...others)
    }
  }
  if (problems.length > 0) throw new Refusal(problems.join(' '), candidates)
  return locations.map((location) => `${textAt(location, 'name')} (${textAt(location, 'type')})`)
}

/** Returns the remarks of an answer on words of the request, such as those that it dropped. */
export function remarksAt(body: Fields | undefined, name: string): readonly Remark[] {
  return listAt(body, name).map((each) => ({ words: textAt(each, 'words') ?? '', why: textAt(each, 'why') ?? '' }))
}

/** Returns the places of an answer, from `location` or `locations`. */
export function locationsOf(body: Fields): readonly unknown[] {
  const location = at(body, 'location')
  return location === undefined ? listAt(body, 'locations') : [location]
}
