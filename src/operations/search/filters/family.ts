import type { Condition, QueryNode } from '../../../catalog/query.ts'
import type { HomeColumnName, HomeFlag, ListingClass } from '../../../model/home-columns.ts'
import type { Args, Parameters, Rule } from '../../../params/index.ts'

/** What filters may depend on beside their own values. */
export interface FilterContext {
  readonly listingClass: ListingClass
  /** Today's day number, in UTC. */
  readonly today: number
  /** The catalogue's current 30-year rate, in percent a year; undefined when it has none. */
  readonly rate30Year: number | undefined
}

/** Filters that belong together: their parameters, declared once, and what they ask of a row. */
export interface FilterFamily<P extends Parameters> {
  readonly parameters: P
  readonly rules?: readonly Rule<P>[]
  conditions(args: Args<P>, context: FilterContext): readonly Condition[]
}

export function family<P extends Parameters>(declaration: FilterFamily<P>): FilterFamily<P> {
  return Object.freeze(declaration)
}

/** One condition, or none where the filter asks for nothing. */
export function when(parameter: string, node: QueryNode | undefined): readonly Condition[] {
  return node ? [{ parameter, node }] : []
}

export function between(column: HomeColumnName, min: number, max: number, orMissing = false): QueryNode | undefined {
  if (min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY) return undefined
  return { kind: 'range', column, min, max, orMissing }
}

/** Every one of these flags is set. */
export function all(flags: readonly HomeFlag[]): QueryNode | undefined {
  return flags.length === 0 ? undefined : { kind: 'flags', all: flags, some: [], none: [] }
}

/** At least one of these flags is set. */
export function some(flags: readonly HomeFlag[]): QueryNode | undefined {
  return flags.length === 0 ? undefined : { kind: 'flags', all: [], some: flags, none: [] }
}

/** None of these flags is set. */
export function none(flags: readonly HomeFlag[]): QueryNode {
  return { kind: 'flags', all: [], some: [], none: flags }
}
