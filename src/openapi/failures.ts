import type { FailureCode } from '../base/failure.ts'
import type { Operation } from '../operations/operation.ts'

/** What any call with a key may be refused for. */
const OF_KEYS: readonly FailureCode[] = ['key.missing', 'key.malformed', 'key.unknown', 'key.revoked', 'key.expired']
const OF_PLANS: readonly FailureCode[] = ['plan.unknown']
const OF_RATES: readonly FailureCode[] = ['rate.exceeded', 'calls.too_many', 'misses.exceeded']
const OF_THE_SERVER: readonly FailureCode[] = ['server.busy', 'catalogue.damaged', 'server.failed']

/** Every failure that a call of the operation may be answered with, its own first. */
export function failuresOf({ failures, parameters, skip }: Operation): readonly FailureCode[] {
  return [
    ...failures,
    ...(Object.keys(parameters).length > 0 ? (['param.invalid'] as const) : []),
    ...OF_KEYS,
    'credits.exhausted',
    'plan.area',
    ...(skip ? (['plan.skip'] as const) : []),
    ...OF_PLANS,
    ...OF_RATES,
    ...OF_THE_SERVER,
  ]
}

/** The same of what every area answers beside its operations. */
export function failuresOfEndpoint({
  keyed,
  waits = false,
}: {
  readonly keyed: boolean
  readonly waits?: boolean | undefined
}) {
  if (keyed) return [...OF_KEYS, ...OF_PLANS, ...OF_RATES, ...OF_THE_SERVER]
  return waits ? (['server.busy', 'catalogue.damaged'] as const) : []
}
