import type { Catalog } from './catalog.ts'

/** Figures kept at once; the one that was not asked for longest goes first. */
const MOST_KEPT = 1000

/** Figures of one catalogue that were asked for, kept while its data and the day stay the same. */
class Kept {
  readonly #figures = new Map<string, Promise<unknown>>()
  #state = ''

  get<T>(state: string, key: string, make: () => Promise<T>): Promise<T> {
    if (this.#state !== state) this.#figures.clear()
    this.#state = state
    const known = this.#figures.get(key) as Promise<T> | undefined // a key names one kind of figures
    const figures = known ?? make()
    this.#figures.delete(key) // so that it comes to stand last
    this.#figures.set(key, figures)
    if (known === undefined) this.#bound(key, figures)
    return figures
  }

  /** What failed is asked for again. */
  #bound(key: string, figures: Promise<unknown>): void {
    figures.catch(() => {
      if (this.#figures.get(key) === figures) this.#figures.delete(key)
    })
    for (const oldest of this.#figures.keys()) {
      if (this.#figures.size <= MOST_KEPT) break
      this.#figures.delete(oldest)
    }
  }
}

const byCatalog = new WeakMap<Catalog, Kept>()

/** What `make` made for the key since the catalogue last changed, today; calls at the same time wait for one making. */
export function kept<T>(catalog: Catalog, today: number, key: string, make: () => Promise<T>): Promise<T> {
  let figures = byCatalog.get(catalog)
  if (figures === undefined) {
    figures = new Kept()
    byCatalog.set(catalog, figures)
  }
  return figures.get(`${catalog.about().dataVersion} ${today}`, key, make)
}
