import type { CountedPlace } from '../../../model/named-place.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { NounDescription } from '../../facts/searched.ts'
import type { Dating } from '../../ports/cards.ts'
import type { OtherNoun } from '../../ports/noun-search.ts'
import type { EncodedPage, KeyPage, Query, Selection } from '../../ports/query.ts'
import { Encoder } from './encode.ts'
import { RowSearch } from './row-search.ts'
import type { OpenSegments } from './stored.ts'

/** Answers searches of offers or of experiences in one committed state of a catalog. */
export class EmbeddedNounSearch<N extends OtherNoun> {
  readonly places: readonly CountedPlace[]
  readonly #rows: RowSearch<N>
  readonly #encoder: Encoder<N>

  constructor(noun: NounDescription<N>, open: OpenSegments, dating: Dating) {
    this.places = open[0].namedPlaces
    this.#rows = new RowSearch(noun, open)
    this.#encoder = new Encoder(open, this.#rows, dating)
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
