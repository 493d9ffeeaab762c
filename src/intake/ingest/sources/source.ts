import type { Projected } from './geometry.ts'

/** The unit separator, which is never part of a text. */
export const ELEMENT_MARK = '\u001f'

/** One row of a source, as text. */
export interface Row {
  /** The first line of the row in the file, from 1. */
  readonly line: number
  /** The last line. Absent when it is the first. */
  readonly lastLine?: number
  /** The cells, one per column. `ELEMENT_MARK` separates the elements of a list. */
  readonly cells: readonly string[]
  /** The indexes of columns that the record lacks. Other empty cells mean that the value is unknown. */
  readonly lacks?: ReadonlySet<number>
  /** The raw line, if the cells do not show it. */
  readonly text?: string
}

/** A row that cannot be read; reading can continue after it. */
export interface BrokenRow extends Row {
  /** The name of the fault, which never changes. */
  readonly rule: string
  /** The rule's sentence, the same for every row. */
  readonly sentence: string
  readonly detail: string
}

/**
 * An open file of rows. Rows come once, in the order of the file. When the file cannot be read further, `rows` throws a
 * one-sentence CommandFault that names file and line.
 */
export interface Source {
  readonly file: string
  readonly columns: readonly string[]
  /** The projection of its shapes, as the file itself states it. */
  readonly projected?: Projected
  /**
   * For formats without a list of columns: returns columns that no row had, columns that were not read, and some
   * columns of the rows.
   */
  readonly seen?: () => {
    readonly absent: readonly string[]
    readonly notUsed: readonly string[]
    readonly declared?: readonly string[]
  }
  readonly bytesTotal: number
  bytesRead(): number
  rows(): AsyncIterable<Row | BrokenRow>
  close(): void
}

/** Names the file of a row and its lines, for messages. */
export function placeOf(file: string, { line, lastLine }: Row): string {
  return lastLine === undefined ? `${file} line ${line}` : `${file} lines ${line} to ${lastLine}`
}
