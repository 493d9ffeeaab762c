import type { Catalog } from '../../catalog/catalog.ts'
import type { Condition, QueryNode } from '../../catalog/query.ts'
import type { Args, Parameters, Rule } from '../../params/index.ts'
import type { ShownLocation } from '../../rendering/shown-location.ts'
import type { HomeFilters } from './filters/index.ts'

/** Where a search looks. */
export interface Area {
  readonly conditions: readonly Condition[]
  /** What was understood, where places were named. */
  readonly locations?: readonly ShownLocation[]
}

/** One of the ways to say where a search looks: its parameters, all of them required, and what they mean. */
export interface AreaKind<P extends Parameters = Parameters> {
  readonly path: string
  readonly summary: string
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  readonly filters: HomeFilters
  areaOf(args: Args<P>, catalog: Catalog): Area | Promise<Area>
}

export function areaKind<P extends Parameters>(kind: AreaKind<P>): AreaKind {
  return Object.freeze(kind as unknown as AreaKind) // P matters inside the declaration only: parse makes its args
}

/** The area that one condition of one parameter describes. */
export function within(parameter: string, node: QueryNode): Area {
  return { conditions: [{ parameter, node }] }
}
