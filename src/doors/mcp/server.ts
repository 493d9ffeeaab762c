import {
  type CallToolResult,
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool as ToolOnWire,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { clip, nearestName, quote } from '../../kit/base/sentence.ts'
import type { Door } from './door.ts'
import { instructionsFor } from './instructions.ts'
import { at, listAt, numberAt, textAt } from './json.ts'
import { LenientServer } from './lenient-server.ts'
import { runTool } from './tool.ts'
import { toolsFor } from './tools/index.ts'

/** The tools that a server offers, which run here or elsewhere. */
export interface Tools {
  list(): Promise<readonly ToolOnWire[]>
  /** The day that counts as today for their data, where that is known before they are called. */
  readonly today?: string
  /** `signal` is aborted when the caller takes the call back. */
  call(name: string, given: unknown, signal: AbortSignal): Promise<CallToolResult>
}

/** A server of the protocol, for one exchange or one connection. */
export function serverOf(tools: Tools, version: string): Server {
  const server = new LenientServer(
    { name: 'plat', title: 'Plat property data', version },
    { capabilities: { tools: {} }, instructions: instructionsFor(tools.today) },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: [...(await tools.list())] }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }: ServerContext) =>
    tools.call(params.name, params.arguments, mcpReq.signal),
  )
  return server
}

/** The tools of this program, whose operations run through a door. */
export function toolsThrough(door: Door): Tools {
  const tools = toolsFor(door)
  return {
    today: door.today('A'),
    list: async () => tools.map(onWire),
    call: async (name, given) => {
      const tool = tools.find((each) => each.name === name)
      if (tool === undefined)
        throw unknownTool(
          name,
          tools.map((each) => each.name),
        )
      return (await runTool(tool, given, door)) as CallToolResult // the same shape, without its index signatures
    },
  }
}

function onWire({ name, title, description, input, output, writes }: ReturnType<typeof toolsFor>[number]): ToolOnWire {
  const isReading = writes === undefined
  const annotations = {
    readOnlyHint: isReading,
    openWorldHint: false,
    ...(!isReading && { destructiveHint: writes === 'ends', idempotentHint: writes === 'adds' }), // said of writers alone
  }
  return { name, title, description, inputSchema: input, outputSchema: output, annotations } as unknown as ToolOnWire // plain JSON, which no one writes to
}

function unknownTool(name: string, names: readonly string[]): ProtocolError {
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? `there are ${names.join(', ')}.` : `did you mean ${nearest}?`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${quote(name)}: ${hint}`)
}

/** One HTTP request of the protocol, read already. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Answered {
  readonly status: number
  readonly type: string | undefined
  readonly body: string
}

/**
 * Answers one request. Nothing is kept from one to the next, so that any thread may answer any of them: a new server
 * serves each, in the revision of the protocol that the request speaks. There is never a stream.
 */
export async function answerPost({ headers, body }: Posted, tools: Tools, version: string): Promise<Answered> {
  if (!isJsonContentType(headers['content-type'] ?? ''))
    return failed(415, ProtocolErrorCode.InvalidRequest, 'Unsupported content type: accepted is application/json.')
  const message = parsed(body)
  if (message === undefined)
    return failed(400, ProtocolErrorCode.ParseError, 'Cannot parse the body: accepted is JSON in UTF-8.')
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return failed(
      400,
      ProtocolErrorCode.InvalidRequest,
      'Cannot read the body: accepted is one JSON-RPC message in each request.',
    )
  if ('method' in message && message.method === 'subscriptions/listen')
    return failed(404, ProtocolErrorCode.MethodNotFound, NO_STREAM, 'id' in message ? message.id : null)
  const request = new Request('http://plat.internal/mcp', { method: 'POST', headers })
  const make = () => serverOf(tools, version)
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
 * The library tells params of a wrong shape as a fault of the server, with a list of all that is wrong as its message.
 * Tools tell their own faults as results.
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

const NO_STREAM = 'There is nothing to subscribe to: the tools of a key do not change while it is connected.'

/** Revisions before 2026-07-28, which begin with a handshake; it is forgotten at once. */
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
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
