/** A name that every record has: searches are under it that can be under nothing narrower. */
export const ANYWHERE = '*'

/** Keys of places, of records, and tags as names. Words have letters and digits only, so no name is also a word. */
export const placeName = (key: string) => `@${key}`
export const keyName = (key: number) => `=${key}`
export const tagName = (tag: string) => `#${tag}`

/** Numbers for the names that searches use, so that searches hold numbers and comparing them is exact. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []

  /** The number of a name that is in use. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  /** The number of a name, which has one more use from now on. */
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
