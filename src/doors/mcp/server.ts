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

/** The protocol's methods that `Answers` answers. The library answers the others. */
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

/** Answers the methods of a server, either in this program or by a running Plat. */
export interface Answers {
  /** The day that counts as today for the data. A relay does not know it before its first call. */
  readonly today?: string
  /** `signal` is aborted when the caller cancels the message. */
  answer(method: Method, params: Fields, signal: AbortSignal): Promise<Result>
}

/**
 * Creates a server of the protocol for one exchange or one connection. With `progressMs`, hosts that request the
 * progress of a message get a notification at this interval; this needs a connection that sends messages at once.
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
      return result as Promise<never> // the library checks results by their method
    })
  }
  return server
}

/** Notifies the host regularly that its message is still being answered. The total time is not known. */
async function withProgress<T>(answered: Promise<T>, mcpReq: ServerContext['mcpReq'], everyMs: number): Promise<T> {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return answered
  let progress = 0
  const notify = () => {
    progress += 1
    const params = { progressToken, progress, message: `Still working after ${(progress * everyMs) / 1000} s.` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}) // the answer fails too
  }
  const timer = setInterval(notify, everyMs)
  try {
    return await answered
  } finally {
    clearInterval(timer)
  }
}

/** Returns the answers of this program. Their operations run through `door`. */
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

/** Tools whose answers have a view. */
const VIEWED: ReadonlySet<string> = new Set(['search_homes', 'home_details'])

function onWire({ name, title, description, input, output, writes }: Tool, { view }: Door): ToolOnWire {
  const isReading = writes === undefined
  const annotations = {
    readOnlyHint: isReading,
    openWorldHint: false,
    ...(!isReading && { destructiveHint: writes === 'ends', idempotentHint: writes === 'adds' }), // only for writing tools
  }
  const viewed = view !== undefined && VIEWED.has(name) && { _meta: { ui: { resourceUri: VIEW_URI } } }
  const tool = { name, title, description, inputSchema: input, outputSchema: output, annotations, ...viewed }
  return tool as unknown as ToolOnWire // the library's type is mutable, but nobody changes the value
}
