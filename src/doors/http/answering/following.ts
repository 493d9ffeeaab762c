import { creditsForRows, requireOpen } from '../../../guard/access/index.ts'
import { parse } from '../../../kit/params/index.ts'
import { tellsWarnings } from '../../../service/operations/operation.ts'
import { Content } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { decodeQuery } from '../request/query.ts'
import type { KeyedRoute } from '../routes/route.ts'
import { enter, type KeyedRequestContext } from './admit.ts'
import { chargeRows } from './payment.ts'
import { Reader } from './reader.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'
import { streamOf } from './stream.ts'

/**
 * Answers a request for changes. Reads the events before charging, because the price depends on their number. An empty
 * answer is free, but counts against the key's rate limit.
 */
export async function answerFollower(
  route: KeyedRoute,
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
): Promise<Reply> {
  const { account } = requestContext
  const handling = call.handling ?? service.handling
  const read = parse(route.parameters, route.rules, decodeQuery(call.rawQuery), handling) // 400
  requestContext.texts = read.texts
  requestContext.leaveOut(read.ignored)
  if (route.area !== undefined) requireOpen(account, route.area, false) // 403
  await enter(call, service, requestContext) // 429
  const reader = new Reader(route, read, call, service, requestContext)
  const isStream = read.args.before === undefined && call.headers.accept?.toLowerCase().includes('text/event-stream')
  if (isStream) return streamOf(reader) // throws 400, 410, 429 or 503
  const page = await reader.within(read.args.before === undefined ? Number(read.args.wait) * 1000 : 0) // 400, 410
  const rows = page.events.length
  const { catalog } = service.backend.context
  const warnings = tellsWarnings(route) ? read.warnings : []
  const content = Content.answer(page, warnings, undefined, (text) => catalog.seal(text))
  const credits = rows === 0 ? 0 : creditsForRows(account.plan, rows)
  const make = async () => ({ reply: await represent(content, call, 'one call'), credits })
  const priced = { operation: route.path, credits, make, rowsMax: rows, parameter: 'resultCount' }
  return chargeRows(priced, call, requestContext) // 402, 503
}
