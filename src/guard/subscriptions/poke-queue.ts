import type { Poke, Webhook } from './subscriptions.ts'

/** A notification leased to the caller of `take`, who sends it and then reports the outcome. */
export interface DuePoke {
  readonly poke: Poke
  readonly webhook: Webhook
  /** Number of failed attempts at this webhook since the last success. */
  readonly failures: number
  /** Also identifies the lease, because each lease of a notification ends later than the previous lease. */
  readonly leasedUntilMs: number
}

export interface TakeLimits {
  readonly limit: number
  /** Maximum number of notifications per host (see `hostOf`) in one call. */
  readonly perHost: number
  /** Hosts to leave out, because they already have the maximum number of open requests. */
  readonly exceptHosts: readonly string[]
  readonly leaseMs: number
}

export interface FailedAttempt {
  /** How long this notification must wait. */
  readonly waitMs: number
  /** How long all notifications of the webhook must wait. */
  readonly restMs: number
  /** A sentence for the webhook's owner, stored as `lastFailure`. */
  readonly reason: string
}

/**
 * The waiting notifications, for senders. Each call is one transaction and uses the store's clock.
 *
 * A newer notification replaces older notifications for the same webhook and search, because it covers their events.
 * Leased notifications are not replaced.
 *
 * `delivered`, `failed`, `released` and `dropped` do nothing if the notification was removed or is leased to another
 * caller by now.
 */
export interface PokeQueue {
  /**
   * Leases due notifications, longest due first. Skips webhooks that pause or have ended. Failing webhooks come last,
   * with only one leased notification each. Two callers never get the same notification, unless a lease runs out. In a
   * folder, all leases end when another process begins to send.
   */
  take(limits: TakeLimits): Promise<readonly DuePoke[]>
  /**
   * Removes the notification, and older notifications for the same webhook and search that are not leased. The webhook
   * no longer counts as failing.
   */
  delivered(due: DuePoke): Promise<void>
  /**
   * Ends the lease and counts a failed attempt: the webhook has then failed at least `due.failures + 1` times in a row.
   * Pauses the webhook for `restMs`, or longer if it is already pausing longer. Removes the notification if a newer
   * notification for the same webhook and search exists.
   */
  failed(due: DuePoke, attempt: FailedAttempt): Promise<void>
  /** Ends the lease without counting an attempt. The notification is due again. */
  released(due: DuePoke): Promise<void>
  /** Removes a notification that has waited too long. */
  dropped(due: DuePoke): Promise<void>
  /** Ends the webhook and removes its notifications. If it has already ended, the first reason stays. */
  end(webhookId: string, reason: string): Promise<void>
  counts(): Promise<PokeCounts>
}

export interface PokeCounts {
  /** Number of notifications, including leased ones. */
  readonly waiting: number
  /** When the oldest notification was created. */
  readonly oldestMs: number | undefined
  /** Number of active webhooks whose last attempt failed. */
  readonly failing: number
}

/** Returns the host of a webhook without the port. Webhooks on the same host share a limit of open requests. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).hostname
}
