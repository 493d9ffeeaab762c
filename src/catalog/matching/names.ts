/** A name that every record has. Searches without a narrower name are listed under this name. */
export const ANYWHERE = '*'

/** Names for place keys, record keys and tags. Words consist of letters and digits, so no such name equals a word. */
export const placeName = (key: string) => `@${key}`
export const keyName = (key: number) => `=${key}`
export const tagName = (tag: string) => `#${tag}`

/** Assigns numbers to the names that searches use, so that searches store numbers and comparing names is exact. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  /** Returns the number of a name; undefined if no search uses the name. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  /** Returns the number of a name and adds one use of the name. */
  take(name: string): number {
    const before = this.#numbers.get(name)
    const number = before ?? this.#free.pop() ?? this.#texts.length
    this.#uses[number] = before === undefined ? 1 : (this.#uses[number] as number) + 1
    if (before !== undefined) return before
    this.#texts[number] = name
    this.#numbers.set(name, number)
    return number
  }

  /** Ends one use. Once a name has no uses, another name may get its number. */
  release(number: number): void {
    const uses = (this.#uses[number] as number) - 1
    this.#uses[number] = uses
    if (uses > 0) return
    this.#numbers.delete(this.#texts[number] as string)
    this.#texts[number] = ''
    this.#free.push(number)
  }
}
