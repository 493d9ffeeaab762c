import { newPayer, type Payer } from '../../../kit/base/payer.ts'

/** A call that waits for its turn in this thread: it is run or refused, once. */
export interface QueuedCall {
  /** Begins it, at the moment that it is told; what it works on after this turn of the loop is its payer's to pay. */
  run(payer: Payer, nowMs: number): void
  refuse(): void
}

/** More calls than this wait only when more come than can be answered. */
export const MAX_WAITING_CALLS = 64

/** So many may wait for a moment: a burst is no overload. */
export const BURST_MS = 100

/** No call is shed while every waiting call has waited less, and is expected to: each takes as long as calls usually do. */
export const MAX_WAIT_MS = 500

/** How long calls are shed before it is tried again without. */
export const SHEDDING_MS = 1000

/** While calls are shed, how many times as long as a call usually takes one may wait, and how long at least. */
const PATIENCE = 3
const PATIENCE_MS_MIN = 10

/** So few may wait for as long as it takes, also while calls are shed: a machine may stand still for a moment. */
export const MAX_UNSHED_CALLS = 4

/**
 * How much time refusals may take, as a share of what calls take: one takes little, but callers who ask again at once
 * would have all of it.
 */
const REFUSING = 1 / 3

/**
 * Calls of one payer that may go on later before its next one begins: without it, calls that take several turns, or
 * wait for another thread, would all begin, and none would be refused for waiting.
 */
export const MAX_PAUSED_CALLS = 4

/** Turns of the loop in which more connections may be let in before the next call runs. */
const MAX_TURNS_BETWEEN_CALLS = 16

/** Payers who are remembered. Beyond that, the one who has not come for the longest is forgotten. */
export const PAYERS_KEPT = 1000

/** Entries examined per insertion. Two, so the table shrinks back to its limit. */
const ENTRIES_EXAMINED = 2

/** How quickly the usual cost of a call follows that of the latest. */
const COST_SMOOTHING = 1 / 32

interface Waiting {
  readonly call: QueuedCall
  readonly sinceMs: number
}

/** The calls of one payer, oldest first. */
interface Share extends Payer {
  readonly waiting: Waiting[]
  /** The part of `spentMs` that the usual cost of a call takes account of. */
  toldMs: number
}

export interface QueueParts {
  /** Milliseconds of a clock that is never set back. */
  now(): number
  /** Connections that have been let in so far. */
  connections(): number
  /** Calls begin to be shed. */
  onOverload(): void
  /** Called when all that could be done at once for the last call is done. */
  onRest?(nowMs: number): void
}

/**
 * Lets calls run one after the other, one in each turn of the event loop, so that every call that has come is known
 * when the next is chosen. The turn goes to the payer who has used the least time (start-time fair queueing). When too
 * many calls wait, and too long, more come than can be answered: for a second, the latest call of a payer is then
 * answered first, and what has waited too long is refused, which takes next to no time.
 */
export class CallQueue {
  readonly #parts: QueueParts
  /** In order of their last call, the oldest first. */
  readonly #shares = new Map<string, Share>()
  /** Those for whom calls wait. */
  readonly #active = new Set<Share>()
  #size = 0
  #isBooked = false
  #running: { readonly share: Share; readonly sinceMs: number } | undefined
  #turnsBetween = 0
  #seenConnections = 0
  /** Since when calls have waited all the time. */
  #busySinceMs = 0
  #sheddingUntilMs = Number.NEGATIVE_INFINITY
  /** The time that the last payer served had spent: newcomers begin there. */
  #levelMs = 0
  #usualMs = 1

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /** `payer` names whose time the call takes. */
  add(payer: string, call: QueuedCall): void {
    const nowMs = this.#parts.now()
    if (this.#size === 0) this.#busySinceMs = nowMs
    const share = this.#shareOf(payer)
    share.waiting.push({ call, sinceMs: nowMs })
    this.#active.add(share)
    this.#size += 1
    this.#book()
  }

  /** Calls that wait. */
  get size(): number {
    return this.#size
  }

  /** Payers who are remembered. */
  get payers(): number {
    return this.#shares.size
  }

  #shareOf(payer: string): Share {
    const share = this.#shares.get(payer)
    if (share !== undefined) {
      this.#shares.delete(payer)
      this.#shares.set(payer, share)
      if (share.waiting.length === 0) this.#raise(share)
      return share
    }
    if (this.#shares.size >= PAYERS_KEPT) this.#forgetLongestIdle()
    const fresh = { ...newPayer(this.#levelMs), waiting: [], toldMs: this.#levelMs }
    this.#shares.set(payer, fresh)
    return fresh
  }

  /** Who has spent less than a newcomer goes on as one: nobody saves time up. */
  #raise(share: Share): void {
    const byMs = Math.max(0, this.#levelMs - share.spentMs)
    share.spentMs += byMs
    share.toldMs += byMs
  }

  /** Who has calls in line or under way is kept, as if it came now. */
  #forgetLongestIdle(): void {
    let looks = 0
    for (const [payer, share] of this.#shares) {
      if (this.#shares.size < PAYERS_KEPT || looks++ === ENTRIES_EXAMINED) return
      this.#shares.delete(payer)
      if (share.waiting.length > 0 || share.paused > 0) this.#shares.set(payer, share)
    }
  }

  /** In one turn of the loop: whatever a call does or resolves is done before what comes right behind it. */
  #book(): void {
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(() => this.#runOne())
    setImmediate(() => this.#hasRun())
  }

  #runOne(): void {
    if (this.#size === 0 || this.#moreComes()) return
    const nowMs = this.#parts.now()
    const isShedding = this.#isShedding(nowMs)
    const share = this.#next()
    const call = share && this.#take(share, isShedding ? share.waiting.pop() : share.waiting.shift())
    if (isShedding) this.#shed(nowMs)
    if (share === undefined || call === undefined) return
    this.#levelMs = Math.max(this.#levelMs, share.spentMs)
    const sinceMs = this.#parts.now()
    this.#running = { share, sinceMs }
    call.run(share, sinceMs)
  }

  #hasRun(): void {
    this.#isBooked = false
    if (this.#running !== undefined) {
      const { share, sinceMs } = this.#running
      const nowMs = this.#parts.now()
      const tookMs = nowMs - sinceMs
      this.#parts.onRest?.(nowMs)
      share.spentMs += tookMs
      this.#usualMs += (share.spentMs - share.toldMs - this.#usualMs) * COST_SMOOTHING // with what earlier ones did later
      share.toldMs = share.spentMs
      this.#running = undefined
    }
    if (this.#size > 0) this.#book()
  }

  /**
   * The loop lets one connection in at each turn, and has not read its request then: without this, calls would wait
   * where nobody sees them.
   */
  #moreComes(): boolean {
    const connections = this.#parts.connections()
    const comes = connections !== this.#seenConnections && this.#turnsBetween < MAX_TURNS_BETWEEN_CALLS
    this.#seenConnections = connections
    this.#turnsBetween = comes ? this.#turnsBetween + 1 : 0
    return comes
  }

  #isShedding(nowMs: number): boolean {
    if (nowMs < this.#sheddingUntilMs) return true
    if (this.#size <= MAX_WAITING_CALLS || nowMs - this.#busySinceMs < BURST_MS) return false
    if (Math.max(this.#longestWaitMs(nowMs), this.#size * this.#usualMs) <= MAX_WAIT_MS) return false
    this.#sheddingUntilMs = nowMs + SHEDDING_MS
    this.#parts.onOverload()
    return true
  }

  /** Returns how long the oldest waiting call has waited. */
  #longestWaitMs(nowMs: number): number {
    let firstMs = nowMs
    for (const { waiting } of this.#active) firstMs = Math.min(firstMs, waiting[0]?.sinceMs ?? nowMs)
    return nowMs - firstMs
  }

  /** The payer who has spent the least, but for those who have enough work under way. */
  #next(): Share | undefined {
    let least: Share | undefined
    for (const share of this.#active) {
      if (share.paused < MAX_PAUSED_CALLS && (least === undefined || share.spentMs < least.spentMs)) least = share
    }
    return least
  }

  #take(share: Share, waiting: Waiting | undefined): QueuedCall {
    if (waiting === undefined) throw new Error('no call of the payer waits')
    this.#size -= 1
    if (share.waiting.length === 0) this.#active.delete(share)
    return waiting.call
  }

  /** Refuses what has waited too long, of payers for whom at least as many calls wait as for others on average. */
  #shed(nowMs: number): void {
    const fairly = this.#size / this.#active.size
    const latestMs = nowMs - Math.max(PATIENCE_MS_MIN, PATIENCE * this.#usualMs)
    const untilMs = nowMs + REFUSING * this.#usualMs
    for (const share of this.#active) {
      if (share.waiting.length < fairly) continue
      while (this.#size > MAX_UNSHED_CALLS && (share.waiting[0]?.sinceMs ?? nowMs) < latestMs) {
        this.#take(share, share.waiting.shift()).refuse()
        if (this.#parts.now() >= untilMs) return
      }
    }
  }
}
