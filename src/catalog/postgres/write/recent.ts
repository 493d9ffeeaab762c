/** Values by their keys, as many as were set last, and at most twice as many: the others are forgotten. */
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

  /** Whether it is there, and is as if it was set now. */
  keep(key: K): boolean {
    if (this.#before.has(key) && !this.#last.has(key)) this.set(key, this.#before.get(key) as V) // which has it
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
