/** A cache of the values that were set last, at least `most` and at most twice as many. Older values are dropped. */
export class Recent<K, V> {
  readonly #most: number
  #last = new Map<K, V>()
  #before = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  has(key: K): boolean {
    return this.#last.has(key) || this.#before.has(key)
  }

  /** Returns whether the key is present. If it is, it counts as set just now. */
  keep(key: K): boolean {
    if (this.#before.has(key) && !this.#last.has(key)) this.set(key, this.#before.get(key) as V) // checked above
    return this.#last.has(key)
  }

  get(key: K): V | undefined {
    return this.#last.has(key) ? this.#last.get(key) : this.#before.get(key)
  }

  set(key: K, value: V): void {
    if (this.#last.size >= this.#most && !this.#last.has(key)) {
      this.#before = this.#last
      this.#last = new Map()
    }
    this.#last.set(key, value)
  }
}
