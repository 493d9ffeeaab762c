import { hash } from 'node:crypto'
import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'

/** The known state of rows by key: their moments, and fingerprints of their content. */
export type Known = Readonly<Record<string, string>>

/** Maximum number of remembered rows. Other rows are read again. */
const ROWS_MAX = 5_000

/**
 * The rows that the catalog already has since some moment. A search begins some time before the last known change, to
 * find rows that the server shows late. The search therefore finds known rows again, and these are recognized here. A
 * moment alone cannot identify a version of a row, because a row may change twice within a second.
 */
export class Recent {
  readonly #key: string
  readonly #field: string
  readonly #values: Map<string, string>

  constructor(key: string, field: string, known: Known = {}) {
    this.#key = key
    this.#field = field
    this.#values = new Map(Object.entries(known))
  }

  /** Remembers all rows from a given moment on. */
  remember(records: readonly JsonObject[], fromMs: number): void {
    this.fresh(records.filter((record) => Date.parse(textIn(record, this.#field)) >= fromMs))
  }

  /** Returns the rows whose state is unknown, and remembers all rows. */
  fresh(records: readonly JsonObject[]): readonly JsonObject[] {
    return records.filter((record) => {
      const [key, state] = [textIn(record, this.#key), this.#stateOf(record)]
      const isFresh = this.#values.get(key) !== state
      this.#values.set(key, state)
      return isFresh
    })
  }

  /** Returns the known rows from a moment on. */
  since(fromMs: number): Known {
    for (const [key, state] of this.#values) {
      const [moment = ''] = state.split(' ')
      if (!(Date.parse(moment) >= fromMs)) this.#values.delete(key)
    }
    return this.#values.size > ROWS_MAX ? {} : Object.fromEntries(this.#values)
  }

  #stateOf(record: JsonObject): string {
    return `${textIn(record, this.#field)} ${hash('sha256', JSON.stringify(record)).slice(0, 16)}`
  }
}
