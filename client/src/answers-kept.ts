/** An answer, and the tag by which the service knows it. */
export interface Kept {
  readonly etag: string
  readonly data: unknown
}

/** The answers that were used last, by what was asked: unchanged ones are free of charge. */
export class KeptAnswers {
  readonly #most: number
  readonly #answers = new Map<string, Kept>()

  constructor(most: number) {
    this.#most = most
  }

  of(url: string): Kept | undefined {
    const kept = this.#answers.get(url)
    if (kept !== undefined) this.#put(url, kept)
    return kept
  }

  keep(url: string, etag: string | null, data: unknown): void {
    if (etag !== null && this.#most > 0) this.#put(url, { etag, data })
  }

  /** The one that was used longest ago makes room. */
  #put(url: string, kept: Kept): void {
    this.#answers.delete(url)
    this.#answers.set(url, kept)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest)
  }
}
