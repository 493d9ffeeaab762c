/** Unit separator: never part of a text. */
export const ELEMENT_MARK = '\u001f'

/** One row of a source, as text. */
export interface Row {
  /** First line of the row in the file, from 1. */
  readonly line: number
  /** Last line; absent when it is the first. */
  readonly lastLine?: number
  /** One per column. `ELEMENT_MARK` separates the elements of a list. */
  readonly cells: readonly string[]
  /** Indexes of the columns that the record itself does not have; its other empty cells say that nothing is known. */
  readonly lacks?: ReadonlySet<number>
  /** The raw line, when the cells would not show it. */
  readonly text?: string
}

/** A row that cannot be read; reading can continue after it. */
export interface BrokenRow extends Row {
  /** Stable name of the fault. */
  readonly rule: string
  /** What the rule says, for any row. */
  readonly sentence: string
  /** The detail for this row. */
  readonly detail: string
}

/**
 * An open file of rows. Rows come once, in the order of the file. When the file cannot be read further, `rows` throws a
 * one-sentence CommandFault that names file and line.
 */
export interface Source {
  readonly file: string
  readonly columns: readonly string[]
  /** How its shapes are projected, as the file itself says: a code, a PROJ text or WKT. */
  readonly projection?: string
  /** For formats that do not list their columns: those that no row had, those not read, and some that rows had. */
  readonly seen?: () => {
    readonly absent: readonly string[]
    readonly notUsed: readonly string[]
    readonly known?: readonly string[]
  }
  readonly bytesTotal: number
  bytesRead(): number
  rows(): AsyncIterable<Row | BrokenRow>
  close(): void
}
