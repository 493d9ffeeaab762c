/** Collects the best items, in order, without sorting the rest. */
export class Best<T> {
  readonly #most: number
  readonly #compare: (one: T, other: T) => number
  /** A heap with the worst item on top. */
  readonly #heap: T[] = []

  /** `compare` is negative if the first item is better. No two items are equal. */
  constructor(most: number, compare: (one: T, other: T) => number) {
    this.#most = most
    this.#compare = compare
  }

  /** The worst of the best items; undefined while there is room for more. */
  get worst(): T | undefined {
    return this.#heap.length < this.#most ? undefined : this.#heap[0]
  }

  add(item: T): void {
    const heap = this.#heap
    if (heap.length < this.#most) {
      let at = heap.length
      heap.push(item)
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (this.#compare(heap[parent] as T, item) > 0) break
        heap[at] = heap[parent] as T
        at = parent
      }
      heap[at] = item
    } else if (this.#most > 0 && this.#compare(item, heap[0] as T) < 0) this.#sink(item)
  }

  inOrder(): T[] {
    return this.#heap.toSorted(this.#compare)
  }

  /** Replaces the worst item. */
  #sink(item: T): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#compare(heap[child + 1] as T, heap[child] as T) > 0) child += 1
      if (this.#compare(heap[child] as T, item) < 0) break
      heap[at] = heap[child] as T
      at = child
    }
    heap[at] = item
  }
}
