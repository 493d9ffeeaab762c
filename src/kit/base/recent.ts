/** Values of the keys that were asked for last. Of more than `max`, the least recently used one is dropped. */
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
    const kept = this.#values.get(key)
    if (kept !== undefined) this.#values.delete(key)
    const value = kept ?? this.#make(key)
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
