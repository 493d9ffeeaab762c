/** A search that was saved with a key. */
export interface SavedSearch {
  /** `s_` and 16 random letters and digits. */
  readonly searchId: string
  readonly keyId: string
  readonly label: string | undefined
  /** The path of a search operation. */
  readonly path: string
  /** The parameters as they were sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** Set in lists in which longer values were cut to `VALUE_CHARACTERS_LISTED`. */
  readonly isCut?: true
  /** When the search was created, or its path or parameters last changed. */
  readonly madeMs: number
  /** Sequence number of the last change that was read with the key. */
  readonly seenUpTo: number
  /**
   * Secret of the search's feed: `f_` and 32 random letters and digits. Gives access to this feed only. Undefined if no
   * feed was created.
   */
  readonly feed: string | undefined
}

/** The parts of a saved search that the caller chooses. */
export type WantedSearch = Omit<SavedSearch, 'searchId' | 'madeMs' | 'feed' | 'isCut'>

/** A URL that is notified of changes in saved searches. */
export interface Webhook {
  /** `w_` and 16 random letters and digits. */
  readonly webhookId: string
  readonly keyId: string
  /** Undefined for all saved searches of the key. */
  readonly searchId: string | undefined
  readonly url: string
  /**
   * The current and the previous secret, as `whsec_` and base64. Both sign every message, so that a receiver can switch
   * at any time.
   */
  readonly secrets: readonly string[]
  readonly madeMs: number
  /** Why nothing is sent anymore. Undefined while the webhook is active. */
  readonly ended: string | undefined
  /** The time since which all attempts have failed. Undefined if the last attempt succeeded or there was none. */
  readonly failingSinceMs: number | undefined
  /** A sentence about the last failure; undefined if `failingSinceMs` is. */
  readonly lastFailure: string | undefined
}

/** A notification, which waits until its receiver accepts it. */
export interface Poke {
  /** `msg_` and a hash of webhook, search and sequence number. The same notification always has the same id. */
  readonly pokeId: string
  readonly webhookId: string
  readonly searchId: string
  /** Sequence number of the newest event in the notification. */
  readonly sequence: number
  readonly madeMs: number
  readonly attempts: number
  readonly nextAttemptMs: number
}

/** A key, with its number of saved searches and its number of webhooks. */
export interface Subscriber {
  readonly keyId: string
  readonly searches: number
  readonly webhooks: number
}

/** A saved search that was created, changed or ended. `search` is undefined if it ended. */
export interface FollowedSearch {
  readonly change: number
  readonly searchId: string
  readonly search: SavedSearch | undefined
}

export const SEARCHES_MAX = 1000
export const WEBHOOKS_MAX = 100
/**
 * Maximum size in bytes of what a caller chooses for one saved search (label, path, parameters) or one webhook (URL).
 */
export const ONE_BYTES_MAX = 8 * 1024
/** Maximum size in bytes of what a caller chooses for all saved searches and webhooks of a key. */
export const KEY_BYTES_MAX = 1024 * 1024
/** In lists of more bytes than this, long values are cut. Only lists that are older than the limits are this long. */
export const LIST_BYTES_MAX = 2 * 1024 * 1024
export const VALUE_CHARACTERS_LISTED = 200

/** The position before all changes. */
export const FROM_THE_BEGINNING: Pick<FollowedSearch, 'change' | 'searchId'> = { change: 0, searchId: '' }

/**
 * Saved searches and webhooks of all keys, for every thread of the service. Every change is all or nothing, and is
 * stored when its promise resolves. Searches and webhooks of another key count as unknown; methods return undefined for
 * unknown ones. All methods reject with a CommandFault if the store cannot be read or written.
 */
export interface Subscriptions {
  /**
   * Saves a search. Rejects with a Fault if it exceeds `ONE_BYTES_MAX`, or the key exceeds `SEARCHES_MAX` or
   * `KEY_BYTES_MAX`.
   */
  makeSearch(search: WantedSearch): Promise<SavedSearch>
  /** Returns the saved searches of a key, oldest first. Cuts long values if the list exceeds `LIST_BYTES_MAX`. */
  searchesOf(keyId: string): Promise<readonly SavedSearch[]>
  search(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /**
   * Changes a saved search. Rejects with a Fault if it grows beyond `ONE_BYTES_MAX`, or the key beyond `KEY_BYTES_MAX`.
   */
  changeSearch(
    keyId: string,
    searchId: string,
    change: Pick<SavedSearch, 'label' | 'path' | 'parameters'>,
  ): Promise<SavedSearch | undefined>
  /** Raises `seenUpTo`. Never lowers it. */
  markSeen(keyId: string, searchId: string, sequence: number): Promise<SavedSearch | undefined>
  /** Gives the feed of a search a new secret. The old secret stops working. */
  renewFeed(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Returns the saved search, of any key, whose feed has this secret. */
  searchOfFeed(feed: string): Promise<SavedSearch | undefined>
  /** Removes a saved search, and webhooks that are only for this search. Returns the removed search. */
  endSearch(keyId: string, searchId: string): Promise<SavedSearch | undefined>

  /**
   * Creates a webhook. Rejects with a Fault if it exceeds `ONE_BYTES_MAX`, or the key exceeds `WEBHOOKS_MAX` or
   * `KEY_BYTES_MAX`.
   */
  makeWebhook(webhook: Pick<Webhook, 'keyId' | 'searchId' | 'url'>): Promise<Webhook>
  /** Returns the webhooks of a key, oldest first. */
  webhooksOf(keyId: string): Promise<readonly Webhook[]>
  webhook(keyId: string, webhookId: string): Promise<Webhook | undefined>
  /** Changes the URL of a webhook. If it had ended, sending starts again. Rejects like `changeSearch`. */
  changeWebhook(keyId: string, webhookId: string, url: string): Promise<Webhook | undefined>
  /** Creates a new secret. The current secret becomes the previous secret, which still signs. */
  renewSecret(keyId: string, webhookId: string): Promise<Webhook | undefined>
  endWebhook(keyId: string, webhookId: string): Promise<Webhook | undefined>

  /** Marks an OAuth code as used. Returns false if the code was already used, by any thread or node. */
  useCode(code: string, untilMs: number): Promise<boolean>

  /** Returns all keys with saved searches or webhooks, ordered by id. */
  subscribers(): Promise<readonly Subscriber[]>
  /** Removes all saved searches and webhooks of a key that was revoked or has expired. */
  endKey(keyId: string): Promise<void>
  /**
   * Returns at most `limit` searches of all keys that were created, changed or ended after a position, in the order of
   * their last changes. `FROM_THE_BEGINNING` returns all searches. Undefined if too many searches have ended since
   * then; the caller must start from the beginning.
   */
  follow(
    after: Pick<FollowedSearch, 'change' | 'searchId'>,
    limit: number,
  ): Promise<readonly FollowedSearch[] | undefined>
}
