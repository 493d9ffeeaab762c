import type { Operand } from '../evaluate/types.ts'
import type { Row } from '../resources/row.ts'

/** The position where a page begins: the last row of the previous page. */
export interface Position {
  /**
   * The last row's values in the sorted columns. If rows are sorted by last change: its sequence number. If they are
   * sorted by key: empty.
   */
  readonly values: readonly Operand[]
  readonly key: string
  readonly part: number
  /** The number of rows on the previous pages, to apply `$top`. */
  readonly taken: number
  /** The page size. It is repeated for later pages, because the client may state it only in the first request. */
  readonly size?: number
}

/** Encodes a position as text for a link. */
export function positionText({ values, key, part, taken, size = 0 }: Position): string {
  const written = values.map((value) => value ?? null)
  return Buffer.from(JSON.stringify([written, key, part, taken, size])).toString('base64url')
}

/** Decodes a position; undefined if the text was not made by `positionText`. */
export function positionIn(text: string): Position | undefined {
  try {
    const [written, key, part, taken, size] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const values = (written as readonly (Operand | null)[]).map((value) => value ?? undefined) // `positionText` wrote this list
    return { values, key, part, taken, ...(size > 0 && { size }) }
  } catch {
    return undefined
  }
}

/** Compares two rows by key, then by part. */
export function compareKeys(one: Pick<Row, 'key' | 'part'>, other: Pick<Row, 'key' | 'part'>): number {
  if (one.key === other.key) return one.part - other.part
  return one.key < other.key ? -1 : 1
}
