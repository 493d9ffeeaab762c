import { AREAS, type Area, type Operation } from '../../../service/operations/operation.ts'
import { ODATA_OPERATIONS } from '../../odata/index.ts'
import { AGENTS_PATH } from '../request/protocol.ts'
import { CONSOLE_PATH } from './console.ts'
import { OPERATOR_ROUTE } from './route.ts'
import { OAUTH_PATHS, OWN_PATHS, TILES_PATHS } from './routes.ts'

/** Calls are counted by these: operations, and other things that an area answers. */
export interface CountedRoute {
  readonly area: Area
  /** Its path as it is declared, or a word for many paths; never one that a caller wrote. */
  readonly operation: string
}

/** All pictures. */
export const PICTURES = '/media/'

/** Paths that no operation has, and requests that were refused before their path was read. */
export const UNKNOWN = 'unknown'

/** Paths that only area A has beside its operations. */
const OF_A = [AGENTS_PATH, ...ODATA_OPERATIONS, ...OAUTH_PATHS, ...TILES_PATHS, CONSOLE_PATH, OPERATOR_ROUTE.path]

/** Everything that calls are counted by, in an order that is the same in all threads. */
export function countedRoutes(operations: readonly Operation[]): readonly CountedRoute[] {
  return AREAS.flatMap((area) => {
    const own = operations.filter((operation) => operation.area === area).map(({ path }) => path)
    return [...OWN_PATHS, ...own, ...(area === 'A' ? OF_A : []), PICTURES, UNKNOWN].map((operation) => ({
      area,
      operation,
    }))
  })
}

/** The place of a route among those that are counted. */
export class RouteNumbers {
  readonly #numbers: Readonly<Record<Area, ReadonlyMap<string, number>>>

  constructor(operations: readonly Operation[]) {
    const routes = countedRoutes(operations)
    const of = (area: Area) =>
      new Map(routes.flatMap((route, number) => (route.area === area ? [[route.operation, number] as const] : [])))
    this.#numbers = { A: of('A'), B: of('B'), C: of('C') }
  }

  /** The number of a declared path; everything that is not counted by itself is unknown. */
  of(area: Area, path = UNKNOWN): number {
    const numbers = this.#numbers[area]
    return (numbers.get(path) ?? numbers.get(UNKNOWN)) as number // each area has it
  }
}
