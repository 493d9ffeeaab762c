import { type MessagePort, workerData } from 'node:worker_threads'
import { work } from './worker.ts'

/** Entry of a thread that answers calls; crew.ts starts it. */
work(workerData as MessagePort) // as crew.ts starts it
