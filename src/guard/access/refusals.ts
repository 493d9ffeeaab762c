import { Fault } from '../../kit/base/failure.ts'
import type { Account, AreaName, Plan } from './access.ts'
import type { BucketLimit } from './bucket.ts'

const AREA_TITLES: Readonly<Record<AreaName, string>> = {
  A: 'area A (property data)',
  B: 'area B (offers)',
  C: 'area C (experiences)',
}

/**
 * Throws a Fault with status 403 if a key's plan does not include an area.
 * @param skip Whether the call also needs access to data about people (skip tracing).
 */
export function requireOpen(account: Pick<Account, 'plan' | 'limits'>, area: AreaName, skip: boolean): void {
  const { plan } = account
  if (!plan.areas.includes(area)) {
    const opened = plan.areas.map((name) => AREA_TITLES[name]).join(', ')
    throw new Fault(
      'plan.area',
      `Plan "${plan.name}" does not open ${AREA_TITLES[area]}: it opens ${opened}. Ask the operator for another plan.`,
    )
  }
  if (!skip || opensPeople(account)) return
  const why =
    plan.skip === false
      ? `Plan "${plan.name}" does not include skip tracing: ask the operator for a plan that does.`
      : `Plan "${plan.name}" opens data about people only to keys with a purpose, and this key has none: tell the operator what you need the data for, who enters it with ./plat keys limit KEYID --purpose "…".`
  throw new Fault('plan.skip', why)
}

/** Whether a key may access data about people. */
export function opensPeople({ plan, limits }: Pick<Account, 'plan' | 'limits'>): boolean {
  return plan.skip === 'purpose' ? limits?.purpose !== undefined : plan.skip
}

/** Throws a Fault with status 403 if a plan does not include the operators' pages. */
export function requireOperator({ name, operator = false }: Plan): void {
  if (operator) return
  throw new Fault(
    'plan.operator',
    `Plan "${name}" does not open the pages for operators: they need a key on a plan with "operator: true" in plans.yaml.`,
  )
}

/** Returns a Fault with status 402 for a call that costs `credits` when only `left` credits are left. */
export function creditsExhausted({ plan, periodEndMs }: Account, credits: number, left: number): Fault {
  const limit = counted(plan.credits, 'credit')
  const state =
    left === 0
      ? `The ${limit} of plan "${plan.name}" are used up.`
      : `This call costs ${counted(credits, 'credit')}, but only ${left.toLocaleString('en-US')} of the ${limit} of plan "${plan.name}" ${left === 1 ? 'is' : 'are'} left.`
  const next =
    periodEndMs === undefined
      ? 'They do not renew: ask the operator for another plan.'
      : `The next period begins on ${dateAndTime(periodEndMs)} UTC; for more before that, ask the operator for a larger plan.`
  return new Fault('credits.exhausted', `${state} ${next}`)
}

export function rateExceeded(plan: Plan, retryAfterS: number): Fault {
  const rate = `${counted(plan.requestsPerSecond, 'request')} per second and ${plan.burst.toLocaleString('en-US')} at once`
  const detail = `Plan "${plan.name}" allows ${rate}: send the next in ${counted(retryAfterS, 'second')}.`
  return new Fault('rate.exceeded', detail, { retryAfterS })
}

export function missesExceeded(plan: Plan, { perSecond, burst }: BucketLimit, retryAfterS: number): Fault {
  const rate = `${counted(perSecond, 'call')} per second and ${burst.toLocaleString('en-US')} at once`
  const detail = `Too many calls found nothing or could not be read (400, 404, 409): plan "${plan.name}" allows ${rate} of these. Try again in ${counted(retryAfterS, 'second')}.`
  return new Fault('misses.exceeded', detail, { retryAfterS })
}

export function callsTooMany(plan: Plan): Fault {
  const detail = `Plan "${plan.name}" allows ${counted(plan.callsInFlight, 'call')} at the same time: wait for an answer before the next call.`
  return new Fault('calls.too_many', detail, { retryAfterS: 1 })
}

export function planUnknown(plan: string): Fault {
  const detail = `The plan "${plan}" of this key is no longer offered: ask the operator to move the key to another plan.`
  return new Fault('plan.unknown', detail)
}

export function keysUnreadable(): Fault {
  return new Fault('server.busy', 'Keys and credits cannot be read now: try again in a moment.', { retryAfterS: 2 })
}

export function creditsUnwritable(): Fault {
  const detail = 'Credits cannot be stored now, so the call was not answered: try again in a moment.'
  return new Fault('server.busy', detail, { retryAfterS: 2 })
}

export function keyUnknown(): Fault {
  return new Fault(
    'key.unknown',
    'This server has never issued the key: check the address of the server, or ask its operator for a key.',
  )
}

export function keyRevoked(revokedMs: number): Fault {
  return new Fault(
    'key.revoked',
    `The key was revoked on ${dateAndTime(revokedMs)} UTC: ask the operator for a new key.`,
  )
}

export function keyExpired(expiresMs: number): Fault {
  const detail = `The key was valid until ${dateAndTime(expiresMs)} UTC: ask the operator for a new key.`
  return new Fault('key.expired', detail)
}

export function keyReplaced(expiresMs: number): Fault {
  const detail = `The key was replaced by a newer key and was valid until ${dateAndTime(expiresMs)} UTC: use the newer key.`
  return new Fault('key.expired', detail)
}

/** Returns the Fault that refuses the demo key; undefined if it is allowed. */
export function demoRefused(loopback: boolean, isSampleCatalog: boolean): Fault | undefined {
  if (loopback && isSampleCatalog) return undefined
  const why = isSampleCatalog
    ? 'this call comes from elsewhere, through a proxy, or to a Host that is not a loopback name'
    : 'this catalog is not the sample, or the server has a public name'
  const detail = `The demo key works only from the server's own machine and only for the sample catalog, but ${why}: ask the operator for a key, who creates keys with ./plat keys create.`
  return new Fault('key.unknown', detail)
}

function dateAndTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
