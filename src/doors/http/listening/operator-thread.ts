import { setPriority } from 'node:os'
import { startData } from '../../../kit/threads/thread.ts'

const PRIORITY = -10

/** Entry of the thread that answers operators; operators.ts starts it. */
goFirst()
const { serveOperators } = await import('./operator-server.ts')
const { readiness } = startData() as { readiness: SharedArrayBuffer } // as operators.ts starts it
serveOperators(readiness)

/** Before the threads that answer calls, where the system allows that: on Linux a thread has a priority of its own. */
function goFirst(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(PRIORITY)
  } catch {
    // Only root may: without it, health is told a few milliseconds later under load
  }
}
