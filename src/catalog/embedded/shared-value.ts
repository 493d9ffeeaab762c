import { setTimeout as waitMs } from 'node:timers/promises'
import type { Line } from '../../kit/threads/line.ts'

/** Messages between serving threads, with which the threads compute a value only once for all of them. */
export type SharedValueRequest =
  /** Requests the value for a version of the data. The answer is a `SharedValueReply`. */
  | { readonly kind: 'shared'; readonly version: string }
  /** Passes the value to the other threads. Without a value, making it failed. */
  | { readonly kind: 'made'; readonly version: string; readonly made: unknown }

/** The value, or what the thread must do to get it. */
type SharedValueReply = { readonly made: unknown } | 'make' | 'wait'

/** Keeps the newest value in the thread that watches the catalog. */
export class SharedValue {
  #version = ''
  #made: unknown
  /** The thread that is making the value. */
  #maker: Line<never> | undefined

  answer(request: SharedValueRequest, line: Line<never>): SharedValueReply | undefined {
    if (request.version !== this.#version) {
      if (request.kind === 'made') return undefined
      this.#version = request.version
      this.#made = undefined
      this.#maker = undefined
    }
    if (request.kind === 'made') {
      this.#made = request.made
      this.#maker = undefined
      return undefined
    }
    if (this.#made !== undefined) return { made: this.#made }
    const isBeingMade = this.#maker !== undefined && this.#maker !== line && !this.#maker.hasEnded
    if (isBeingMade) return 'wait'
    this.#maker = line
    return 'make'
  }
}

/** Milliseconds between two requests for a value that another thread is making. */
const LOOK_MS = 200

/**
 * Returns the value that another thread has made for a version, or makes the value. Large parts of the value should be
 * in shared memory.
 */
export async function sharedValue<T>(
  line: Line<SharedValueRequest>,
  version: string,
  make: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const turn = (await line.ask({ kind: 'shared', version })) as SharedValueReply // as `SharedValue` answers
    if (turn === 'wait') await waitMs(LOOK_MS, undefined, { ref: false })
    else if (turn !== 'make')
      return turn.made as T // made by the same function
    else return await madeFor(line, version, make)
  }
}

async function madeFor<T>(line: Line<SharedValueRequest>, version: string, make: () => Promise<T>): Promise<T> {
  let made: T | undefined
  try {
    made = await make()
    return made
  } finally {
    line.tell({ kind: 'made', version, made })
  }
}
