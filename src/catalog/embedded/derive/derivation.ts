import type { Agent } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../cards.ts'
import { derivedFrom } from '../brief.ts'
import { type DerivedRows, NO_ROWS } from '../derived-rows.ts'
import { type AnyBuilder, type BuiltSearch, type SearchRecord, searchBuilder } from '../search/builder.ts'
import type { UnorderedFiles } from '../search/unordered-files.ts'
import { HomeTallies } from './home-tallies.ts'

/** Everything that a catalogue stores for a noun besides its records. */
export interface Derivatives {
  readonly search: BuiltSearch
  readonly beside: DerivedRows
}

/** Derives, record by record, everything that a catalogue stores for a noun besides the records themselves. */
export class Derivation {
  readonly #search: AnyBuilder
  /** Only for homes, which need more than a search index. */
  readonly #tallies: HomeTallies | undefined

  /** @param files Where cards are kept; they are kept in memory where there are none. */
  constructor(noun: SearchedNoun, cards: CardMaker, files?: UnorderedFiles) {
    this.#search = searchBuilder(noun, cards, files)
    this.#tallies = noun === 'home' ? new HomeTallies() : undefined
  }

  /** Takes the JSON of a stored record. Agents and offices must come before the homes that name them. */
  take(noun: SearchRecord, json: string): void {
    const record: unknown = noun === 'home' ? derivedFrom(json) : JSON.parse(json)
    if (noun === 'home') this.#tallies?.add(record as Home) // the noun says which record it is
    if (noun === 'agent') this.#tallies?.addAgent(record as Agent) // as above
    this.#search.take(noun, record)
  }

  build(): Derivatives {
    return { search: this.#search.build(), beside: this.#tallies?.rows() ?? NO_ROWS }
  }
}
