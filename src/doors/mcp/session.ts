import type { InputSchema, ToolArguments } from './arguments.ts'
import type { Remark, Understood } from './constraints.ts'
import type { Door, Query, SentChange } from './door.ts'
import { type Fields, isFields, listAt, numberAt, textAt } from './json.ts'
import { inArguments } from './parameter-names.ts'
import { read } from './read.ts'
import { Refusal } from './refusal.ts'

/** One run of a tool. It runs the operations that the tool needs, and adds up their cost. */
export class Session {
  readonly door: Door
  /** Arguments that were coerced, and how. */
  readonly coerced: Understood['applied'][number][] = []
  /** Remarks on arguments that were applied but are probably mistakes. */
  readonly doubts: Remark[] = []
  /** Rows for the HTML view of the answer. Models do not read them. */
  forView: readonly Fields[] | undefined
  #spent = 0
  #left: number | undefined
  /** Names of all arguments of the tool. */
  readonly #taken = new Set<string>()
  /** Names of the arguments that the model sent. */
  readonly #sent = new Set<string>()

  constructor(door: Door) {
    this.door = door
  }

  /** Parses the arguments of a call, or the fields of an object argument. Throws a Refusal if they are invalid. */
  read(schema: InputSchema, sent: unknown): ToolArguments {
    const { args, applied } = read(schema, sent)
    this.coerced.push(...applied)
    for (const name of Object.keys(schema.properties)) {
      this.#taken.add(name)
      if (args.has(name)) this.#sent.add(name)
    }
    return args
  }

  /** Runs an operation and returns the body of a 200. For other statuses, throws a Refusal that says what to do. */
  async ask(path: string, query: Query, sent?: SentChange): Promise<Fields> {
    const body = await this.find(path, query, sent)
    if (body instanceof Refusal) throw body
    return body
  }

  /**
   * Runs an operation and returns the body of a 200. For 404 and 409, returns a Refusal. For other statuses, throws a
   * Refusal.
   */
  async find(path: string, query: Query, sent?: SentChange): Promise<Fields | Refusal> {
    const { status, body, credits, left, retryAfterS } = await this.door.run(path, query, sent)
    this.#spent += credits
    if (left !== undefined) this.#left = left
    if (status === 200 && isFields(body)) return body
    const named = [...Object.keys(query), ...listAt(body, 'errors').flatMap((each) => textAt(each, 'parameter') ?? [])]
    const refusal = refusalOf(status, body, retryAfterS, (detail) =>
      inArguments(detail, named, this.#sent, this.#taken),
    )
    if (status === 404 || status === 409) return refusal
    throw refusal
  }

  /** Credits that the operations cost, and the credits left in the key's period; null if unknown. */
  get credits(): { readonly spent: number; readonly left: number | null } {
    return { spent: this.#spent, left: this.#left ?? null }
  }
}

/** Advice by failure code. It is added to the detail of the problem document. */
const ADVICE: Readonly<Record<string, string>> = {
  'credits.exhausted':
    'Tell the user that this key has no credits left: the operator can add some, or the user can wait for the next period.',
  'rate.exceeded': 'Wait, then call again; make fewer calls at once.',
  'calls.too_many': 'Wait for the other calls to end, then call again.',
  'misses.exceeded': 'Stop guessing: use find_place or search to get valid names and ids.',
  'plan.area': 'Tell the user that this key’s plan does not include this area.',
  'server.busy': 'Call again in a moment.',
  'home.unknown': 'Use search or find_place to get the id of a home, or give the full address with city and state.',
  'place.unknown': 'Use find_place to get a valid name.',
  'subscription.unknown': 'Use saved_search with action "list" to get valid ids.',
  'subscriptions.too_many': 'Use saved_search with action "delete" to delete one.',
  'agent.unknown': 'Use agents with a place or a name to get valid ids.',
}

function refusalOf(
  status: number,
  body: unknown,
  retryAfterS: number | undefined,
  worded: (detail: string) => string,
): Refusal {
  const code = textAt(body, 'code') ?? String(status)
  const advice = code.startsWith('key.') ? KEY_ADVICE : ADVICE[code]
  const detail = worded(textAt(body, 'detail') ?? `The call failed with status ${status}.`).replace(/^404: /, '')
  const wait = retryAfterS === undefined ? undefined : `Try again in ${retryAfterS} s.`
  const alternatives = listAt(body, 'candidates')
  const candidates = [...alternatives.map(candidateText), textAt(body, 'nearest') ?? []].flat()
  const sentence = [detail, wait, advice].filter((each) => each !== undefined).join(' ')
  return new Refusal(sentence, candidates)
}

const KEY_ADVICE = 'Tell the user to put a valid key into the settings of this connection.'

function candidateText(candidate: unknown): string {
  const zpid = numberAt(candidate, 'zpid')
  const name = textAt(candidate, 'address') ?? textAt(candidate, 'name') ?? ''
  return zpid === null ? name : `${name} (id ${zpid})`
}
