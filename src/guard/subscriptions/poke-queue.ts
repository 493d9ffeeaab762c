import type { Poke, Webhook } from './subscriptions.ts'

/** A notification that is leased to the caller of `take`, who sends it and then reports the outcome. */
export interface DuePoke {
  readonly poke: Poke
  readonly webhook: Webhook
  /** Failed attempts at the webhook in a row; 0 after an attempt that succeeded. */
  readonly failures: number
  /** Distinguishes this lease from every other lease of the notification. */
  readonly leasedUntilMs: number
}

export interface TakeLimits {
  readonly limit: number
  /** Most notifications that one call takes for the same host (`hostOf`). */
  readonly perHost: number
  /** Hosts that already have as many open requests as the caller allows. */
  readonly exceptHosts: readonly string[]
  readonly leaseMs: number
}

export interface FailedAttempt {
  /** How long this notification waits. */
  readonly waitMs: number
  /** How long all notifications of the webhook wait. */
  readonly restMs: number
  /** A sentence for the owner of the webhook: its `lastFailure`. */
  readonly reason: string
}

/**
 * The waiting notifications, as senders see them. Each call is one transaction, and uses the store's clock. A
 * notification stays until it was delivered, dropped, or replaced by a newer one. Apart from leased notifications, a
 * webhook has at most one waiting notification per search: the one with the greatest sequence, because it covers all
 * earlier events. A new notification therefore removes older ones that are not leased.
 *
 * `delivered`, `failed`, `released` and `dropped` do nothing if the lease is no longer the caller's or the notification
 * is gone.
 */
export interface PokeQueue {
  /**
   * Leases due notifications: neither they nor their webhooks wait, they are not leased, and their webhook has not
   * ended. Notifications of failing webhooks come last, and only one of each such webhook is leased at a time.
   * Otherwise the notification that has been due longest comes first. Two callers never get the same notification,
   * unless a lease ran out before its outcome was reported. A store that belongs to one process at a time forgets
   * leases when it is opened.
   */
  take(limits: TakeLimits): Promise<readonly DuePoke[]>
  /**
   * Removes the notification, and older ones of its webhook and search that are not leased. The webhook no longer
   * fails.
   */
  delivered(due: DuePoke): Promise<void>
  /**
   * Ends the lease and counts an attempt. If a newer notification of the webhook and search waits, this one is removed.
   * The webhook has now failed `due.failures + 1` times in a row, or more if that was already counted. The
   * webhook rests until the later of its current and its new rest.
   */
  failed(due: DuePoke, attempt: FailedAttempt): Promise<void>
  /** Ends the lease as if there had been no attempt, so that the notification is due. */
  released(due: DuePoke): Promise<void>
  /** Removes the notification, because its time is up. */
  dropped(due: DuePoke): Promise<void>
  /** Stops sending to the webhook and removes its notifications. The first reason is stored. */
  end(webhookId: string, reason: string): Promise<void>
  counts(): Promise<PokeCounts>
}

export interface PokeCounts {
  /** All notifications of the store, including leased ones. */
  readonly waiting: number
  /** When the oldest notification was made. */
  readonly oldestMs: number | undefined
  /** Webhooks whose last attempt has failed and that have not ended. */
  readonly failing: number
}

/** The host of a webhook, a name or an address without the port. Receivers on a host share a limit of open requests. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).hostname
}
