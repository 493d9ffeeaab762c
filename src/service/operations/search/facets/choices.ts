import type { Condition, QueryNode } from '../../../../catalog/ports/query.ts'
import type { Parameter, Parameters, Rule } from '../../../../kit/params/index.ts'
import type { SearchedNoun } from '../../../../model/searched.ts'
import type { FilterContext, FilterFamily } from '../../filter-family.ts'

type Args = Readonly<Record<string, unknown>>
export type AnyFamily<N extends SearchedNoun> = FilterFamily<N, Parameters>

/** The nodes that each listed value of a parameter adds to the conditions that all of its values leave as they are. */
export interface Choices<N extends SearchedNoun> {
  readonly values: readonly string[]
  readonly nodes: readonly (readonly QueryNode<N>[])[]
  /** The conditions of the given arguments that another value may not have; see `keyOf`. */
  readonly own: ReadonlySet<string>
  /** The conditions of the given arguments that any value has. */
  readonly kept: ReadonlySet<string>
  /** The parameters that these conditions name. */
  readonly labels: ReadonlySet<string>
}

/** The smallest families with listed values that a family was put together from. */
export function partsOf<N extends SearchedNoun>(family: AnyFamily<N>): readonly AnyFamily<N>[] {
  return family.parts?.flatMap((part) => partsOf<N>(part)) ?? (listedIn(family).length > 0 ? [family] : [])
}

/** The parameters of a family that have listed values. */
export function listedIn<N extends SearchedNoun>(family: AnyFamily<N>): readonly string[] {
  return Object.keys(family.parameters).filter((name) => textsOf(family, name).length > 0)
}

function textsOf<N extends SearchedNoun>({ parameters }: AnyFamily<N>, name: string): readonly string[] {
  const { shape } = parameters[name] as Parameter<unknown> // the family declares it
  if (shape.several !== undefined) return shape.several
  return shape.schema.type === 'boolean' ? ['true', 'false'] : (shape.schema.enum ?? []).map(String)
}

/** Recognises a condition: the same parameter asks for the same node. */
export function keyOf({ parameter, node }: Condition<SearchedNoun>): string {
  return `${parameter} ${told(node)}`
}

export function told(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'number' && !Number.isFinite(each) ? String(each) : each))
}

/** Searches that set the same filters of a family share its choices; most set none. */
const MAX_KEPT = 500
const kept = new WeakMap<object, Map<string, unknown>>()

/** The choices of each listed parameter of a family, beside its other arguments; `contextText` is the context as told. */
export function choicesIn<N extends SearchedNoun>(
  family: AnyFamily<N>,
  all: Args,
  context: FilterContext<N>,
  contextText: string,
): ReadonlyMap<string, Choices<N>> {
  const names = Object.keys(family.parameters)
  const isSet = (name: string) => all[name] !== family.parameters[name]?.fallback
  const ofFamily = kept.get(family) ?? new Map<string, unknown>()
  kept.set(family, ofFamily)
  const key = names.reduce((text, name) => (isSet(name) ? `${text} ${name} ${told(all[name])}` : text), contextText)
  const choices = ofFamily.get(key) as ReadonlyMap<string, Choices<N>> | undefined // made below for this family
  if (choices !== undefined) return choices
  if (ofFamily.size === MAX_KEPT) ofFamily.clear()
  const own = Object.fromEntries(names.map((name) => [name, all[name]]))
  const args = { ...own, listingStatus: context.listingClass } // which rules may look at
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
  const { shape } = family.parameters[name] as Parameter<unknown> // the family declares it
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
