import type { AddressEntry } from '../model/address-entry.ts'
import type { Agent, Office } from '../model/agent.ts'
import type { Building } from '../model/building.ts'
import type { Experience } from '../model/experience.ts'
import type { Home, Point } from '../model/home.ts'
import type { HomeColumnName } from '../model/home-columns.ts'
import type { ClimateScore, MarketSeries, MortgageRate } from '../model/market.ts'
import type { CountedPlace } from '../model/named-place.ts'
import type { Offer } from '../model/offer.ts'
import type { Person } from '../model/person.ts'
import type { Region } from '../model/region.ts'
import type { School } from '../model/school.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { EncodedPage, KeyPage, Query, SearchPage, Selection, ValueCount } from './query.ts'

/** The nouns that a catalogue keeps, each under its id: a whole number for homes and offers, text for the others. */
export interface Records {
  home: Home
  building: Building
  agent: Agent
  office: Office
  school: School
  person: Person
  series: MarketSeries
  rate: MortgageRate
  climate: ClimateScore
  offer: Offer
  experience: Experience
}
export type Noun = keyof Records
export type IdOf<N extends Noun> = N extends 'home' | 'offer' ? number : string

export interface CatalogAbout {
  /** A name that no other catalogue has. */
  readonly catalogId: string
  /** Changes with every change of the catalogue's contents. */
  readonly dataVersion: string
  /** Made by `plat sample`: nothing in it is real. */
  readonly sample: boolean
  readonly counts: Readonly<Record<Noun, number>>
}

/**
 * What every operation asks. A caller sees one committed state of the catalogue in each call; between two calls an
 * import may have put another in its place. Not found is `undefined` or an empty list, never an error. Records are
 * frozen by convention: nobody changes what a catalogue hands out.
 */
export interface Catalog {
  about(): CatalogAbout
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /** All entries of the address book with this house number and street, in order of display. At most 1,000. */
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  /** Entries whose line (see `places/address.ts`) begins with the text, in order of line. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The nearest homes that have coordinates, nearest first; ties by zpid. */
  homesNear(point: Point, limit: number): Promise<readonly number[]>
  schoolsNear(point: Point, limit: number): Promise<readonly School[]>
  /** Every region that has homes, by key; the array is the same one until the catalogue changes. */
  regions(): readonly Region[]
  /** Homes that searches find (on the market, or sold) with this number of a multiple listing service, letter case ignored, in order of zpid. */
  homesWithMlsId(mlsId: string): Promise<readonly number[]>
  /** Totals are exact, ties are in order of zpid; an offset past the end gives no hits. */
  search(query: Query): Promise<SearchPage>
  /** The same page as cards, which the catalogue keeps encoded. */
  searchCards(query: Query): Promise<EncodedPage>
  /** How many homes each condition removes from those that the ones before it left, in order. */
  explain(selection: Selection): Promise<readonly number[]>
  /** Counts of the homes that match by a column's value (codes as their names; missing left out) or by ZIP code. */
  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): Promise<readonly ValueCount[]>
  /** Searches of another noun than homes. */
  searchOf<N extends OtherNoun>(noun: N): NounSearch<N>
  /** A short text that follows a text and this catalogue, the same after every import; nobody without its file can make it. */
  seal(text: string): string
  /** The newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
  close(): void
}

/** The nouns that are searched beside homes. */
export type OtherNoun = Exclude<SearchedNoun, 'home'>

/** Searches of one noun: each call sees one committed state, as the catalogue's own do. */
export interface NounSearch<N extends OtherNoun> {
  /** Totals are exact, ties are in order of key; an offset past the end gives no keys. */
  search(query: Query<N>): Promise<KeyPage>
  /** The same page as cards, which the catalogue keeps encoded. */
  searchCards(query: Query<N>): Promise<EncodedPage>
  /** How many records each condition removes from those that the ones before it left, in order. */
  explain(selection: Selection<N>): Promise<readonly number[]>
  /** Every place that has records, by key; the array is the same one until the catalogue changes. */
  places(): readonly CountedPlace[]
}

/**
 * A change of the catalogue: everything put is seen at once after `commit`, and nothing of it if the process ends before.
 * One writer at a time; opening a second is refused.
 */
export interface CatalogWriter {
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /** Adds a record or takes the place of the one with the same id. */
  put<N extends Noun>(noun: N, record: Records[N]): void
  /** Brings everything derived (address book, regions, nearest-home index) up to date, then commits. */
  commit(onProgress?: (done: number, total: number) => void): void
  rollback(): void
}
