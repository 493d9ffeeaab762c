import type { Point } from '../../../model/home.ts'
import type { Cells } from '../column.ts'

export interface Item {
  readonly cells: Cells
  readonly point: Point | undefined
  /** The items of the record's list; undefined if its record type has no list. */
  readonly list: readonly Cells[] | undefined
}

export type Piece = string | Uint8Array

/** Encodes records as a file. The returned pieces must be written in order; a piece may be empty. */
export interface Encoding {
  begin(): Piece
  add(item: Item): Piece
  end(): Piece
}

/** Returns the rows of a table for a record: one for each item of its list, or one row if it has no items. */
export function rowsOf({ cells, list }: Item): readonly Cells[] {
  if (list === undefined || list.length === 0) return [cells]
  return list.map((own) => [...cells, ...own])
}
