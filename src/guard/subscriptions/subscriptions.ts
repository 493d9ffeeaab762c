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
   * True in a list in which longer values were cut to `VALUE_CHARACTERS_LISTED`. The saved search itself has the whole
   * values.
   */
  readonly isCut?: true
  /** When the search was created, or when its path or parameters last changed. */
  readonly madeMs: number
  /** The sequence number of the last change that the key has read. */
  readonly seenUpTo: number
  /**
   * The secret of the feed: `f_` and 32 random letters and digits. It gives access to this feed only. Undefined until a
   * feed is created.
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
  /** The search whose changes are sent. Undefined for all searches of the key. */
  readonly searchId: string | undefined
  readonly url: string
  /**
   * The current secret, then the previous secret if there is one, as `whsec_` and base64. Both sign every message, so
   * that a receiver can switch to the new secret at any time.
   */
  readonly secrets: readonly string[]
  readonly madeMs: number
  /** Why nothing is sent any more. Undefined while the webhook is active. */
  readonly ended: string | undefined
  /** The time since which no attempt has succeeded. Undefined if the last attempt succeeded or there was no attempt. */
  readonly failingSinceMs: number | undefined
  /** A sentence about the last failed attempt, while `failingSinceMs` is defined. */
  readonly lastFailure: string | undefined
}

/** A notification. It waits until its receiver has accepted it. */
export interface Poke {
  /** `msg_` and a hash of webhook, search and sequence number, so that the same notification always has the same id. */
  readonly pokeId: string
  readonly webhookId: string
  readonly searchId: string
  /** The sequence number of the newest event that the notification covers. */
  readonly sequence: number
  readonly madeMs: number
  readonly attempts: number
  readonly nextAttemptMs: number
}

/** A key with saved searches or webhooks, and how many it has of each. */
export interface Subscriber {
  readonly keyId: string
  readonly searches: number
  readonly webhooks: number
}

/** A search that was created or changed. If `search` is undefined, the search has ended. */
export interface FollowedSearch {
  readonly change: number
  readonly searchId: string
  readonly search: SavedSearch | undefined
}

export const SEARCHES_MAX = 1000
export const WEBHOOKS_MAX = 100
/**
 * Maximum number of bytes that a key chooses for one saved search (label, path and parameters) or one webhook (its
 * URL).
 */
export const ONE_BYTES_MAX = 8 * 1024
/** Maximum number of bytes that a key chooses for all of its saved searches and webhooks. */
export const KEY_BYTES_MAX = 1024 * 1024
/**
 * The longer values of a list with more bytes than this are cut. Only lists that were stored before there were limits
 * are this long.
 */
export const LIST_BYTES_MAX = 2 * 1024 * 1024
export const VALUE_CHARACTERS_LISTED = 200

/** The position before the first change. */
export const FROM_THE_BEGINNING: Pick<FollowedSearch, 'change' | 'searchId'> = { change: 0, searchId: '' }

/**
 * Saved searches and webhooks of all keys, for every thread of the service. Every change is all or nothing, and is
 * stored when its promise resolves. A key reaches only its own searches and webhooks. A method returns undefined for a
 * search or webhook that has ended or belongs to another key. Every method rejects with a CommandFault if the store
 * cannot be read or written.
 */
export interface Subscriptions {
  /**
   * Rejects with a Fault if the search exceeds `ONE_BYTES_MAX`, or if the key would then exceed `SEARCHES_MAX` or
   * `KEY_BYTES_MAX`.
   */
  makeSearch(search: WantedSearch): Promise<SavedSearch>
  /** Returns the searches of a key, oldest first. Cuts longer values if the list exceeds `LIST_BYTES_MAX`. */
  searchesOf(keyId: string): Promise<readonly SavedSearch[]>
  search(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Rejects with a Fault if the search would grow past `ONE_BYTES_MAX` or the key past `KEY_BYTES_MAX`. */
  changeSearch(
    keyId: string,
    searchId: string,
    change: Pick<SavedSearch, 'label' | 'path' | 'parameters'>,
  ): Promise<SavedSearch | undefined>
  /** Raises `seenUpTo`, but never lowers it. */
  markSeen(keyId: string, searchId: string, sequence: number): Promise<SavedSearch | undefined>
  /** Gives the feed of a search a new secret. The old secret stops working. */
  renewFeed(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Returns the saved search whose feed has this secret, for any key. */
  searchOfFeed(feed: string): Promise<SavedSearch | undefined>
  /** Removes a search and the webhooks that belong to this search only. Returns the search as it was. */
  endSearch(keyId: string, searchId: string): Promise<SavedSearch | undefined>

  /**
   * Rejects with a Fault if the webhook exceeds `ONE_BYTES_MAX`, or if the key would then exceed `WEBHOOKS_MAX` or
   * `KEY_BYTES_MAX`.
   */
  makeWebhook(webhook: Pick<Webhook, 'keyId' | 'searchId' | 'url'>): Promise<Webhook>
  /** Returns the webhooks of a key, oldest first. */
  webhooksOf(keyId: string): Promise<readonly Webhook[]>
  webhook(keyId: string, webhookId: string): Promise<Webhook | undefined>
  /**
   * Changes the address of a webhook. Sending starts again, even if the webhook has ended. Rejects like `changeSearch`.
   */
  changeWebhook(keyId: string, webhookId: string, url: string): Promise<Webhook | undefined>
  /** Creates a new secret. The current secret becomes the previous one and still signs; the previous one is deleted. */
  renewSecret(keyId: string, webhookId: string): Promise<Webhook | undefined>
  endWebhook(keyId: string, webhookId: string): Promise<Webhook | undefined>

  /** Marks an OAuth code as used until it expires. Returns false if any thread or node has already used the code. */
  useCode(code: string, untilMs: number): Promise<boolean>

  /** Returns all keys with searches or webhooks, ordered by their ids. */
  subscribers(): Promise<readonly Subscriber[]>
  /** Removes all searches and webhooks of a key that was revoked or has expired. */
  endKey(keyId: string): Promise<void>
  /**
   * Returns at most `limit` searches of all keys that were created, changed or ended after `after`, ordered by their
   * last changes. After `FROM_THE_BEGINNING`, returns all existing searches. Returns undefined if too many searches
   * have ended since `after`: the follower must then start from the beginning.
   */
  follow(
    after: Pick<FollowedSearch, 'change' | 'searchId'>,
    limit: number,
  ): Promise<readonly FollowedSearch[] | undefined>
}
