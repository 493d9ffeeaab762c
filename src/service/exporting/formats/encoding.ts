import type { Point } from '../../../model/home.ts'
import type { Cells } from '../column.ts'

/** A record on its way into a file. */
export interface Item {
  readonly cells: Cells
  readonly point: Point | undefined
  /** The items of the record's list, if its noun has one. */
  readonly list: readonly Cells[] | undefined
}

export type Piece = string | Uint8Array

/** A file in the making. What it returns is to be written in that order; a piece may be empty. */
export interface Encoding {
  begin(): Piece
  add(item: Item): Piece
  end(): Piece
}

/** The rows of a table that a record makes: one for each thing in its list, or one. */
export function rowsOf({ cells, list }: Item): readonly Cells[] {
  if (list === undefined || list.length === 0) return [cells]
  return list.map((own) => [...cells, ...own])
}
