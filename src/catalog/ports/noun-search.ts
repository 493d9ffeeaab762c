import type { HomeColumnName } from '../../model/home-columns.ts'
import type { CountedPlace } from '../../model/named-place.ts'
import type { SearchedNoun } from '../../model/searched.ts'
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

/** The search port of each noun. */
export interface Searches {
  readonly home: HomeSearch
  readonly offer: PlaceSearch<'offer'>
  readonly experience: PlaceSearch<'experience'>
}

/** The searched nouns other than homes. */
export type OtherNoun = Exclude<SearchedNoun, 'home'>

/**
 * Searches of one noun. Each call reads one committed state, even if the call takes several turns of the event loop.
 * Totals are exact; ties are in order of key (a home's zpid). The page is empty if nothing matches or the offset is
 * past the end. A search that costs too much throws the Fault `search.too_costly`.
 */
export interface NounSearch<N extends SearchedNoun> {
  page(query: Query<N>): Promise<Pages[N]>
  /** Returns the results of `page` as stored cards. */
  cards(query: Query<N>): Promise<EncodedPage>
  /** Returns how many records each condition removes from the records that satisfy all earlier conditions, in order. */
  explain(selection: Selection<N>): Promise<readonly number[]>
}

/** Only pages of homes contain buildings. */
export interface Pages {
  readonly home: SearchPage
  readonly offer: KeyPage
  readonly experience: KeyPage
}

/** Searches of a noun whose records name their own places. Homes use the regions of `catalog.regions()` instead. */
export interface PlaceSearch<N extends OtherNoun> extends NounSearch<N> {
  /** Every place with records, by key. Returns the same array until the catalog changes. */
  places(): readonly CountedPlace[]
}

export interface HomeSearch extends NounSearch<'home'> {
  /**
   * Counts matching homes by ZIP code or by value of a column. Codes are given as names; missing values are left out.
   */
  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): Promise<readonly ValueCount[]>
  /** Returns every home of a selection, in no particular order. */
  selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]): Promise<HomeValues<C>>
  /** Returns the searchable homes with this MLS number (in any letter case), in order of zpid. */
  homesWithMlsId(mlsId: string): Promise<readonly number[]>
}
