/** A search that a key has saved. */
export interface SavedSearch {
  /** `s_` and 16 random letters and digits. */
  readonly searchId: string
  readonly keyId: string
  readonly label: string | undefined
  /** The path of a search operation that is asked, and its parameters as given. */
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  /** Present in a list whose longer values are cut to `VALUE_CHARACTERS_LISTED`. The search itself has them whole. */
  readonly isCut?: true
  /** When it was made, or began to ask what it asks. */
  readonly madeMs: number
  /** The sequence up to which its key has read what is new. */
  readonly seenUpTo: number
  /** Opens the feed of the search alone: `f_` and 32 random letters and digits. Undefined until it is asked for. */
  readonly feed: string | undefined
}

/** The parts of a search that its key chooses. */
export type WantedSearch = Omit<SavedSearch, 'searchId' | 'madeMs' | 'feed' | 'isCut'>

/** An address that is told when something is new for a search. */
export interface Webhook {
  /** `w_` and 16 random letters and digits. */
  readonly webhookId: string
  readonly keyId: string
  /** The search that it is told of; all searches of the key where it is undefined. */
  readonly searchId: string | undefined
  readonly url: string
  /**
   * The newest first, and at most the one before, as `whsec_` and base64. Each signs, so that a receiver may take up a
   * new one at its leisure.
   */
  readonly secrets: readonly string[]
  readonly madeMs: number
  /** Why nothing is sent any more; undefined while it is in use. */
  readonly ended: string | undefined
  /** Since when no attempt has succeeded; undefined where the last one did, or there was none. */
  readonly failingSinceMs: number | undefined
  /** A sentence on the last attempt that failed, while `failingSinceMs` is defined. */
  readonly lastFailure: string | undefined
}

/** A message that waits until its receiver has taken it. */
export interface Poke {
  /** `msg_` and letters and digits that follow from webhook, search and sequence: the same message has the same id. */
  readonly pokeId: string
  readonly webhookId: string
  readonly searchId: string
  /** The newest event that it tells of. */
  readonly sequence: number
  readonly madeMs: number
  readonly attempts: number
  readonly nextAttemptMs: number
}

/** A key with saved searches or webhooks, and how many of each. */
export interface Subscriber {
  readonly keyId: string
  readonly searches: number
  readonly webhooks: number
}

/** A search that was made or changed, or has ended where `search` is undefined. */
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
/** A list of more bytes, stored before there were limits, has its longer values cut. */
export const LIST_BYTES_MAX = 2 * 1024 * 1024
export const VALUE_CHARACTERS_LISTED = 200

/** A change number before all others. */
export const FROM_THE_BEGINNING: Pick<FollowedSearch, 'change' | 'searchId'> = { change: 0, searchId: '' }

/**
 * Saved searches and webhooks of all keys, for every thread of the service alike. Every change is done wholly or not at
 * all, and kept when its promise resolves. A key reaches only its own: of another one's, or of one that has ended, it is
 * answered undefined. Every method rejects with a CommandFault of one sentence where the store cannot be read or written.
 */
export interface Subscriptions {
  /** Rejects with a Fault if the search exceeds `ONE_BYTES_MAX`, or the key `SEARCHES_MAX` or `KEY_BYTES_MAX` with it. */
  makeSearch(search: WantedSearch): Promise<SavedSearch>
  /** In the order in which they were made. Longer values are cut if the list exceeds `LIST_BYTES_MAX`. */
  searchesOf(keyId: string): Promise<readonly SavedSearch[]>
  search(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** Rejects with a Fault if the search becomes larger and exceeds one of the limits of bytes. */
  changeSearch(
    keyId: string,
    searchId: string,
    change: Pick<SavedSearch, 'label' | 'path' | 'parameters'>,
  ): Promise<SavedSearch | undefined>
  /** Moves `seenUpTo`, never back. */
  markSeen(keyId: string, searchId: string, sequence: number): Promise<SavedSearch | undefined>
  /** Gives the feed of a search a new secret: the one before opens nothing any more. */
  renewFeed(keyId: string, searchId: string): Promise<SavedSearch | undefined>
  /** The search, of whatever key, whose feed has this secret. */
  searchOfFeed(feed: string): Promise<SavedSearch | undefined>
  /** Ends a search, and the webhooks that are told of it alone; answers it as it was. */
  endSearch(keyId: string, searchId: string): Promise<SavedSearch | undefined>

  /** Rejects with a Fault if the webhook exceeds `ONE_BYTES_MAX`, or the key `WEBHOOKS_MAX` or `KEY_BYTES_MAX` with it. */
  makeWebhook(webhook: Pick<Webhook, 'keyId' | 'searchId' | 'url'>): Promise<Webhook>
  /** In the order in which they were made. */
  webhooksOf(keyId: string): Promise<readonly Webhook[]>
  webhook(keyId: string, webhookId: string): Promise<Webhook | undefined>
  /** Gives a webhook another address, which is tried again even where it has ended. Rejects as `changeSearch` does. */
  changeWebhook(keyId: string, webhookId: string, url: string): Promise<Webhook | undefined>
  /** Gives it a new secret beside the newest; the one before that no longer signs. */
  renewSecret(keyId: string, webhookId: string): Promise<Webhook | undefined>
  endWebhook(keyId: string, webhookId: string): Promise<Webhook | undefined>

  /** Marks a code of OAuth as used until it is over. Returns false if it was used before, by any thread or node. */
  useCode(code: string, untilMs: number): Promise<boolean>

  /** In order of the ids of keys. */
  subscribers(): Promise<readonly Subscriber[]>
  /** Ends all that a key has, which was revoked or has expired. */
  endKey(keyId: string): Promise<void>
  /**
   * The searches of all keys in the order of their last changes: those that come after the given one, `limit` at most,
   * and those that have ended meanwhile. From the beginning it is all that there are. Undefined where too many have
   * ended since the given one: the follower begins anew then.
   */
  follow(
    after: Pick<FollowedSearch, 'change' | 'searchId'>,
    limit: number,
  ): Promise<readonly FollowedSearch[] | undefined>
}
