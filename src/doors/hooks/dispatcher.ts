import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchIndex } from '../../catalog/matching/search-index.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import {
  type FollowedSearch,
  FROM_THE_BEGINNING,
  type Poke,
  type PokeMaker,
  type SavedSearch,
  type Subscriptions,
  type Webhook,
} from '../../guard/subscriptions/index.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { momentMs } from '../../service/changes/cursor.ts'
import { underTodaysRules } from '../../service/changes/todays-rules.ts'
import { whenChanged } from '../../service/changes/when-changed.ts'

export interface DispatcherParts {
  readonly catalog: Catalog
  readonly subscriptions: Subscriptions
  readonly pokes: PokeMaker
  /** An empty index. */
  readonly index: SearchIndex
  /** Adds a saved search to the index. Rejects with a Fault if the search no longer works. */
  readonly put: (search: SavedSearch, index: SearchIndex) => Promise<void>
  /** Called after notifications were queued. */
  readonly onAdded: () => void
  readonly clock: Clock
  readonly log: Log
}

/** The record types that saved searches find. */
const NOUNS = ['home', 'offer', 'experience'] as const
type Event = LoggedChange<(typeof NOUNS)[number]>

function isOfHome(event: Event): event is LoggedChange<'home'> {
  return event.noun === 'home'
}

/** Number of events per read of the log. Processing them blocks the thread. */
const EVENTS_AT_ONCE = 200

/**
 * Number of events per transaction. A search with a thousand changes in one import gets only one notification. A killed
 * process repeats at most this many events.
 */
const EVENTS_AT_A_COMMIT = 50_000

const SEARCHES_AT_ONCE = 500

/** How often to read the log of changes even if the catalog seems unchanged. `RETRY_MS` is the wait after a failure. */
const LOOK_MS = 60_000
const RETRY_MS = 5_000

const DAY_MS = 86_400_000

/**
 * Follows the log of changes, finds the affected saved searches, and queues a notification for each of their webhooks.
 * The first start of a service ignores older events. If several nodes dispatch, each notification is queued only once:
 * see `PokeMaker`.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #ending = new AbortController()
  readonly #done: Promise<void>
  /** The searches in the index. */
  readonly #searches = new Map<string, SavedSearch>()
  /** The keys that have webhooks. The index contains only the searches of these keys. */
  #keysWithWebhooks: ReadonlySet<string> = new Set()
  #last: Pick<FollowedSearch, 'change' | 'searchId'> = FROM_THE_BEGINNING
  /**
   * The day for which the index was built. The index is rebuilt every day, because searches may depend on today's date.
   */
  #day = 0

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#done = this.#follow()
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#done
  }

  async #follow(): Promise<void> {
    const { catalog, log } = this.#parts
    const { signal } = this.#ending
    while (!signal.aborted) {
      const { dataVersion } = catalog.about()
      let waitMs = LOOK_MS
      try {
        await this.#dispatchAll()
      } catch (error) {
        log.error({ err: error }, 'Changes could not be sent to webhooks. Plat will try again')
        waitMs = RETRY_MS
      }
      await whenChanged(catalog, dataVersion, waitMs, signal)
    }
  }

  async #dispatchAll(): Promise<void> {
    const { catalog, pokes, onAdded } = this.#parts
    const bounds = await catalog.log.bounds()
    const toldUpTo = await pokes.toldUpTo()
    if (toldUpTo === undefined || toldUpTo > bounds.upTo) return pokes.add([], bounds.upTo)
    let after = Math.max(toldUpTo, bounds.after)
    if (after === bounds.upTo) return
    await this.#takeUpSearches()
    const newest = new Map<string, number>()
    for (let examined = 0; after < bounds.upTo; examined += EVENTS_AT_ONCE) {
      if (this.#ending.signal.aborted) return
      const events = await catalog.log.between(NOUNS, { ...bounds, after }, EVENTS_AT_ONCE)
      after = events.length < EVENTS_AT_ONCE ? bounds.upTo : (events.at(-1)?.sequence ?? bounds.upTo)
      await this.#noteTouched(events, newest)
      await nextTurn()
      if (after < bounds.upTo && (examined + EVENTS_AT_ONCE) % EVENTS_AT_A_COMMIT !== 0) continue
      const added = await this.#pokesFor(newest)
      newest.clear()
      await pokes.add(added, after)
      if (added.length > 0) onAdded()
    }
  }

  /**
   * Records the newest event of each affected search in `newest`. If data is hidden by now, its event counts only for
   * searches that were saved before the event.
   */
  async #noteTouched(events: readonly Event[], newest: Map<string, number>): Promise<void> {
    const { catalog, index } = this.#parts
    const shown = await underTodaysRules(events.filter(isOfHome), catalog)
    const bySequence = new Map(shown.map((change) => [change.sequence, change]))
    for (const event of events) {
      const { noun, before, after, sequence } = event
      const today = bySequence.get(sequence) ?? event
      for (const { id } of index.touched(noun, today.before, today.after)) newest.set(id, sequence)
      if (today.before === before && today.after === after) continue
      for (const { id } of index.touched(noun, before, after))
        if ((this.#searches.get(id)?.madeMs ?? Number.POSITIVE_INFINITY) <= momentMs(sequence)) newest.set(id, sequence)
    }
  }

  /**
   * Makes a notification for each active webhook of the changed searches. `newest`: the last event number by search id.
   */
  async #pokesFor(newest: ReadonlyMap<string, number>): Promise<readonly Poke[]> {
    const webhooks = new Map<string, readonly Webhook[]>()
    const added: Poke[] = []
    for (const [searchId, sequence] of newest) {
      const { keyId = '' } = this.#searches.get(searchId) ?? {}
      const ofKey = webhooks.get(keyId) ?? (await this.#parts.subscriptions.webhooksOf(keyId))
      webhooks.set(keyId, ofKey)
      for (const webhook of ofKey)
        if (webhook.ended === undefined && (webhook.searchId ?? searchId) === searchId)
          added.push(this.#poke(webhook, searchId, sequence))
    }
    return added
  }

  #poke({ webhookId }: Webhook, searchId: string, sequence: number): Poke {
    const pokeId = `msg_${hash('sha256', `${webhookId} ${searchId} ${sequence}`, 'base64url').slice(0, POKE_ID_LETTERS)}`
    const madeMs = this.#parts.clock.now()
    return { pokeId, webhookId, searchId, sequence, madeMs, attempts: 0, nextAttemptMs: madeMs }
  }

  /** Updates the index to the searches of all keys that have webhooks. */
  async #takeUpSearches(): Promise<void> {
    const { subscriptions, clock } = this.#parts
    const subscribers = await subscriptions.subscribers()
    const keysWithWebhooks = new Set(subscribers.filter(({ webhooks }) => webhooks > 0).map(({ keyId }) => keyId))
    const isAnotherDay = this.#day !== Math.floor(clock.now() / DAY_MS)
    const hasNewKey = [...keysWithWebhooks].some((keyId) => !this.#keysWithWebhooks.has(keyId))
    if (isAnotherDay || hasNewKey) this.#clear()
    this.#day = Math.floor(clock.now() / DAY_MS)
    this.#keysWithWebhooks = keysWithWebhooks
    for (;;) {
      const followed = await subscriptions.follow(this.#last, SEARCHES_AT_ONCE)
      if (followed === undefined) this.#clear()
      else if (followed.length === 0) return
      else for (const each of followed) await this.#takeUp(each)
    }
  }

  async #takeUp(followed: FollowedSearch): Promise<void> {
    const { searchId, search } = followed
    const { index, put } = this.#parts
    this.#last = followed
    index.remove(searchId)
    this.#searches.delete(searchId)
    if (search === undefined || !this.#keysWithWebhooks.has(search.keyId)) return
    try {
      await put(search, index)
      this.#searches.set(searchId, search)
    } catch (error) {
      if (!(error instanceof Fault)) throw error // the client gets this Fault when it reads the search
    }
  }

  #clear(): void {
    for (const searchId of this.#searches.keys()) this.#parts.index.remove(searchId)
    this.#searches.clear()
    this.#last = FROM_THE_BEGINNING
  }
}

const POKE_ID_LETTERS = 22
