import type { FurtherFacts } from './further-facts.ts'

/**
 * Maximum number of cells in all columns together, at four bytes each. If there are very many sales, only the most
 * frequent facts are stored.
 */
const MAX_CELLS = 32_000_000

/** Maximum number of names. The names that come first are stored. */
const MAX_NAMES = 96

interface Column {
  values: Float32Array
  known: number
}

/** Further facts of sales: a column for each name, which begins with the first sale that has the fact. */
export class FactColumns {
  #room: number
  readonly #mostCells: number
  readonly #columns = new Map<string, Column>()
  /** Names that were dropped because there was no room for them. */
  readonly #dropped = new Set<string>()

  /**
   * @param room Number of rows that there is room for. @param mostCells Maximum number of cells in all columns
   * together.
   */
  constructor(room: number, mostCells = MAX_CELLS) {
    this.#room = room
    this.#mostCells = mostCells
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()].sort()
  }

  /** Returns NaN if a row has no such fact. */
  at(name: string, row: number): number {
    return this.#columns.get(name)?.values[row] ?? Number.NaN
  }

  /** Writes a row, which must not have been written before. */
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
      const value = values[row] as number // a column has a value for each row
      if (!Number.isNaN(value)) facts.set(name, value)
    }
    return facts
  }

  /** Makes room for `room` rows. If not all names fit, the rarest names are dropped. */
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

  /** Removes all rows except `rows`, which are then stored in this order. */
  keep(rows: Uint32Array): void {
    for (const column of this.#columns.values()) {
      const values = this.#unknown()
      for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i] as number] as number // a row of it
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
