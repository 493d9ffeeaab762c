import type { Query } from './door.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from './json.ts'
import { Refusal } from './refusal.ts'

/** One constraint of a search: the argument that set it, its meaning in words, and the parameters for the operation. */
export interface Constraint {
  readonly argument: string
  readonly words: string
  readonly query: Query
}

/** A remark on an argument or word that had no effect or is ambiguous. */
export interface Remark {
  readonly words: string
  readonly why: string
}

/** What happened to each argument of a call: it was applied, was dropped, or is ambiguous. */
export interface Understood {
  readonly applied: readonly { readonly argument: string; readonly words: string; readonly value: string }[]
  readonly dropped: readonly Remark[]
  readonly ambiguous: readonly Remark[]
}

/** Returns the parameters of all constraints as one query. */
export function queryOf(constraints: readonly Constraint[]): Query {
  return Object.assign({}, ...constraints.map(({ query }) => query)) as Query // an object merged from queries is a query
}

/**
 * Reports which constraints the operation applied, according to the parameters that it confirmed. If `confirmed` is
 * undefined, all count as applied, because the operation refuses parameters that it cannot apply.
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
 * Whether the confirmed value means that the sent value took effect. The operation may use another spelling, such as
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
 * Returns the name and type of each place. Throws a Refusal with candidates if a place is unknown or ambiguous. No
 * place is dropped or guessed silently.
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

/** Returns the remarks in a list of an answer, for example on words that the operation dropped. */
export function remarksAt(body: Fields | undefined, name: string): readonly Remark[] {
  return listAt(body, name).map((each) => ({ words: textAt(each, 'words') ?? '', why: textAt(each, 'why') ?? '' }))
}

/** Returns the places in an answer, from its key `location` or `locations`. */
export function locationsOf(body: Fields): readonly unknown[] {
  const location = at(body, 'location')
  return location === undefined ? listAt(body, 'locations') : [location]
}
