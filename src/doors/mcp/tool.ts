import type { Area } from '../../service/operations/operation.ts'
import type { InputSchema, ToolArguments } from './arguments.ts'
import { cleaned, cleanText } from './clean.ts'
import type { Understood } from './constraints.ts'
import type { Door } from './door.ts'
import type { Fields } from './json.ts'
import { Refusal } from './refusal.ts'
import { clipped, RESULT_BYTES_MAX } from './rows.ts'
import { Session } from './session.ts'
import { LIMITS, shortened } from './shorten.ts'
import { oneLine, textOf } from './text.ts'

/** A JSON Schema of any kind. */
export type Schema = Readonly<Record<string, unknown>>

/** A tool that agents can call. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** What models read: the tool's purpose, its cost, and what to send. */
  readonly description: string
  /** The area that the key's plan must include; undefined if every key may use the tool. */
  readonly area?: Area
  /** True for tools that return data about people, which only some keys may access. */
  readonly isAboutPeople?: true
  readonly input: InputSchema
  readonly output: OutputSchema
  /**
   * How the tool changes saved searches: it `adds` some, or `ends` (deletes) some. Undefined for tools that only read.
   */
  readonly writes?: 'adds' | 'ends'
  /**
   * True for tools whose text answer must be JSON, because some hosts call these tools by name and parse the answer.
   */
  readonly textIsJson?: true
  run(args: ToolArguments, session: Session): Promise<Fields>
}

export interface OutputSchema extends Schema {
  readonly type: 'object'
}

/** Keys of every answer in addition to its data. The descriptions are short, because models read them. */
const ACCOUNT = {
  credits: { type: 'object', description: 'spent, left' },
  as_of: { type: 'string' },
  sample: { type: 'boolean', description: 'True: invented data.' },
  source: { type: ['string', 'null'], description: 'The source to name with the data.' },
} as const

const REMARKS = { type: 'array' } as const

const UNDERSTOOD = { applied: REMARKS, dropped: REMARKS, ambiguous: REMARKS } as const

export const TABLE: Schema = { type: 'object', required: ['columns', 'rows'] }

/** The schema of `more`: the cursor for the next rows, or null after the last row. */
export const MORE: Schema = { type: ['string', 'null'], description: 'Send as cursor for the next rows.' }

/** Returns the schema of an answer: what was understood, the data, and the account. */
export function output(properties: Readonly<Record<string, Schema>>, required: readonly string[]): OutputSchema {
  const all = { ...UNDERSTOOD, ...properties, cut: REMARKS, ...ACCOUNT }
  return {
    type: 'object',
    properties: all,
    required: [...Object.keys(UNDERSTOOD), ...required, ...Object.keys(ACCOUNT)],
  }
}

/** Returns an answer: what was understood, the data, the cost and the source. */
export function answer(understood: Understood, data: Fields, session: Session, area: Area, source: unknown): Fields {
  const { applied, dropped, ambiguous } = understood
  return {
    applied: [...session.coerced, ...applied],
    dropped,
    ambiguous: [...session.doubts, ...ambiguous],
    ...data,
    credits: session.credits,
    as_of: session.door.today(area),
    sample: session.door.isSample,
    source: typeof source === 'string' ? source : null,
  }
}

/** The result of a tool, both as text and as data. Not all hosts read data. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Fields
  readonly isError?: true
  /** For the HTML view, not for models. */
  readonly _meta?: Fields
}

/** Runs a tool. A failure becomes a result that says what the model can do. Internal errors show no details. */
export async function runTool(tool: Tool, args: unknown, door: Door): Promise<ToolResult> {
  const session = new Session(door)
  try {
    const taken = session.read(tool.input, args)
    const result = resultOf(tool, cleaned(await tool.run(taken, session)))
    return session.forView === undefined ? result : { ...result, _meta: { 'plat/homes': session.forView } }
  } catch (error) {
    if (error instanceof Refusal) return errorOf(error, session)
    door.failed(error)
    return errorOf(FAULT, session)
  }
}

const FAULT = new Refusal('A server error. The operator can find details in the log. Tell the user; do not retry.')

/** Shortens an answer step by step, until its text and its data together fit. */
function resultOf(tool: Tool, whole: Fields): ToolResult {
  for (const limit of [undefined, ...LIMITS]) {
    const result = bothForms(tool, shortened(whole, limit))
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

/**
 * Maximum length of an error message. JSON needs up to 6 bytes per character, and 500 bytes are reserved for the cost.
 */
const ERROR_CHARACTERS_MAX = Math.floor((RESULT_BYTES_MAX - 500) / 6)

const CANDIDATES_MAX = 20
