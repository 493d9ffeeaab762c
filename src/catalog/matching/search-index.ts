import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { SEARCHED } from '../facts/searched.ts'
import type { Selection } from '../ports/query.ts'
import { NounIndex, type Touch } from './noun-index.ts'

export type { Touch }

/**
 * Stores searches by id, and finds the searches that a change of a record affects. A search is listed under the names
 * of its narrowest condition: places, map cells, words, tags or records. Only searches under a name of the record are
 * tested, so the cost depends on the number of searches nearby. Blocks the thread for a millisecond per change with
 * 100,000 searches, and for some 20 ms with a million.
 */
export class SearchIndex {
  readonly #nouns: { readonly [N in SearchedNoun]: NounIndex<N> } = {
    home: new NounIndex(SEARCHED.home),
    offer: new NounIndex(SEARCHED.offer),
    experience: new NounIndex(SEARCHED.experience),
  }

  get size(): number {
    return Object.values(this.#nouns).reduce((sum, { size }) => sum + size, 0)
  }

  /** Adds a search. Replaces any search with the same id, even a search for another type of record. */
  put<N extends SearchedNoun>(id: string, noun: N, selection: Selection<N>): void {
    this.remove(id)
    const index: NounIndex<N> = this.#nouns[noun]
    index.put(id, selection)
  }

  /** Does nothing for an unknown id. */
  remove(id: string): void {
    for (const index of Object.values(this.#nouns)) index.remove(id)
  }

  /**
   * Returns the searches that match a record before or after a change, in no particular order. A record is undefined if
   * it did not exist. Agrees exactly with `matcherOf`.
   */
  touched<N extends SearchedNoun>(
    noun: N,
    before: RecordOf<N> | undefined,
    after: RecordOf<N> | undefined,
  ): readonly Touch[] {
    const index: NounIndex<N> = this.#nouns[noun]
    return index.touched(before, after)
  }
}
