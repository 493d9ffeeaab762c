import type { Steps, Work } from '../../../engine/work.ts'
import type { CountedPlace } from '../../../model/named-place.ts'
import type { OtherNoun } from '../../noun-search.ts'
import type { EncodedPage, KeyPage, Query, Selection } from '../../query.ts'
import type { NounDescription } from '../../searched.ts'
import { Encoder } from './encode.ts'
import { namedPlacesOf } from './named-places.ts'
import { RowSearch } from './row-search.ts'
import type { CardUse } from './segment-cards.ts'
import type { OpenSegments } from './stored.ts'

/** Answers searches of a noun other than homes over one state of a catalogue. */
export class EmbeddedNounSearch<N extends OtherNoun> {
  readonly #open: OpenSegments
  readonly #classes: readonly string[]
  readonly #rows: RowSearch<N>
  readonly #encoder: Encoder<N>

  #places: readonly CountedPlace[] | undefined

  constructor(noun: NounDescription<N>, open: OpenSegments, use: CardUse) {
    this.#open = open
    this.#classes = noun.classes
    this.#rows = new RowSearch(noun, open)
    this.#encoder = new Encoder(open, this.#rows, use)
  }

  get places(): readonly CountedPlace[] {
    this.#places ??= namedPlacesOf(this.#open, this.#classes)
    return this.#places
  }

  page(query: Query<N>, work: Work): Steps<KeyPage> {
    return this.#rows.page(query, work)
  }

  cards(query: Query<N>, work: Work): Steps<EncodedPage> {
    return this.#encoder.page(query, work)
  }

  explain(selection: Selection<N>, work: Work): Steps<readonly number[]> {
    return this.#rows.explain(selection, work)
  }
}
