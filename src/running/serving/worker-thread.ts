import { work } from './worker.ts'

/** Entry of a thread that answers calls; crew.ts starts it. */
work()
