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

/** The facts that a filter may depend on besides its own value. */
export type FilterContext<N extends SearchedNoun = 'home'> = OwnFacts[N] & {
  readonly listingClass: ClassOf<N>
  /** Today's day number, in UTC. */
  readonly today: number
}

/** The facts that only the filters of one noun may depend on. */
interface OwnFacts {
  readonly home: {
    /** The catalog's current 30-year rate, in percent a year; undefined when it has none. */
    readonly rate30Year: number | undefined
  }
  readonly offer: unknown
  readonly experience: unknown
}

/** Filters declared together: their parameters, and the conditions that their values make. */
export interface FilterFamily<N extends SearchedNoun, P extends Parameters> {
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  /** The names of the filters in other dialects, by parameter. */
  readonly words: Readonly<Record<string, FilterWords>>
  /** The families that it was put together from, whose parameters know nothing of each other. */
  readonly parts?: readonly FilterFamily<N, Parameters>[]
  conditions(args: Args<P>, context: FilterContext<N>): readonly Condition<N>[]
}

/** A parameter and what a value of it asks for: a node, several that must all hold, or nothing. */
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

/** The declaration kit for the filters of one noun; the nodes name its columns and flags. */
export function filtersOf<N extends SearchedNoun>() {
  /** A filter that needs no other filter's value. */
  function filter<T>(parameter: Parameter<T>, asks: Filter<N, T>['asks'], words: FilterWords = {}): Filter<N, T> {
    return { parameter, asks, words }
  }

  /** A range over one column; a row whose value is unknown matches none. */
  function ranged(column: ColumnOf<N>, parameter: Parameter<Range | undefined>, words?: FilterWords) {
    return filter(parameter, (given) => nodesOf<N>().within(column, given), words)
  }

  /** Rows that have a flag, where the parameter is true. */
  function flagged(name: FlagOf<N>, doc: string, words?: FilterWords, only?: Applicability) {
    return filter(optional(flag, doc, only), (given) => nodesOf<N>().all(given ? [name] : []), words)
  }

  /** Rows that have one of some codes of a column; the codes stand at the end of the sentence. */
  function coded<const T extends string>(column: ColumnOf<N>, codes: readonly T[], doc: string, words?: FilterWords) {
    const parameter = optional(listOf(codes), `${doc}: ${codes.join(', ')}.`)
    return filter(parameter, (given) => nodesOf<N>().oneOfThem(column, given), words)
  }

  /** Independent filters, by parameter name. */
  function each<F extends Filters<N>>(
    group: FormGroup,
    filters: F,
    rules: readonly Rule<Parameters>[] = [],
  ): FilterFamily<N, ParametersOf<F>> {
    const entries = Object.entries(filters)
    return Object.freeze({
      // the type gives by name what the entries give in order
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

  /** Filters that depend on each other's values. */
  function family<P extends Parameters>(
    group: FormGroup,
    { rules = [], words = {}, ...own }: Omit<FilterFamily<N, P>, 'rules' | 'words'> & Partial<FilterFamily<N, P>>,
  ): FilterFamily<N, P> {
    const entries = Object.entries(own.parameters)
    // each keeps its name and type
    const parameters = Object.fromEntries(
      entries.map(([name, parameter]) => [name, inForms(parameter, group, words[name])]),
    ) as P
    return Object.freeze({ ...own, rules, words, parameters })
  }

  /** All filters of several families. */
  function together<const P extends readonly Parameters[]>(
    ...families: { readonly [I in keyof P]: FilterFamily<N, P[I]> }
  ): FilterFamily<N, Extract<Both<P>, Parameters>> {
    const list = families as unknown as readonly FilterFamily<N, Parameters>[] // each reads its own parameters only
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

  /** One condition, or none if the filter asks for nothing. */
  function when(parameter: string, node: QueryNode<N> | undefined): readonly Condition<N>[] {
    return node ? [{ parameter, node }] : []
  }

  return { filter, ranged, flagged, coded, each, family, together, when, ...nodesOf<N>() }
}

/** Adds the label and the group that forms show. */
function inForms(parameter: Parameter<unknown>, group: FormGroup, words: FilterWords = {}): Parameter<unknown> {
  const { label } = words
  return { ...parameter, ...(label !== undefined && { label }), group: words.group ?? group }
}

/** The nodes that most filters ask for; undefined if a value asks for nothing. */
function nodesOf<N extends SearchedNoun>() {
  type Node = QueryNode<N>

  /** Both bounds included; nothing if both are open. */
  function between(column: ColumnOf<N>, min: number, max: number, orMissing = false): Node | undefined {
    if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return undefined
    return { kind: 'range', column, min, max, orMissing }
  }

  /** A row with an unknown value matches no range. */
  function within(column: ColumnOf<N>, { min, max }: Range): Node | undefined {
    return between(column, min, max)
  }

  /** One of these codes; an empty list asks for nothing. */
  function oneOfThem(column: ColumnOf<N>, values: readonly string[]): Node | undefined {
    return values.length === 0 ? undefined : { kind: 'oneOf', column, values }
  }

  /** Every one of these flags is set. */
  function all(flags: readonly FlagOf<N>[]): Node | undefined {
    return flags.length === 0 ? undefined : { kind: 'flags', all: flags, some: [], none: [] }
  }

  /** At least one of these flags is set. */
  function some(flags: readonly FlagOf<N>[]): Node | undefined {
    return flags.length === 0 ? undefined : { kind: 'flags', all: [], some: flags, none: [] }
  }

  /** None of these flags is set. */
  function none(flags: readonly FlagOf<N>[]): Node {
    return { kind: 'flags', all: [], some: [], none: flags }
  }

  return { between, within, oneOfThem, all, some, none }
}
