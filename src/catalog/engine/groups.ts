import { type Column, storageOf } from './column.ts'
import { MAX_ROWS } from './page.ts'

/** The matching rows of the group at index `i` of a page: `rows[starts[i]]` … `rows[starts[i + 1] - 1]`, ascending. */
export interface Members {
  readonly starts: Uint32Array
  readonly rows: Uint32Array
}

/**
 * Counts the rows of a group as one; rows without a group count alone. A u32 column contains the group numbers. Use
 * small numbers without large gaps: memory is eight bytes times the greatest number. Each pass over rows has a new
 * stamp (a counter), so the data of earlier passes need not be cleared.
 */
export class Groups {
  readonly #column: Column
  readonly #stamps: Uint32Array
  /** For groups with the current stamp: in `leaders` the index of the best row, in `members` the index on the page. */
  readonly #places: Uint32Array
  #stamp = 0

  constructor(column: Column) {
    const groups = greatestGroup(column) + 1
    if (groups > MAX_ROWS)
      throw new RangeError(`Groups must be numbers below ${MAX_ROWS}; column "${column.name}" has ${groups - 1}.`)
    this.#column = column
    this.#stamps = new Uint32Array(groups)
    this.#places = new Uint32Array(groups)
  }

  /** Forgets all counted groups. */
  begin(): void {
    this.#nextStamp()
  }

  /**
   * Returns how many results `rows[start]` … `rows[end - 1]` add: rows without a group, and groups not counted since
   * `begin`.
   */
  countNew(rows: Uint32Array, start: number, end: number): number {
    const groupOf = this.#column.values as Uint32Array // the column's kind is u32
    const { missing } = storageOf('u32')
    const [stamps, stamp] = [this.#stamps, this.#stamp]
    let count = 0
    for (let i = start; i < end; i++) {
      const group = groupOf[rows[i] as number] as number
      if (group !== missing && stamps[group] === stamp) continue
      if (group !== missing) stamps[group] = stamp
      count++
    }
    return count
  }

  /** Writes rows without a group and each group's best row to `leaders`. Returns the number of rows written. */
  leaders(rows: Uint32Array, count: number, ranks: Uint32Array, leaders: Uint32Array): number {
    const groupOf = this.#column.values as Uint32Array // the column's kind is u32
    const { missing } = storageOf('u32')
    const stamp = this.#nextStamp()
    let groupCount = 0
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const group = groupOf[row] as number
      if (group === missing || this.#stamps[group] !== stamp) {
        if (group !== missing) {
          this.#stamps[group] = stamp
          this.#places[group] = groupCount
        }
        leaders[groupCount++] = row
      } else {
        const place = this.#places[group] as number
        if ((ranks[row] as number) < (ranks[leaders[place] as number] as number)) leaders[place] = row
      }
    }
    return groupCount
  }

  /** Returns the matching rows of each group on a page of best rows. A row without a group is its own group. */
  members(page: Uint32Array, rows: Uint32Array, count: number): Members {
    const groupOf = this.#column.values as Uint32Array // the column's kind is u32
    const { missing } = storageOf('u32')
    const stamp = this.#nextStamp()
    const starts = new Uint32Array(page.length + 1)
    for (let place = 0; place < page.length; place++) {
      const group = groupOf[page[place] as number] as number
      if (group === missing) {
        starts[place + 1] = 1
        continue
      }
      this.#stamps[group] = stamp
      this.#places[group] = place
    }

    // This is a counting sort: first the counts, then the starts, then the rows.
    for (let i = 0; i < count; i++) {
      const group = groupOf[rows[i] as number] as number
      if (group === missing || this.#stamps[group] !== stamp) continue
      const next = (this.#places[group] as number) + 1
      starts[next] = (starts[next] as number) + 1
    }
    for (let place = 1; place < starts.length; place++)
      starts[place] = (starts[place] as number) + (starts[place - 1] as number)
    const ends = starts.slice(0, -1)
    const members = new Uint32Array(starts[page.length] as number)
    for (let place = 0; place < page.length; place++) {
      const row = page[place] as number
      if (groupOf[row] === missing) members[starts[place] as number] = row
    }
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const group = groupOf[row] as number
      if (group === missing || this.#stamps[group] !== stamp) continue
      const place = this.#places[group] as number
      const end = ends[place] as number
      members[end] = row
      ends[place] = end + 1
    }
    return { starts, rows: members }
  }

  #nextStamp(): number {
    if (this.#stamp === 0xffff_ffff) {
      this.#stamps.fill(0)
      this.#stamp = 0
    }
    return ++this.#stamp
  }
}

function greatestGroup({ values }: Column): number {
  const { missing } = storageOf('u32')
  let greatest = -1
  for (const group of values) if (group !== missing && group > greatest) greatest = group
  return greatest
}
