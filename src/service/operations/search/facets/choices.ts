import type { Condition, QueryNode } from '../../../../catalog/ports/query.ts'
import type { Parameter, Parameters, Rule } from '../../../../kit/params/index.ts'
import type { SearchedNoun } from '../../../../model/searched.ts'
import type { FilterContext, FilterFamily } from '../../filter-family.ts'

type Args = Readonly<Record<string, unknown>>
export type AnyFamily<N extends SearchedNoun> = FilterFamily<N, Parameters>

/**
 * For each listed value of a parameter, the conditions that it would set. Used to count the results that a search would
 * have with this value.
 */
export interface Choices<N extends SearchedNoun> {
  readonly values: readonly string[]
  readonly nodes: readonly (readonly QueryNode<N>[])[]
  /** Keys (see `keyOf`) of the current conditions that depend on the parameter's value. */
  readonly own: ReadonlySet<string>
  /** Keys (see `keyOf`) of the conditions that are the same for every value of the parameter. */
  readonly kept: ReadonlySet<string>
  /** The parameters that set the conditions in `own` and `kept`. */
  readonly labels: ReadonlySet<string>
}

/** Splits a group of filters into its smallest groups. Returns the groups that have listed values. */
export function partsOf<N extends SearchedNoun>(family: AnyFamily<N>): readonly AnyFamily<N>[] {
  return family.parts?.flatMap((part) => partsOf<N>(part)) ?? (listedIn(family).length > 0 ? [family] : [])
}

/** Returns those parameters of a group of filters that have listed values. */
export function listedIn<N extends SearchedNoun>(family: AnyFamily<N>): readonly string[] {
  return Object.keys(family.parameters).filter((name) => textsOf(family, name).length > 0)
}

function textsOf<N extends SearchedNoun>({ parameters }: AnyFamily<N>, name: string): readonly string[] {
  const { shape } = parameters[name] as Parameter<unknown> // the group declares this parameter
  if (shape.several !== undefined) return shape.several
  return shape.schema.type === 'boolean' ? ['true', 'false'] : (shape.schema.enum ?? []).map(String)
}

/** Returns a key for a condition. Equal conditions of the same parameter have the same key. */
export function keyOf({ parameter, node }: Condition<SearchedNoun>): string {
  return `${parameter} ${jsonText(node)}`
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'number' && !Number.isFinite(each) ? String(each) : each))
}

/** Maximum number of cached entries. Searches with the same filters share an entry, and most searches set no filter. */
const MAX_CACHED = 500
const cache = new WeakMap<object, Map<string, unknown>>()

/**
 * Returns the choices for each parameter with listed values, given the other arguments. `contextText` is the context as
 * a string, for the cache key.
 */
export function choicesIn<N extends SearchedNoun>(
  family: AnyFamily<N>,
  all: Args,
  context: FilterContext<N>,
  contextText: string,
): ReadonlyMap<string, Choices<N>> {
  const names = Object.keys(family.parameters)
  const isSet = (name: string) => all[name] !== family.parameters[name]?.fallback
  const ofFamily = cache.get(family) ?? new Map<string, unknown>()
  cache.set(family, ofFamily)
  const key = names.reduce((text, name) => (isSet(name) ? `${text} ${name} ${jsonText(all[name])}` : text), contextText)
  // only the code below sets entries, always of this type
  const choices = ofFamily.get(key) as ReadonlyMap<string, Choices<N>> | undefined
  if (choices !== undefined) return choices
  if (ofFamily.size === MAX_CACHED) ofFamily.clear()
  const own = Object.fromEntries(names.map((name) => [name, all[name]]))
  const args = { ...own, listingStatus: context.listingClass } // some rules read listingStatus
  const made = new Map(listedIn(family).map((name) => [name, choicesOf(name, family, args, context)]))
  ofFamily.set(key, made)
  return made
}

function choicesOf<N extends SearchedNoun>(
  name: string,
  family: AnyFamily<N>,
  args: Args,
  context: FilterContext<N>,
): Choices<N> {
  const { shape } = family.parameters[name] as Parameter<unknown> // the group declares this parameter
  const broken = brokenRules(family, args)
  const choices = textsOf(family, name).flatMap((text) => {
    const chosen = { ...args, [name]: shape.parse(text) }
    if (brokenRules(family, chosen).some((rule) => !broken.includes(rule))) return []
    return [{ text, conditions: keyed(family.conditions(chosen, context)) }]
  })
  const given = keyed(family.conditions(args, context))
  const stays = (key: string) => given.has(key) && choices.every(({ conditions }) => conditions.has(key))
  return {
    values: choices.map(({ text }) => text),
    nodes: choices.map(({ conditions }) => [...conditions].filter(([key]) => !stays(key)).map(([, { node }]) => node)),
    own: new Set([...given.keys()].filter((key) => !stays(key))),
    kept: new Set([...given.keys()].filter(stays)),
    labels: new Set([...given.values()].map(({ parameter }) => parameter)),
  }
}

function keyed<N extends SearchedNoun>(conditions: readonly Condition<N>[]): ReadonlyMap<string, Condition<N>> {
  return new Map(conditions.map((each) => [keyOf(each), each]))
}

function brokenRules<N extends SearchedNoun>({ rules }: AnyFamily<N>, args: Args): readonly Rule<Parameters>[] {
  return rules.filter((rule) => {
    const problems = rule.check(args)
    return Array.isArray(problems) ? problems.length > 0 : problems !== undefined
  })
}
