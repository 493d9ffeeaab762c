import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A call's position in its thread's queue. The call works in slots, each of them one turn of the event loop. */
export interface Place {
  /** Milliseconds of recent work for all calls of the same key. */
  readonly usedMs: number
  /** Milliseconds that the call has worked. */
  readonly workedMs: number
  /** Whether the call's latest slot has not ended yet. */
  readonly hasSlot: boolean
  /** Resolves when the call's next slot begins. */
  next(): Promise<void>
  /** Waits for another thread or a client. During that time, other calls of the key may begin. */
  away<T>(coming: Promise<T>): Promise<T>
}

const places = new AsyncLocalStorage<Place>()

/** Runs a call at its position in the queue. Within the call, `placeNow` returns this position, even after waiting. */
export function inPlace<T>(place: Place, act: () => T): T {
  return places.run(place, act)
}

/** Returns the queue position of the running call; undefined for the service's own work. */
export function placeNow(): Place | undefined {
  return places.getStore()
}

/**
 * Lets other calls work between the steps of long work. The service's own work continues in the next turn of the event
 * loop.
 */
export function nextSlot(): Promise<void> {
  return placeNow()?.next() ?? nextTurn()
}

/**
 * Waits for a slot (a turn of the event loop), unless the call still has one. For calls that may have waited for
 * something else.
 */
export async function backInSlot(): Promise<void> {
  const place = placeNow()
  if (place?.hasSlot === false) await place.next()
}

/** Waits for the client or for new data. During that time, other calls of the key may begin. */
export function outside<T>(coming: Promise<T>): Promise<T> {
  return placeNow()?.away(coming) ?? coming
}
