import { setTimeout as waitMs } from 'node:timers/promises'
import type { Line } from '../../kit/threads/line.ts'

/** The messages by which the threads that serve a catalog make a value once for all of them. */
export type SharedQuestion =
  /** Asks for the value of a version of the data; answered by `SharedTurn`. */
  | { readonly kind: 'shared'; readonly version: string }
  /** Brings it to the other threads; without a value, it could not be made. */
  | { readonly kind: 'made'; readonly version: string; readonly made: unknown }

/** The value, or whose turn it is to make it. */
type SharedTurn = { readonly made: unknown } | 'make' | 'wait'

/** Holds the value that was made last, in the thread that the others share. */
export class SharedValue {
  #version = ''
  #made: unknown
  /** The thread that is making it. */
  #maker: Line<never> | undefined

  answer(question: SharedQuestion, line: Line<never>): SharedTurn | undefined {
    if (question.version !== this.#version) {
      if (question.kind === 'made') return undefined
      this.#version = question.version
      this.#made = undefined
      this.#maker = undefined
    }
    if (question.kind === 'made') {
      this.#made = question.made
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

/** Milliseconds between two looks for a value that another thread is making. */
const LOOK_MS = 200

/** Returns the value that another thread has made of a version, or makes it. Its large parts should lie in shared memory. */
export async function sharedValue<T>(line: Line<SharedQuestion>, version: string, make: () => Promise<T>): Promise<T> {
  for (;;) {
    const turn = (await line.ask({ kind: 'shared', version })) as SharedTurn // as `SharedValue` answers
    if (turn === 'wait') await waitMs(LOOK_MS, undefined, { ref: false })
    else if (turn !== 'make')
      return turn.made as T // made by the same function
    else return await madeFor(line, version, make)
  }
}

async function madeFor<T>(line: Line<SharedQuestion>, version: string, make: () => Promise<T>): Promise<T> {
  let made: T | undefined
  try {
    made = await make()
    return made
  } finally {
    line.tell({ kind: 'made', version, made })
  }
}
