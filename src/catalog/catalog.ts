import type { AddressEntry } from '../model/address-entry.ts'
import type { Agent, Office } from '../model/agent.ts'
import type { Building } from '../model/building.ts'
import type { Experience } from '../model/experience.ts'
import type { Home, Point } from '../model/home.ts'
import type { HomeBrief } from '../model/home-brief.ts'
import type { HomeColumnName } from '../model/home-columns.ts'
import type { ClimateArea, ClimateScore, MarketSeries, MortgageRate } from '../model/market.ts'
import type { FactKind, MarketFacts } from '../model/market-facts.ts'
import type { CountedPlace } from '../model/named-place.ts'
import type { Offer } from '../model/offer.ts'
import type { Person } from '../model/person.ts'
import type { Region, RegionType } from '../model/region.ts'
import type { School } from '../model/school.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'
import type {
  EncodedPage,
  HomeValueName,
  HomeValues,
  KeyPage,
  NearHomes,
  NearSelection,
  Query,
  SearchPage,
  Selection,
  ValueCount,
} from './query.ts'

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
  /** Who must be named with what a source tells, by the source's name; absent: nobody said. */
  readonly attributions?: ReadonlyMap<string, string>
  /** What the operator has to do, once something of the catalogue turned out to be unreadable. */
  readonly damage?: string
}

/**
 * What every operation asks. A caller sees one committed state of the catalogue in each call; between two calls an
 * import may have put another in its place. Not found is `undefined` or an empty list, never an error. Records are
 * frozen by convention: nobody changes what a catalogue hands out. A question that meets something unreadable is refused
 * with the Fault `catalogue.damaged`; the operator is told once.
 */
export interface Catalog {
  about(): CatalogAbout
  get<N extends Noun>(noun: N, id: IdOf<N>): Promise<Records[N] | undefined>
  /**
   * Entries of people who live or lived at this house number and street, in order of person, each with the person's id. At
   * most 1,000. Whoever is withheld (see `withheld.ts`) is in none of the catalogue's answers, `get` included.
   */
  peopleAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  /** All entries of the address book with this house number and street, in order of display. At most 1,000. */
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
  /** Names of streets that begin so and on which the address book has this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /** Entries with a line (see `places/completion-lines.ts`) that begins with the text, in order of line; one may come twice. */
  addressesBeginning(line: string, limit: number): Promise<readonly AddressEntry[]>
  /** The first of all lines that does not come before the text. */
  addressLineFrom(text: string): Promise<string | undefined>
  /** The nearest homes that have coordinates, nearest first; ties by zpid. */
  homesNear(point: Point, limit: number): Promise<readonly number[]>
  /**
   * The nearest places to live: homes whatever their state, but of the units of a building only the one with the least
   * zpid, which stands for all of it, and none whose address its source keeps to itself. Nearest first; ties by zpid.
   */
  placesNear(point: Point, limit: number): Promise<readonly number[]>
  /** What rows show of homes, in the order asked for; unknown ids are left out. Costs less than half of the records. */
  briefs(zpids: readonly number[]): Promise<readonly HomeBrief[]>
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
  /** The homes of a selection nearest to a point, nearest first, ties by zpid; those that no search by shape finds never. */
  selectNear<C extends HomeValueName>(near: NearSelection, columns: readonly C[]): Promise<NearHomes<C>>
  /** Every home of a selection, in no order. */
  selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]): Promise<HomeValues<C>>
  /** Every climate score of these areas, area by area, in order of id. */
  climateOf(areas: readonly ClimateArea[]): Promise<readonly ClimateScore[]>
  /** Agents that fit, top agents first, then those with most sales in the last year, then in order of id. Totals are exact. */
  searchAgents(query: AgentQuery): Promise<AgentPage>
  /** What the homes tell of an agent, counted; undefined for one that is not there. `today`: number of the day. */
  agentFigures(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** The homes on the market that an agent lists, the newest listing first, ties by zpid. */
  agentListings(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** The sales of an agent, the latest first, ties by zpid. */
  agentSales(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Keys of the cities of all these homes, those with most of them first; at most 20. */
  agentCities(agentId: string): Promise<readonly string[]>
  /** The agent with this user name, letter case ignored; of several the first by id. */
  agentNamed(username: string): Promise<Agent | undefined>
  /** Searches of another noun than homes. */
  searchOf<N extends OtherNoun>(noun: N): NounSearch<N>
  /** A short text that follows a text and this catalogue, the same after every import; nobody without its file can make it. */
  seal(text: string): string
  /** The newest rate of each product, in order of product. */
  latestRates(): Promise<readonly MortgageRate[]>
  /** What market figures of a region rest on: pages one after the other, see `FactPage`. Of an unknown region nothing. */
  marketFacts<K extends FactKind>(kind: K, region: string, from?: number): Promise<FactPage<K>>
  /** Keys of the regions of a type that have homes in common with a region, in order. Of an unknown region none. */
  regionsWithin(region: string, type: RegionType): Promise<readonly string[]>
  close(): void
}

/** Some of a region's market facts, in no order; each page small enough to be read between two answers. */
export interface FactPage<K extends FactKind> {
  readonly parts: readonly MarketFacts[K][]
  /** The state that the page was read from: pages of several states do not fit together. */
  readonly dataVersion: string
  /** What to ask for the next page with; undefined when this is the last one. */
  readonly next: number | undefined
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
  /** All records of a noun; nothing of it may be put before the last one was seen. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /** Adds a record or takes the place of the one with the same id. A person who was erased is left out. */
  put<N extends Noun>(noun: N, record: Records[N]): void
  /** Keeps who must be named with what a source tells, in the place of what was known; tells whether that is a change. */
  attribute(source: string, attribution: string): boolean
  /** Brings everything derived (address book, regions, nearest-home index) up to date, then commits. */
  commit(onProgress?: (done: number, total: number) => void): void
  rollback(): void
}
