import { type DuePoke, hostOf, type Poke, type PokeQueue, type Webhook } from '../../src/guard/subscriptions/index.ts'
import type { FailedAttempt, PokeCounts, TakeLimits } from '../../src/guard/subscriptions/poke-queue.ts'
import type { Clock } from '../../src/kit/base/clock.ts'

interface Waiting {
  readonly poke: Poke
  readonly leasedUntilMs: number
}

interface Receiving {
  readonly webhook: Webhook
  readonly failures: number
  readonly restUntilMs: number
}

/** A queue of notifications in memory, for tests without a store. Queues of stores are compared with it. */
export class MemoryPokeQueue implements PokeQueue {
  readonly pokes = new Map<string, Waiting>()
  readonly receivers = new Map<string, Receiving>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  addWebhook(webhook: Webhook): void {
    this.receivers.set(webhook.webhookId, { webhook, failures: 0, restUntilMs: 0 })
  }

  /**
   * Adds a notification for a webhook. It replaces earlier notifications of the same search that are not being sent.
   */
  add(webhookId: string, searchId: string, sequence: number): Poke {
    const nowMs = this.#clock.now()
    const pokeId = `msg_${webhookId.slice(2)}${searchId.slice(2)}${sequence}`
    const poke = { pokeId, webhookId, searchId, sequence, madeMs: nowMs, attempts: 0, nextAttemptMs: nowMs }
    this.#removeBefore(poke)
    const isEnded = this.receivers.get(webhookId)?.webhook.ended !== undefined
    if (!isEnded && !this.pokes.has(pokeId)) this.pokes.set(pokeId, { poke, leasedUntilMs: 0 })
    return poke
  }

  /** Returns when the next notification of a webhook is due, in milliseconds since 1970. */
  nextMs(webhookId: string): number {
    const pokes = Array.from(this.pokes.values(), ({ poke }) => poke).filter((poke) => poke.webhookId === webhookId)
    const nextMs = Math.min(...pokes.map(({ nextAttemptMs }) => nextAttemptMs))
    return Math.max(nextMs, this.receivers.get(webhookId)?.restUntilMs ?? 0)
  }

  async take({ limit, perHost, exceptHosts, leaseMs }: TakeLimits): Promise<readonly DuePoke[]> {
    const nowMs = this.#clock.now()
    const leasedUntilMs = nowMs + leaseMs
    const taken: DuePoke[] = []
    const byHost = new Map(exceptHosts.map((host) => [host, perHost]))
    for (const { poke, receiver } of this.#due(nowMs)) {
      const { webhook, failures } = receiver
      const host = hostOf(webhook)
      const ofHost = byHost.get(host) ?? 0
      const isProbed = failures > 0 && this.#isLeased((other) => other.webhookId === poke.webhookId, nowMs)
      if (taken.length === limit || ofHost >= perHost || isProbed) continue
      byHost.set(host, ofHost + 1)
      this.pokes.set(poke.pokeId, { poke, leasedUntilMs })
      taken.push({ poke, webhook, failures, leasedUntilMs })
    }
    return taken
  }

  async delivered(due: DuePoke): Promise<void> {
    if (!this.#isHeld(due)) return
    this.pokes.delete(due.poke.pokeId)
    this.#removeBefore(due.poke)
    this.#receive(due.poke.webhookId, (receiver) => ({
      webhook: { ...receiver.webhook, failingSinceMs: undefined, lastFailure: undefined },
      failures: 0,
      restUntilMs: 0,
    }))
  }

  async failed(due: DuePoke, { waitMs, restMs, reason }: FailedAttempt): Promise<void> {
    if (!this.#isHeld(due)) return
    const nowMs = this.#clock.now()
    const { poke } = due
    const isOld = Array.from(this.pokes.values()).some((other) => isSame(other.poke, poke, (a, b) => a > b))
    if (isOld) this.pokes.delete(poke.pokeId)
    else {
      const later = { ...poke, attempts: poke.attempts + 1, nextAttemptMs: nowMs + waitMs }
      this.pokes.set(poke.pokeId, { poke: later, leasedUntilMs: 0 })
    }
    this.#receive(poke.webhookId, ({ webhook, failures, restUntilMs }) => ({
      webhook: { ...webhook, failingSinceMs: webhook.failingSinceMs ?? nowMs, lastFailure: reason },
      failures: Math.max(failures, due.failures + 1),
      restUntilMs: Math.max(restUntilMs, nowMs + restMs),
    }))
  }

  async released(due: DuePoke): Promise<void> {
    if (this.#isHeld(due)) this.pokes.set(due.poke.pokeId, { poke: due.poke, leasedUntilMs: 0 })
  }

  async dropped(due: DuePoke): Promise<void> {
    if (this.#isHeld(due)) this.pokes.delete(due.poke.pokeId)
  }

  async end(webhookId: string, reason: string): Promise<void> {
    for (const { poke } of this.pokes.values()) if (poke.webhookId === webhookId) this.pokes.delete(poke.pokeId)
    this.#receive(webhookId, (receiver) => {
      const { webhook } = receiver
      return { ...receiver, webhook: { ...webhook, ended: webhook.ended ?? reason } }
    })
  }

  async counts(): Promise<PokeCounts> {
    const madeMs = Array.from(this.pokes.values(), ({ poke }) => poke.madeMs)
    const receivers = [...this.receivers.values()]
    return {
      waiting: madeMs.length,
      oldestMs: madeMs.length === 0 ? undefined : Math.min(...madeMs),
      failing: receivers.filter(({ webhook, failures }) => failures > 0 && webhook.ended === undefined).length,
    }
  }

  #due(nowMs: number): readonly { readonly poke: Poke; readonly receiver: Receiving }[] {
    return Array.from(this.pokes.values())
      .filter(({ poke, leasedUntilMs }) => poke.nextAttemptMs <= nowMs && leasedUntilMs <= nowMs)
      .flatMap(({ poke }) => {
        const receiver = this.receivers.get(poke.webhookId)
        const isInUse = receiver !== undefined && receiver.webhook.ended === undefined && receiver.restUntilMs <= nowMs
        return isInUse ? [{ poke, receiver }] : []
      })
      .sort((a, b) => {
        const failing = Number(a.receiver.failures > 0) - Number(b.receiver.failures > 0)
        return failing || a.poke.nextAttemptMs - b.poke.nextAttemptMs
      })
  }

  #isHeld({ poke, leasedUntilMs }: DuePoke): boolean {
    return this.pokes.get(poke.pokeId)?.leasedUntilMs === leasedUntilMs
  }

  #isLeased(isMeant: (poke: Poke) => boolean, nowMs: number): boolean {
    return Array.from(this.pokes.values()).some(({ poke, leasedUntilMs }) => leasedUntilMs > nowMs && isMeant(poke))
  }

  #removeBefore(poke: Poke): void {
    const nowMs = this.#clock.now()
    for (const other of this.pokes.values()) {
      const isOlder = isSame(other.poke, poke, (a, b) => a < b)
      if (isOlder && other.leasedUntilMs <= nowMs) this.pokes.delete(other.poke.pokeId)
    }
  }

  #receive(webhookId: string, become: (receiver: Receiving) => Receiving): void {
    const receiver = this.receivers.get(webhookId)
    if (receiver !== undefined) this.receivers.set(webhookId, become(receiver))
  }
}

/**
 * Returns whether two notifications are for the same webhook and search, and `compare` is true for their sequence
 * numbers.
 */
function isSame(a: Poke, b: Poke, compare: (a: number, b: number) => boolean): boolean {
  return a.webhookId === b.webhookId && a.searchId === b.searchId && compare(a.sequence, b.sequence)
}
