import { work } from './worker.ts'

/** The entry of a thread that answers calls. crew.ts starts it. */
work()
