import { hash } from 'node:crypto'
import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'

/** What rows were by their keys: their moments, and fingerprints of the whole. */
export type Known = Readonly<Record<string, string>>

/** More are not remembered: they are read again. */
const ROWS_MAX = 5_000

/**
 * The rows since a moment that the catalogue has. A search begins some time before the last change known, so that what
 * comes late is found; what came in time is found too, and known as it was. Its moment alone would not tell: a row may
 * change twice within a second.
 */
export class Recent {
  readonly #key: string
  readonly #field: string
  readonly #known: Map<string, string>

  constructor(key: string, field: string, known: Known = {}) {
    this.#key = key
    this.#field = field
    this.#known = new Map(Object.entries(known))
  }

  /** Remembers the rows of a moment and after it. */
  remember(records: readonly JsonObject[], fromMs: number): void {
    this.fresh(records.filter((record) => Date.parse(textIn(record, this.#field)) >= fromMs))
  }

  /** The rows that are not known as they are; all of them are known then. */
  fresh(records: readonly JsonObject[]): readonly JsonObject[] {
    return records.filter((record) => {
      const [key, state] = [textIn(record, this.#key), this.#stateOf(record)]
      const isFresh = this.#known.get(key) !== state
      this.#known.set(key, state)
      return isFresh
    })
  }

  /** Those of a moment and after it. */
  since(fromMs: number): Known {
    for (const [key, state] of this.#known) {
      const [moment = ''] = state.split(' ')
      if (!(Date.parse(moment) >= fromMs)) this.#known.delete(key)
    }
    return this.#known.size > ROWS_MAX ? {} : Object.fromEntries(this.#known)
  }

  #stateOf(record: JsonObject): string {
    return `${textIn(record, this.#field)} ${hash('sha256', JSON.stringify(record)).slice(0, 16)}`
  }
}
