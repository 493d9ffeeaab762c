import type { FailureCode } from '../../kit/base/failure.ts'
import type { Operation } from '../../service/operations/operation.ts'
import type { Endpoint } from './endpoint.ts'

/** Failures that any call with a key can have. */
const KEY_CODES: readonly FailureCode[] = ['key.missing', 'key.malformed', 'key.unknown', 'key.revoked', 'key.expired']
const PLAN_CODES: readonly FailureCode[] = ['key.limited', 'plan.unknown']
const RATE_CODES: readonly FailureCode[] = ['rate.exceeded', 'calls.too_many', 'misses.exceeded']
const SERVER_CODES: readonly FailureCode[] = ['server.busy', 'catalogue.damaged', 'server.failed']

/** Returns the failures that an operation can have. Failures of this operation alone come first. */
export function failuresOf({ failures, parameters, skip }: Operation): readonly FailureCode[] {
  return [
    ...failures,
    ...(Object.keys(parameters).length > 0 ? (['param.invalid'] as const) : []),
    ...KEY_CODES,
    'credits.exhausted',
    'plan.area',
    ...(skip ? (['plan.skip'] as const) : []),
    ...PLAN_CODES,
    ...RATE_CODES,
    ...SERVER_CODES,
  ]
}

/** Returns the failures that an endpoint can have. */
export function failuresOfEndpoint({ keyed, waits, failures = [], parameters, body, price }: Endpoint) {
  const own = parameters || body ? [...failures, 'param.invalid' as const] : failures
  const paid = price === undefined ? [] : (['credits.exhausted'] as const)
  if (keyed) return [...own, ...KEY_CODES, ...paid, ...PLAN_CODES, ...RATE_CODES, ...SERVER_CODES]
  return waits ? (['server.busy', 'catalogue.damaged'] as const) : own
}
