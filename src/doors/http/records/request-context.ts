import type { Access, Account, Balance, Plan, RateState } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Texts } from '../../../kit/params/index.ts'
import type { Headers } from '../content/cors.ts'
import type { Route } from '../routes/route.ts'

/** The request context: facts about a call for its headers, the metrics and the log. Each call has one. */
export class RequestContext {
  route?: Route
  access?: Access
  account?: Account
  rate?: RateState
  /** The credits of the key after the call; null if they cannot be read. */
  balance?: Balance | null
  /** The parameters as sent; undefined until they are read. */
  texts?: Texts
  /** Headers for a call with a valid key. */
  readonly headers: Headers = {}
  /** Credits that the call cost. */
  credits = 0
  /** Credits of operations that ran within the call. Each is also counted separately. */
  creditsInside = 0
  /** Time spent in a long poll, which is not latency. */
  waitedMs = 0
  /** Whether the answer came from the cache. */
  isKept = false
  /** Whether another log line or metric explains a slow call, such as an overload or a locked store. */
  isReportedElsewhere = false

  /** Adds the names of ignored parameters to the headers. */
  leaveOut(names: readonly string[]): void {
    if (names.length > 0) this.headers['x-ignored-parameters'] = listed(names)
  }
}

/** Returns the declared path of a route, or `unknown`. It never returns a path from a client. */
export function operationOf(route?: Route): string {
  return route?.path ?? 'unknown'
}

/** The maximum length of the header that lists ignored parameters. */
const IGNORED_CHARACTERS_MAX = 1024

/** Adds the headers for a call with a valid key: credits and rate limit. */
export async function addContextHeaders(requestContext: RequestContext, headers: Headers): Promise<void> {
  const { access, account, route } = requestContext
  if (access === undefined || account === undefined || route?.kind === 'feed') return // a feed reveals nothing about its key
  const { plan } = account
  const rate = requestContext.rate ?? (await access.rate(account))
  headers['x-credits-limit'] = String(plan.credits)
  const balance = requestContext.balance === undefined ? await balanceIfKnown(access, account) : requestContext.balance
  if (balance !== null) headers['x-credits-remaining'] = String(balance.remaining)
  if (balance !== null && balance.over > 0) headers['x-credits-over'] = String(balance.over)
  headers['x-credits-cost'] = String(requestContext.credits + requestContext.creditsInside)
  headers['ratelimit-policy'] = policyOf(plan)
  headers.ratelimit = `"${plan.name}";r=${rate.remaining};t=${Math.ceil(rate.resetS)}`
  Object.assign(headers, requestContext.headers)
}

/** Returns the balance; null if it cannot be read, because free calls are answered anyway. */
async function balanceIfKnown(access: Access, account: Account): Promise<Balance | null> {
  try {
    return await access.balance(account)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** The header `ratelimit-policy` of each plan. */
const POLICIES = new WeakMap<Plan, string>()

/** Returns the header `ratelimit-policy` (draft-ietf-httpapi-ratelimit-headers-10): q requests per w seconds. */
function policyOf(plan: Plan): string {
  const made = POLICIES.get(plan)
  if (made !== undefined) return made
  const { name, burst, requestsPerSecond } = plan
  const policy = `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / requestsPerSecond))}`
  POLICIES.set(plan, policy)
  return policy
}

/** Encodes names for a header. Names beyond the maximum length are left out. */
function listed(names: readonly string[]): string {
  let list = ''
  for (const name of names) {
    const item = encodeURIComponent(name.toWellFormed())
    if (list.length + item.length + 2 > IGNORED_CHARACTERS_MAX) break
    list += list === '' ? item : `, ${item}`
  }
  return list
}
