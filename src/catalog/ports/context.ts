import type { Clock } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Words } from '../../kit/base/words.ts'
import type { Catalog } from './catalog.ts'
import type { TravelTimes } from './travel-times.ts'

/** Everything that an operation may use besides its arguments. Frozen and shared by all requests. */
export interface Context {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Log
  readonly words: Words
  /** Undefined if the operator has named no routing engine. */
  readonly travelTimes?: TravelTimes | undefined
}
