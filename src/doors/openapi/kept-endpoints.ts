import type { FailureCode } from '../../kit/base/failure.ts'
import {
  defaulted,
  optional,
  type Parameters,
  Refusal,
  required,
  type Shape,
  text,
  wholeNumber,
} from '../../kit/params/index.ts'
import { since } from '../../service/changes/cursor.ts'
import type { Endpoint } from './endpoint.ts'
import {
  ONE_SAVED_SEARCH,
  ONE_WEBHOOK,
  SAVED_SEARCHES,
  SEARCH_CHANGES,
  USER_TOKEN,
  WEBHOOK_SECRETS,
  WEBHOOK_TEST,
  WEBHOOKS,
} from './kept-answers.ts'

const LABEL_CHARACTERS_MAX = 200
const CHANGES_MAX = 200
const CALL_CHARACTERS_MAX = 8 * 1024

/** The parameters of a search as a JSON object. Numbers and booleans are converted to text. */
export const callParameters: Shape<Readonly<Record<string, string>>> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  example: '{"location":"Austin, TX","bed_min":"2"}',
  parse: (json) => {
    const read = json.startsWith('{') ? parametersIn(json) : undefined
    return read ?? new Refusal('must be an object whose values are strings, numbers or booleans.')
  },
  format: (value) => JSON.stringify(value),
}

function parametersIn(json: string): Readonly<Record<string, string>> | undefined {
  return parametersOf(JSON.parse(json) as object) // comes from a parsed body, so it is valid JSON
}

/** Returns the values as strings. Undefined if a value is not a string, number or boolean. */
export function parametersOf(read: object): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(read)
  if (!entries.every(([, value]) => /^(string|number|boolean)$/.test(typeof value))) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

const SEARCH_BODY = {
  label: optional(text(LABEL_CHARACTERS_MAX, 'Near work'), 'A name that people see.'),
  path: optional(text(100, '/search/byaddress'), 'The path of a search in any area that returns results in pages.'),
  parameters: optional(callParameters, 'The parameters of the search.'),
  sentence: optional(
    text(500, '3 bed houses under 600k in Austin, TX'),
    'A search in plain English, instead of a path, as for `/search/byaiprompt`.',
  ),
  url: optional(
    text(CALL_CHARACTERS_MAX, 'https://portal.example/austin-tx/'),
    'The address of a results page, instead of a path, as for `/search/byurl`.',
  ),
} as const satisfies Parameters

const WEBHOOK_URL = text(2048, 'https://example.org/hook')

const UNKNOWN: readonly FailureCode[] = ['subscription.unknown']
/** Failures that the saved search itself can have. */
const OF_SEARCH: readonly FailureCode[] = ['route.unknown', 'place.unknown', 'search.too_costly', 'plan.area']
const OF_SIZE: readonly FailureCode[] = ['subscription.too_large', 'subscriptions.too_many']
const OF_BODY: readonly FailureCode[] = ['request.malformed', 'request.body_too_large', 'request.timeout']

/** Declares an endpoint for saved searches or webhooks. */
function kept<const E extends Omit<Endpoint, 'group' | 'keyed'>>(endpoint: E) {
  return { group: 'Saved searches and webhooks', keyed: true, ...endpoint } as const
}

export const KEPT = {
  listSearches: kept({ path: '/searches', summary: 'Lists the saved searches of the key.', answer: SAVED_SEARCHES }),
  makeSearch: kept({
    method: 'post',
    path: '/searches',
    summary: 'Saves a search: a path with parameters, a sentence, or the address of a results page.',
    body: SEARCH_BODY,
    failures: [...OF_SEARCH, ...OF_SIZE, ...OF_BODY],
    answer: ONE_SAVED_SEARCH,
  }),
  showSearch: kept({
    path: '/searches/{id}',
    summary: 'Returns a saved search.',
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  }),
  changeSearch: kept({
    method: 'patch',
    path: '/searches/{id}',
    summary:
      'Changes the label of a saved search, the search itself, or the position up to which you have seen changes.',
    body: {
      ...SEARCH_BODY,
      seen: optional(since, 'The cursor up to which you have seen all changes. It never moves back.'),
    },
    failures: [...UNKNOWN, ...OF_SEARCH, 'changes.expired', ...OF_SIZE, ...OF_BODY],
    answer: ONE_SAVED_SEARCH,
  }),
  endSearch: kept({
    method: 'delete',
    path: '/searches/{id}',
    summary: 'Deletes a saved search and the webhooks that watch only this search, and returns the search.',
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  }),
  renewFeed: kept({
    method: 'post',
    path: '/searches/{id}/feed',
    summary: 'Creates the feed of a saved search, or gives it a new address. The old address then stops working.',
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  }),
  readChanges: kept({
    path: '/searches/{id}/changes',
    summary: 'Returns which results of a saved search entered, left or changed since a cursor.',
    parameters: {
      since: optional(
        since,
        'Where to begin: a cursor from an earlier answer, a day or time, or now. By default, after the changes that you have seen.',
      ),
      resultCount: defaulted(wholeNumber(1, CHANGES_MAX), '50', 'Maximum number of changes in an answer.'),
    },
    price: 'One credit pays for as many changes as it does rows of `/odata`. An answer without changes is free.',
    failures: [...UNKNOWN, ...OF_SEARCH, 'changes.expired'],
    answer: SEARCH_CHANGES,
  }),
  listWebhooks: kept({ path: '/webhooks', summary: 'Lists the webhooks of the key.', answer: WEBHOOKS }),
  makeWebhook: kept({
    method: 'post',
    path: '/webhooks',
    summary: 'Creates a webhook: an address that gets a message when the results of a saved search change.',
    body: {
      url: required(WEBHOOK_URL, 'The address to which messages are posted.'),
      searchId: optional(text(100, 's_0123456789abcdef'), 'The search to watch. By default, all searches of the key.'),
    },
    failures: [...UNKNOWN, ...OF_SIZE, ...OF_BODY],
    answer: WEBHOOK_SECRETS,
  }),
  showWebhook: kept({
    path: '/webhooks/{id}',
    summary: 'Returns a webhook.',
    failures: UNKNOWN,
    answer: ONE_WEBHOOK,
  }),
  changeWebhook: kept({
    method: 'patch',
    path: '/webhooks/{id}',
    summary:
      'Changes the address of a webhook. A webhook that has ended becomes active again, even if the address stays the same.',
    body: { url: required(WEBHOOK_URL, 'The address to which messages are posted from now on.') },
    failures: [...UNKNOWN, ...OF_SIZE, ...OF_BODY],
    answer: ONE_WEBHOOK,
  }),
  endWebhook: kept({
    method: 'delete',
    path: '/webhooks/{id}',
    summary: 'Deletes a webhook and returns it.',
    failures: UNKNOWN,
    answer: ONE_WEBHOOK,
  }),
  showSecrets: kept({
    path: '/webhooks/{id}/secrets',
    summary: 'Returns the secrets that sign messages to a webhook.',
    failures: UNKNOWN,
    answer: WEBHOOK_SECRETS,
  }),
  renewSecret: kept({
    method: 'post',
    path: '/webhooks/{id}/secrets',
    summary: 'Gives a webhook a new secret. The previous secret keeps signing too; older secrets stop.',
    failures: UNKNOWN,
    answer: WEBHOOK_SECRETS,
  }),
  testWebhook: kept({
    method: 'post',
    path: '/webhooks/{id}/test',
    summary: 'Sends one test message to a webhook and returns how the receiver answered.',
    failures: UNKNOWN,
    answer: WEBHOOK_TEST,
  }),
  makeToken: {
    method: 'post',
    path: '/token',
    group: 'Tokens for end users',
    keyed: true,
    summary:
      'Creates a short-lived token for the key, which shows only the results of one search. Programs send it like a key.',
    body: {
      path: defaulted(text(100, '/search/byaddress'), '/search/byaddress', 'The path of a search of homes.'),
      parameters: required(callParameters, 'The parameters of the search.'),
      seconds: defaulted(wholeNumber(60, 86_400), '3600', 'How long the token is valid, in seconds.'),
    },
    failures: [...OF_SEARCH, ...OF_BODY],
    answer: USER_TOKEN,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

export const KEPT_ENDPOINTS: readonly Endpoint[] = Object.values(KEPT)
