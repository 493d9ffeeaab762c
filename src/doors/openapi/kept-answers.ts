import { SOURCE } from '../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  always,
  component,
  either,
  flag,
  instant,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../../kit/answers/index.ts'

import { CHANGED } from '../../service/changes/search-changes.ts'
import { EXPERIENCE_CHANGE, HOME_CHANGE, OFFER_CHANGE } from '../../service/rendering/change-events.ts'

const HEAD = { message: always('200: Success'), source: SOURCE }

const SAVED_SEARCH = component(
  'SavedSearch',
  object({
    searchId: text(),
    label: nullable(text()),
    area: nullable(oneOf(['A', 'B', 'C']), 'The area of the search; null if its path is no longer a search.'),
    path: text('The path of the search.'),
    parameters: mapOf(text(), 'The parameters as you sent them, without page and sort order.'),
    cut: optional(
      flag('True if a value here was cut to 200 characters, which happens in lists above 2 MB; otherwise absent.'),
    ),
    made: instant(),
    seen: text('The cursor up to which the key has read changes.'),
    feed: nullable(
      text('The address of the Atom feed. It needs no key: anyone who has the address can read the feed.'),
      'Null until you create a feed.',
    ),
  }),
)
export type ShownSearch = AnswerOf<typeof SAVED_SEARCH>

export const SAVED_SEARCHES = component(
  'SavedSearches',
  object({ ...HEAD, searches: listOf(SAVED_SEARCH, 'Oldest first.') }),
)

export const ONE_SAVED_SEARCH = component(
  'OneSavedSearch',
  object({
    ...HEAD,
    search: SAVED_SEARCH,
    notes: listOf(text(), 'A sentence for each part of your request that has no effect.'),
  }),
)

const CHANGE = either(HOME_CHANGE, OFFER_CHANGE, EXPERIENCE_CHANGE)

export const SEARCH_CHANGES = component(
  'SearchChanges',
  object({
    ...HEAD,
    search: SAVED_SEARCH,
    entered: listOf(CHANGE, 'Records that match now and did not match before: new, back on the market, or changed.'),
    left: listOf(CHANGE, 'Records that matched before and do not match now: removed, sold, or changed.'),
    changed: listOf(
      object({
        how: oneOf(CHANGED, 'How the result changed. If several of these apply, the first one.'),
        change: CHANGE,
      }),
      'Results that still match, but changed.',
    ),
    next: text(
      'The cursor after this answer. Send it as `since` to continue, and as `seen` of the search when you have processed this answer.',
    ),
    upTo: text('The cursor of the newest change in the catalog.'),
    more: flag(
      'Whether there are more changes after `next`. An answer may be short or empty even if it is not the last.',
    ),
  }),
)
export type SearchChangesAnswer = AnswerOf<typeof SEARCH_CHANGES>

const WEBHOOK = component(
  'Webhook',
  object({
    webhookId: text(),
    searchId: nullable(text(), 'The search that it watches; null for all searches of the key.'),
    url: text(),
    made: instant(),
    ended: nullable(text(), 'Why no more messages are sent; null while the webhook is active.'),
    failingSince: nullable(instant(), 'Time since which all attempts have failed; null if the last attempt succeeded.'),
    lastFailure: nullable(text(), 'How the last attempt failed; null if it succeeded.'),
  }),
)
export type ShownWebhook = AnswerOf<typeof WEBHOOK>

export const WEBHOOKS = component('Webhooks', object({ ...HEAD, webhooks: listOf(WEBHOOK, 'Oldest first.') }))

export const ONE_WEBHOOK = component('OneWebhook', object({ ...HEAD, webhook: WEBHOOK }))

export const WEBHOOK_SECRETS = component(
  'WebhookSecrets',
  object({
    ...HEAD,
    webhook: WEBHOOK,
    secrets: listOf(text(), 'The newest secret, then the previous one. Messages are signed with both.'),
  }),
)

export const WEBHOOK_TEST = component(
  'WebhookTest',
  object({
    ...HEAD,
    taken: flag('Whether the receiver accepted the message.'),
    outcome: text('How the receiver answered, in one sentence.'),
  }),
)

export const USER_TOKEN = component(
  'UserToken',
  object({
    ...HEAD,
    token: text('Send it in the header of the key.'),
    expires: instant(),
    path: text('The path of the search.'),
    parameters: mapOf(text(), 'The parameters as you sent them, without page and sort order.'),
  }),
)
