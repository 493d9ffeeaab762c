import { enableCompileCache } from 'node:module'
import { type MessagePort, workerData } from 'node:worker_threads'

/** Entry of a thread that answers calls; crew.ts starts it. */
enableCompileCache()
const { work } = await import('./worker.ts')
work(workerData as MessagePort) // as crew.ts starts it
