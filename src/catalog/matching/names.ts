/** A name that every record has. Searches that fit under no narrower name are listed under it. */
export const ANYWHERE = '*'

/**
 * Keys of places, keys of records, and tags as names. Words consist of letters and digits, so no name equals a word.
 */
export const placeName = (key: string) => `@${key}`
export const keyName = (key: number) => `=${key}`
export const tagName = (tag: string) => `#${tag}`

/** Numbers for the names that searches use, so that searches store numbers and comparing names is exact. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  /** The number of a name; undefined if no search uses it. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  /** Returns the number of a name and adds one use of it. */
  take(name: string): number {
    const before = this.#numbers.get(name)
    const number = before ?? this.#free.pop() ?? this.#texts.length
    this.#uses[number] = before === undefined ? 1 : (this.#uses[number] as number) + 1
    if (before !== undefined) return before
    this.#texts[number] = name
    this.#numbers.set(name, number)
    return number
  }

  /** Ends one use. The number of a name without uses is given to another name. */
  release(number: number): void {
    const uses = (this.#uses[number] as number) - 1
    this.#uses[number] = uses
    if (uses > 0) return
    this.#numbers.delete(this.#texts[number] as string)
    this.#texts[number] = ''
    this.#free.push(number)
  }
}
