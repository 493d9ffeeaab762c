import { clip } from '../../../../kit/base/sentence.ts'

/**
 * A part of a URL that took effect, and how it was understood; `value` is null if the URL leaves it to a default.
 */
export interface Understood {
  readonly key: string
  readonly value: unknown
  readonly as: string
}

/** A part of a URL that had no effect. */
export interface LeftOut {
  readonly key: string
  readonly why: string
}

/** A value in a URL, and where it was found: `filterState.beds`, or a segment of the path. */
export interface Entry<V> {
  readonly key: string
  readonly value: V
}

/** How a part is described that adds no condition. */
export const NO_CONDITION = 'nothing asked'

/** More than any real URL has, so that a hostile one cannot bloat the answer. */
const MAX_LEFT_OUT = 100

/** Notes what became of each part of a URL, for the answer. No part is ignored silently. */
export class Notes {
  readonly #understood: Understood[] = []
  readonly #leftOut: LeftOut[] = []
  #more = 0

  understand({ key, value }: Entry<unknown>, as: string): void {
    if (this.#understood.some((known) => known.key === key && known.as === as)) return
    this.#understood.push({ key: clip(key), value, as })
  }

  /** `why` is a sentence, or makes one when it is needed. */
  leaveOut(key: string, why: string | (() => string)): void {
    if (this.#leftOut.length < MAX_LEFT_OUT) {
      this.#leftOut.push({ key: clip(key), why: typeof why === 'string' ? why : why() })
    } else this.#more++
  }

  get understood(): readonly Understood[] {
    return this.#understood
  }

  get leftOut(): readonly LeftOut[] {
    return this.#more === 0 ? this.#leftOut : [...this.#leftOut, { key: '…', why: `so are ${this.#more} more.` }]
  }
}
