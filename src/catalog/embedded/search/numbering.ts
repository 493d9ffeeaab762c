/** Numbers keys in order of first appearance. */
export class Numbering {
  readonly #numbers = new Map<string, number>()

  of(key: string): number {
    const number = this.#numbers.get(key)
    if (number !== undefined) return number
    this.#numbers.set(key, this.#numbers.size)
    return this.#numbers.size - 1
  }

  keys(): string[] {
    return [...this.#numbers.keys()]
  }
}
