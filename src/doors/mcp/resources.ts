import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { ArgumentSchema } from './arguments.ts'
import type { Door, View } from './door.ts'
import { runTool, type Tool } from './tool.ts'

const SCHEME = 'plat:'

/** A kind of resource URI, and the tool that reads such resources. */
interface Addressed {
  readonly template: string
  readonly tool: string
  readonly name: string
  readonly description: string
  /** The arguments' names, in the order of the path parts that contain their values. */
  readonly parts: readonly string[]
}

const ADDRESSED: Readonly<Record<string, Addressed>> = {
  home: {
    template: 'plat://home/{id}',
    tool: 'home_details',
    name: 'A home',
    description: 'Facts, price and histories of a home. Runs home_details, at its price.',
    parts: ['id'],
  },
  search: {
    template: 'plat://search/{kind}/{place}{?price_min,price_max,bedrooms_min,bathrooms_min,home_types,limit}',
    tool: 'search_homes',
    name: 'A search',
    description:
      'Homes of a place. Runs search_homes, at its price. The query takes the other arguments of search_homes too.',
    parts: ['kind', 'place'],
  },
  market: {
    template: 'plat://market/{place}',
    tool: 'market',
    name: 'A market',
    description: 'The sales market of a place. Runs market, at its price.',
    parts: ['place'],
  },
}

/** Returns the URI templates of resources. Leaves out resources whose tool is missing. */
export function templatesFor(tools: readonly Tool[]): readonly ResourceTemplateType[] {
  return Object.values(ADDRESSED)
    .filter(({ tool }) => tools.some(({ name }) => name === tool))
    .map(({ template, name, description }) => ({ uriTemplate: template, name, description, mimeType: 'text/plain' }))
}

export const VIEW_URI = 'ui://plat/homes'
const VIEW_TYPE = 'text/html;profile=mcp-app'

/** Returns the list of resources. It contains only the HTML view, because there are too many homes to list. */
export function resourcesOf({ view }: Door): readonly Resource[] {
  if (view === undefined) return []
  const description = 'Shows the answers of search_homes and home_details as cards and on a map.'
  return [{ uri: VIEW_URI, name: 'homes', title: 'Homes', description, mimeType: VIEW_TYPE }]
}

/** Reads a resource by running its tool, at the tool's price. */
export async function readResource(uri: string, tools: readonly Tool[], door: Door): Promise<ReadResourceResult> {
  if (uri === VIEW_URI && door.view !== undefined) return viewOf(door.view)
  const { tool, args } = callFor(uri, tools)
  const { isError, content } = await runTool(tool, args, door)
  const text = content.map((each) => each.text).join('\n')
  if (isError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, text)
  return { contents: [{ uri, mimeType: 'text/plain', text }] }
}

/** Returns the view with a policy for the host: it may load pictures from `pictureOrigins` and nothing else. */
function viewOf({ html, pictureOrigins }: View): ReadResourceResult {
  const csp = { connectDomains: [], resourceDomains: [...pictureOrigins] }
  const ui = { csp, prefersBorder: true }
  return { contents: [{ uri: VIEW_URI, mimeType: VIEW_TYPE, text: html, _meta: { ui } }] }
}

function callFor(uri: string, tools: readonly Tool[]): { readonly tool: Tool; readonly args: object } {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  const addressed = url?.protocol === SCHEME && Object.hasOwn(ADDRESSED, url.host) ? ADDRESSED[url.host] : undefined
  const tool = tools.find(({ name }) => name === addressed?.tool)
  const texts = url?.pathname.split('/').slice(1).map(decoded) ?? []
  if (url === undefined || addressed === undefined || tool === undefined || texts.length !== addressed.parts.length) {
    const templates = templatesFor(tools).map(({ uriTemplate }) => uriTemplate)
    throw new ResourceNotFoundError(
      uri,
      `No resource has this URI. The templates are ${templates.join(', ') || 'none'}.`,
    )
  }
  const parts = [...addressed.parts.map((name, i) => [name, texts[i] ?? ''] as const), ...url.searchParams]
  return { tool, args: Object.fromEntries(parts.map(([name, text]) => [name, valueIn(tool, name, text)])) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Converts a part of a URI to the argument's type. Returns the part unchanged if that fails; the tool then refuses it.
 */
function valueIn({ input }: Tool, name: string, text: string): unknown {
  const schema: ArgumentSchema | undefined = Object.hasOwn(input.properties, name) ? input.properties[name] : undefined
  if (schema?.type === 'integer' || schema?.type === 'number')
    return text.trim() === '' || !Number.isFinite(Number(text)) ? text : Number(text)
  if (schema?.type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return schema?.type === 'array' ? text.split(',') : text
}
