import type { ToolAnswer } from '../world.ts'
import type { Listed } from './stage.ts'

/** A model behind an interface like OpenAI's chat completions, which most model servers offer. */
export interface Model {
  /** The address without `/chat/completions`. */
  readonly url: string
  readonly name: string
  readonly key: string | undefined
}

interface ModelRequest {
  readonly instructions: string
  readonly tools: readonly Listed[]
  call(tool: string, given: unknown): Promise<ToolAnswer>
}

export interface Said {
  /** The model's final answer; empty if the model did not answer within its turns. */
  readonly text: string
  /** Number of tool calls, and of tool calls that were refused. */
  readonly calls: number
  readonly refused: number
  /** Number of tokens that the model reports; 0 if it reports none. */
  readonly tokens: number
}

/** Maximum number of turns for one question. A turn is a set of tool calls, or the answer. */
const TURNS_MAX = 8
const TURN_MS = 180_000

/** Instructions that make the answer easy to grade. */
const MANNER =
  'Answer by the tools alone, briefly. Give numbers in digits and in full. Name homes by their ids alone, all that were asked for. Ask back where the question may mean several things. Say so where there is no answer.'

interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly tool_calls?: readonly ToolCall[]
  readonly tool_call_id?: string
}

interface ToolCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** Lets a model answer a question with the tools. Throws if the model cannot be reached. */
export async function askModel(
  model: Model,
  asked: string,
  { instructions, tools, call }: ModelRequest,
): Promise<Said> {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  const messages: Message[] = [
    { role: 'system', content: `${instructions}\n${MANNER}` },
    { role: 'user', content: asked },
  ]
  let [calls, refused, tokens] = [0, 0, 0]
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const { message, used } = await complete(model, { messages, tools: offered })
    tokens += used
    messages.push(message)
    const wanted = message.tool_calls ?? []
    if (wanted.length === 0) return { text: message.content ?? '', calls, refused, tokens }
    for (const { id, function: chosen } of wanted) {
      const { isError, text } = await call(chosen.name, argumentsIn(chosen.arguments))
      calls += 1
      if (isError) refused += 1
      messages.push({ role: 'tool', content: text, tool_call_id: id })
    }
  }
  return { text: '', calls, refused, tokens }
}

/** Parses arguments. Text that is not JSON is returned unchanged, to test the tools with it. */
function argumentsIn(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return text
  }
}

async function complete({ url, name, key }: Model, asked: object): Promise<{ message: Message; used: number }> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, temperature: 0, ...asked }),
    signal: AbortSignal.timeout(TURN_MS),
  }).catch((cause: unknown) => {
    throw new RangeError(`No model answers at "${url}": start it, or correct --model-url.`, { cause })
  })
  const text = await response.text()
  if (!response.ok) throw new RangeError(`The model at "${url}" answers with ${response.status}: ${text.slice(0, 300)}`)
  const { choices, usage } = JSON.parse(text) as {
    readonly choices?: readonly { readonly message: Message }[]
    readonly usage?: { readonly total_tokens?: number }
  } // the interface declares this type
  const message = choices?.[0]?.message
  if (message === undefined)
    throw new RangeError(`The model at "${url}" answers without a message: ${text.slice(0, 300)}`)
  return { message, used: usage?.total_tokens ?? 0 }
}
