import { parseForeignJson } from '../../kit/base/foreign-json.ts'
import { optional, type Parameters, personal, Refusal, required, type Shape, text } from '../../kit/params/index.ts'
import type { Endpoint } from './endpoint.ts'
import { callParameters, parametersOf } from './kept-endpoints.ts'

export const BATCH_PATH = '/batch'

/** The maximum number of items in a batch. */
const ITEMS_MAX = 1000
const ITEM_CHARACTERS_MAX = 4096

type Item = string | Readonly<Record<string, string>>

/** The items of a batch as a JSON array of texts, numbers and objects. */
const items: Shape<readonly Item[]> = {
  schema: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] }, maxItems: ITEMS_MAX },
  example: '["10040239","12 Elm St, Austin, TX 78701"]',
  parse: (json) => {
    const read: unknown = json.startsWith('[') ? parseForeignJson(json) : undefined // comes from a parsed body
    if (!Array.isArray(read) || read.length === 0 || read.length > ITEMS_MAX)
      return new Refusal(`must be an array of 1 to ${ITEMS_MAX.toLocaleString('en-US')} items.`)
    const made = read.map(itemOf)
    const wrong = made.indexOf(undefined)
    if (wrong >= 0)
      return new Refusal(
        `has an item (at ${wrong}) that is neither text of at most ${ITEM_CHARACTERS_MAX.toLocaleString('en-US')} characters nor an object of parameters.`,
      )
    return made as readonly Item[] // none is undefined
  },
  format: (value) => JSON.stringify(value),
}

function itemOf(read: unknown): Item | undefined {
  if (typeof read === 'number') return String(read)
  if (typeof read === 'string') return read !== '' && read.length <= ITEM_CHARACTERS_MAX ? read : undefined
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? parametersOf(read) : undefined
}

export const BATCH_BODY = {
  path: required(text(100, '/pro/byzpid'), 'The path of the operation that answers each item.'),
  items: personal(
    required(
      items,
      'Up to 1,000 items. Text is the id, URL or address of a home; an object has the parameters of a call.',
    ),
  ),
  parameters: personal(optional(callParameters, 'Parameters that all items share.')),
} as const satisfies Parameters

export const BATCH_ENDPOINT: Endpoint = {
  method: 'post',
  path: BATCH_PATH,
  summary:
    'Answers many calls at once: one line of JSON per item, in the order of the items, with `index`, `item`, `status`, `credits`, and `answer` or `problem`. With `Accept: application/json`, the lines are the `results` of one object.',
  keyed: true,
  type: 'application/x-ndjson',
  body: BATCH_BODY,
  price:
    'Each item costs as much as a call of its own. If you send a batch again with the same `Idempotency-Key`, answers that you have paid for are free for ten minutes.',
  failures: ['route.unknown', 'request.malformed', 'request.body_too_large', 'request.timeout'],
}
