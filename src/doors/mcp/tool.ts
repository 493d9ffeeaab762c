import type { Area } from '../../service/operations/operation.ts'
import type { Given, InputSchema } from './arguments.ts'
import { cleaned, cleanText } from './clean.ts'
import type { Understood } from './constraints.ts'
import type { Door } from './door.ts'
import type { Fields } from './json.ts'
import { Refusal } from './refusal.ts'
import { clipped, RESULT_BYTES_MAX } from './rows.ts'
import { Session } from './session.ts'
import { LIMITS, told } from './shorten.ts'
import { oneLine, textOf } from './text.ts'

/** Any JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

/** A task that an agent can have done: its declaration, and `run`. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For models: what it is for, what it costs, what to give. */
  readonly description: string
  /** The area without which there is nothing to ask; left out where every key may. */
  readonly area?: Area
  readonly input: InputSchema
  readonly output: OutputSchema
  /** Whether it changes what the key keeps, and may end things: it only reads where this is left out. */
  readonly writes?: 'adds' | 'ends'
  /** Hosts that ask for this tool by name read its text as JSON. */
  readonly textIsJson?: true
  run(given: Given, session: Session): Promise<Fields>
}

export interface OutputSchema extends Schema {
  readonly type: 'object'
}

/** The keys that every answer has beside its data. Models read schemas, so these say no more than is needed. */
const ACCOUNT = {
  credits: { type: 'object', description: 'spent, left' },
  as_of: { type: 'string' },
  sample: { type: 'boolean', description: 'True: invented data.' },
  source: { type: ['string', 'null'], description: 'Name it with the data.' },
} as const

const REMARKS = { type: 'array' } as const

const UNDERSTOOD = { applied: REMARKS, dropped: REMARKS, ambiguous: REMARKS } as const

export const TABLE: Schema = { type: 'object', required: ['columns', 'rows'] }

/** Where there is more: the cursor for the next call, or null. */
export const MORE: Schema = { type: ['string', 'null'], description: 'Give it as cursor for the next rows.' }

/** The schema of an answer: what is understood, its data, and the account. */
export function output(properties: Readonly<Record<string, Schema>>, required: readonly string[]): OutputSchema {
  const all = { ...UNDERSTOOD, ...properties, cut: REMARKS, ...ACCOUNT }
  return {
    type: 'object',
    properties: all,
    required: [...Object.keys(UNDERSTOOD), ...required, ...Object.keys(ACCOUNT)],
  }
}

/** An answer: what was understood of the question, the data, then what it cost and whose it is. */
export function answer(understood: Understood, data: Fields, session: Session, area: Area, source: unknown): Fields {
  const { applied, dropped, ambiguous } = understood
  return {
    applied: [...session.mended, ...applied],
    dropped,
    ambiguous: [...session.doubts, ...ambiguous],
    ...data,
    credits: session.credits,
    as_of: session.door.today(area),
    sample: session.door.isSample,
    source: typeof source === 'string' ? source : null,
  }
}

/** The result of a tool: a text for any host, and the same as data for hosts that read it. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Fields
  readonly isError?: true
  /** For views of the answer, and no model. */
  readonly _meta?: Fields
}

/** Runs a tool. What a caller may know of a failure is a result, which tells the model what to do. */
export async function runTool(tool: Tool, given: unknown, door: Door): Promise<ToolResult> {
  const session = new Session(door)
  try {
    const taken = session.read(tool.input, given)
    const result = resultOf(tool, cleaned(await tool.run(taken, session)))
    return session.forView === undefined ? result : { ...result, _meta: { 'plat/homes': session.forView } }
  } catch (error) {
    if (error instanceof Refusal) return errorOf(error, session)
    door.failed(error)
    return errorOf(FAULT, session)
  }
}

const FAULT = new Refusal('A fault of the server: the operator finds it in the log. Tell the user; do not try again.')

/** Cuts an answer down step by step until both of its forms fit. */
function resultOf(tool: Tool, whole: Fields): ToolResult {
  for (const limit of [undefined, ...LIMITS]) {
    const result = bothForms(tool, told(whole, limit))
    if (fits(result)) return result
  }
  throw new Error(`an answer of ${tool.name} is too long however it is cut`)
}

function bothForms({ textIsJson }: Tool, structuredContent: Fields): ToolResult {
  const text = textIsJson ? JSON.stringify(structuredContent) : textOf(structuredContent)
  return { content: [{ type: 'text', text }], structuredContent }
}

function fits(result: ToolResult): boolean {
  return Buffer.byteLength(JSON.stringify(result)) <= RESULT_BYTES_MAX
}

function errorOf({ message, candidates }: Refusal, { credits }: Session): ToolResult {
  const offered = candidates.slice(0, CANDIDATES_MAX).map((each) => `- ${oneLine(cleanText(each))}`)
  const cut = offered.length < candidates.length ? ` (${offered.length} of ${candidates.length} shown)` : ''
  const list = offered.length === 0 ? [] : [`Candidates${cut}:`, ...offered]
  const cost =
    credits.spent === 0 ? 'Credits spent: 0' : `Credits spent: ${credits.spent}, left: ${credits.left ?? '-'}`
  const text = clipped([oneLine(cleanText(message)), ...list].join('\n'), ERROR_CHARACTERS_MAX)
  return { isError: true, content: [{ type: 'text', text: [text, cost].join('\n') }] }
}

/** JSON writes a character in six bytes at most; beside the text there is the cost. */
const ERROR_CHARACTERS_MAX = Math.floor((RESULT_BYTES_MAX - 500) / 6)

const CANDIDATES_MAX = 20
