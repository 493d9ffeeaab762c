/** A search that a key has saved. */
export interface SavedSearch {
  /** `s_` and 16 random letters and digits. */
  readonly searchId: string
  readonly keyId: string
  readonly label: string | undefined
  /** The path of a search operation that is asked, and its parameters as given. */
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly madeMs: number
  /** The sequence up to which its key has read what is new. */
  readonly seenUpTo: number
}

/** An address that is told when something is new for a search. */
export interface Webhook {
  /** `w_` and 16 random letters and digits. */
  readonly webhookId: string
  readonly keyId: string
  /** The search that it is told of; all searches of the key where it is undefined. */
  readonly searchId: string | undefined
  readonly url: string
  /** The newest first, as `whsec_` and base64. Each signs, so that a receiver may take up a new one at its leisure. */
  readonly secrets: readonly string[]
  readonly madeMs: number
  /** Why nothing is sent any more; undefined while it is in use. */
  readonly ended: string | undefined
  /** Since when no attempt has succeeded; undefined where the last one did, or there was none. */
  readonly failingSinceMs: number | undefined
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
