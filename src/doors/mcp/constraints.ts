import type { Query } from './door.ts'
import { at, type Fields, listAt, numberAt, textAt, textsAt } from './json.ts'
import { Refusal } from './refusal.ts'

/** One thing that was asked for: the argument, what it was taken for, and the parameters that carry it. */
export interface Constraint {
  readonly argument: string
  readonly words: string
  readonly query: Query
}

/** Something that had no effect, or may be meant otherwise. */
export interface Remark {
  readonly words: string
  readonly why: string
}

/** Says what became of everything that was asked: nothing is left out in silence. */
export interface Understood {
  readonly applied: readonly { readonly argument: string; readonly words: string; readonly value: string }[]
  readonly dropped: readonly Remark[]
  readonly ambiguous: readonly Remark[]
}

/** All parameters of some constraints. */
export function queryOf(constraints: readonly Constraint[]): Query {
  return Object.assign({}, ...constraints.map(({ query }) => query)) as Query // each is one
}

/**
 * Compares what was asked with what the operation says that it did: only what it confirms counts as applied. Without
 * `confirmed`, the operation refuses what it does not apply, and so all of it was.
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

/** An operation repeats values in its own spelling: `2` for at least two bathrooms is `TwoPlus`. */
function sameText(confirmed: unknown, asked: unknown): boolean {
  if (confirmed === undefined) return false
  const spelled = plain(confirmed)
  return spelled === plain(asked) || !NO_EFFECT.has(spelled)
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
 * Throws a Refusal with candidates where a place is unknown, or may be another one: a place is never dropped, and none
 * is chosen for the caller. Returns what each was understood as.
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
      problems.push(`Ambiguous place "${query}": give one of the candidates${some}, whole.`)
      candidates.push(name, ...others)
    }
  }
  if (problems.length > 0) throw new Refusal(problems.join(' '), candidates)
  return locations.map((location) => `${textAt(location, 'name')} (${textAt(location, 'type')})`)
}

/** The places of an answer, wherever it tells them. */
export function locationsOf(body: Fields): readonly unknown[] {
  const location = at(body, 'location')
  return location === undefined ? listAt(body, 'locations') : [location]
}
