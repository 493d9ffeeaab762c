import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A call's place in the queue of its thread. The call works in slots: each is one turn of the event loop. */
export interface Place {
  /** Milliseconds of slots that the key of the call has used lately. */
  readonly usedMs: number
  /** Milliseconds of slots that the call has used. */
  readonly workedMs: number
  /** Whether the call is still in its last slot. */
  readonly hasSlot: boolean
  /** Resolves in the next slot of the call. */
  next(): Promise<void>
  /** Waits for something that other threads or clients do. Other calls of the key may begin until then. */
  away<T>(coming: Promise<T>): Promise<T>
}

const places = new AsyncLocalStorage<Place>()

/** Runs a call in its place. `placeNow` returns that place within the call, also after the call has waited. */
export function inPlace<T>(place: Place, act: () => T): T {
  return places.run(place, act)
}

/** The place of the call that works now; undefined for the service's own work. */
export function placeNow(): Place | undefined {
  return places.getStore()
}

/** For long work in steps: lets other calls work. The service's own work goes on in the next turn of the event loop. */
export function nextSlot(): Promise<void> {
  return placeNow()?.next() ?? nextTurn()
}

/** For a call that may have waited for something: asks for a slot unless the call still has one. */
export async function backInSlot(): Promise<void> {
  const place = placeNow()
  if (place?.hasSlot === false) await place.next()
}

/** Waits for the client, or for news: until then the call keeps no other call of its key from beginning. */
export function outside<T>(coming: Promise<T>): Promise<T> {
  return placeNow()?.away(coming) ?? coming
}
