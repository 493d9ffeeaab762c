import type { Operand } from '../evaluate/types.ts'
import type { Row } from '../resources/row.ts'

/** Behind which row a page begins. */
export interface Position {
  /** The values that rows are in order of; the sequence number where that is the order; none where it is the key. */
  readonly values: readonly Operand[]
  readonly key: string
  readonly part: number
  /** The number of rows on the pages before, which `$top` counts too. */
  readonly taken: number
  /** Rows of a page, which the caller may have asked for with the first one alone. */
  readonly size?: number
}

/** A position as a text that stands in a link. */
export function positionText({ values, key, part, taken, size = 0 }: Position): string {
  const written = values.map((value) => value ?? null)
  return Buffer.from(JSON.stringify([written, key, part, taken, size])).toString('base64url')
}

/** The position that a text tells; undefined for a text that `positionText` has not made. */
export function positionIn(text: string): Position | undefined {
  try {
    const [written, key, part, taken, size] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const values = (written as readonly (Operand | null)[]).map((value) => value ?? undefined) // as `positionText` wrote it
    return { values, key, part, taken, ...(size > 0 && { size }) }
  } catch {
    return undefined
  }
}

/** Which of two rows comes first, where their keys decide. */
export function compareKeys(one: Pick<Row, 'key' | 'part'>, other: Pick<Row, 'key' | 'part'>): number {
  if (one.key === other.key) return one.part - other.part
  return one.key < other.key ? -1 : 1
}
