/**
 * Selects the nearest rows with a heap that has the farthest row on top and reuses its memory. At equal distances, the
 * row with the lower number wins.
 */
export class Nearest {
  /** Rows whose squared distance exceeds this are not taken. */
  limit = 0
  readonly #most: number
  readonly #rows: Uint32Array
  readonly #squares: Float64Array
  #size = 0

  constructor(most: number) {
    this.#most = most
    this.#rows = new Uint32Array(most)
    this.#squares = new Float64Array(most)
  }

  begin(reachM: number): void {
    this.#size = 0
    this.limit = reachM * reachM
  }

  get isFull(): boolean {
    return this.#size === this.#most
  }

  /** The distance of the farthest row so far; 0 if there are no rows. */
  get farthestM(): number {
    return this.#size === 0 ? 0 : Math.sqrt(this.#squares[0] as number)
  }

  add(row: number, squared: number): void {
    if (this.#size < this.#most) this.#rise(this.#size++, row, squared)
    else if (this.#isFarther(0, row, squared)) this.#sink(0, row, squared, this.#size)
    if (this.isFull) this.limit = this.#squares[0] as number
  }

  /** Writes the rows, nearest first, and empties the heap. Returns the number of rows. */
  sortInto(rows: Uint32Array, distancesM: Float32Array, start: number): number {
    const count = this.#size
    for (let last = count - 1; last >= 0; last--) {
      rows[start + last] = this.#rows[0] as number
      distancesM[start + last] = Math.sqrt(this.#squares[0] as number)
      if (last > 0) this.#sink(0, this.#rows[last] as number, this.#squares[last] as number, last)
    }
    this.#size = 0
    return count
  }

  #isFarther(at: number, row: number, squared: number): boolean {
    const other = this.#squares[at] as number
    return other > squared || (other === squared && (this.#rows[at] as number) > row)
  }

  #put(at: number, row: number, squared: number): void {
    this.#rows[at] = row
    this.#squares[at] = squared
  }

  #rise(from: number, row: number, squared: number): void {
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#isFarther(above, row, squared)) break
      this.#put(at, this.#rows[above] as number, this.#squares[above] as number)
      at = above
    }
    this.#put(at, row, squared)
  }

  #sink(from: number, row: number, squared: number, size: number): void {
    let at = from
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1
      const isRight =
        right < size && this.#isFarther(right, this.#rows[child] as number, this.#squares[child] as number)
      const far = isRight ? right : child
      if (!this.#isFarther(far, row, squared)) break
      this.#put(at, this.#rows[far] as number, this.#squares[far] as number)
      at = far
    }
    this.#put(at, row, squared)
  }
}
