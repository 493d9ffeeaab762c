/** A cache that keeps the values of the `max` most recently used keys. */
export class Recent<V> {
  readonly #max: number
  readonly #make: (key: string) => V
  /** Ordered from the least to the most recently used. */
  readonly #values = new Map<string, V>()

  constructor(max: number, make: (key: string) => V) {
    this.#max = max
    this.#make = make
  }

  get(key: string): V {
    const existing = this.#values.get(key)
    if (existing !== undefined) this.#values.delete(key)
    const value = existing ?? this.#make(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#max) this.#forgetOldest()
    return value
  }

  get size(): number {
    return this.#values.size
  }

  #forgetOldest(): void {
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }
}
