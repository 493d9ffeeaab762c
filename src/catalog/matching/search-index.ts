import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { SEARCHED } from '../facts/searched.ts'
import type { Selection } from '../ports/query.ts'
import { NounIndex, type Touch } from './noun-index.ts'

export type { Touch }

/**
 * Very many searches by id, and the question which of them an event touches. Each search is listed under the names of
 * its narrowest condition: places, cells of a map, words, tags or records. Only those under a name that the record has,
 * before the event or after it, are asked exactly, so an event costs as much as there are searches around its record. An
 * event holds the thread: for a millisecond with 100,000 searches, for some twenty with ten times as many.
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

  /** Adds a search, in place of the one with this id, whatever its noun was. */
  put<N extends SearchedNoun>(id: string, noun: N, selection: Selection<N>): void {
    this.remove(id)
    const index: NounIndex<N> = this.#nouns[noun]
    index.put(id, selection)
  }

  /** Does nothing for an id that is not there. */
  remove(id: string): void {
    for (const index of Object.values(this.#nouns)) index.remove(id)
  }

  /**
   * The searches that have a record before an event or after it, in no order; `undefined` stands for a record that was
   * not there. As exact as `matcherOf`.
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
