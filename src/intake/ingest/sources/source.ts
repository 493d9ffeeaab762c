import type { Projected } from './geometry.ts'

/** The ASCII unit separator, which never occurs in a text. */
export const ELEMENT_MARK = '\u001f'

/** One row of a source, as text. */
export interface Row {
  /** The first line of the row in the file, from 1. */
  readonly line: number
  /** The last line, if it is not the first. */
  readonly lastLine?: number
  /** One cell per column. `ELEMENT_MARK` separates list elements. */
  readonly cells: readonly string[]
  /** Indexes of columns that the row lacks. Other empty cells mean that the value is unknown. */
  readonly lacks?: ReadonlySet<number>
  /** The raw line, if the cells do not contain everything. */
  readonly text?: string
}

/** A row that cannot be read. Reading continues after it. */
export interface BrokenRow extends Row {
  /** A permanent identifier. */
  readonly rule: string
  /** The rule's sentence, the same for every row. */
  readonly sentence: string
  readonly detail: string
}

/**
 * An open file of rows. The rows can be read once, in the file's order. If the file becomes unreadable, `rows` throws a
 * one-sentence CommandFault with file and line.
 */
export interface Source {
  readonly file: string
  readonly columns: readonly string[]
  /** The projection of its shapes, if the file states it. */
  readonly projected?: Projected
  /** For formats that do not list their columns: columns that no row had, unused columns, and sample columns. */
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

/** Returns the file and line numbers of a row, for messages. */
export function placeOf(file: string, { line, lastLine }: Row): string {
  return lastLine === undefined ? `${file} line ${line}` : `${file} lines ${line} to ${lastLine}`
}
