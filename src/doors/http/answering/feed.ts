import { creditsForRows } from '../../../guard/access/index.ts'
import type { SavedSearch } from '../../../guard/subscriptions/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { FEED_TYPE, feedText } from '../content/atom.ts'
import { Content, matches } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { feedOf } from '../routes/feed.ts'
import { enter, knownAs } from './admit.ts'
import { stored } from './kept.ts'
import { ofOneState } from './one-state.ts'
import { chargeRows } from './payment.ts'
import { written } from './prepared.ts'
import { notModified } from './respond.ts'
import type { Service } from './service.ts'

/** Asks feed readers to cache the feed for five minutes. */
const CACHED = 'private, max-age=300'

/**
 * Answers a request for a feed, whose secret address replaces the key. The request counts against the key's rate limit,
 * and a 200 costs as much as reading the changes. A reader that already has the feed gets a free 304.
 */
export async function answerFeed(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  const { access, context, kept } = service.backend
  const [, , secret = ''] = (call.path ?? '').split('/')
  const search = await stored(kept.subscriptions.searchOfFeed(secret)) // 503
  if (search === undefined) throw noFeed()
  const account = await access.admitId(search.keyId, call.loopback)
  if (account instanceof Fault) throw account.status === 401 ? noFeed() : account // 403, 503
  const keyed = knownAs(account, call, service, requestContext) // 403, 429
  await enter(call, service, keyed) // 429
  const origin = service.originOf(call)
  const tagged = service.answers.tagged(`${origin} ${service.hasConsole} ${textOf(search)}`, true)
  const had = tagged && service.answers.find(tagged, call)
  const tag = had?.reply.headers.etag
  if (tag !== undefined && matches(call.headers['if-none-match'], tag)) return notModified(tag) // 304
  const make = async () => {
    const place = { account, context, clocks: service.days.clocks }
    const shown = { origin, hasConsole: service.hasConsole }
    const feed = await ofOneState(() => feedOf(search, place, shown), context.catalog, keyed) // 400, 404
    const content = new Content(FEED_TYPE, feedText(feed), CACHED, {}, undefined, (text) => context.catalog.seal(text))
    const current = tagged && service.answers.isOf(tagged) ? tagged : undefined
    const facts = { ignored: [], rows: feed.entries.length }
    return { reply: await written(content, current, call, service, facts), facts }
  }
  requestContext.isKept = had !== undefined
  const { reply, facts } = had ?? (await make())
  if (reply.status === 304) return reply
  const { rows = 0 } = facts
  const credits = rows === 0 ? 0 : creditsForRows(account.plan, rows)
  const priced = { operation: requestContext.route?.path ?? '', credits, make: async () => ({ reply, credits }) }
  return chargeRows({ ...priced, rowsMax: rows, parameter: 'resultCount' }, call, keyed) // 402, 503
}

/** Returns the properties of a saved search that determine its feed, as text. */
function textOf({ searchId, feed, label, path, parameters, madeMs }: SavedSearch): string {
  return JSON.stringify([searchId, feed, label, path, parameters, madeMs])
}

function noFeed(): Fault {
  const detail =
    'There is no feed at this address. The feed may have a new address, or its search was deleted, or its key is no longer valid. GET /searches lists the addresses of your feeds.'
  return new Fault('subscription.unknown', detail)
}
