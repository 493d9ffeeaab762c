import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { CommandFault } from '../../base/failure.ts'
import { reading } from '../../base/store-check.ts'
import { damaged, guarded } from '../../base/store-fault.ts'
import { openStoreFile } from '../../base/store-file.ts'
import { CATALOG_FORMAT } from './format.ts'

/** What the thread is started with. */
export interface ScrubStart {
  readonly path: string
  /** The part of the time that it reads; it rests for the others, so that calls have the disk and the processor. */
  readonly share: number
}

/** What it found, in a sentence for the operator; undefined: everything is as it was written. */
export type ScrubReply = { readonly damage: string | undefined } | { readonly failed: string }

/** A file that is changed again and again is left for the next day. */
const PASSES_MAX = 5

/** Reads everything, anew when it was changed meanwhile: rows of two states do not make one sum. */
function scrub(database: DatabaseSync, share: number): string | undefined {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const found = readOnce(database, share)
    if (found !== 'changed') return found[0]
  }
  throw new Error('the catalogue was changed whenever it was read')
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
        const found = scrub(database, share)
        reply({ damage: found === undefined ? undefined : damaged(path, CATALOG_FORMAT, found).message })
      } finally {
        database.close()
      }
    })
  } catch (error) {
    reply(error instanceof CommandFault ? { damage: error.message } : { failed: String(error) })
  }
}

if (parentPort !== null) run(workerData as ScrubStart, parentPort) // as scrub.ts starts it
