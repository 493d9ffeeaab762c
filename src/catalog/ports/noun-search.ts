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

/** The search ports, one for each type of record. */
export interface Searches {
  readonly home: HomeSearch
  readonly offer: PlaceSearch<'offer'>
  readonly experience: PlaceSearch<'experience'>
}

/** All record types that searches find, except homes. */
export type OtherNoun = Exclude<SearchedNoun, 'home'>

/**
 * Searches the records of one type. Each call reads one committed state, even if the call takes several turns of the
 * event loop. Totals are exact. Ties are in order of key, which is a home's zpid. The page is empty if nothing matches
 * or the offset is past the end. A search that costs too much throws the Fault `search.too_costly`.
 */
export interface NounSearch<N extends SearchedNoun> {
  page(query: Query<N>): Promise<Pages[N]>
  /** Returns the results of `page` as ready-made JSON. */
  cards(query: Query<N>): Promise<EncodedPage>
  /** Applies the conditions one after another. Returns how many records each condition removes. */
  explain(selection: Selection<N>): Promise<readonly number[]>
}

/** Only pages of homes contain buildings. */
export interface Pages {
  readonly home: SearchPage
  readonly offer: KeyPage
  readonly experience: KeyPage
}

/** Searches offers or experiences, whose records name their own places. For homes, see `catalog.regions()`. */
export interface PlaceSearch<N extends OtherNoun> extends NounSearch<N> {
  /** Every place with records, by key. Returns the same array until the catalog changes. */
  places(): readonly CountedPlace[]
}

export interface HomeSearch extends NounSearch<'home'> {
  /**
   * Counts matching homes by ZIP code or by the value of a column. Leaves out homes without a value. Returns codes as
   * names.
   */
  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): Promise<readonly ValueCount[]>
  /** Returns every home of a selection, in no particular order. */
  selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]): Promise<HomeValues<C>>
  /** Returns the searchable homes with this MLS number (in any letter case), in order of zpid. */
  homesWithMlsId(mlsId: string): Promise<readonly number[]>
}
