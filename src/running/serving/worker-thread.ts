import { isMainThread } from 'node:worker_threads'
import { work } from './worker.ts'

/** Entry of a thread that answers calls; crew.ts starts it. The bundle may also load this script for what it shares. */
if (!isMainThread) work()
