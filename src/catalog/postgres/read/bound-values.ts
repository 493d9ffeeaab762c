import { hash } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'

/**
 * A search as one statement. Searches with the same filters have the same text, so the statement is prepared only once.
 */
export interface Statement<V> {
  readonly text: string
  readonly values: readonly V[]
}

const MARK = '\u0001'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

/**
 * The bound values of a statement. They are numbered after the text is complete, because constant conditions are
 * dropped together with their values, and databases reject unused values.
 */
export class BoundValues<V> {
  readonly #all: V[] = []

  /** Returns a placeholder for the value, for use until the text is complete. */
  readonly bind = (value: unknown): string => {
    this.#all.push(value as V) // the dialect binds no other type
    return `${MARK}${this.#all.length - 1}${MARK}`
  }

  /** Replaces each placeholder in the text with `sign` and a number, from 1. A placeholder may occur several times. */
  statement(text: string, sign: string): Statement<V> {
    const values: V[] = []
    const numbers = new Map<string, number>()
    const numbered = text.replace(MARKED, (_, place: string) => {
      const number = numbers.get(place) ?? values.push(this.#all[Number(place)] as V) // the marks are ours
      numbers.set(place, number)
      return `${sign}${number}`
    })
    return { text: numbered, values }
  }
}

/** Runs a compiled statement. Each connection prepares it only once. */
export function runStatement<Row extends object>(
  database: Pick<Database, 'query'>,
  { text, values }: Statement<unknown>,
): Promise<readonly Row[]> {
  return database.query<Row>({ name: nameOf(text), text, values })
}

/** Names of prepared statements have at most 63 characters. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}
