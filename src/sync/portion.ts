import type { JsonObject } from '../ingest/record-source.ts'
import { textIn } from './odata.ts'

/** Rows that are stored together; of rows with one key, the one read last. */
export class Portion {
  readonly #key: string
  readonly #used: ReadonlySet<string>
  #records = new Map<string, JsonObject>()
  #gone = new Set<string>()
  #nameless: JsonObject[] = []

  /** `used`: the fields that are kept. */
  constructor(key: string, used: ReadonlySet<string>) {
    this.#key = key
    this.#used = used
  }

  get rows(): number {
    return this.#records.size + this.#gone.size + this.#nameless.length
  }

  add(records: readonly JsonObject[]): void {
    for (const record of records) {
      const key = textIn(record, this.#key)
      const kept = Object.fromEntries(Object.entries(record).filter(([name]) => this.#used.has(name)))
      if (key === '') this.#nameless.push(kept)
      else this.#records.set(key, kept)
      this.#gone.delete(key)
    }
  }

  addGone(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#records.delete(key)
      this.#gone.add(key)
    }
  }

  /** Everything, after which the portion is empty. */
  take(): { readonly records: readonly JsonObject[]; readonly gone: readonly JsonObject[] } {
    const records = [...this.#records.values(), ...this.#nameless]
    const gone = [...this.#gone].map((key) => ({ [this.#key]: key }))
    this.#records = new Map()
    this.#gone = new Set()
    this.#nameless = []
    return { records, gone }
  }
}
