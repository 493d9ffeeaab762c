import { Fault } from '../../kit/base/failure.ts'
import { type Handling, quote } from '../../kit/params/index.ts'
import type { ShownLocation } from '../rendering/shown-location.ts'

/**
 * Refuses a call with strict handling, without charge, if it names an unknown place. Other calls find nothing there.
 */
export function requireFound(locations: readonly ShownLocation[] = [], handling?: Handling): void {
  const missing = locations.filter(({ found }) => !found)
  if (handling !== 'strict' || missing.length === 0) return
  const problems = missing.map(({ query, why = 'No such place.' }) => `Unknown place ${quote(query)}: ${why}`)
  const candidates = missing.flatMap(({ alternatives }) => alternatives.map((name) => ({ name })))
  throw new Fault('place.unknown', problems.join(' '), candidates.length > 0 ? { candidates } : {})
}
