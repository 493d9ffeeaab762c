/** One row of a source, as text. */
export interface Row {
  /** Line in the file where the row begins, from 1. */
  readonly line: number
  /** One for each column. */
  readonly cells: readonly string[]
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
  readonly bytesTotal: number
  bytesRead(): number
  rows(): AsyncIterable<Row | BrokenRow>
  close(): void
}
