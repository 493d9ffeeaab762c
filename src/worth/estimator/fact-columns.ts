import type { FurtherFacts } from './further-facts.ts'

/**
 * Maximum number of cells, at four bytes each. If there are too many sales, only the most frequent facts are stored.
 */
const MAX_CELLS = 32_000_000

/** Maximum number of facts. The first facts to appear are stored. */
const MAX_NAMES = 96

interface Column {
  values: Float32Array
  known: number
}

/** Further facts of sales, in one column for each name. A column starts at the first sale with that fact. */
export class FactColumns {
  #room: number
  readonly #mostCells: number
  readonly #columns = new Map<string, Column>()
  /** Names of facts that were dropped for lack of room. */
  readonly #dropped = new Set<string>()

  /**
   * @param room Initial number of rows.
   * @param mostCells Maximum number of cells.
   */
  constructor(room: number, mostCells = MAX_CELLS) {
    this.#room = room
    this.#mostCells = mostCells
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()].sort()
  }

  /** Returns NaN if the row does not have this fact. */
  at(name: string, row: number): number {
    return this.#columns.get(name)?.values[row] ?? Number.NaN
  }

  /** Writes a new row. */
  write(row: number, facts: FurtherFacts): void {
    for (const [name, value] of facts) {
      const column = this.#columns.get(name) ?? this.#begin(name)
      if (column === undefined) continue
      column.values[row] = value
      column.known++
    }
  }

  read(row: number): FurtherFacts {
    const facts = new Map<string, number>()
    for (const [name, { values }] of this.#columns) {
      const value = values[row] as number // in bounds
      if (!Number.isNaN(value)) facts.set(name, value)
    }
    return facts
  }

  /** Makes room for `room` rows. Drops the rarest facts if there are too many cells. */
  grow(room: number): void {
    this.#room = room
    const ordered = [...this.#columns].sort(([one, a], [other, b]) => b.known - a.known || (one < other ? -1 : 1))
    for (const [name] of ordered.slice(Math.floor(this.#mostCells / room))) {
      this.#columns.delete(name)
      this.#dropped.add(name)
    }
    for (const column of this.#columns.values()) {
      const values = this.#unknown()
      values.set(column.values.subarray(0, room))
      column.values = values
    }
  }

  /** Keeps only the rows in `rows`, in this order. */
  keep(rows: Uint32Array): void {
    for (const column of this.#columns.values()) {
      const values = this.#unknown()
      for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i] as number] as number // in bounds
      column.values = values
    }
  }

  #begin(name: string): Column | undefined {
    const most = Math.min(MAX_NAMES, Math.floor(this.#mostCells / this.#room))
    if (this.#columns.size >= most || this.#dropped.has(name)) return undefined
    const column = { values: this.#unknown(), known: 0 }
    this.#columns.set(name, column)
    return column
  }

  #unknown(): Float32Array {
    return new Float32Array(this.#room).fill(Number.NaN)
  }
}
