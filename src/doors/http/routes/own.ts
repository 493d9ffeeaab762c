import type { Context } from '../../../catalog/ports/context.ts'
import { missRateOf, opensPeople, rowsPerCreditOf } from '../../../guard/access/index.ts'
import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import type { Alive, Ping, RequestCount, Usage, UsageDays } from '../../openapi/index.ts'
import type { Caller } from './route.ts'

/** Answers `/`. Clients call it to check their key. */
export async function alive(): Promise<Alive> {
  return { message: 'API is running' }
}

/** Answers `/myping`. Some programs call it to check their key. */
export async function ping(): Promise<Ping> {
  return { message: 'API is running', status: 'ok' }
}

/** Answers `/usage`: the plan of the key, and its usage in the current period. */
export async function usage(_args: object, _context: Context, { access, account, days }: Caller): Promise<Usage> {
  const { plan, label, periodStartMs, periodEndMs } = account
  const rows = await access.usage(account)
  const { remaining, over } = await access.balance(account)
  return {
    message: '200: Success',
    source: 'Plat',
    key: { id: account.keyId, label },
    plan: {
      name: plan.name,
      period: plan.period,
      areas: plan.areas,
      skip: opensPeople(account),
      requestsPerSecond: plan.requestsPerSecond,
      missesPerSecond: missRateOf(plan).perSecond,
      beyondCredits: plan.beyondCredits ?? 'refuse',
      rowsPerCredit: rowsPerCreditOf(plan),
      burst: plan.burst,
      callsInFlight: plan.callsInFlight,
    },
    dataToday: days.all(),
    periodStart: instant(periodStartMs),
    periodEnd: periodEndMs === undefined ? null : instant(periodEndMs),
    creditsLimit: plan.credits,
    creditsRemaining: remaining,
    creditsOver: over,
    usage: rows.map(({ day, operation, calls, credits }) => ({ day, operation, calls, credits })),
  }
}

/** The number of days that `/usage/days` covers, including today. */
const USAGE_DAYS = 31

/** Answers `/usage/days`: the key's usage per day, regardless of billing periods and plans. */
export async function usageDays(_args: object, { clock }: Context, { access, account }: Caller): Promise<UsageDays> {
  const nowMs = clock.now()
  const from = dayOf(nowMs - (USAGE_DAYS - 1) * DAY_MS)
  const rows = await access.usageSince(account, from)
  return {
    message: '200: Success',
    source: 'Plat',
    key: { id: account.keyId, label: account.label },
    from,
    to: dayOf(nowMs),
    usage: rows.map(({ day, operation, calls, credits }) => ({ day, operation, calls, credits })),
  }
}

/** Answers `/api_reqcount`: the key's totals, as in `/usage`. */
export async function requestCount(
  _args: object,
  _context: Context,
  { access, account }: Caller,
): Promise<RequestCount> {
  const { plan, periodStartMs, periodEndMs } = account
  const rows = await access.usage(account)
  return {
    message: '200: Success',
    source: 'Plat',
    limit: plan.credits,
    used: rows.reduce((sum, { credits }) => sum + credits, 0),
    remaining: (await access.balance(account)).remaining,
    requests: rows.reduce((sum, { calls }) => sum + calls, 0),
    periodStart: instant(periodStartMs),
    periodEnd: periodEndMs === undefined ? null : instant(periodEndMs),
  }
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
