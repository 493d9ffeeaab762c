const NEWLINE = 10

/**
 * Finds lines in a text whose lines are sorted by their bytes. A lookup reads only a few lines, and nothing is parsed
 * in advance.
 */
export class SortedLines {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Returns the first line that begins with `prefix`, or undefined. */
  first(prefix: string): string | undefined {
    const wanted = Buffer.from(prefix)
    // `low` is the start of a line, and all lines before it sort before `wanted`
    let [low, high] = [0, this.#bytes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = middle === 0 ? 0 : this.#bytes.lastIndexOf(NEWLINE, middle - 1) + 1
      const end = this.#endOf(middle)
      if (this.#bytes.compare(wanted, 0, wanted.length, start, end) < 0) low = end + 1
      else high = start
    }
    const line = this.#bytes.toString('utf8', low, this.#endOf(low))
    return line.startsWith(prefix) ? line : undefined
  }

  #endOf(at: number): number {
    const end = this.#bytes.indexOf(NEWLINE, at)
    return end < 0 ? this.#bytes.length : end
  }
}
