import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from '../../kit/base/failure.ts'
import { reading } from '../../kit/store/store-check.ts'
import { damaged, guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { CATALOG_FORMAT } from './format.ts'

/** The worker's start data. */
export interface ScrubStart {
  readonly path: string
  /** Share of the time spent reading; the worker sleeps otherwise, to leave disk and processor to calls. */
  readonly share: number
}

/** `damage`: a sentence for the operator; undefined when the file is intact. */
export type ScrubReply = { readonly damage: string | undefined } | { readonly failed: string }

/** After this many passes that a commit interrupted, the file is left for the next day. */
const PASSES_MAX = 5

/** Reads everything, starting over after a commit: rows of two states do not add up to one checksum. */
function scrub(database: DatabaseSync, share: number): string | undefined {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const problem = readOnce(database, share)
    if (problem !== 'changed') return problem[0]
  }
  throw new Error('the catalogue changed during every attempt to read it')
}

function readOnce(database: DatabaseSync, share: number): readonly string[] | 'changed' {
  const state = stateOf(database)
  const steps = reading(database, CATALOG_FORMAT.sums)
  for (;;) {
    const started = performance.now()
    const { done, value } = steps.next()
    if (stateOf(database) !== state) return 'changed'
    if (done) return value
    rest((performance.now() - started) * (1 / share - 1))
  }
}

function stateOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA data_version').get()?.data_version
}

function rest(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function run({ path, share }: ScrubStart, port: MessagePort): void {
  const reply = (message: ScrubReply) => port.postMessage(message)
  try {
    guarded(path, CATALOG_FORMAT, () => {
      const database = openStoreFile(path, CATALOG_FORMAT)
      try {
        const problem = scrub(database, share)
        reply({ damage: problem === undefined ? undefined : damaged(path, CATALOG_FORMAT, problem).message })
      } finally {
        database.close()
      }
    })
  } catch (error) {
    reply(error instanceof CommandFault ? { damage: error.message } : { failed: String(error) })
  }
}

if (parentPort !== null) run(workerData as ScrubStart, parentPort) // as scrub.ts starts it
