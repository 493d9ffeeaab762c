import { createRequire, syncBuiltinESMExports } from 'node:module'
import type * as WorkerThreads from 'node:worker_threads'

/**
 * Loaded with NODE_OPTIONS before the program, so that a test can end worker threads. SIGUSR2 ends the oldest thread.
 * The variable ENDS_BY sets how: `terminate` it, `throw` an uncaught error, or `loop` forever.
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
    if ((event as MessageEvent).data !== threads.threadId) return // all messages on the channel have this type
    setImmediate(() => {
      while (process.env.ENDS_BY === 'loop');
      throw new Error('a fault that nobody foresaw')
    })
  })
}
