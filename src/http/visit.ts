import type { Access, Account, Plan, RateState } from '../access/access.ts'
import { Fault } from '../base/failure.ts'
import type { Texts } from '../params/index.ts'
import type { AreaDays } from './area-days.ts'
import type { Headers } from './cors.ts'
import type { Route } from './routes.ts'
import type { CallTime } from './work-time.ts'

/**
 * What is learned during the life of a call, for the headers of its answer and for what is counted and logged of it.
 * One per call, owned by `dispatch`.
 */
export interface Visit {
  /** Where it is measured. */
  time?: CallTime
  route?: Route
  access?: Access
  account?: Account
  rate?: RateState
  /** Credits that the call cost. */
  credits: number
  /** Credits that the operations cost which ran within it; each is counted by itself. */
  creditsInside?: number
  /** Credits left after it, where its reservation says so. */
  remaining?: number
  /** They were asked for in vain, which took as long as a call may wait. */
  areCreditsUntold?: boolean
  dataVersion?: string
  /** What counts as today in each area. */
  days?: AreaDays
  /** Parameters that were given and left out. */
  ignored?: readonly string[]
  /** What the caller preferred, and got. */
  preference?: string
  /** The answer was made for an earlier call. */
  isKept?: boolean
  /** It was refused before it began, since more calls came than can be answered. */
  isShed?: boolean
  /** What was asked, where it was read. */
  texts?: Texts
}

/** So that no caller can fill its own answer's headers. */
const IGNORED_CHARACTERS_MAX = 1024

/** Adds the headers that only a call with a known key gets. */
export async function addVisit(visit: Visit, headers: Headers): Promise<void> {
  const { access, account } = visit
  if (access === undefined || account === undefined) return
  const { plan } = account
  const rate = visit.rate ?? access.rate(account)
  headers['x-credits-limit'] = String(plan.credits)
  const remaining = visit.remaining ?? (visit.areCreditsUntold ? undefined : await remainingIfKnown(access, account))
  if (remaining !== undefined) headers['x-credits-remaining'] = String(remaining)
  const over = remaining === undefined || remaining > 0 ? 0 : access.over(account)
  if (over > 0) headers['x-credits-over'] = String(over)
  headers['x-credits-cost'] = String(visit.credits + (visit.creditsInside ?? 0))
  headers['ratelimit-policy'] = policyOf(plan)
  headers.ratelimit = `"${plan.name}";r=${rate.remaining};t=${Math.ceil(rate.resetS)}`
  if (visit.dataVersion !== undefined) headers['x-data-version'] = visit.dataVersion
  const today = visit.route?.kind === 'keyed' ? visit.days?.told(visit.route) : undefined
  if (today !== undefined) headers['x-data-today'] = today
  if (visit.ignored !== undefined && visit.ignored.length > 0) headers['x-ignored-parameters'] = listed(visit.ignored)
  if (visit.preference !== undefined) headers['preference-applied'] = visit.preference
}

/** While credits cannot be told, what else can be answered is answered without them. */
async function remainingIfKnown(access: Access, account: Account): Promise<number | undefined> {
  try {
    return await access.remaining(account)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** The same text for every call under a plan. */
const POLICIES = new WeakMap<Plan, string>()

/** draft-ietf-httpapi-ratelimit-headers-10: q requests in each w seconds; r of them left, all again in t seconds. */
function policyOf(plan: Plan): string {
  const known = POLICIES.get(plan)
  if (known !== undefined) return known
  const { name, burst, requestsPerSecond } = plan
  const policy = `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / requestsPerSecond))}`
  POLICIES.set(plan, policy)
  return policy
}

/** Names in a form that any header can carry; those beyond the limit are left out. */
function listed(names: readonly string[]): string {
  let list = ''
  for (const name of names) {
    const item = encodeURIComponent(name.toWellFormed())
    if (list.length + item.length + 2 > IGNORED_CHARACTERS_MAX) break
    list += list === '' ? item : `, ${item}`
  }
  return list
}
