import { hash } from 'node:crypto'
import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'

/** The times and content fingerprints of rows, by key. */
export type Known = Readonly<Record<string, string>>

/** Maximum number of remembered rows. Other rows are read again. */
const ROWS_MAX = 5_000

/**
 * Rows that the catalog already has. Each search begins some time before the last known change, to find late rows. It
 * therefore returns known rows again, which this class removes. It compares content, not only times, because a row may
 * change twice in a second.
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

  /** Remembers the rows with changes at or after a time. */
  remember(records: readonly JsonObject[], fromMs: number): void {
    this.fresh(records.filter((record) => Date.parse(textIn(record, this.#field)) >= fromMs))
  }

  /** Returns the rows that are new or have changed. Remembers all of them. */
  fresh(records: readonly JsonObject[]): readonly JsonObject[] {
    return records.filter((record) => {
      const [key, state] = [textIn(record, this.#key), this.#stateOf(record)]
      const isFresh = this.#values.get(key) !== state
      this.#values.set(key, state)
      return isFresh
    })
  }

  /** Returns the remembered rows with changes at or after a time. */
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
