import { getHeapStatistics } from 'node:v8'
import type { Counts } from './counts.ts'

const LOOK_MS = 100

/**
 * Looks at the event loop of this thread ten times a second, until the function that is returned is called. A timer
 * that is late shows how long a call waited that came at its moment: timers are true to a millisecond or so.
 */
export function watchLoop(counts: Counts): () => void {
  let busyMs = performance.eventLoopUtilization().active
  let dueMs = performance.now() + LOOK_MS
  const look = () => {
    const lateMs = Math.max(0, performance.now() - dueMs)
    const { active } = performance.eventLoopUtilization()
    counts.looked(lateMs / 1000, Math.max(0, active - busyMs) / 1000, getHeapStatistics().used_heap_size)
    busyMs = active
    dueMs = performance.now() + LOOK_MS
    timer = setTimeout(look, LOOK_MS).unref()
  }
  let timer = setTimeout(look, LOOK_MS).unref()
  return () => clearTimeout(timer)
}
