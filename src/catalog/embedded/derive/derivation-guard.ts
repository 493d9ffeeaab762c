import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { ANSWERED, STEPS, type ThreadAnswer, type ThreadStart } from './derivation-thread.ts'

/** The guard's start data: where it says that the deriving thread has ended, and what that thread is started with. */
export interface GuardStart {
  readonly guarded: ThreadStart
  readonly guardPort: ThreadStart['port']
}

/**
 * Runs the deriving thread, and answers for it when it ends without an answer: for lack of memory, say. The writer is
 * blocked meanwhile, so that it would never hear of it.
 */
function guard({ guarded, guardPort }: GuardStart): void {
  const { progress, port } = guarded
  const thread = new Worker(new URL('./derivation-thread.ts', import.meta.url), {
    workerData: guarded,
    transferList: [port],
  })
  const fail = (error: Error & { code?: unknown }) => {
    const answer: ThreadAnswer = { error, code: error.code }
    guardPort.postMessage(answer)
    Atomics.store(progress, ANSWERED, 1)
    Atomics.notify(progress, STEPS)
  }
  thread.once('error', fail)
  thread.once('exit', (code) => fail(new Error(`the deriving thread ended with ${code} before it had answered`)))
}

if (!isMainThread && 'guarded' in workerData) guard(workerData as GuardStart) // as threaded-derivation.ts starts it
