import type { HomeColumnName } from '../model/home-columns.ts'
import type { CountedPlace } from '../model/named-place.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type {
  EncodedPage,
  HomeValueName,
  HomeValues,
  KeyPage,
  Query,
  SearchPage,
  Selection,
  ValueCount,
} from './query.ts'

/** The search of each noun: what all of them have, and what one has beyond it. */
export interface Searches {
  readonly home: HomeSearch
  readonly offer: PlaceSearch<'offer'>
  readonly experience: PlaceSearch<'experience'>
}

/** The nouns that are searched beside homes. */
export type OtherNoun = Exclude<SearchedNoun, 'home'>

/**
 * Searches of one noun. Each call reads one committed state, even where it takes several turns of the event loop.
 * Totals are exact, ties are in order of key (a home's zpid). Nothing found, or an offset past the end, is an empty
 * page. A search that costs too much is refused with the Fault `search.too_costly`.
 */
export interface NounSearch<N extends SearchedNoun> {
  page(query: Query<N>): Promise<Pages[N]>
  /** The same page as cards, which the catalogue keeps encoded. */
  cards(query: Query<N>): Promise<EncodedPage>
  /** How many records each condition removes from those that the ones before it left, in order. */
  explain(selection: Selection<N>): Promise<readonly number[]>
}

/** A page of homes tells of buildings, too. */
export interface Pages {
  readonly home: SearchPage
  readonly offer: KeyPage
  readonly experience: KeyPage
}

/** A noun whose records name their places themselves; homes lie in `catalog.regions()`. */
export interface PlaceSearch<N extends OtherNoun> extends NounSearch<N> {
  /** Every place that has records, by key; the array is the same one until the catalogue changes. */
  places(): readonly CountedPlace[]
}

export interface HomeSearch extends NounSearch<'home'> {
  /** Counts of the homes that match by a column's value (codes as their names; missing left out) or by ZIP code. */
  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): Promise<readonly ValueCount[]>
  /** Every home of a selection, in no order. */
  selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]): Promise<HomeValues<C>>
  /** Homes that searches find with this number of a multiple listing service, letter case ignored, in order of zpid. */
  homesWithMlsId(mlsId: string): Promise<readonly number[]>
}
