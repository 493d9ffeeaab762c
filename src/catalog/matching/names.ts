/** A name that every record has, for searches without a narrower name. */
export const ANYWHERE = '*'

/** The name of a place key. Words contain only letters and digits, so no word equals such a name. */
export const placeName = (key: string) => `@${key}`
export const keyName = (key: number) => `=${key}`
export const tagName = (tag: string) => `#${tag}`

/**
 * Assigns numbers to the names of places, map cells, words, tags and records that searches use. Searches store numbers,
 * which are faster to compare than names.
 */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  /** Returns the number of a name, or undefined if no search uses the name. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  /** Returns the number of a name and counts one more use. */
  take(name: string): number {
    const before = this.#numbers.get(name)
    const number = before ?? this.#free.pop() ?? this.#texts.length
    this.#uses[number] = before === undefined ? 1 : (this.#uses[number] as number) + 1
    if (before !== undefined) return before
    this.#texts[number] = name
    this.#numbers.set(name, number)
    return number
  }

  /** Counts one use less. An unused number may be assigned to another name. */
  release(number: number): void {
    const uses = (this.#uses[number] as number) - 1
    this.#uses[number] = uses
    if (uses > 0) return
    this.#numbers.delete(this.#texts[number] as string)
    this.#texts[number] = ''
    this.#free.push(number)
  }
}
