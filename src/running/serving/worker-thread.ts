import { work } from './worker.ts'

/** The entry point of a worker thread, which answers calls. crew.ts starts it. */
work()
