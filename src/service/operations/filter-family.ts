import type { Condition, QueryNode } from '../../catalog/ports/query.ts'
import {
  type Applicability,
  type Args,
  flag,
  listOf,
  optional,
  type Parameter,
  type Parameters,
  type Range,
  type Rule,
} from '../../kit/params/index.ts'
import type { ClassOf, ColumnOf, FlagOf, SearchedNoun } from '../../model/searched.ts'
import type { FilterWords, FormGroup } from './filter-words.ts'

/** Facts that a filter's conditions may depend on, besides the filter's value. */
export type FilterContext<N extends SearchedNoun = 'home'> = OwnFacts[N] & {
  readonly listingClass: ClassOf<N>
  /** Today, as days since 1970-01-01 in UTC. */
  readonly today: number
}

/** Facts that only filters of one record type need. */
interface OwnFacts {
  readonly home: {
    /** The catalog's current 30-year mortgage rate in percent per year; undefined if the catalog has none. */
    readonly rate30Year: number | undefined
  }
  readonly offer: unknown
  readonly experience: unknown
}

/** Filters declared together: their parameters, and a function that turns values into conditions. */
export interface FilterFamily<N extends SearchedNoun, P extends Parameters> {
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  /** The names of each filter in forms, tools and URLs, by parameter. */
  readonly words: Readonly<Record<string, FilterWords>>
  /** The independent groups of filters that this group combines. */
  readonly parts?: readonly FilterFamily<N, Parameters>[]
  conditions(args: Args<P>, context: FilterContext<N>): readonly Condition<N>[]
}

/**
 * A parameter, and a function from its value to conditions. All returned conditions must hold; undefined sets no
 * condition.
 */
export interface Filter<N extends SearchedNoun, T> {
  readonly parameter: Parameter<T>
  readonly words: FilterWords
  asks(value: NonNullable<T>, context: FilterContext<N>): QueryNode<N> | readonly QueryNode<N>[] | undefined
}

type Filters<N extends SearchedNoun> = Readonly<Record<string, Filter<N, unknown>>>
type ParametersOf<F extends Readonly<Record<string, { readonly parameter: Parameter<unknown> }>>> = {
  readonly [K in keyof F]: F[K]['parameter']
}
type Both<P extends readonly Parameters[]> = P extends readonly [
  infer First,
  ...infer Rest extends readonly Parameters[],
]
  ? First & Both<Rest>
  : unknown

/** Returns the functions that declare filters of one record type. Conditions use the columns and flags of that type. */
export function filtersOf<N extends SearchedNoun>() {
  /** Declares a filter that does not depend on other filters. */
  function filter<T>(parameter: Parameter<T>, asks: Filter<N, T>['asks'], words: FilterWords = {}): Filter<N, T> {
    return { parameter, asks, words }
  }

  /** Declares a range of one column. Rows with an unknown value do not match. */
  function ranged(column: ColumnOf<N>, parameter: Parameter<Range | undefined>, words?: FilterWords) {
    return filter(parameter, (given) => nodesOf<N>().within(column, given), words)
  }

  /** Declares a filter that, if true, matches rows with a flag. */
  function flagged(name: FlagOf<N>, doc: string, words?: FilterWords, only?: Applicability) {
    return filter(optional(flag, doc, only), (given) => nodesOf<N>().all(given ? [name] : []), words)
  }

  /** Declares a filter for rows with any of the given codes. Its description ends with the list of codes. */
  function coded<const T extends string>(column: ColumnOf<N>, codes: readonly T[], doc: string, words?: FilterWords) {
    const parameter = optional(listOf(codes), `${doc}: ${codes.join(', ')}.`)
    return filter(parameter, (given) => nodesOf<N>().oneOfThem(column, given), words)
  }

  /** Declares filters that do not depend on each other, by parameter name. */
  function each<F extends Filters<N>>(
    group: FormGroup,
    filters: F,
    rules: readonly Rule<Parameters>[] = [],
  ): FilterFamily<N, ParametersOf<F>> {
    const entries = Object.entries(filters)
    return Object.freeze({
      // `Object.fromEntries` loses the type, which maps each name to its own parameter
      parameters: Object.fromEntries(
        entries.map(([name, { parameter, words }]) => [name, inForms(parameter, group, words)]),
      ) as ParametersOf<F>,
      rules,
      words: Object.fromEntries(entries.map(([name, { words }]) => [name, words])),
      conditions: (args: Readonly<Record<string, unknown>>, context: FilterContext<N>) => {
        const conditions: Condition<N>[] = []
        for (const [parameter, { asks }] of entries) {
          const value = args[parameter]
          const nodes = value === undefined || value === null ? undefined : asks(value, context)
          if (nodes === undefined) continue
          if ('kind' in nodes) conditions.push({ parameter, node: nodes })
          else for (const node of nodes) conditions.push({ parameter, node })
        }
        return conditions
      },
    })
  }

  /** Declares filters whose conditions depend on each other's values. */
  function family<P extends Parameters>(
    group: FormGroup,
    { rules = [], words = {}, ...own }: Omit<FilterFamily<N, P>, 'rules' | 'words'> & Partial<FilterFamily<N, P>>,
  ): FilterFamily<N, P> {
    const entries = Object.entries(own.parameters)
    // each parameter keeps its name and type
    const parameters = Object.fromEntries(
      entries.map(([name, parameter]) => [name, inForms(parameter, group, words[name])]),
    ) as P
    return Object.freeze({ ...own, rules, words, parameters })
  }

  /** Combines several groups of filters. */
  function together<const P extends readonly Parameters[]>(
    ...families: { readonly [I in keyof P]: FilterFamily<N, P[I]> }
  ): FilterFamily<N, Extract<Both<P>, Parameters>> {
    // each group reads only its own parameters
    const list = families as unknown as readonly FilterFamily<N, Parameters>[]
    return Object.freeze({
      parameters: Object.assign({}, ...list.map(({ parameters }) => parameters)),
      rules: list.flatMap(({ rules }) => rules),
      words: Object.assign({}, ...list.map(({ words }) => words)),
      parts: list,
      conditions: (args: Readonly<Record<string, unknown>>, context: FilterContext<N>) => {
        const conditions: Condition<N>[] = []
        for (const one of list) conditions.push(...one.conditions(args, context))
        return conditions
      },
    })
  }

  /** Returns one condition, or none if the value sets no condition. */
  function when(parameter: string, node: QueryNode<N> | undefined): readonly Condition<N>[] {
    return node ? [{ parameter, node }] : []
  }

  return { filter, ranged, flagged, coded, each, family, together, when, ...nodesOf<N>() }
}

/** Adds the label and the group for forms. */
function inForms(parameter: Parameter<unknown>, group: FormGroup, words: FilterWords = {}): Parameter<unknown> {
  const { label } = words
  return { ...parameter, ...(label !== undefined && { label }), group: words.group ?? group }
}

/** Returns functions that make the conditions of most filters. They return undefined if a value sets no condition. */
function nodesOf<N extends SearchedNoun>() {
  type Node = QueryNode<N>

  /** A range with both bounds included; undefined if both bounds are open. */
  function between(column: ColumnOf<N>, min: number, max: number, orMissing = false): Node | undefined {
    if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return undefined
    return { kind: 'range', column, min, max, orMissing }
  }

  /** A range. Rows with an unknown value do not match. */
  function within(column: ColumnOf<N>, { min, max }: Range): Node | undefined {
    return between(column, min, max)
  }

  /** Matches rows with one of these codes; undefined for an empty list. */
  function oneOfThem(column: ColumnOf<N>, values: readonly string[]): Node | undefined {
    return values.length === 0 ? undefined : { kind: 'oneOf', column, values }
  }

  /** Matches rows with all of these flags. */
  function all(flags: readonly FlagOf<N>[]): Node | undefined {
    return flags.length === 0 ? undefined : { kind: 'flags', all: flags, some: [], none: [] }
  }

  /** Matches rows with at least one of these flags. */
  function some(flags: readonly FlagOf<N>[]): Node | undefined {
    return flags.length === 0 ? undefined : { kind: 'flags', all: [], some: flags, none: [] }
  }

  /** Matches rows without any of these flags. */
  function none(flags: readonly FlagOf<N>[]): Node {
    return { kind: 'flags', all: [], some: [], none: flags }
  }

  return { between, within, oneOfThem, all, some, none }
}
