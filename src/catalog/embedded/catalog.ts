import type { Log } from '../../base/log.ts'
import type { Point } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import type { ClimateArea } from '../../model/market.ts'
import type { FactKind } from '../../model/market-facts.ts'
import type { RegionType } from '../../model/region.ts'
import type { AgentQuery, Span } from '../agents.ts'
import type { CardMaker } from '../cards.ts'
import type { Catalog, CatalogAbout, FactPage, IdOf, Noun, NounSearch, OtherNoun } from '../catalog.ts'
import type { HomeValueName, NearSelection, Query, Selection } from '../query.ts'
import { shows, type Withheld } from '../withheld.ts'
import { NewestState } from './newest-state.ts'
import type { Snapshot } from './reader.ts'

export interface CatalogOptions {
  readonly dataDir: string
  /** The catalogue file in force in the folder. */
  readonly path: string
  readonly log: Log
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/** The catalogue of a data folder: serves its newest snapshot, and takes up the next one soon after it is committed. */
export class EmbeddedCatalog implements Catalog {
  readonly #withheld: Withheld
  readonly #state: NewestState

  /** Throws a CommandFault when the catalogue cannot be opened. */
  constructor({ path, log, withheld, ...setting }: CatalogOptions) {
    this.#withheld = withheld
    this.#state = new NewestState(setting, path, log)
  }

  about(): CatalogAbout {
    return this.#snapshot.about
  }

  async get<N extends Noun>(noun: N, id: IdOf<N>) {
    const record = this.#snapshot.get(noun, id)
    return shows(noun, record, this.#withheld) ? record : undefined
  }

  async peopleAt(houseNumber: string, street: string) {
    const shown = (personId: string) => shows('person', this.#snapshot.get('person', personId), this.#withheld)
    return this.#snapshot.peopleAt(houseNumber, street).filter(({ id }) => shown(String(id)))
  }

  async addressesAt(houseNumber: string, street: string) {
    return this.#snapshot.addressesAt(houseNumber, street)
  }

  async addressesBeginning(line: string, limit: number) {
    return this.#snapshot.addressesBeginning(line, limit)
  }

  async homesNear(point: Point, limit: number) {
    return this.#snapshot.homesNear(point, limit)
  }

  async placesNear(point: Point, limit: number) {
    return this.#snapshot.placesNear(point, limit)
  }

  async briefs(zpids: readonly number[]) {
    return this.#snapshot.briefs(zpids)
  }

  async schoolsNear(point: Point, limit: number) {
    return this.#snapshot.schoolsNear(point, limit)
  }

  regions() {
    return this.#snapshot.regions
  }

  async homesWithMlsId(mlsId: string) {
    return this.#snapshot.search.homesWithMlsId(mlsId)
  }

  async search(query: Query) {
    return this.#snapshot.search.page(query)
  }

  async searchCards(query: Query) {
    return this.#snapshot.encoder.page(query)
  }

  async explain(selection: Selection) {
    return this.#snapshot.search.explain(selection)
  }

  async countBy(selection: Selection, by: HomeColumnName | 'zipcode') {
    return this.#snapshot.search.countBy(selection, by)
  }

  async selectNear<C extends HomeValueName>(near: NearSelection, columns: readonly C[]) {
    return this.#snapshot.search.selectNear(near, columns)
  }

  async selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]) {
    return this.#snapshot.search.selectAll(selection, columns)
  }

  async climateOf(areas: readonly ClimateArea[]) {
    return this.#snapshot.climateOf(areas)
  }

  async searchAgents(query: AgentQuery) {
    return this.#snapshot.agents.page(query)
  }

  async agentFigures(agentId: string, today: number) {
    return this.#snapshot.agents.figuresOf(agentId, today)
  }

  async agentListings(agentId: string, kind: 'sale' | 'lease', span: Span) {
    return this.#snapshot.agents.listingsOf(agentId, kind, span)
  }

  async agentSales(agentId: string, span: Span) {
    return this.#snapshot.agents.salesOf(agentId, span)
  }

  async agentCities(agentId: string) {
    return this.#snapshot.agents.citiesOf(agentId)
  }

  async agentNamed(username: string) {
    const agentId = this.#snapshot.agents.idOf(username)
    return agentId === undefined ? undefined : this.#snapshot.get('agent', agentId)
  }

  searchOf<N extends OtherNoun>(noun: N): NounSearch<N> {
    return {
      search: async (query) => this.#snapshot.searches[noun].search(query),
      searchCards: async (query) => this.#snapshot.searches[noun].searchCards(query),
      explain: async (selection) => this.#snapshot.searches[noun].explain(selection),
      places: () => this.#snapshot.searches[noun].places,
    }
  }

  seal(text: string): string {
    return this.#snapshot.seal(text)
  }

  async latestRates() {
    return this.#snapshot.latestRates()
  }

  async marketFacts<K extends FactKind>(kind: K, region: string, from = 0): Promise<FactPage<K>> {
    return this.#snapshot.marketFacts(kind, region, from)
  }

  async regionsWithin(region: string, type: RegionType) {
    return this.#snapshot.regionsWithin(region, type)
  }

  /** Takes up a newer state of the catalogue now, if there is one, rather than after a moment. */
  refresh(): Promise<void> {
    return this.#state.refresh()
  }

  close(): void {
    this.#state.close()
  }

  get #snapshot(): Snapshot {
    return this.#state.snapshot
  }
}
