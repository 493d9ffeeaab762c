import { createRequire, syncBuiltinESMExports } from 'node:module'
import type * as WorkerThreads from 'node:worker_threads'

/**
 * Lets a test end worker threads. NODE_OPTIONS loads this before the program. SIGUSR2 ends the oldest thread in the way
 * that the variable ENDS_BY names: `terminate`, `throw` an uncaught error, or `loop` forever.
 */
const threads: typeof WorkerThreads = createRequire(import.meta.url)('node:worker_threads')
const CHANNEL = 'ending-threads'

if (threads.isMainThread) {
  const started: WorkerThreads.Worker[] = []
  const { Worker } = threads
  class KnownWorker extends Worker {
    constructor(url: URL, options?: WorkerThreads.WorkerOptions) {
      super(url, options)
      if (!/\/worker-thread\.[jt]s$/.test(String(url))) return
      started.push(this)
      this.once('exit', () => started.splice(started.indexOf(this), 1))
    }
  }
  Object.assign(threads, { Worker: KnownWorker })
  syncBuiltinESMExports()
  const channel = new threads.BroadcastChannel(CHANNEL)
  channel.unref()
  process.on('SIGUSR2', () => {
    if (process.env.ENDS_BY === 'terminate') void started[0]?.terminate()
    else channel.postMessage(started[0]?.threadId)
  })
} else {
  const channel = new threads.BroadcastChannel(CHANNEL)
  channel.unref()
  channel.addEventListener('message', (event) => {
    if ((event as MessageEvent).data !== threads.threadId) return // all messages of the channel have this type
    setImmediate(() => {
      while (process.env.ENDS_BY === 'loop');
      throw new Error('a fault that nobody foresaw')
    })
  })
}
