import type { Poke, Webhook } from './subscriptions.ts'

/** A notification leased to the caller of `take`. The caller sends the notification and then reports the outcome. */
export interface DuePoke {
  readonly poke: Poke
  readonly webhook: Webhook
  /** Failed attempts in a row at this webhook. 0 after a successful attempt. */
  readonly failures: number
  /** Distinguishes this lease from every other lease of the notification. */
  readonly leasedUntilMs: number
}

export interface TakeLimits {
  readonly limit: number
  /** Maximum number of notifications that one call takes for the same host (`hostOf`). */
  readonly perHost: number
  /** Hosts that already have the allowed number of open requests. */
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
 * The waiting notifications, as senders see them. Each call is one transaction and uses the store's clock. A
 * notification waits until it is delivered, dropped, or replaced by a newer notification. Apart from leased
 * notifications, a webhook has at most one waiting notification per search. That notification has the greatest sequence
 * number, because it covers all earlier events. Adding a notification therefore removes older ones that are not leased.
 *
 * `delivered`, `failed`, `released` and `dropped` do nothing if another caller has leased the notification since, or if
 * the notification was removed.
 */
export interface PokeQueue {
  /**
   * Leases notifications that are due: their time has come, they are not leased, and their webhooks neither pause nor
   * have ended. Failing webhooks come last, and only one notification of each is leased at a time. Apart from that, the
   * notification that has been due longest comes first. Two callers never get the same notification, unless a lease ran
   * out before its outcome was reported. A store that belongs to one process at a time forgets all leases when it is
   * opened.
   */
  take(limits: TakeLimits): Promise<readonly DuePoke[]>
  /**
   * Removes the notification, and older notifications of the same webhook and search that are not leased. The webhook
   * no longer counts as failing.
   */
  delivered(due: DuePoke): Promise<void>
  /**
   * Ends the lease and counts an attempt. Removes the notification if a newer one for the same webhook and search
   * waits. The webhook has then failed at least `due.failures + 1` times in a row. The webhook pauses for `restMs`, or
   * until the end of its current pause if that is later.
   */
  failed(due: DuePoke, attempt: FailedAttempt): Promise<void>
  /** Ends the lease without counting an attempt, so that the notification is due again. */
  released(due: DuePoke): Promise<void>
  /** Removes the notification, because it has waited too long. */
  dropped(due: DuePoke): Promise<void>
  /**
   * Stops sending to the webhook and removes its notifications. If the webhook has already ended, the first reason
   * stays stored.
   */
  end(webhookId: string, reason: string): Promise<void>
  counts(): Promise<PokeCounts>
}

export interface PokeCounts {
  /** All notifications of the store, including leased ones. */
  readonly waiting: number
  /** The time at which the oldest notification was created. */
  readonly oldestMs: number | undefined
  /** How many webhooks have failed at the last attempt and have not ended. */
  readonly failing: number
}

/**
 * The host of a webhook: a name or an address, without the port. All webhooks of a host share a limit of open requests.
 */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).hostname
}
