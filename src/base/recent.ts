/** What follows from a key, kept for the keys that were asked about last: of more than `max`, the oldest is forgotten. */
export class Recent<V> {
  readonly #max: number
  readonly #make: (key: string) => V
  /** Least recently asked about first. */
  readonly #values = new Map<string, V>()

  constructor(max: number, make: (key: string) => V) {
    this.#max = max
    this.#make = make
  }

  get(key: string): V {
    const known = this.#values.get(key)
    if (known !== undefined) this.#values.delete(key)
    const value = known ?? this.#make(key)
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
