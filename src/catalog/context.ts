import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Words } from '../base/words.ts'
import type { Catalog } from './catalog.ts'

/** Everything that an operation may use besides its arguments. Frozen, and shared by all requests. */
export interface Context {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Log
  readonly words: Words
}
