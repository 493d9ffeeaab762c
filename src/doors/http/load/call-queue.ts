import type { Place } from '../../../kit/base/slots.ts'

/*
 * Each thread has one queue, which decides whose call works next.
 *
 * - A slot is one turn of the event loop: the work that a call can do without waiting. The queue measures how long
 *   slots take.
 * - A call gets its first slot through `add`. It requests another slot (kit/base/slots.ts) after it has waited for
 *   something, and between the steps of long work.
 * - Each key has a used time: the milliseconds of its slots, halved every half second. The key with the smallest used
 *   time gets the next slot. So keys share a thread by time, not by number of calls.
 * - At most four calls of a key are under way; its other calls wait. Calls that wait for their client do not count.
 * - A key is overloaded for one second if more than 64 calls wait and one of its calls has waited for half a second.
 *   The newest call of an overloaded key goes first. Its calls that have waited for 10 ms are refused.
 */

/** A call that has not begun. It is either run or refused, exactly once. */
export interface QueuedCall {
  run(place: CallPlace, nowMs: number): void
  refuse(): void
}

/**
 * The maximum number of calls of a key that are under way: started, not yet answered, and not waiting for their client.
 */
export const UNDER_WAY_MAX = 4

/** No call is refused while at most this many calls wait. */
export const BURST_MAX = 64

/** The maximum number of waiting calls. Further calls are refused immediately. */
export const WAITING_MAX = 10_000

export const OVERLOAD_WAIT_MS = 500
export const OVERLOAD_MS = 1000

/**
 * How long a call may wait during an overload. The last `PATIENT_CALLS` calls may wait longer, in case the machine
 * stalls.
 */
const PATIENCE_MS = 10
export const PATIENT_CALLS = 4

/**
 * How much time refusals may take, as a fraction of the last call's working time. Without this limit, clients that
 * retry immediately would use all the time.
 */
const REFUSING = 1 / 3

const HALF_MS = 500

/** The maximum number of event loop turns in a row that only accept connections. */
const TURNS_FOR_CONNECTIONS = 16

/**
 * Idle keys are removed when the queue has this many keys. Later, they are removed when the number of keys has doubled.
 */
export const KEYS_MIN = 1000

interface Waiting<T> {
  readonly what: T
  readonly sinceMs: number
}

/** The calls of a key, oldest first, and the time that the key has used. */
class Share {
  readonly calls: Waiting<QueuedCall>[] = []
  /** Calls that have begun and wait to continue. */
  readonly resumed: Waiting<() => void>[] = []
  underWay = 0
  /** Until when the key counts as overloaded, because its calls arrive faster than they can be answered. */
  overloadedUntilMs = Number.NEGATIVE_INFINITY
  #usedMs = 0
  #atMs = 0

  usedMs(nowMs: number): number {
    return this.#usedMs * 2 ** ((this.#atMs - nowMs) / HALF_MS)
  }

  use(ms: number, nowMs: number): void {
    this.#usedMs = this.usedMs(nowMs) + ms
    this.#atMs = nowMs
  }

  get mayBegin(): boolean {
    return this.calls.length > 0 && this.underWay < UNDER_WAY_MAX
  }

  /** The number of calls that wait to begin or to continue. */
  get waiting(): number {
    return this.calls.length + this.resumed.length
  }
}

interface QueueParts {
  /** Returns milliseconds of a monotonic clock. */
  now(): number
  /** Returns the number of connections since the start. */
  connections(): number
  onOverload(): void
}

export class CallQueue {
  readonly #parts: QueueParts
  readonly #shares = new Map<string, Share>()
  /** The keys with waiting calls. */
  readonly #active = new Set<Share>()
  #sharesMax = KEYS_MIN
  #size = 0
  #isBooked = false
  #slot: { readonly place: CallPlace; readonly sinceMs: number } | undefined
  #lastSlotMs = 0
  #overloadedUntilMs = Number.NEGATIVE_INFINITY
  #seenConnections = 0
  #turnsForConnections = 0

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /**
   * Adds a call.
   *
   * @param key The API key or network address whose time the call uses.
   */
  add(key: string, call: QueuedCall): void {
    if (this.#size >= WAITING_MAX) {
      call.refuse()
      return
    }
    const share = this.#shareOf(key)
    share.calls.push({ what: call, sinceMs: this.#parts.now() })
    this.#size += 1
    this.#activate(share)
  }

  /** Resolves when a call that has begun may continue. */
  resume(place: CallPlace): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begin = () => {
      this.#slot = { place, sinceMs: this.#parts.now() }
      resolve()
    }
    place.share.resumed.push({ what: begin, sinceMs: this.#parts.now() })
    this.#activate(place.share)
    return promise
  }

  /** Returns for how many milliseconds the call has worked without a pause; undefined if it is not working. */
  slotMs(place: CallPlace): number | undefined {
    return this.#slot?.place === place ? this.#parts.now() - this.#slot.sinceMs : undefined
  }

  /** Called when a call is answered or waits for its client. Another call of the key may then begin. */
  left(share: Share): void {
    if (share.mayBegin) this.#book()
  }

  get nowMs(): number {
    return this.#parts.now()
  }

  /** The number of calls that wait to begin. */
  get size(): number {
    return this.#size
  }

  /** The number of keys in the queue. */
  get keys(): number {
    return this.#shares.size
  }

  #shareOf(key: string): Share {
    const made = this.#shares.get(key)
    if (made !== undefined) return made
    if (this.#shares.size >= this.#sharesMax) {
      for (const [name, { waiting, underWay }] of this.#shares) if (waiting + underWay === 0) this.#shares.delete(name)
      this.#sharesMax = Math.max(KEYS_MIN, 2 * this.#shares.size)
    }
    const fresh = new Share()
    this.#shares.set(key, fresh)
    return fresh
  }

  #activate(share: Share): void {
    this.#active.add(share)
    this.#book()
  }

  /**
   * Schedules the turn of the event loop in which the next call works. `#endSlot` runs when this call waits or is done.
   */
  #book(): void {
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(() => this.#beginSlot())
    setImmediate(() => this.#endSlot())
  }

  #beginSlot(): void {
    if (this.#moreComes()) return
    const nowMs = this.#parts.now()
    this.#noticeOverload(nowMs)
    if (nowMs < this.#overloadedUntilMs) this.#refuseLate(nowMs)
    const share = this.#next(nowMs)
    if (share === undefined) return
    const call = share.mayBegin ? share.calls.at(nowMs < share.overloadedUntilMs ? -1 : 0) : undefined
    const [again] = share.resumed
    if (again !== undefined && !(call !== undefined && call.sinceMs < again.sinceMs)) {
      share.resumed.shift()
      this.#rest(share)
      again.what()
    } else if (call !== undefined) {
      this.#take(share, call)
      const sinceMs = this.#parts.now()
      const place = new CallPlace(share, this)
      this.#slot = { place, sinceMs }
      call.what.run(place, sinceMs)
    }
  }

  #endSlot(): void {
    const nowMs = this.#parts.now()
    this.#isBooked = false
    if (this.#slot !== undefined) {
      const { place, sinceMs } = this.#slot
      this.#slot = undefined
      this.#lastSlotMs = nowMs - sinceMs
      place.use(this.#lastSlotMs, nowMs)
    }
    const isRefusing = nowMs < this.#overloadedUntilMs && this.#size > PATIENT_CALLS
    if (isRefusing || this.#next(nowMs) !== undefined) this.#book()
  }

  /**
   * Whether to accept more connections before the next call works. The event loop accepts one connection per turn and
   * reads its request later. Without these extra turns, calls would wait outside the queue.
   */
  #moreComes(): boolean {
    const connections = this.#parts.connections()
    const comes = connections !== this.#seenConnections && this.#turnsForConnections < TURNS_FOR_CONNECTIONS
    this.#seenConnections = connections
    this.#turnsForConnections = comes ? this.#turnsForConnections + 1 : 0
    return comes
  }

  /** Returns the key that has used the least time, among the keys with a call that can work now. */
  #next(nowMs: number): Share | undefined {
    let next: Share | undefined
    for (const share of this.#active) {
      if (share.resumed.length === 0 && !share.mayBegin) continue
      if (next === undefined || share.usedMs(nowMs) < next.usedMs(nowMs)) next = share
    }
    return next
  }

  #take(share: Share, call: Waiting<QueuedCall>): void {
    share.calls.splice(share.calls.indexOf(call), 1)
    this.#size -= 1
    this.#rest(share)
  }

  #rest(share: Share): void {
    if (share.waiting === 0) this.#active.delete(share)
  }

  #noticeOverload(nowMs: number): void {
    if (this.#size <= BURST_MAX) return
    for (const share of this.#active) {
      const [first] = share.calls
      if (first === undefined || nowMs - first.sinceMs <= OVERLOAD_WAIT_MS || nowMs < share.overloadedUntilMs) continue
      if (nowMs >= this.#overloadedUntilMs) this.#parts.onOverload()
      share.overloadedUntilMs = nowMs + OVERLOAD_MS
      this.#overloadedUntilMs = share.overloadedUntilMs
    }
  }

  /**
   * Refuses calls of overloaded keys that waited too long. Skips keys with fewer waiting calls than the average key.
   */
  #refuseLate(nowMs: number): void {
    const average = this.#size / this.#active.size
    const untilMs = nowMs + REFUSING * this.#lastSlotMs
    for (const share of this.#active) {
      if (share.calls.length < average || nowMs >= share.overloadedUntilMs) continue
      for (let [first] = share.calls; first !== undefined; [first] = share.calls) {
        if (this.#size <= PATIENT_CALLS || nowMs - first.sinceMs < PATIENCE_MS) break
        this.#take(share, first)
        first.what.refuse()
        if (this.#parts.now() >= untilMs) return
      }
    }
  }
}

/** The place of a call in the queue, once the call has begun. */
export class CallPlace implements Place {
  readonly share: Share
  readonly #queue: CallQueue
  #isUnderWay = true
  #workedMs = 0

  constructor(share: Share, queue: CallQueue) {
    this.share = share
    this.#queue = queue
    share.underWay += 1
  }

  get usedMs(): number {
    return this.share.usedMs(this.#queue.nowMs)
  }

  get hasSlot(): boolean {
    return this.#queue.slotMs(this) !== undefined
  }

  /** How long the thread worked on the call, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs + (this.#queue.slotMs(this) ?? 0)
  }

  next(): Promise<void> {
    return this.#queue.resume(this)
  }

  /** Adds the milliseconds that the thread worked on the call. */
  use(ms: number, nowMs: number): void {
    this.#workedMs += ms
    this.share.use(ms, nowMs)
  }

  /**
   * Waits for the client or for changes, then until the call may continue. While it waits, the call is not under way.
   */
  async away<T>(coming: Promise<T>): Promise<T> {
    const wasUnderWay = this.#isUnderWay
    this.end()
    try {
      return await coming
    } finally {
      if (wasUnderWay) this.#begin()
      if (!this.hasSlot) await this.next()
    }
  }

  /** Marks the call as answered, so that it is no longer under way. The call may still continue, to send a stream. */
  end(): void {
    if (!this.#isUnderWay) return
    this.#isUnderWay = false
    this.share.underWay -= 1
    this.#queue.left(this.share)
  }

  #begin(): void {
    this.#isUnderWay = true
    this.share.underWay += 1
  }
}
