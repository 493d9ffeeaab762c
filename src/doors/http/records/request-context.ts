import type { Access, Account, Balance, Plan, RateState } from '../../../guard/access/access.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Texts } from '../../../kit/params/index.ts'
import type { SeenHomes } from '../../../service/operations/limited.ts'
import type { Headers } from '../content/cors.ts'
import type { Route } from '../routes/route.ts'

/** The context of a request: facts that its response headers, metrics and log line need. */
export class RequestContext {
  route?: Route
  access?: Access
  account?: Account
  /** The fingerprint of the call's key, or the fingerprint in its token. */
  fingerprint?: string
  /** The homes that the key or token may see; undefined for all homes. */
  seen?: SeenHomes
  rate?: RateState
  /** The remaining credits of the key after this call; null if they cannot be read. */
  balance?: Balance | null
  /** The parameters as sent; undefined until they are parsed. */
  texts?: Texts
  /** Response headers that only a call with a valid key gets. */
  readonly headers: Headers = {}
  /** Credits that this call cost. */
  credits = 0
  /** Credits that operations within this call cost. Each of these operations is also counted as a separate call. */
  creditsInside = 0
  /** Time spent in a long poll, which is not latency. */
  waitedMs = 0
  /** Whether the answer came from the cache. */
  isKept = false
  /** Whether another log line or metric already reports why the call was slow, such as an overload. */
  isReportedElsewhere = false

  /** Lists the names of ignored parameters in a response header. */
  leaveOut(names: readonly string[]): void {
    if (names.length > 0) this.headers['x-ignored-parameters'] = listed(names)
  }
}

/** Returns the declared path of a route, or `unknown`. The result never contains text from a client. */
export function operationOf(route?: Route): string {
  return route?.path ?? 'unknown'
}

/** The maximum length of the header that lists ignored parameters. */
const IGNORED_CHARACTERS_MAX = 1024

/** Adds the response headers about credits and rate limit to a call with a valid key. */
export async function addContextHeaders(requestContext: RequestContext, headers: Headers): Promise<void> {
  const { access, account, route } = requestContext
  if (access === undefined || account === undefined || route?.kind === 'feed') return // a public feed must not reveal credits and limits of its key
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

/** Returns the remaining credits; null if they cannot be read. A free call is answered even if they cannot be read. */
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

/** Returns the header `ratelimit-policy`: q requests per w seconds (draft-ietf-httpapi-ratelimit-headers-10). */
function policyOf(plan: Plan): string {
  const made = POLICIES.get(plan)
  if (made !== undefined) return made
  const { name, burst, requestsPerSecond } = plan
  const policy = `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / requestsPerSecond))}`
  POLICIES.set(plan, policy)
  return policy
}

/** Encodes names for a header. Leaves out the names beyond the maximum length. */
function listed(names: readonly string[]): string {
  let list = ''
  for (const name of names) {
    const item = encodeURIComponent(name.toWellFormed())
    if (list.length + item.length + 2 > IGNORED_CHARACTERS_MAX) break
    list += list === '' ? item : `, ${item}`
  }
  return list
}
