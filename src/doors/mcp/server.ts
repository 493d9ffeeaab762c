import type { Result, Server, ServerContext, Tool as ToolOnWire } from '@modelcontextprotocol/server'
import { complete } from './completing.ts'
import type { Door } from './door.ts'
import { instructionsFor } from './instructions.ts'
import type { Fields } from './json.ts'
import { LenientServer } from './lenient-server.ts'
import { PROMPTS, promptOf, onWire as promptOnWire, unknownName } from './prompts.ts'
import { readResource, resourcesOf, templatesFor, VIEW_URI } from './resources.ts'
import { runTool, type Tool } from './tool.ts'
import { toolsFor } from './tools/index.ts'

/** The protocol methods that `Answers` handles. The library handles the others. */
const METHODS = [
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
] as const

export type Method = (typeof METHODS)[number]

/** Answers the methods of an MCP server, in this program or through a running Plat. */
export interface Answers {
  /** The date of the data; undefined for a relay, which does not know the date. */
  readonly today?: string
  /**
   * @param signal Aborted when the client cancels the message.
   */
  answer(method: Method, params: Fields, signal: AbortSignal): Promise<Result>
}

/**
 * Creates an MCP server for one exchange or one connection.
 *
 * @param progressMs The interval of progress notifications, for hosts that request them. Works only on a connection
 *   that can send messages before the answer.
 */
export function serverOf(answers: Answers, version: string, progressMs?: number): Server {
  const server = new LenientServer(
    { name: 'plat', title: 'Plat property data', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      instructions: instructionsFor(answers.today),
    },
  )
  for (const method of METHODS) {
    server.setRequestHandler(method, ({ params }, { mcpReq }: ServerContext) => {
      const answered = answers.answer(method, { ...params }, mcpReq.signal)
      const result = progressMs === undefined ? answered : withProgress(answered, mcpReq, progressMs)
      return result as Promise<never> // the result fits the method, as the library checks
    })
  }
  return server
}

/**
 * Sends progress notifications until the message is answered. They contain no total, because the duration is unknown.
 */
async function withProgress<T>(answered: Promise<T>, mcpReq: ServerContext['mcpReq'], everyMs: number): Promise<T> {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return answered
  let progress = 0
  const notify = () => {
    progress += 1
    const params = { progressToken, progress, message: `Still working after ${(progress * everyMs) / 1000} s.` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}) // if the connection is lost, the answer fails too
  }
  const timer = setInterval(notify, everyMs)
  try {
    return await answered
  } finally {
    clearInterval(timer)
  }
}

/** Returns answers from this program. Tools run operations through `door`. */
export function answersThrough(door: Door): Answers {
  const tools = toolsFor(door)
  const prompts = door.areas.includes('A') ? PROMPTS : []
  const runs: Readonly<Record<Method, (params: Fields) => object | Promise<object>>> = {
    'tools/list': () => ({ tools: tools.map((tool) => onWire(tool, door)) }),
    'tools/call': ({ name, arguments: args }) => runTool(toolNamed(tools, String(name)), args, door),
    'prompts/list': () => ({ prompts: prompts.map(promptOnWire) }),
    'prompts/get': ({ name, arguments: args }) => promptOf(prompts, String(name), args),
    'resources/list': () => ({ resources: resourcesOf(door) }),
    'resources/templates/list': () => ({ resourceTemplates: templatesFor(tools) }),
    'resources/read': ({ uri }) => readResource(String(uri), tools, door),
    'completion/complete': (params) => complete(params, tools, door),
  }
  return { today: door.today('A'), answer: async (method, params) => ({ ...(await runs[method](params)) }) }
}

function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw unknownName('tool', name, tools)
  return tool
}

/** Tools whose answers the view can show. */
const VIEWED: ReadonlySet<string> = new Set(['search_homes', 'home_details'])

function onWire({ name, title, description, input, output, writes }: Tool, { view }: Door): ToolOnWire {
  const isReading = writes === undefined
  const annotations = {
    readOnlyHint: isReading,
    openWorldHint: false,
    ...(!isReading && { destructiveHint: writes === 'ends', idempotentHint: writes === 'adds' }), // these hints are only for tools that write
  }
  const viewed = view !== undefined && VIEWED.has(name) && { _meta: { ui: { resourceUri: VIEW_URI } } }
  const tool = { name, title, description, inputSchema: input, outputSchema: output, annotations, ...viewed }
  return tool as unknown as ToolOnWire // the library's type is mutable, but nothing changes the tool
}
