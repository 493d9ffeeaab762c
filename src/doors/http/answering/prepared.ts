import type { Context } from '../../../catalog/ports/context.ts'
import { type Handling, parse } from '../../../kit/params/index.ts'
import { limitedContext } from '../../../service/operations/limited.ts'
import { type EncodedAnswer, tellsWarnings } from '../../../service/operations/operation.ts'
import { Content } from '../content/content.ts'
import type { Reply } from '../content/reply.ts'
import type { Call } from '../request/call.ts'
import { decodeQuery } from '../request/query.ts'
import type { KeyedRoute } from '../routes/route.ts'
import { type KeyedRequestContext, notLimitable } from './admit.ts'
import type { AnswerFacts } from './answer-cache.ts'
import type { TaggedRequest } from './answers.ts'
import { ofOneState } from './one-state.ts'
import { represent } from './respond.ts'
import type { Service } from './service.ts'

/** A call whose parameters were read, before it is charged. */
export interface Prepared {
  /** Names of parameters that were sent but ignored. */
  readonly ignored: readonly string[]
  /** The person that the call asks about, for the audit log. */
  readonly subject: string | undefined
  reply(): Promise<Reply>
}

/**
 * Takes the answer from the cache, or reads the parameters. Throws a Fault with status 400 for an invalid parameter.
 */
export function prepare(
  route: KeyedRoute,
  call: Call,
  tagged: TaggedRequest | undefined,
  handling: Handling,
  requestContext: KeyedRequestContext,
  service: Service,
): Prepared {
  const { answers, backend, days } = service
  const { access, account } = requestContext
  const kept = tagged && answers.find(tagged, call)
  if (kept !== undefined) {
    requestContext.isKept = true
    return { ignored: kept.facts.ignored, subject: undefined, reply: async () => kept.reply }
  }
  const read = parse(route.parameters, route.rules, decodeQuery(call.rawQuery), handling)
  requestContext.texts = read.texts
  const warnings = tellsWarnings(route) ? read.warnings : []
  const { catalog } = backend.context
  const reply = async () => {
    const run = async () => route.run(read, await contextFor(route, requestContext, service), { access, account, days })
    const answer: object | EncodedAnswer = await ofOneState(run, catalog, requestContext)
    const current = tagged && answers.isOf(tagged) ? tagged : undefined
    const content = Content.answer(answer, warnings, current?.tag, (text) => catalog.seal(text))
    return written(content, current, call, service, { ignored: read.ignored })
  }
  return { ignored: read.ignored, subject: route.subject?.(read.args), reply }
}

/** Returns the context of an operation, limited to the homes that the caller may see. */
async function contextFor(route: KeyedRoute, { seen }: KeyedRequestContext, { days }: Service): Promise<Context> {
  const context = days.contextOf(route)
  if (seen === undefined || route.area === undefined) return context
  return limitedContext(context, seen, (why) => notLimitable(seen, why))
}

/** Encodes an answer for the client. Also stores it in the cache if `current` is defined. */
export async function written(
  content: Content,
  current: TaggedRequest | undefined,
  call: Call,
  { answers }: Service,
  facts: AnswerFacts,
): Promise<Reply> {
  const made = await represent(content, call, 'one call')
  if (current !== undefined) answers.offer(current, call, made, facts)
  return made
}
