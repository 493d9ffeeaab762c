import { type Column, storageOf } from './column.ts'
import { MOST_ROWS } from './page.ts'

/**
 * Lets the rows of a group count as one. Groups are numbers from 0 of a u32 column, without large gaps, since each up to
 * the greatest takes eight bytes; a row without one stands for itself.
 * What is known of a group is good if its stamp is that of the search: nothing has to be cleared between searches.
 */
export class Groups {
  readonly #column: Column
  readonly #stamps: Uint32Array
  /** For groups stamped in this search: where the group's best row stands among the leaders; then, its place on the page. */
  readonly #places: Uint32Array
  #stamp = 0

  constructor(column: Column) {
    const groups = greatestGroup(column) + 1
    if (groups > MOST_ROWS)
      throw new RangeError(
        `Column "${column.name}" has a group "${groups - 1}": accepted are numbers below ${MOST_ROWS}.`,
      )
    this.#column = column
    this.#stamps = new Uint32Array(groups)
    this.#places = new Uint32Array(groups)
  }

  /** Writes the single rows and the best row of each group to `leaders`; answers how many they are. */
  leaders(rows: Uint32Array, count: number, ranks: Uint32Array, leaders: Uint32Array): number {
    const groupOf = this.#column.values as Uint32Array // u32, as its kind says
    const { missing } = storageOf('u32')
    const stamp = this.#nextStamp()
    let found = 0
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const group = groupOf[row] as number
      if (group === missing || this.#stamps[group] !== stamp) {
        if (group !== missing) {
          this.#stamps[group] = stamp
          this.#places[group] = found
        }
        leaders[found++] = row
      } else {
        const place = this.#places[group] as number
        if ((ranks[row] as number) < (ranks[leaders[place] as number] as number)) leaders[place] = row
      }
    }
    return found
  }

  /** For each row of a page of leaders, the rows of its group among all matching rows, best first; itself for a single. */
  members(page: Uint32Array, rows: Uint32Array, count: number, ranks: Uint32Array): Uint32Array[] {
    const groupOf = this.#column.values as Uint32Array // as above
    const { missing } = storageOf('u32')
    const stamp = this.#nextStamp()
    const members: number[][] = Array.from(page, (row, place) => {
      const group = groupOf[row] as number
      if (group === missing) return [row]
      this.#stamps[group] = stamp
      this.#places[group] = place
      return []
    })
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const group = groupOf[row] as number
      if (group !== missing && this.#stamps[group] === stamp) members[this.#places[group] as number]?.push(row)
    }
    const byRank = (a: number, b: number) => (ranks[a] as number) - (ranks[b] as number)
    return members.map((list) => Uint32Array.from(list.toSorted(byRank)))
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
