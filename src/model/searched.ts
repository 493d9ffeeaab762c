import type { Experience } from './experience.ts'
import type {
  EXPERIENCE_CLASSES,
  EXPERIENCE_FLAGS,
  EXPERIENCE_ORDERS,
  ExperienceColumnName,
} from './experience-columns.ts'
import type { Home } from './home.ts'
import type { HomeColumnName, HomeFlag, ListingClass } from './home-columns.ts'
import type { HomeOrder } from './home-orders.ts'
import type { Offer } from './offer.ts'
import type { OFFER_COLUMNS, OFFER_FLAGS, OfferClass, OfferOrder } from './offer-columns.ts'

/** Record types that can be searched, by their names in the tables. */
interface Searched {
  readonly home: {
    readonly record: Home
    readonly column: HomeColumnName
    readonly flag: HomeFlag
    readonly class: ListingClass
    readonly order: HomeOrder
  }
  readonly offer: {
    readonly record: Offer
    readonly column: keyof typeof OFFER_COLUMNS
    readonly flag: (typeof OFFER_FLAGS)[number]
    readonly class: OfferClass
    readonly order: OfferOrder
  }
  readonly experience: {
    readonly record: Experience
    readonly column: ExperienceColumnName
    readonly flag: (typeof EXPERIENCE_FLAGS)[number]
    readonly class: (typeof EXPERIENCE_CLASSES)[number]
    readonly order: keyof typeof EXPERIENCE_ORDERS
  }
}

export type SearchedNoun = keyof Searched
export type RecordOf<N extends SearchedNoun> = Searched[N]['record']
export type ColumnOf<N extends SearchedNoun> = Searched[N]['column']
export type FlagOf<N extends SearchedNoun> = Searched[N]['flag']
export type ClassOf<N extends SearchedNoun> = Searched[N]['class']
export type OrderOf<N extends SearchedNoun> = Searched[N]['order']
