/** A search that a key has saved. */
export interface SavedSearch {
  /** `s_` and 16 random letters and digits. */
  readonly searchId: string
  readonly keyId: string
  readonly label: string | undefined
  /** The path of a search operation. */
  readonly path: string
  /** The parameters of the search operation as the key sent them. */
  readonly parameters: Readonly<Record<string, string>>
  /**
   * Present in a list whose longer values are cut to `VALUE_CHARACTERS_LISTED`. The search itself has the whole values.
   */
  readonly isCut?: true
  /** When the search was made, or when its path or parameters last changed. */
  readonly madeMs: number
  /** The sequence number up to which the key has read the changes. */
  readonly seenUpTo: number
  /**
   * Secret of the feed, which opens this feed alone: `f_` and 32 random letters and digits. Undefined until it is made.
   */
  readonly feed: string | undefined
}

/** The parts of a search that its key chooses. */
export type WantedSearch = Omit<SavedSearch, 'searchId' | 'madeMs' | 'feed' | 'isCut'>

/** An address that is notified when a search has changes. */
export interface Webhook {
  /** `w_` and 16 random letters and digits. */
  readonly webhookId: string
  readonly keyId: string
  /** The search whose changes are sent; undefined for all searches of the key. */
  readonly searchId: string | undefined
  readonly url: string
  /**
   * The newest secret first, then at most the one before, as `whsec_` and base64. Each of them signs every message, so
   * that a receiver can switch to the new secret at any time.
   */
  readonly secrets: readonly string[]
  readonly madeMs: number
  /** Why nothing is sent any more; undefined while the webhook is in use. */
  readonly ended: string | undefined
  /** Since when no attempt has succeeded; undefined if the last attempt did, or if there was none. */
  readonly failingSinceMs: number | undefined
  /** A sentence about the last failed attempt, while `failingSinceMs` is defined. */
  readonly lastFailure: string | undefined
}

/** A notification, which waits until its receiver has taken it. */
export interface Poke {
  /** `msg_` and text that follows from webhook, search and sequence, so that the same notification has the same id. */
  readonly pokeId: string
  readonly webhookId: string
  readonly searchId: string
  /** The newest event that the notification covers. */
  readonly sequence: number
  readonly madeMs: number
  readonly attempts: number
  readonly nextAttemptMs: number
}

/** A key with saved searches or webhooks, and the number of each. */
export interface Subscriber {
  readonly keyId: string
  readonly searches: number
  readonly webhooks: number
}

/** A search that was made or changed, or that has ended if `search` is undefined. */
export interface FollowedSearch {
  readonly change: number
  readonly searchId: string
  readonly search: SavedSearch | undefined
}

export const SEARCHES_MAX = 1000
export const WEBHOOKS_MAX = 100
/** Bytes that a key chooses for one saved search (label, path and parameters) or one webhook (its URL). */
export const ONE_BYTES_MAX = 8 * 1024
/** Bytes that a key chooses for all of its saved searches and webhooks. */
export const KEY_BYTES_MAX = 1024 * 1024
/** A list with more bytes than this has its longer values cut. Such a list was stored before there were limits. */
export const LIST_BYTES_MAX = 2 * 1024 * 1024
export const VALUE_CHARACTERS_LISTED = 200

/** A change number before all others. */
export const FROM_THE_BEGINNING: Pick<FollowedSearch, 'change' | 'searchId'> = { change: 0, searchId: '' }

/**
 * Saved searches and webhooks of all keys, for every thread of the service. Every change is all or nothing, and is
 * stored when its promise resolves. A key reaches only its own searches and webhooks. For those of another key, and for
 * ended ones, the result is undefined. Every method rejects with a CommandFault of one sentence if the store cannot be
 * read or written.
 */
export interface Subscriptions {
  /**
   * Rejects with a Fault if the search exceeds `ONE_BYTES_MAX`, or if the key would exceed `SEARCHES_MAX` or
   * `KEY_BYTES_MAX` with it.
   */
  makeSearch(search: WantedSearch): Promise<SavedSearch>
  /** Returns the searches of a key, oldest first. Longer values are cut if the list exceeds `LIST_BYTES_MAX`. */
  searchesOf(keyId: string): Promise<readonly SavedSearch[]>
  search(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Rejects with a Fault if the search grows beyond one of the limits of bytes. */
  changeSearch(
    keyId: string,
    searchId: string,
    change: Pick<SavedSearch, 'label' | 'path' | 'parameters'>,
  ): Promise<SavedSearch | undefined>
  /** Raises `seenUpTo`, but never lowers it. */
  markSeen(keyId: string, searchId: string, sequence: number): Promise<SavedSearch | undefined>
  /** Gives the feed of a search a new secret. The old secret stops working. */
  renewFeed(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Returns the saved search whose feed has this secret, whichever key the search belongs to. */
  searchOfFeed(feed: string): Promise<SavedSearch | undefined>
  /** Removes a search, and the webhooks for this search alone. Returns the search as it was. */
  endSearch(keyId: string, searchId: string): Promise<SavedSearch | undefined>

  /**
   * Rejects with a Fault if the webhook exceeds `ONE_BYTES_MAX`, or if the key would exceed `WEBHOOKS_MAX` or
   * `KEY_BYTES_MAX` with it.
   */
  makeWebhook(webhook: Pick<Webhook, 'keyId' | 'searchId' | 'url'>): Promise<Webhook>
  /** Returns the webhooks of a key, oldest first. */
  webhooksOf(keyId: string): Promise<readonly Webhook[]>
  webhook(keyId: string, webhookId: string): Promise<Webhook | undefined>
  /** Changes the address of a webhook. Sending starts again, even if it has ended. Rejects like `changeSearch`. */
  changeWebhook(keyId: string, webhookId: string, url: string): Promise<Webhook | undefined>
  /** Adds a new secret. The newest secret so far still signs, and older secrets no longer do. */
  renewSecret(keyId: string, webhookId: string): Promise<Webhook | undefined>
  endWebhook(keyId: string, webhookId: string): Promise<Webhook | undefined>

  /** Marks a code of OAuth as used until it expires. Returns false if any thread or node has used the code before. */
  useCode(code: string, untilMs: number): Promise<boolean>

  /** Returns all keys with searches or webhooks, ordered by their ids. */
  subscribers(): Promise<readonly Subscriber[]>
  /** Removes all searches and webhooks of a key that was revoked or has expired. */
  endKey(keyId: string): Promise<void>
  /**
   * Returns at most `limit` searches of all keys that were made, changed or ended after `after`, in the order of their
   * last changes. From `FROM_THE_BEGINNING`, returns all existing searches. Returns undefined if too many searches have
   * ended since `after`: the follower must then begin again.
   */
  follow(
    after: Pick<FollowedSearch, 'change' | 'searchId'>,
    limit: number,
  ): Promise<readonly FollowedSearch[] | undefined>
}
