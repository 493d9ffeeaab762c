import type { Experience } from '../../model/experience.ts'
import {
  EXPERIENCE_CLASSES,
  EXPERIENCE_COLUMNS,
  EXPERIENCE_FLAGS,
  EXPERIENCE_ORDERS,
  experienceFlagsOf,
  experienceKeyOf,
  experiencePlaces,
  experienceTags,
  freeSlots,
} from '../../model/experience-columns.ts'
import type { Home, Point } from '../../model/home.ts'
import { flagsOf, HOME_COLUMNS, HOME_FLAGS, LISTING_CLASSES, listingClassOf } from '../../model/home-columns.ts'
import { HOME_ORDERS } from '../../model/home-orders.ts'
import type { NamedPlace } from '../../model/named-place.ts'
import type { Offer } from '../../model/offer.ts'
import {
  OFFER_COLUMNS,
  OFFER_FLAGS,
  OFFER_ORDERS,
  offerClassOf,
  offerFlagsOf,
  offerPlaces,
} from '../../model/offer-columns.ts'
import { SEARCH_TYPES } from '../../model/offer-values.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import { searchTexts } from '../../model/search-text.ts'
import type { SearchColumn, SearchOrder } from '../../model/searchable.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, RecordOf, SearchedNoun } from '../../model/searched.ts'
import { COUNTRY_KEY } from '../../places/regions/region-keys.ts'
import type { CardMaker } from '../ports/cards.ts'
import { homePlaceKeys } from './home-places.ts'

/** Describes a type of record for searches. Both backends and the test oracle are derived from these descriptions. */
export interface NounDescription<N extends SearchedNoun, R = RecordOf<N>> {
  readonly noun: N
  readonly columns: Readonly<Record<ColumnOf<N>, SearchColumn<R>>>
  /** Names of the bits of the flags column, in order; at most 32. */
  readonly flags: readonly FlagOf<N>[]
  flagsOf(record: R): number
  readonly orders: Readonly<Record<OrderOf<N>, SearchOrder<R>>>
  readonly classes: readonly ClassOf<N>[]
  /**
   * Returns the class of a record, such as `For_Sale`. A search covers one class. No search finds records without a
   * class.
   */
  classOf(record: R): ClassOf<N> | undefined
  /** Returns a unique whole number below 2^53 that breaks ties. Later imports of the record do not change it. */
  keyOf(record: R): number
  /** Returns the coordinates for searches by shape. */
  pointOf(record: R): Point | undefined
  /** Returns the keys of the places in which the record lies. */
  placeKeysOf(record: R): readonly string[]
  /** Key of a place that contains all records. Searches for it need no list of records. */
  readonly everywhere?: string
  /** Returns the places that a record names, with the same keys as `placeKeysOf`. Not for homes. */
  placesOf?(record: R): readonly NamedPlace[]
  /** Returns the texts for word searches. */
  textsOf?(record: R): readonly string[]
  tagsOf?(record: R): readonly string[]
  /** Columns that contain the days of events, for `Catalog.newestDay`. The days of `daysOf` count as well. */
  readonly eventDays: readonly ColumnOf<N>[]
  daysOf?(record: R): readonly { readonly day: number; readonly amount: number }[]
  /** Returns the building whose units can be grouped into one result. */
  buildingOf?(record: R): string | undefined
  /** Returns the source's own number of the record. Lookups ignore letter case and surrounding blanks. */
  numberOf?(record: R): string | undefined
  /** Whole numbers that are used only for counting results. */
  readonly counted?: Readonly<Record<string, (record: R) => number | undefined>>
  card(record: R, cards: CardMaker, people: ListingPeople): string
}

const HOME: NounDescription<'home'> = {
  noun: 'home',
  columns: HOME_COLUMNS,
  flags: HOME_FLAGS,
  flagsOf,
  orders: HOME_ORDERS,
  classes: LISTING_CLASSES,
  classOf: listingClassOf,
  keyOf: (home) => home.zpid,
  pointOf: ({ point }) => point,
  placeKeysOf: homePlaceKeys,
  everywhere: COUNTRY_KEY,
  eventDays: ['listedDay', 'soldDay'],
  textsOf: searchTexts,
  numberOf: (home) => home.listing?.mlsId,
  buildingOf: (home) => (listingClassOf(home) === 'For_Rent' ? home.lotId : undefined),
  counted: { zipcode: ({ address }) => (/^\d{5}$/.test(address.zipcode) ? Number(address.zipcode) : undefined) },
  card: (home: Home, cards, people) => cards.card(home, people),
}

const OFFER: NounDescription<'offer'> = {
  noun: 'offer',
  columns: OFFER_COLUMNS,
  flags: OFFER_FLAGS,
  flagsOf: offerFlagsOf,
  orders: OFFER_ORDERS,
  classes: SEARCH_TYPES,
  classOf: offerClassOf,
  keyOf: (offer) => offer.offerId,
  pointOf: (offer) => offer.point,
  placeKeysOf: (offer) => offerPlaces(offer).map(({ key }) => key),
  placesOf: offerPlaces,
  eventDays: ['createdDay'],
  card: (offer: Offer, cards) => cards.offer.card(offer),
}

const EXPERIENCE: NounDescription<'experience'> = {
  noun: 'experience',
  columns: EXPERIENCE_COLUMNS,
  flags: EXPERIENCE_FLAGS,
  flagsOf: experienceFlagsOf,
  orders: EXPERIENCE_ORDERS,
  classes: EXPERIENCE_CLASSES,
  classOf: () => EXPERIENCE_CLASSES[0],
  keyOf: experienceKeyOf,
  pointOf: (experience) => experience.point,
  placeKeysOf: (experience) => experiencePlaces(experience).map(({ key }) => key),
  placesOf: experiencePlaces,
  tagsOf: experienceTags,
  eventDays: [],
  daysOf: freeSlots,
  card: (experience: Experience, cards) => cards.experience.card(experience),
}

/** Every type of record that searches find. */
export const SEARCHED: { readonly [N in SearchedNoun]: NounDescription<N> } = {
  home: HOME,
  offer: OFFER,
  experience: EXPERIENCE,
}
export const SEARCHED_NOUNS = Object.keys(SEARCHED) as SearchedNoun[]

/** Returns a column by name, or undefined if there is no such column. */
export function columnOf<N extends SearchedNoun>(
  { columns }: NounDescription<N>,
  name: string,
): SearchColumn<RecordOf<N>> | undefined {
  return (columns as Readonly<Record<string, SearchColumn<RecordOf<N>>>>)[name] // undefined for other names
}

/** Returns the days of a record's events; see `Catalog.newestDay`. */
export function eventDaysOf<N extends SearchedNoun>(noun: N, record: RecordOf<N>): readonly number[] {
  const { eventDays, columns, daysOf }: NounDescription<N> = SEARCHED[noun]
  const own = eventDays.flatMap((name) => columns[name].of(record) ?? [])
  return [...own, ...(daysOf?.(record) ?? []).map(({ day }) => day)]
}
