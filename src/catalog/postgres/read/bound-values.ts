import { hash } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'

/**
 * A search as one SQL statement. Searches with the same filters have the same text, so the database prepares it only
 * once.
 */
export interface Statement<V> {
  readonly text: string
  readonly values: readonly V[]
}

const MARK = '\u0001'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

/**
 * The bound values of a statement. They are numbered when the statement is complete, because constant conditions are
 * dropped, and databases reject values that the statement does not use.
 */
export class BoundValues<V> {
  readonly #all: V[] = []

  /** Returns a placeholder for the value, which `statement` replaces. */
  readonly bind = (value: unknown): string => {
    this.#all.push(value as V) // the SQL dialect binds only values of this type
    return `${MARK}${this.#all.length - 1}${MARK}`
  }

  /** Replaces the placeholders with `sign` and a number: $1, $2, … A placeholder may occur several times. */
  statement(text: string, sign: string): Statement<V> {
    const values: V[] = []
    const numbers = new Map<string, number>()
    const numbered = text.replace(MARKED, (_, place: string) => {
      const number = numbers.get(place) ?? values.push(this.#all[Number(place)] as V) // the placeholders are from `bind`
      numbers.set(place, number)
      return `${sign}${number}`
    })
    return { text: numbered, values }
  }
}

/** Runs a compiled statement. Each connection prepares the statement only once. */
export function runStatement<Row extends object>(
  database: Pick<Database, 'query'>,
  { text, values }: Statement<unknown>,
): Promise<readonly Row[]> {
  return database.query<Row>({ name: nameOf(text), text, values })
}

/** Returns a name for a prepared statement, with at most 63 characters. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}
