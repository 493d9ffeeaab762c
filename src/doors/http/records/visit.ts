import type { Access, Account, Balance, Plan, RateState } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Texts } from '../../../kit/params/index.ts'
import type { Headers } from '../content/cors.ts'
import type { Route } from '../routes/route.ts'

/**
 * Facts learned during the life of a call, for the headers of its answer, the counts and the log. There is one per
 * call, owned by `dispatch`.
 */
export class Visit {
  route?: Route
  access?: Access
  account?: Account
  rate?: RateState
  /** The credits of the key after the call; null if they cannot be read. */
  balance?: Balance | null
  /** The arguments as they were given, once they are read. */
  texts?: Texts
  /** Headers that only a call with a known key gets. */
  readonly headers: Headers = {}
  /** Credits that the call cost. */
  credits = 0
  /** Credits that the operations cost which ran within it; each is counted by itself. */
  creditsInside = 0
  /** How long it waited for something to happen, which is not slowness. */
  waitedMs = 0
  /** The answer was made for an earlier call. */
  isKept = false
  /** Other lines or metrics tell why it took long: more calls came than can be answered, or a store was held. */
  isToldElsewhere = false

  /** Notes the parameters that were given and left out. */
  leaveOut(names: readonly string[]): void {
    if (names.length > 0) this.headers['x-ignored-parameters'] = listed(names)
  }
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
  headers['x-credits-cost'] = String(visit.credits + visit.creditsInside)
  headers['ratelimit-policy'] = policyOf(plan)
  headers.ratelimit = `"${plan.name}";r=${rate.remaining};t=${Math.ceil(rate.resetS)}`
  Object.assign(headers, visit.headers)
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
