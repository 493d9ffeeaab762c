import type { Operand } from '../evaluate/types.ts'
import type { Row } from '../resources/row.ts'

/** The position of a page: the last row of the previous page. */
export interface Position {
  /** The last row's values of the sorted columns; its sequence number in order of changes; empty in order of keys. */
  readonly values: readonly Operand[]
  readonly key: string
  readonly part: number
  /** The number of rows on all earlier pages, for `$top`. */
  readonly taken: number
  /** Rows of a page. Later pages repeat it, because the caller may have sent it with the first request only. */
  readonly size?: number
}

/** Writes a position as text for a link. */
export function positionText({ values, key, part, taken, size = 0 }: Position): string {
  const written = values.map((value) => value ?? null)
  return Buffer.from(JSON.stringify([written, key, part, taken, size])).toString('base64url')
}

/** Parses a position; undefined for a text that does not come from `positionText`. */
export function positionIn(text: string): Position | undefined {
  try {
    const [written, key, part, taken, size] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const values = (written as readonly (Operand | null)[]).map((value) => value ?? undefined) // as `positionText` wrote it
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
