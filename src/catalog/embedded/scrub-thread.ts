import type { DatabaseSync } from 'node:sqlite'
import { reading } from '../../kit/store/store-check.ts'
import { damaged, guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { lineToStarter } from '../../kit/threads/thread.ts'
import { CATALOG_FORMAT } from './format.ts'

/** Reads a catalogue file through. */
export interface Scrubbing {
  readonly path: string
  /** Share of the time spent reading; the worker sleeps otherwise, to leave disk and processor to calls. */
  readonly share: number
}

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

/** Entry of the thread that reads the catalogue through. Answers nothing when the file is intact; throws why it is not. */
lineToStarter(({ path, share }: Scrubbing) =>
  guarded(path, CATALOG_FORMAT, () => {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      const problem = scrub(database, share)
      if (problem !== undefined) throw damaged(path, CATALOG_FORMAT, problem)
    } finally {
      database.close()
    }
  }),
)
