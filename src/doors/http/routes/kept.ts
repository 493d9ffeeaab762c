import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { LogBounds, LoggedChange } from '../../../catalog/ports/change-log.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import type { SavedSearch, Subscriptions, Webhook } from '../../../guard/subscriptions/index.ts'
import type { AnswerOf } from '../../../kit/answers/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { type Args, type Handling, invalidParameters, type Parameters, quote } from '../../../kit/params/index.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { boundsSince, cursorAt, momentMs, type Since, sinceCursor } from '../../../service/changes/cursor.ts'
import { type SearchChanges, type SearchStep, searchChanges } from '../../../service/changes/search-changes.ts'
import { areaOfSearch, type HeardSearch } from '../../../service/operations/heard-search.ts'
import {
  EXPERIENCE_CHANGE,
  HOME_CHANGE,
  OFFER_CHANGE,
  type ToldChange,
} from '../../../service/rendering/change-events.ts'
import { type Surroundings, surroundingsOf } from '../../../service/rendering/surroundings.ts'
import type { KEPT, SearchChangesAnswer, ShownSearch, ShownWebhook } from '../../openapi/index.ts'
import { feedAddress } from './feed-address.ts'
import { checkSearch, hearSaved, type SearchPlace } from './saved-search.ts'
import { tokenText } from './user-token.ts'

/** Checks and tests webhooks. */
export interface Hooks {
  /** Returns why Plat may not send to a URL; undefined if it may. */
  refusalOf(url: string): Promise<string | undefined>
  /** Sends a test message to a webhook. Returns the result, with a sentence about the receiver's answer. */
  test(webhook: Webhook): Promise<{ readonly isTaken: boolean; readonly sentence: string }>
}

/** A call about saved searches or webhooks, with parsed parameters (`A`) and body (`B`). */
export interface KeptCall<A = unknown, B = unknown> extends SearchPlace {
  /** The id in the path; empty if the path has no id. */
  readonly id: string
  readonly args: A
  readonly body: B
  readonly handling: Handling
  /** The server's origin as the client addressed it. */
  readonly origin: string
  /** The fingerprint of the call's key. */
  readonly fingerprint: string
  readonly subscriptions: Subscriptions
  readonly hooks: Hooks
}

type Kept = typeof KEPT
type ArgsOf<E> = E extends { readonly parameters: infer P extends Parameters } ? Args<P> : unknown
type BodyOf<E> = E extends { readonly body: infer P extends Parameters } ? Args<P> : unknown
type Runs = {
  readonly [K in keyof Kept]: (call: KeptCall<ArgsOf<Kept[K]>, BodyOf<Kept[K]>>) => Promise<AnswerOf<Kept[K]['answer']>>
}

/**
 * The functions that answer calls about saved searches and webhooks. A key can use only its own searches and webhooks.
 */
export const KEPT_RUNS: Runs = {
  listSearches: async (call) => {
    const all = await call.subscriptions.searchesOf(call.account.keyId)
    return { ...headOf(call), searches: all.map((search) => shownSearch(search, call)) }
  },
  makeSearch: async (call) => {
    const { keyId } = call.account
    const { path, parameters, notes } = await checkSearch(call.body, undefined, call, call.handling)
    const { upTo } = await call.context.catalog.log.bounds()
    const wanted = { keyId, label: call.body.label, path, parameters, seenUpTo: upTo }
    return oneSearch(await call.subscriptions.makeSearch(wanted), call, notes)
  },
  showSearch: async (call) => oneSearch(await ownSearch(call), call),
  changeSearch: async (call) => {
    const { keyId } = call.account
    const { label, seen, ...asked } = call.body
    let search: SavedSearch | undefined = await ownSearch(call)
    const isAsked = Object.values(asked).some((value) => value !== undefined)
    const { path, parameters, notes } = isAsked
      ? await checkSearch(asked, search, call, call.handling)
      : { ...search, notes: [] }
    if (isAsked || label !== undefined) {
      const change = { label: label ?? search.label, path, parameters }
      search = await call.subscriptions.changeSearch(keyId, search.searchId, change)
    }
    if (seen !== undefined) {
      const { after } = await boundsSince(seen, call.context.catalog)
      search = await call.subscriptions.markSeen(keyId, call.id, after)
    }
    return oneSearch(search, call, notes)
  },
  endSearch: async (call) => {
    const { searchId } = await ownSearch(call)
    const ended = await call.subscriptions.endSearch(call.account.keyId, searchId)
    return oneSearch(ended, call)
  },
  renewFeed: async (call) =>
    oneSearch(await call.subscriptions.renewFeed(call.account.keyId, (await ownSearch(call)).searchId), call),
  readChanges: async (call) => {
    const { args, context } = call
    const search = await ownSearch(call)
    const heard = await hearSaved(search, call)
    const { catalog } = context
    const bounds = await boundsSince(args.since ?? (await sinceSeen(search, catalog)), catalog)
    const { changes, next, isLast } = await changesOf(heard, search, catalog, bounds, args.resultCount)
    const at = surroundingsOf(context)
    const of = (step: SearchStep) =>
      changes.flatMap((each) => (each.step === step ? shownChange(each.change, at, catalog) : []))
    const changed = changes.flatMap(({ step: how, change }) =>
      how === 'entered' || how === 'left' ? [] : { how, change: shownChange(change, at, catalog) },
    )
    return {
      ...headOf(call),
      search: shownSearch(search, call),
      entered: of('entered'),
      left: of('left'),
      changed,
      next: cursorAt(next, catalog),
      upTo: cursorAt(bounds.upTo, catalog),
      more: !isLast,
    }
  },
  listWebhooks: async (call) => {
    const all = await call.subscriptions.webhooksOf(call.account.keyId)
    return { ...headOf(call), webhooks: all.map(shownWebhook) }
  },
  makeWebhook: async (call) => {
    const { keyId } = call.account
    const { url, searchId } = call.body
    if (searchId !== undefined && (await call.subscriptions.search(keyId, searchId)) === undefined)
      refuseUnknown(searchId)
    await requireReachable(url, call)
    return withSecrets(await call.subscriptions.makeWebhook({ keyId, searchId, url }), call)
  },
  showWebhook: async (call) => oneWebhook(await ownWebhook(call), call),
  changeWebhook: async (call) => {
    await ownWebhook(call)
    await requireReachable(call.body.url, call)
    const { subscriptions, account, id, body } = call
    return oneWebhook(await subscriptions.changeWebhook(account.keyId, id, body.url), call)
  },
  endWebhook: async (call) => oneWebhook(await call.subscriptions.endWebhook(call.account.keyId, call.id), call),
  showSecrets: async (call) => withSecrets(await ownWebhook(call), call),
  renewSecret: async (call) => withSecrets(await call.subscriptions.renewSecret(call.account.keyId, call.id), call),
  testWebhook: async (call) => {
    const { isTaken, sentence } = await call.hooks.test(await ownWebhook(call))
    return { ...headOf(call), taken: isTaken, outcome: sentence }
  },
  makeToken: async (call) => {
    const { body, context, fingerprint } = call
    const { seconds, ...asked } = body
    if ((areaOfSearch(asked.path) ?? 'A') !== 'A') refuseSearch(asked.path)
    const { path, parameters } = await checkSearch(asked, undefined, call, 'strict')
    const untilMs = context.clock.now() + seconds * 1000
    const token = tokenText({ fingerprint, search: { path, parameters }, untilMs }, context)
    return { ...headOf(call), token, expires: instant(untilMs), path, parameters }
  },
}

/** Returns the saved search in a call's path. Rejects with a Fault (status 404) if the key has no such search. */
export async function ownSearch(call: KeptCall): Promise<SavedSearch> {
  return (await call.subscriptions.search(call.account.keyId, call.id)) ?? refuseUnknown(call.id)
}

async function ownWebhook(call: KeptCall): Promise<Webhook> {
  return (await call.subscriptions.webhook(call.account.keyId, call.id)) ?? refuseUnknown(call.id)
}

function refuseUnknown(id: string): never {
  const [what, path] = id.startsWith('w_') ? ['webhook', '/webhooks'] : ['saved search', '/searches']
  const detail = `The key has no ${what} ${quote(id)}. ${path} lists the ids.`
  throw new Fault('subscription.unknown', detail)
}

function refuseSearch(path: string): never {
  const detail = `path must be a search of homes; you sent ${quote(path)}.`
  throw invalidParameters([{ parameter: 'path', code: 'param.invalid', detail, given: path }])
}

async function requireReachable(url: string, { hooks }: KeptCall): Promise<void> {
  const detail = await hooks.refusalOf(url)
  if (detail !== undefined) throw invalidParameters([{ parameter: 'url', code: 'param.invalid', detail, given: url }])
}

function headOf({ context }: KeptCall) {
  return { message: '200: Success', source: sourceName(context.catalog.about()) } as const
}

function oneSearch(search: SavedSearch | undefined, call: KeptCall, notes: readonly string[] = []) {
  return { ...headOf(call), search: shownSearch(search ?? refuseUnknown(call.id), call), notes }
}

function shownSearch(search: SavedSearch, { context, origin }: KeptCall): ShownSearch {
  const { searchId, label = null, path, parameters, madeMs, seenUpTo, isCut } = search
  const feed = search.feed === undefined ? null : feedAddress(search.feed, origin)
  const times = { made: instant(madeMs), seen: cursorAt(seenUpTo, context.catalog) }
  const area = areaOfSearch(path) ?? null
  return { searchId, label, area, path, parameters, ...(isCut && { cut: isCut }), ...times, feed }
}

/**
 * Returns the position up to which the key has read the changes of a search. The position is limited to the log of
 * changes, which may have become shorter after a restore.
 */
async function sinceSeen({ seenUpTo }: SavedSearch, catalog: Catalog): Promise<Since> {
  const { firstImport = 0 } = catalog.about()
  const { upTo } = await catalog.log.bounds()
  return sinceCursor(cursorAt(Math.min(Math.max(seenUpTo, firstImport), upTo), catalog))
}

/** Returns the number of changes in an answer. Each costs as much as a row. */
export function rowsOfChanges({ entered, left, changed }: SearchChangesAnswer): number {
  return entered.length + left.length + changed.length
}

/** Converts a logged change to its form in answers. */
export function shownChange(change: LoggedChange<SearchedNoun>, at: Surroundings, catalog: Catalog) {
  const { sequence } = change
  const located = { change, cursor: cursorAt(sequence, catalog), surroundings: { ...at, nowMs: momentMs(sequence) } }
  switch (change.noun) {
    case 'home':
      return HOME_CHANGE.of(located as ToldChange<'home'>) // the case label checks the record type
    case 'offer':
      return OFFER_CHANGE.of(located as ToldChange<'offer'>) // the case label checks the record type
    case 'experience':
      return EXPERIENCE_CHANGE.of(located as ToldChange<'experience'>) // the case label checks the record type
  }
}

function changesOf<N extends SearchedNoun>(
  { noun, query }: HeardSearch<N>,
  { madeMs: askedSinceMs }: SavedSearch,
  catalog: Catalog,
  bounds: LogBounds,
  limit: number,
): Promise<SearchChanges<N>> {
  return searchChanges({ noun, selection: query, askedSinceMs }, catalog, bounds, limit)
}

function oneWebhook(webhook: Webhook | undefined, call: KeptCall) {
  return { ...headOf(call), webhook: shownWebhook(webhook ?? refuseUnknown(call.id)) }
}

function withSecrets(webhook: Webhook | undefined, call: KeptCall) {
  const own = webhook ?? refuseUnknown(call.id)
  return { ...headOf(call), webhook: shownWebhook(own), secrets: own.secrets }
}

function shownWebhook(webhook: Webhook): ShownWebhook {
  const { webhookId, searchId = null, url, madeMs, ended = null, failingSinceMs, lastFailure = null } = webhook
  const failingSince = failingSinceMs === undefined ? null : instant(failingSinceMs)
  return { webhookId, searchId, url, made: instant(madeMs), ended, failingSince, lastFailure }
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
