import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { SEARCHED } from '../facts/searched.ts'
import type { Selection } from '../ports/query.ts'
import { NounIndex, type Touch } from './noun-index.ts'

export type { Touch }

/**
 * Stores very many searches by id, and finds the searches that an event affects. Each search is listed under the names
 * of its narrowest condition: places, cells of a map, words, tags or records. Only searches listed under a name that
 * the record has, before or after the event, are tested exactly, so the cost of an event depends on the number of
 * searches around its record. An event blocks the thread for a millisecond with 100,000 searches, and for some 20 ms
 * with a million.
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

  /** Adds a search. Replaces any search with the same id, even for another noun. */
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
   * Returns the searches that match a record before or after an event, in no particular order. `undefined` means that
   * the record did not exist. As exact as `matcherOf`.
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
