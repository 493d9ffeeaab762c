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
  WEBHOOK_SECRETS,
  WEBHOOK_TEST,
  WEBHOOKS,
} from './kept-answers.ts'

/** Paths below which a key keeps things, with the methods of HTTP that each of them has. */

const LABEL_CHARACTERS_MAX = 200
const CHANGES_MAX = 200
const CALL_CHARACTERS_MAX = 8 * 1024

/** Parameters of a call, in JSON: each a text, or a number or flag that stands for its text. */
export const callParameters: Shape<Readonly<Record<string, string>>> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  example: '{"location":"Austin, TX","bed_min":"2"}',
  parse: (given) => {
    const read = given.startsWith('{') ? parametersIn(given) : undefined
    return read ?? new Refusal('must be an object whose values are texts, numbers or flags.')
  },
  format: (value) => JSON.stringify(value),
}

function parametersIn(json: string): Readonly<Record<string, string>> | undefined {
  const read: unknown = JSON.parse(json) // as the body had it
  const entries = Object.entries(read as object)
  if (!entries.every(([, value]) => /^(string|number|boolean)$/.test(typeof value))) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

const SEARCH_BODY = {
  label: optional(text(LABEL_CHARACTERS_MAX, 'Near work'), 'A name for people.'),
  path: optional(
    text(100, '/search/byaddress'),
    'The path of a search, of any area, that answers results page by page.',
  ),
  parameters: optional(callParameters, 'Its parameters.'),
  sentence: optional(
    text(500, '3 bed houses under 600k in Austin, TX'),
    'A search in plain English instead, as of `/search/byaiprompt`.',
  ),
  url: optional(
    text(CALL_CHARACTERS_MAX, 'https://portal.example/austin-tx/'),
    'The address of a results page instead, as of `/search/byurl`.',
  ),
} as const satisfies Parameters

const WEBHOOK_URL = text(2048, 'https://example.org/hook')

const UNKNOWN: readonly FailureCode[] = ['subscription.unknown']
/** A search is refused in the words of its own operation. */
const OF_SEARCH: readonly FailureCode[] = ['route.unknown', 'place.unknown', 'search.too_costly', 'plan.area']
const OF_SIZE: readonly FailureCode[] = ['subscription.too_large', 'subscriptions.too_many']
const OF_BODY: readonly FailureCode[] = ['request.malformed', 'request.body_too_large', 'request.timeout']

const KEPT_GROUP = 'Saved searches and webhooks'

export const KEPT = {
  listSearches: {
    path: '/searches',
    summary: 'The saved searches of the key.',
    group: KEPT_GROUP,
    keyed: true,
    answer: SAVED_SEARCHES,
  },
  makeSearch: {
    method: 'post',
    path: '/searches',
    summary: 'Saves a search: a path with parameters, a sentence, or the address of a results page.',
    group: KEPT_GROUP,
    keyed: true,
    body: SEARCH_BODY,
    failures: [...OF_SEARCH, ...OF_SIZE, ...OF_BODY],
    answer: ONE_SAVED_SEARCH,
  },
  showSearch: {
    path: '/searches/{id}',
    summary: 'A saved search.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  },
  changeSearch: {
    method: 'patch',
    path: '/searches/{id}',
    summary: 'Changes a saved search: its label, what it asks, or up to where its key has seen what is new.',
    group: KEPT_GROUP,
    keyed: true,
    body: {
      ...SEARCH_BODY,
      seen: optional(since, 'A cursor up to which everything was seen; it never goes back.'),
    },
    failures: [...UNKNOWN, ...OF_SEARCH, 'changes.expired', ...OF_SIZE, ...OF_BODY],
    answer: ONE_SAVED_SEARCH,
  },
  endSearch: {
    method: 'delete',
    path: '/searches/{id}',
    summary: 'Ends a saved search, with the webhooks that are told of it alone, and answers it as it was.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  },
  renewFeed: {
    method: 'post',
    path: '/searches/{id}/feed',
    summary: 'Gives the feed of a saved search an address, or another one: the one before leads nowhere then.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: ONE_SAVED_SEARCH,
  },
  readChanges: {
    path: '/searches/{id}/changes',
    summary: 'Reads what entered, left and changed among the results of a saved search since a cursor.',
    group: KEPT_GROUP,
    keyed: true,
    parameters: {
      since: optional(
        since,
        'Where to begin: a cursor of an earlier answer, a day or a moment, or now. Without it: what the key has seen.',
      ),
      resultCount: defaulted(wholeNumber(1, CHANGES_MAX), '50', 'The most changes in an answer.'),
    },
    price: 'Costs a credit for as many changes as rows of a page of `/odata`; an answer without changes is free.',
    failures: [...UNKNOWN, ...OF_SEARCH, 'changes.expired'],
    answer: SEARCH_CHANGES,
  },
  listWebhooks: {
    path: '/webhooks',
    summary: 'The webhooks of the key.',
    group: KEPT_GROUP,
    keyed: true,
    answer: WEBHOOKS,
  },
  makeWebhook: {
    method: 'post',
    path: '/webhooks',
    summary: 'Makes a webhook: an address that is told when something is new for a saved search.',
    group: KEPT_GROUP,
    keyed: true,
    body: {
      url: required(WEBHOOK_URL, 'Where messages are posted.'),
      searchId: optional(text(100, 's_0123456789abcdef'), 'The search to tell of; all searches of the key without it.'),
    },
    failures: [...UNKNOWN, ...OF_SIZE, ...OF_BODY],
    answer: WEBHOOK_SECRETS,
  },
  showWebhook: {
    path: '/webhooks/{id}',
    summary: 'A webhook.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: ONE_WEBHOOK,
  },
  changeWebhook: {
    method: 'patch',
    path: '/webhooks/{id}',
    summary: 'Gives a webhook another address, or the same once more, and tries it again where it has ended.',
    group: KEPT_GROUP,
    keyed: true,
    body: { url: required(WEBHOOK_URL, 'Where messages are posted from now on.') },
    failures: [...UNKNOWN, ...OF_SIZE, ...OF_BODY],
    answer: ONE_WEBHOOK,
  },
  endWebhook: {
    method: 'delete',
    path: '/webhooks/{id}',
    summary: 'Ends a webhook, and answers it as it was.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: ONE_WEBHOOK,
  },
  showSecrets: {
    path: '/webhooks/{id}/secrets',
    summary: 'The secrets with which messages to a webhook are signed.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: WEBHOOK_SECRETS,
  },
  renewSecret: {
    method: 'post',
    path: '/webhooks/{id}/secrets',
    summary: 'Gives a webhook a new secret beside the newest; the one before that signs no more.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: WEBHOOK_SECRETS,
  },
  testWebhook: {
    method: 'post',
    path: '/webhooks/{id}/test',
    summary: 'Sends a webhook a message to try it, once, and tells how it was answered.',
    group: KEPT_GROUP,
    keyed: true,
    failures: UNKNOWN,
    answer: WEBHOOK_TEST,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

export const KEPT_ENDPOINTS: readonly Endpoint[] = Object.values(KEPT)
