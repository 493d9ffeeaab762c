/** Collects the best items, in order, and drops the rest. */
export class Best<T> {
  readonly #most: number
  readonly #compare: (one: T, other: T) => number
  /** At most twice the number of wanted items. When it is full, the worse half is dropped. */
  #items: T[] = []
  #worst: T | undefined

  /** @param compare Returns a negative number if the first item is better. No two items are equal. */
  constructor(most: number, compare: (one: T, other: T) => number) {
    this.#most = most
    this.#compare = compare
  }

  /** Items worse than this item cannot be among the best. Undefined while any item may be among the best. */
  get worst(): T | undefined {
    return this.#worst
  }

  add(item: T): void {
    if (this.#worst !== undefined && this.#compare(item, this.#worst) > 0) return
    this.#items.push(item)
    if (this.#items.length <= 2 * this.#most) return
    this.#items = this.inOrder()
    this.#worst = this.#items.at(-1)
  }

  inOrder(): T[] {
    return this.#items.toSorted(this.#compare).slice(0, this.#most)
  }
}
