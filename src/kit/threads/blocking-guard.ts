import { workerData } from 'node:worker_threads'
import { type GuardStart, guard } from './blocking-thread.ts'

/** Entry of the thread that guards another one; blocking-thread.ts starts it. */
guard(workerData as GuardStart) // as it starts it
