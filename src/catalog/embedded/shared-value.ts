import { setTimeout as waitMs } from 'node:timers/promises'
import type { Line } from '../../kit/threads/line.ts'

/** Messages by which serving threads compute a value only once for all of them. */
export type SharedValueRequest =
  /** Requests the value for a version of the data. The answer is a `SharedValueReply`. */
  | { readonly kind: 'shared'; readonly version: string }
  /** Passes a computed value to the other threads. `made` is undefined if computing it failed. */
  | { readonly kind: 'made'; readonly version: string; readonly made: unknown }

/** The value, or an instruction to compute it, or to wait for another thread that is computing it. */
type SharedValueReply = { readonly made: unknown } | 'make' | 'wait'

/** Holds the newest value, in the thread that watches the catalog. */
export class SharedValue {
  #version = ''
  #made: unknown
  /** The thread that is computing the value. */
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

/** Milliseconds between two requests for a value that another thread is computing. */
const LOOK_MS = 200

/**
 * Returns the value for a version of the data, which one thread computes for all. Large parts of the value should be in
 * shared memory.
 */
export async function sharedValue<T>(
  line: Line<SharedValueRequest>,
  version: string,
  make: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const turn = (await line.ask({ kind: 'shared', version })) as SharedValueReply // `SharedValue` answers with this type
    if (turn === 'wait') await waitMs(LOOK_MS, undefined, { ref: false })
    else if (turn !== 'make')
      return turn.made as T // computed by the same function in another thread
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
