import { workerData } from 'node:worker_threads'
import { type GuardStart, guard } from './blocking-thread.ts'

/** Main module of the thread that guards another thread. */
guard(workerData as GuardStart) // blocking-thread.ts starts it with this data
