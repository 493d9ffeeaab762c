import type { Catalog } from './catalog.ts'

/** Makes the value of a key, unless it is kept. */
export type Keep = <T>(catalog: Catalog, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Keeps what is costly to compute from a catalogue until its data changes. Calls that come while a value is being made
 * wait for it; one that could not be made is made again.
 * @param most Values kept at once for a catalogue; the least recently asked for goes first.
 */
export function keeping(most: number): Keep {
  const byCatalog = new WeakMap<Catalog, Kept>()
  return (catalog, key, make) => {
    let kept = byCatalog.get(catalog)
    if (kept === undefined) {
      kept = new Kept(most)
      byCatalog.set(catalog, kept)
    }
    return kept.get(catalog.about().dataVersion, key, make)
  }
}

/** What is kept of one catalogue. */
class Kept {
  readonly #most: number
  readonly #values = new Map<string, Promise<unknown>>()
  #dataVersion = ''

  constructor(most: number) {
    this.#most = most
  }

  get<T>(dataVersion: string, key: string, make: () => Promise<T>): Promise<T> {
    if (this.#dataVersion !== dataVersion) this.#values.clear()
    this.#dataVersion = dataVersion
    const known = this.#values.get(key) as Promise<T> | undefined // a key names one kind of value
    const value = known ?? make()
    this.#values.delete(key) // so that it comes to stand last
    this.#values.set(key, value)
    if (known === undefined) this.#bound(key, value)
    return value
  }

  #bound(key: string, value: Promise<unknown>): void {
    value.catch(() => {
      if (this.#values.get(key) === value) this.#values.delete(key)
    })
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) break
      this.#values.delete(oldest)
    }
  }
}
