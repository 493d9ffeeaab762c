import { missRateOf } from '../access/index.ts'
import type { Context } from '../catalog/context.ts'
import type { Alive, Usage } from '../openapi/index.ts'
import type { Visit } from './visit.ts'

/** `/`: what clients call to see whether their key works. */
export async function alive(): Promise<Alive> {
  return { message: 'API is running' }
}

/** `/usage`: the plan of the key, and what it has been used for in the current period. */
export async function usage(_args: object, _context: Context, visit: Visit): Promise<Usage> {
  const { access, account } = visit
  if (access === undefined || account === undefined) throw new Error('usage is asked for a caller without a key')
  const { plan, label, periodStartMs, periodEndMs } = account
  const rows = await access.usage(account)
  return {
    message: '200: Success',
    source: 'Plat',
    key: { id: account.keyId, label },
    plan: {
      name: plan.name,
      period: plan.period,
      areas: plan.areas,
      skip: plan.skip,
      requestsPerSecond: plan.requestsPerSecond,
      missesPerSecond: missRateOf(plan).perSecond,
      burst: plan.burst,
      callsInFlight: plan.callsInFlight,
    },
    periodStart: instant(periodStartMs),
    periodEnd: periodEndMs === undefined ? null : instant(periodEndMs),
    creditsLimit: plan.credits,
    creditsRemaining: await access.remaining(account),
    usage: rows.map(({ day, operation, calls, credits }) => ({ day, operation, calls, credits })),
  }
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
