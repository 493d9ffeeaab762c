import type { Access, Account, Balance, Plan, RateState } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Texts } from '../../../kit/params/index.ts'
import type { Headers } from '../content/cors.ts'
import type { AreaDays } from '../routes/area-days.ts'
import type { Route } from '../routes/route.ts'

/**
 * Facts learned during the life of a call, for the headers of its answer, the counts and the log. There is one per
 * call, owned by `dispatch`.
 */
export interface Visit {
  route?: Route
  access?: Access
  account?: Account
  rate?: RateState
  /** How long it waited for something to happen, which is not slowness. */
  waitedMs?: number
  /** Credits that the call cost. */
  credits: number
  /** Credits that the operations cost which ran within it; each is counted by itself. */
  creditsInside?: number
  /** The credits of the key after the call; null if they cannot be read. */
  balance?: Balance | null
  dataVersion?: string
  /** The version of the data that the call names, where that is gone: it is answered as of now. */
  versionAsked?: string
  /** The day that counts as today in each area. */
  days?: AreaDays
  /** Parameters that were given and left out. */
  ignored?: readonly string[]
  /** The preference of the caller that was followed. */
  preference?: string
  /** The answer was made for an earlier call. */
  isKept?: boolean
  /** Other lines or metrics tell why it took long: more calls came than can be answered, or a store was held. */
  isToldElsewhere?: boolean
  /** The arguments as they were given, once they are read. */
  texts?: Texts
}

/** The path of a route as it is declared, or a word for everything that has none: never a path that a caller wrote. */
export function operationOf(route?: Route): string {
  return route?.path ?? 'unknown'
}

/** Limits the header that lists ignored parameters, whatever a caller sends. */
const IGNORED_CHARACTERS_MAX = 1024

/** Adds the headers that only a call with a known key gets. */
export async function addVisit(visit: Visit, headers: Headers): Promise<void> {
  const { access, account, route } = visit
  if (access === undefined || account === undefined || route?.kind === 'feed') return // a feed tells nothing of its key
  const { plan } = account
  const rate = visit.rate ?? (await access.rate(account))
  headers['x-credits-limit'] = String(plan.credits)
  const balance = visit.balance === undefined ? await balanceIfKnown(access, account) : visit.balance
  if (balance !== null) headers['x-credits-remaining'] = String(balance.remaining)
  if (balance !== null && balance.over > 0) headers['x-credits-over'] = String(balance.over)
  headers['x-credits-cost'] = String(visit.credits + (visit.creditsInside ?? 0))
  headers['ratelimit-policy'] = policyOf(plan)
  headers.ratelimit = `"${plan.name}";r=${rate.remaining};t=${Math.ceil(rate.resetS)}`
  if (visit.dataVersion !== undefined) headers['x-data-version'] = visit.dataVersion
  if (visit.versionAsked !== undefined) headers['x-data-version-asked'] = visit.versionAsked
  const today = visit.route?.kind === 'keyed' ? visit.days?.told(visit.route) : undefined
  if (today !== undefined) headers['x-data-today'] = today
  if (visit.ignored !== undefined && visit.ignored.length > 0) headers['x-ignored-parameters'] = listed(visit.ignored)
  if (visit.preference !== undefined) headers['preference-applied'] = visit.preference
}

/** Calls that cost nothing are answered even if credits cannot be read. */
async function balanceIfKnown(access: Access, account: Account): Promise<Balance | null> {
  try {
    return await access.balance(account)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Texts of `ratelimit-policy`: every call under a plan gets the same. */
const POLICIES = new WeakMap<Plan, string>()

/** draft-ietf-httpapi-ratelimit-headers-10: q requests in each w seconds; r of them left, all again in t seconds. */
function policyOf(plan: Plan): string {
  const made = POLICIES.get(plan)
  if (made !== undefined) return made
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
