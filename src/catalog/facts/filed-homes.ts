import type { Home } from '../../model/home.ts'
import type { HomeKey, HomeQuery } from '../../places/addresses/home-keys.ts'
import { newHomeId } from '../ports/source-homes.ts'
import type { Withheld } from '../ports/withheld.ts'
import { type MetaRows, precedencesIn, setPrecedences } from './catalog-meta.ts'
import type { HomeKeyBook } from './home-key-book.ts'

/** Row of `meta` that exists once homes have been indexed by key. */
const FILED = 'homesFiled'

/** Code for source homes that both backends share; `SourceHomes` documents the methods. */
export abstract class FiledHomes {
  readonly #meta: MetaRows
  readonly #withheld: Withheld
  protected readonly keys: HomeKeyBook
  #precedences: ReadonlyMap<string, number>
  #isFiled: boolean

  /** @param fresh Whether the catalog has no commits yet. */
  constructor(meta: MetaRows, keys: HomeKeyBook, fresh: boolean, withheld: Withheld) {
    this.#meta = meta
    this.#withheld = withheld
    this.keys = keys
    this.#precedences = precedencesIn(meta)
    this.#isFiled = fresh || meta.get(FILED) !== undefined
  }

  newId(record: Home): number {
    return newHomeId(record, this.#withheld)
  }

  filedUnder(query: HomeQuery, limit: number): readonly number[] {
    return this.keys.find(query, limit)
  }

  file(home: number, keys: readonly HomeKey[]): void {
    for (const key of keys) this.keys.add(home, key)
  }

  isFiled(): boolean {
    return this.#isFiled
  }

  markFiled(): void {
    this.#isFiled = true
  }

  precedences(): ReadonlyMap<string, number> {
    return this.#precedences
  }

  precede(source: string, precedence: number): boolean {
    if ((this.#precedences.get(source) ?? 0) === precedence) return false
    this.#precedences = new Map([...this.#precedences, [source, precedence]])
    setPrecedences(this.#meta, this.#precedences)
    return true
  }

  /** Stores the rows that are in memory only. */
  finish(): void {
    if (this.#isFiled && this.#meta.get(FILED) === undefined) this.#meta.set(FILED, '1')
  }
}
