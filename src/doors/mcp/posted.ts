import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { Fault } from '../../kit/base/failure.ts'
import { parseForeignJson } from '../../kit/base/foreign-json.ts'
import { clip, quote } from '../../kit/base/sentence.ts'
import { at, listAt, numberAt, textAt } from './json.ts'
import { type Answers, serverOf } from './server.ts'

export { answersThrough } from './server.ts'

type Headers = Readonly<Record<string, string>>

/** An HTTP request with an MCP message. The body is already read. */
export interface Posted {
  readonly headers: Headers
  readonly body: Uint8Array
}

export interface Answered {
  readonly status: number
  readonly type: string | undefined
  readonly body: string
}

/** Answers a message, and counts it against the key's rate limit. Throws a Fault over the limit. */
export type Counted = (answer: () => Promise<Answered>, isToolCall: boolean) => Promise<Answered>

/**
 * Answers one request with a new MCP server, in the request's protocol revision. Never streams. No state remains
 * between requests, so any thread can answer.
 */
export async function answerPost(
  posted: Posted,
  answers: Answers,
  version: string,
  counted: Counted,
): Promise<Answered> {
  const { body } = posted
  const headers: Headers = { ...posted.headers, accept: acceptedFor(posted.headers.accept) }
  if (!isJsonContentType(headers['content-type'] ?? ''))
    return failed(415, ProtocolErrorCode.InvalidRequest, 'The content type must be application/json.')
  const message = parsed(body)
  if (message === undefined)
    return failed(400, ProtocolErrorCode.ParseError, 'The body must be JSON in UTF-8, nested at most 100 deep.')
  const answer = (each: unknown) =>
    counted(() => answerMessage(each, headers, answers, version), textAt(each, 'method') === 'tools/call')
  return Array.isArray(message) ? answerBatch(message, headers, answer) : answer(message)
}

/**
 * Returns an `Accept` header for the library, which requires that clients accept both JSON and streams. Plat also
 * answers clients that accept only JSON, or send no header.
 */
function acceptedFor(accept = '*/*'): string {
  return JSON_ACCEPTED.test(accept) ? 'application/json, text/event-stream' : accept
}

const JSON_ACCEPTED = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[;,]|$)/i

/** The only revision with batches. Requests without a revision count as this revision. */
const BATCHED = '2025-03-26'

const BATCH_MAX = 20

/** Answers the messages of a batch one after the other. */
async function answerBatch(
  messages: readonly unknown[],
  headers: Headers,
  answer: (message: unknown) => Promise<Answered>,
): Promise<Answered> {
  const revision = headers['mcp-protocol-version'] ?? BATCHED
  if (revision !== BATCHED)
    return failed(
      400,
      ProtocolErrorCode.InvalidRequest,
      `In protocol revision ${quote(revision)} the body must be one JSON-RPC message.`,
    )
  if (messages.length === 0 || messages.length > BATCH_MAX)
    return failed(
      400,
      ProtocolErrorCode.InvalidRequest,
      `A batch must have 1 to ${BATCH_MAX} messages; you sent ${messages.length}.`,
    )
  const bodies: string[] = []
  for (const message of messages) {
    const { body } = textAt(message, 'method') === 'initialize' ? handshake(message) : await orRefused(message, answer)
    if (body !== '') bodies.push(body)
  }
  if (bodies.length === 0) return { status: 202, type: undefined, body: '' }
  return { status: 200, type: 'application/json', body: `[${bodies.join(',')}]` }
}

function handshake(message: unknown): Answered {
  const sentence = 'initialize must be a request of its own, not part of a batch.'
  return failed(400, ProtocolErrorCode.InvalidRequest, sentence, at(message, 'id') ?? null)
}

/**
 * Answers a message of a batch. If the rate limit refuses it, returns an error for this message, so that paid answers
 * to earlier messages are not lost.
 */
async function orRefused(message: unknown, answer: (message: unknown) => Promise<Answered>): Promise<Answered> {
  try {
    return await answer(message)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return failed(error.status, REFUSED, error.message, at(message, 'id') ?? null)
  }
}

/** The first error code that JSON-RPC reserves for servers. */
const REFUSED = -32_000

async function answerMessage(message: unknown, headers: Headers, answers: Answers, version: string): Promise<Answered> {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return failed(400, ProtocolErrorCode.InvalidRequest, 'The body must be a JSON-RPC message, or a batch of messages.')
  if ('method' in message && message.method === 'subscriptions/listen')
    return failed(404, ProtocolErrorCode.MethodNotFound, NO_STREAM, 'id' in message ? message.id : null)
  const request = new Request('http://plat.internal/mcp', { method: 'POST', headers })
  const make = () => serverOf(answers, version)
  const response = (await isLegacyRequest(request, message))
    ? await answerEarlier(request, message, make())
    : await createMcpHandler(make, { legacy: 'reject' }).fetch(request, { parsedBody: message })
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? undefined,
    body: ofCaller(await response.text()),
  }
}

const FAULTS_SHOWN = 5

/**
 * Turns the library's internal error about malformed params into a client error. The library's message lists all
 * mistakes as JSON.
 */
function ofCaller(body: string): string {
  if (!body.includes(`"code":${ProtocolErrorCode.InternalError}`)) return body
  const answer: unknown = JSON.parse(body)
  const message = parsed(Buffer.from(textAt(answer, 'error', 'message') ?? ''))
  if (numberAt(answer, 'error', 'code') !== ProtocolErrorCode.InternalError || !Array.isArray(message)) return body
  const faults = message.map((fault) => `${listAt(fault, 'path').join('.')}: ${textAt(fault, 'message')}`)
  const error = {
    code: ProtocolErrorCode.InvalidParams,
    message: clip(`Cannot read the params. ${faults.slice(0, FAULTS_SHOWN).join('; ')}`, MESSAGE_CHARACTERS),
  }
  return JSON.stringify({ jsonrpc: '2.0', id: at(answer, 'id') ?? null, error })
}

const MESSAGE_CHARACTERS = 500

const NO_STREAM = 'There is nothing to subscribe to: the tools of a key do not change during a connection.'

/**
 * Answers a message in a protocol revision before 2026-07-28. These revisions begin with a handshake, from which
 * nothing is stored.
 */
async function answerEarlier(request: Request, message: object, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function failed(status: number, code: number, message: string, id: unknown = null): Answered {
  return {
    status,
    type: 'application/json',
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  }
}
