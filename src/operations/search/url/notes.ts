import { clip } from '../../../base/sentence.ts'

/**
 * A part of a URL that took effect, and what it was taken for; `value` is null where the URL leaves it to a default.
 */
export interface Understood {
  readonly key: string
  readonly value: unknown
  readonly as: string
}

/** A part of a URL that did not take effect. */
export interface LeftOut {
  readonly key: string
  readonly why: string
}

/** Something of a URL, with the name that it is told by: `filterState.beds`, or a piece of the path. */
export interface Entry<V> {
  readonly key: string
  readonly value: V
}

/** What a part was taken for that asks for nothing. */
export const NOTHING = 'nothing asked'

/** More than any real URL has; a hostile one shall not fill the answer. */
const MOST_LEFT_OUT = 100

/** What became of each part of a URL, told in the answer. Nothing that a URL says is passed over in silence. */
export class Notes {
  readonly #understood: Understood[] = []
  readonly #leftOut: LeftOut[] = []
  #more = 0

  understand({ key, value }: Entry<unknown>, as: string): void {
    if (this.#understood.some((told) => told.key === key && told.as === as)) return
    this.#understood.push({ key: clip(key), value, as })
  }

  /** `why` in a sentence, or how to find it out. */
  leaveOut(key: string, why: string | (() => string)): void {
    if (this.#leftOut.length < MOST_LEFT_OUT) {
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
