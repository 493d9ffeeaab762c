import { opensPeople } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { programVersion } from '../../../kit/base/program.ts'
import type { Counted, Door, OperationAnswer } from '../../mcp/index.ts'
import type { Reply } from '../content/reply.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { isLoopbackAddress, isLoopbackHost } from '../request/this-machine.ts'
import type { KeyedRequestContext } from './admit.ts'
import { type Dispatch, runInside, textOf } from './inside.ts'
import { granted } from './respond.ts'
import type { Service } from './service.ts'

/** The maximum size of an agent's message. The arguments of tools are much smaller. */
const BODY_BYTES_MAX = 1024 * 1024

/** Matches the request headers that the Model Context Protocol uses. */
const PROTOCOL_HEADER = /^(?:accept|content-type|mcp-.{1,100})$/

/**
 * Refuses calls from web pages of other sites.
 *
 * Even if the settings allow all origins, a page that calls over loopback must come from this machine. Otherwise a site
 * could reach the local service by pointing its domain at 127.0.0.1 (DNS rebinding).
 */
export function checkOrigin(call: Call, { cors }: Service): void {
  const { origin } = call.headers
  if (origin === undefined || cors.names(origin)) return
  if (cors.isOpen && (!isLoopbackAddress(call.address) || isLoopbackHost(hostOf(origin)))) return
  throw new Fault('origin.refused')
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//i, '')
}

/**
 * Answers a message from an agent with a valid key. Each operation that a tool runs counts as a call. Tool calls that
 * run no operation, and other messages, count against the rate limit only.
 */
export async function answerAgent(
  call: Call,
  service: Service,
  requestContext: KeyedRequestContext,
  dispatch: Dispatch,
): Promise<Reply> {
  const body = await call.body(BODY_BYTES_MAX) // 413, 408
  const { answerPost, answersThrough } = await import('../../mcp/posted.ts') // `prepareForAgents` has loaded the module
  const headers = Object.fromEntries(
    Object.entries(call.headers).filter((each): each is [string, string] => PROTOCOL_HEADER.test(each[0])),
  )
  let [ran, taken] = [0, 0]
  const take = async () => {
    requestContext.rate = granted(await requestContext.access.enter(requestContext.account)).rate // 429
    requestContext.access.leave(requestContext.account)
    taken += 1
  }
  const door = doorFor(call, service, requestContext, (...inner) => {
    ran += 1
    return dispatch(...inner)
  })
  const answers = answersThrough(door)
  const counted: Counted = async (answer, isToolCall) => {
    const ranBefore = ran
    if (!isToolCall) await take()
    const answered = await answer()
    if (isToolCall && ran === ranBefore) await take()
    return answered
  }
  const { status, type, body: text } = await answerPost({ headers, body }, answers, VERSION, counted)
  if (ran + taken === 0) await take() // an empty batch counts too
  const length = { 'content-length': String(Buffer.byteLength(text)), 'cache-control': 'no-store' }
  return { status, headers: { ...length, ...(type !== undefined && { 'content-type': type }) }, body: text }
}

/**
 * Example messages of both protocol versions. Answering them at the start loads and compiles the code for later
 * messages.
 */
const FIRST_MESSAGES: readonly (readonly [method: string, params: object, revision?: string])[] = [
  ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'plat', version: '1' } }],
  ['tools/list', {}, '2025-06-18'],
  [
    'tools/call',
    { name: 'search_homes', arguments: { kind: 'for_sale', place: 'Nowhere, TX', beds: 2 } },
    '2025-06-18',
  ],
  ['tools/list', {}],
]

/** Loads the protocol library before a thread answers calls. Loading blocks the event loop for about 100 ms. */
export async function prepareForAgents(service: Service): Promise<void> {
  const { answerPost, answersThrough } = await import('../../mcp/posted.ts')
  const problem = { status: 404, body: { detail: 'The place does not exist.' }, credits: 0 }
  const door: Door = {
    run: async () => ({ ...problem, left: undefined, retryAfterS: undefined }),
    failed: () => {},
    today: () => '2026-01-01',
    isSample: false,
    words: service.backend.context.words,
    view: service.agentView,
    areas: ['A', 'B', 'C'],
    opensPeople: true,
  }
  for (const [method, params, revision] of FIRST_MESSAGES) {
    const headers = {
      'content-type': 'application/json',
      ...(revision !== undefined && { 'mcp-protocol-version': revision }),
    }
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    await answerPost({ headers, body }, answersThrough(door), VERSION, (answer) => answer())
  }
}

const VERSION = programVersion()

/**
 * Returns the functions through which tools run operations. Each operation is checked and charged like an HTTP call of
 * the same client.
 */
function doorFor(call: Call, service: Service, requestContext: RequestContext, dispatch: Dispatch): Door {
  const { catalog, words } = service.backend.context
  const days = service.days.all()
  const { account } = requestContext
  const outer = { call, service, outer: requestContext, dispatch }
  return {
    run: (path, query, sent) => runInside(outer, { path, query, sent }, operationAnswerOf),
    failed: (err) =>
      service.log.error({ requestId: call.requestId, path: call.path, err }, 'A tool failed because of a bug in Plat'),
    today: (area) => days[area],
    isSample: catalog.about().sample,
    words,
    view: service.agentView,
    areas: account?.plan.areas ?? [],
    opensPeople: account !== undefined && opensPeople(account),
  }
}

function operationAnswerOf(reply: Reply, credits: number): OperationAnswer {
  const { status, headers } = reply
  const text = textOf(reply)
  return {
    status,
    body: text === '' ? undefined : JSON.parse(text),
    credits,
    left: numberIn(headers['x-credits-remaining']),
    retryAfterS: numberIn(headers['retry-after']),
  }
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
