import type { Told } from '../world.ts'
import type { Listed } from './stage.ts'

/** The model is behind an address that speaks the chat completions of OpenAI, as most programs that run models do. */
export interface Model {
  /** Ends before `/chat/completions`. */
  readonly url: string
  readonly name: string
  readonly key: string | undefined
}

interface Asked {
  readonly instructions: string
  readonly tools: readonly Listed[]
  call(tool: string, given: unknown): Promise<Told>
}

export interface Said {
  /** Holds the last words of the model; it is empty where it had none within its turns. */
  readonly text: string
  /** Counts the calls of tools, and those of them that were refused. */
  readonly calls: number
  readonly refused: number
  /** The model counts these; 0 where it does not say. */
  readonly tokens: number
}

/** A model has so many turns for one question: calls of tools, and its answer. */
const TURNS_MAX = 8
const TURN_MS = 180_000

/** An answer that is written so can be graded. */
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

/** Has a model answer a question with the tools, turn by turn. Throws where the model cannot be reached. */
export async function askModel(model: Model, asked: string, { instructions, tools, call }: Asked): Promise<Said> {
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

/** Text that is no JSON is passed on as it is: what becomes of it is part of what is measured. */
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
  } // as the interface has it
  const message = choices?.[0]?.message
  if (message === undefined)
    throw new RangeError(`The model at "${url}" answers without a message: ${text.slice(0, 300)}`)
  return { message, used: usage?.total_tokens ?? 0 }
}
