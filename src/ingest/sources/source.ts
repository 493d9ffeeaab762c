/** Unit separator: no text holds it. */
export const ELEMENT_MARK = '\u001f'

/** One row of a source, as text. */
export interface Row {
  /** Line in the file where the row begins, from 1. */
  readonly line: number
  /** Line where it ends; absent where that is the same one. */
  readonly lastLine?: number
  /** One for each column; the elements of a list within a cell stand apart by `ELEMENT_MARK`. */
  readonly cells: readonly string[]
  /** The line as it is in the file, where cells would not show it. */
  readonly text?: string
}

/** A row that cannot be read although the source can go on behind it. */
export interface BrokenRow extends Row {
  /** Stable name of what is wrong. */
  readonly rule: string
  /** What is wrong with rows of this rule. */
  readonly sentence: string
  /** What is wrong with this one. */
  readonly detail: string
}

/**
 * An opened file of rows. Rows come in the order of the file, once. Where a file cannot be read any further, `rows`
 * throws a CommandFault of one sentence that names file and line.
 */
export interface Source {
  readonly file: string
  readonly columns: readonly string[]
  /** Of a format whose files do not list their columns: those that no row had, and those that nobody reads. */
  readonly seen?: () => { readonly absent: readonly string[]; readonly notUsed: readonly string[] }
  readonly bytesTotal: number
  bytesRead(): number
  rows(): AsyncIterable<Row | BrokenRow>
  close(): void
}
