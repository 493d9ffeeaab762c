import { creditsForRows, requireOpen } from '../../../guard/access/index.ts'
import type { ODataCall } from '../../odata/index.ts'
import { Content, REVALIDATED } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { keyInQuery } from '../request/keys-in.ts'
import { ODATA_PATH, pathBelowOData } from '../request/protocol.ts'
import { decodeQuery } from '../request/query.ts'
import { enter, type KeyedRequestContext } from './admit.ts'
import { tagHad } from './answers.ts'
import { ofOneState } from './one-state.ts'
import { chargeRows } from './payment.ts'
import { written } from './prepared.ts'
import { notModified } from './respond.ts'
import type { Service } from './service.ts'

/** Answers a call below `/odata` with a valid key. The price depends on the number of rows. */
export async function answerOData(call: Call, service: Service, requestContext: KeyedRequestContext): Promise<Reply> {
  const { account } = requestContext
  const { plan } = account
  requireOpen(account, 'A', false) // 403
  await enter(call, service, requestContext) // 429
  const { context } = service.backend
  const seal = (text: string) => context.catalog.seal(text)
  const odataCall = odataCallOf(call, service, account.keyId)
  const question = await service.readOData(odataCall, context) // throws 400, 404, 406, 410, 413 or 501
  requestContext.route = { kind: 'odata', path: question.operation }
  const tagged = question.isLasting
    ? service.answers.tagged(`${odataCall.root} ${account.keyId} ${call.asked}`, true)
    : undefined
  const had = tagged && tagHad(tagged, call)
  if (had !== undefined) return notModified(had) // 304
  const priceOf = (rows: number) => (question.rowsMax === 0 ? 0 : creditsForRows(plan, rows))
  const make = async () => {
    const kept = tagged && service.answers.find(tagged, call)
    if (kept !== undefined) {
      requestContext.isKept = true
      return { reply: kept.reply, credits: priceOf(kept.facts.rows ?? 0) }
    }
    const { type, body, rows, headers } = await ofOneState(() => question.answer(), context.catalog, requestContext)
    const current = tagged && service.answers.isOf(tagged) ? tagged : undefined
    const content = new Content(type, body, REVALIDATED, lowerCased(headers), current?.tag, seal)
    const reply = await written(content, current, call, service, { ignored: [], rows })
    return { reply, credits: priceOf(rows) }
  }
  const priced = { operation: question.operation, credits: priceOf(question.rowsMax), make }
  return chargeRows({ ...priced, rowsMax: question.rowsMax, parameter: '$top' }, call, requestContext)
}

function odataCallOf(call: Call, service: Service, keyId: string): ODataCall {
  const { accept, prefer, 'odata-maxversion': maxVersion } = call.headers
  const { rest, option } = keyInQuery(call.rawQuery)
  return {
    path: pathBelowOData(call),
    options: decodeQuery(rest),
    accept,
    prefer: prefer?.toString(),
    maxVersion: maxVersion?.toString(),
    root: `${service.originOf(call)}${ODATA_PATH}`,
    keyOption: option,
    keyId,
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
