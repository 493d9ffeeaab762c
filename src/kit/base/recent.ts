/** A cache of the `max` most recently used values. */
export class Recent<K, V> {
  readonly #max: number
  /** Ordered from the least to the most recently used. */
  readonly #values = new Map<K, V>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#values.size
  }

  /** Whether the key is present, even with the value undefined. If the key is present, its value counts as used. */
  has(key: K): boolean {
    if (!this.#values.has(key)) return false
    this.set(key, this.#values.get(key) as V) // the key is present
    return true
  }

  get(key: K): V | undefined {
    return this.has(key) ? this.#values.get(key) : undefined
  }

  /** Returns the value of a key. Makes the value if it is absent or undefined. */
  of(key: K, make: () => V): V {
    const value = this.#values.get(key) ?? make()
    this.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#values.delete(key) // deletes first, so that the key moves to the end of the map
    this.#values.set(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#max) return
      this.#values.delete(oldest)
    }
  }

  delete(key: K): void {
    this.#values.delete(key)
  }
}
