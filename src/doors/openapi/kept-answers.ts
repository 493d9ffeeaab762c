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

/** Answers about what a key keeps here: searches, and webhooks that are told of them. */

const HEAD = { message: always('200: Success'), source: SOURCE }

const SAVED_SEARCH = component(
  'SavedSearch',
  object({
    searchId: text(),
    label: nullable(text()),
    area: nullable(oneOf(['A', 'B', 'C']), 'The area of its path; null for a path that is no search any more.'),
    path: text('Of the search.'),
    parameters: mapOf(text(), 'As they were given, but for those of pages and order.'),
    cut: optional(flag('True in a list above 2 MB if a value here was cut to 200 characters; otherwise absent.')),
    made: instant(),
    seen: text('The cursor up to which its key has read what is new.'),
    feed: nullable(
      text('The address of its feed in Atom, which needs no key: whoever has it can read it.'),
      'Null until one was asked for.',
    ),
  }),
)
export type ShownSearch = AnswerOf<typeof SAVED_SEARCH>

export const SAVED_SEARCHES = component(
  'SavedSearches',
  object({ ...HEAD, searches: listOf(SAVED_SEARCH, 'In the order in which they were made.') }),
)

export const ONE_SAVED_SEARCH = component(
  'OneSavedSearch',
  object({
    ...HEAD,
    search: SAVED_SEARCH,
    notes: listOf(text(), 'A sentence for each part of what was given that has no effect.'),
  }),
)

const CHANGE = either(HOME_CHANGE, OFFER_CHANGE, EXPERIENCE_CHANGE)

export const SEARCH_CHANGES = component(
  'SearchChanges',
  object({
    ...HEAD,
    search: SAVED_SEARCH,
    entered: listOf(CHANGE, 'Results that were none before: new, back, or changed so that they fit.'),
    left: listOf(CHANGE, 'Results that are none any more: gone, sold, or changed so that they no longer fit.'),
    changed: listOf(
      object({ how: oneOf(CHANGED, 'The first of these that is true.'), change: CHANGE }),
      'Results that stay, and are others.',
    ),
    next: text('Goes on behind this answer, as `since`, and as `seen` of the search once it was read.'),
    upTo: text('The cursor of everything that the catalogue knows now.'),
    more: flag('Whether there is more behind `next` already: an answer may be short, or empty, and not the last.'),
  }),
)
export type SearchChangesAnswer = AnswerOf<typeof SEARCH_CHANGES>

const WEBHOOK = component(
  'Webhook',
  object({
    webhookId: text(),
    searchId: nullable(text(), 'The search that it is told of; null for all searches of the key.'),
    url: text(),
    made: instant(),
    ended: nullable(text(), 'Why nothing is sent any more; null while it is in use.'),
    failingSince: nullable(instant(), 'Since when no attempt has succeeded; null where the last one did.'),
    lastFailure: nullable(text(), 'How the last attempt failed; null where it did not.'),
  }),
)
export type ShownWebhook = AnswerOf<typeof WEBHOOK>

export const WEBHOOKS = component(
  'Webhooks',
  object({ ...HEAD, webhooks: listOf(WEBHOOK, 'In the order in which they were made.') }),
)

export const ONE_WEBHOOK = component('OneWebhook', object({ ...HEAD, webhook: WEBHOOK }))

export const WEBHOOK_SECRETS = component(
  'WebhookSecrets',
  object({
    ...HEAD,
    webhook: WEBHOOK,
    secrets: listOf(text(), 'The newest first, and the one before it: messages are signed with each.'),
  }),
)

export const WEBHOOK_TEST = component(
  'WebhookTest',
  object({
    ...HEAD,
    taken: flag('Whether the receiver has taken the message.'),
    outcome: text('How the receiver answered, in a sentence.'),
  }),
)
