import type { Poke, Webhook } from './subscriptions.ts'

/** A poke that is leased to the caller of `take`, who sends it and then says how that ended. */
export interface DuePoke {
  readonly poke: Poke
  readonly webhook: Webhook
  /** How often in a row attempts at the webhook have failed; 0 after one that succeeded. */
  readonly failures: number
  /** Tells this lease from every other of the same poke. */
  readonly leasedUntilMs: number
}

export interface TakeLimits {
  readonly limit: number
  /** Pokes of one call for the same host (`hostOf`) at most. */
  readonly perHost: number
  /** Hosts that have as many requests under way as the caller allows. */
  readonly exceptHosts: readonly string[]
  readonly leaseMs: number
}

export interface FailedAttempt {
  /** How long this poke waits. */
  readonly waitMs: number
  /** How long all pokes of the webhook wait. */
  readonly restMs: number
  /** A sentence for the key of the webhook: its `lastFailure`. */
  readonly reason: string
}

/**
 * Pokes that wait, as those see them that send. Each call is one transaction, and time is the store's own. A poke is
 * there until it was delivered, dropped, or a newer one took its place: beside leased ones, one poke of a webhook and a
 * search waits at most, the one with the greatest sequence, since it tells of all before it. A new poke therefore
 * removes older ones that are not leased.
 *
 * `delivered`, `failed`, `released` and `dropped` do nothing where the lease has become another's or the poke is gone.
 */
export interface PokeQueue {
  /**
   * Leases pokes that are due: neither they nor their webhooks wait, no lease of theirs runs, and their webhook is not
   * ended. Those of a webhook that is failing come last, and one of them at a time is leased; else the one that is due
   * longest comes first. Two callers never get the same poke, unless a lease has run out before its end was told. A
   * store that belongs to one process at a time forgets leases when it is opened.
   */
  take(limits: TakeLimits): Promise<readonly DuePoke[]>
  /** Removes the poke, and older ones of its webhook and search that are not leased; the webhook no longer fails. */
  delivered(due: DuePoke): Promise<void>
  /**
   * Ends the lease, and counts an attempt; where a newer poke of the webhook and search waits, this one is removed. The
   * webhook has failed `due.failures + 1` times in a row, or more if it has already, and rests to the later of its
   * rests.
   */
  failed(due: DuePoke, attempt: FailedAttempt): Promise<void>
  /** Ends the lease as if there had been no attempt, so that the poke is due. */
  released(due: DuePoke): Promise<void>
  /** Removes the poke, whose time is up. */
  dropped(due: DuePoke): Promise<void>
  /** Nothing is sent to the webhook any more, and its pokes are removed. The first reason stays. */
  end(webhookId: string, reason: string): Promise<void>
  counts(): Promise<PokeCounts>
}

export interface PokeCounts {
  /** All pokes of the store, leased ones too. */
  readonly waiting: number
  /** When the oldest of them was made. */
  readonly oldestMs: number | undefined
  /** Webhooks whose last attempt has failed and that are not ended. */
  readonly failing: number
}

/** The host whose receivers share the requests that may be under way: a name or an address, without the port. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).hostname
}
