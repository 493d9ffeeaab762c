/** An answer with its ETag. */
export interface CachedAnswer {
  readonly etag: string
  readonly data: unknown
}

/**
 * A cache of the most recently used answers, by request. An unchanged answer is free: the service confirms it by its
 * ETag.
 */
export class AnswerCache {
  readonly #most: number
  readonly #answers = new Map<string, CachedAnswer>()

  constructor(most: number) {
    this.#most = most
  }

  of(url: string): CachedAnswer | undefined {
    const cached = this.#answers.get(url)
    if (cached !== undefined) this.#put(url, cached)
    return cached
  }

  keep(url: string, etag: string | null, data: unknown): void {
    if (etag !== null && this.#most > 0) this.#put(url, { etag, data })
  }

  /** Stores an answer, and removes the least recently used one if the cache is full. */
  #put(url: string, cached: CachedAnswer): void {
    this.#answers.delete(url)
    this.#answers.set(url, cached)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest)
  }
}
