import { clip } from '../../../../kit/base/sentence.ts'

/** A part of a URL that had an effect, and how it was understood. `value` is null for a default. */
export interface Understood {
  readonly key: string
  readonly value: unknown
  readonly as: string
}

/** A part of a URL that had no effect, with the reason. */
export interface LeftOut {
  readonly key: string
  readonly why: string
}

/** A value in a URL and where it stands: at a key such as `filterState.beds`, or in a segment of the path. */
export interface Entry<V> {
  readonly key: string
  readonly value: V
}

/** Describes a part of a URL that sets no condition. */
export const NO_CONDITION = 'no condition'

/** Maximum number of notes, so that a hostile URL cannot bloat the answer. Real URLs need fewer. */
const MAX_LEFT_OUT = 100

/** Records what happened to each part of a URL, for the answer. No part is ignored silently. */
export class Notes {
  readonly #understood: Understood[] = []
  readonly #leftOut: LeftOut[] = []
  #more = 0

  understand({ key, value }: Entry<unknown>, as: string): void {
    if (this.#understood.some((known) => known.key === key && known.as === as)) return
    this.#understood.push({ key: clip(key), value, as })
  }

  /** `why` is a sentence, or a function that makes it only if the answer shows it. */
  leaveOut(key: string, why: string | (() => string)): void {
    if (this.#leftOut.length < MAX_LEFT_OUT) {
      this.#leftOut.push({ key: clip(key), why: typeof why === 'string' ? why : why() })
    } else this.#more++
  }

  get understood(): readonly Understood[] {
    return this.#understood
  }

  get leftOut(): readonly LeftOut[] {
    return this.#more === 0
      ? this.#leftOut
      : [...this.#leftOut, { key: '…', why: `${this.#more} more parts of the URL have no effect either.` }]
  }
}
