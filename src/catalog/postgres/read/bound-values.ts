import { hash } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'

/** A search as one statement; the same filters make the same text, which is prepared once. */
export interface Statement<V> {
  readonly text: string
  readonly values: readonly V[]
}

const MARK = '\u0001'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

/**
 * The bound values of a statement. They are numbered once the text is complete: a condition that is always or never
 * true drops out without its values, and databases reject unused ones.
 */
export class BoundValues<V> {
  readonly #all: V[] = []

  /** The placeholder of the value until the text is complete. */
  readonly bind = (value: unknown): string => {
    this.#all.push(value as V) // the dialect binds no other type
    return `${MARK}${this.#all.length - 1}${MARK}`
  }

  /** Replaces each placeholder in the text, which may repeat some, with `sign` and a number, from 1. */
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

/** Runs a compiled statement, which each connection prepares once. */
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
