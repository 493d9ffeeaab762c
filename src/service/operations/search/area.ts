import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Condition, QueryNode } from '../../../catalog/ports/query.ts'
import type { Args, Parameters, Rule } from '../../../kit/params/index.ts'
import type { ShownLocation } from '../../rendering/shown-location.ts'
import type { HomeFilters } from './filters/index.ts'

/** Where a search looks for homes. */
export interface Area {
  readonly conditions: readonly Condition[]
  /** How the named places were understood. Absent for searches that name no places. */
  readonly locations?: readonly ShownLocation[]
}

/** A way to describe an area: parameters, all of them required, and a function that turns them into an area. */
export interface AreaKind<P extends Parameters = Parameters> {
  readonly path: string
  readonly summary: string
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  readonly filters: HomeFilters
  areaOf(args: Args<P>, catalog: Catalog): Area | Promise<Area>
}

export function areaKind<P extends Parameters>(kind: AreaKind<P>): AreaKind {
  // P only serves to check the declaration; parsing produces the arguments
  return Object.freeze(kind as unknown as AreaKind)
}

export function within(parameter: string, node: QueryNode): Area {
  return { conditions: [{ parameter, node }] }
}
