import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'

/** Rows that are stored together. If several rows have the same key, the last one counts. */
export class Portion {
  readonly #key: string
  readonly #used: ReadonlySet<string>
  #records = new Map<string, JsonObject>()
  #gone = new Map<string, JsonObject>()

  /** @param used The fields to store. Other fields are dropped. */
  constructor(key: string, used: ReadonlySet<string>) {
    this.#key = key
    this.#used = used
  }

  get rows(): number {
    return this.#records.size + this.#gone.size
  }

  add(records: readonly JsonObject[]): void {
    this.#move(records, this.#gone, this.#records)
  }

  /** Adds rows whose records are to be deleted. Only the mapping's key columns are stored. */
  addGone(records: readonly JsonObject[]): void {
    this.#move(records, this.#records, this.#gone)
  }

  /** Moves rows from the map `from` to the map `to`. A row without a key is identified by its content. */
  #move(records: readonly JsonObject[], from: Map<string, JsonObject>, to: Map<string, JsonObject>): void {
    for (const record of records) {
      const kept = Object.fromEntries(Object.entries(record).filter(([name]) => this.#used.has(name)))
      const key = textIn(record, this.#key) || JSON.stringify(kept)
      from.delete(key)
      to.set(key, kept)
    }
  }

  /** Returns all rows and empties the portion. */
  take(): { readonly records: readonly JsonObject[]; readonly gone: readonly JsonObject[] } {
    const [records, gone] = [[...this.#records.values()], [...this.#gone.values()]]
    this.#records = new Map()
    this.#gone = new Map()
    return { records, gone }
  }
}
