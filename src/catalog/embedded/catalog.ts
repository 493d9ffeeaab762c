import { statSync } from 'node:fs'
import { type CommandFault, Fault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import { damageOf } from '../../base/store-fault.ts'
import { READ_THROUGH_MAX_BYTES } from '../../base/store-file.ts'
import { type Steps, TooMuchWork, type Work } from '../../engine/work.ts'
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
import { CATALOG_FORMAT } from './format.ts'
import { NewestState } from './newest-state.ts'
import type { Snapshot } from './reader.ts'
import { Scrub } from './scrub.ts'
import { Turns } from './search/turns.ts'

/** Seconds: nobody puts a copy back sooner. */
const DAMAGE_RETRY_S = 60

/** A catalogue of a million homes is read through within a minute or two. */
const READING_RETRY_S = 10
const STILL_READING =
  'Nothing like it was found yet, but the server is still reading its catalogue through after its start; `Retry-After` says when to ask again.'

export interface CatalogOptions {
  readonly dataDir: string
  /** The catalogue file in force in the folder. */
  readonly path: string
  readonly log: Log
  readonly cards: CardMaker
  readonly withheld: Withheld
  /** For tests; see `READ_THROUGH_MAX_BYTES`. */
  readonly readThroughMaxBytes?: number
  /** What one search may cost, where not the usual; see `Turns`. */
  readonly mostSearchNs?: number
}

/** The catalogue of a data folder: serves its newest snapshot, and takes up the next one soon after it is committed. */
export class EmbeddedCatalog implements Catalog {
  readonly #withheld: Withheld
  readonly #log: Log
  readonly #state: NewestState
  readonly #scrub: Scrub
  /** The file that is too large to have been read through, until it is. */
  #unread: string | undefined
  readonly #turns: Turns
  /** The file that turned out to be damaged: only another one is sound again. */
  #damaged: { readonly path: string; readonly sentence: string } | undefined

  /** Throws a CommandFault when the catalogue cannot be opened. */
  constructor({ path, log, withheld, mostSearchNs, ...setting }: CatalogOptions) {
    this.#turns = new Turns(mostSearchNs)
    this.#withheld = withheld
    this.#log = log
    this.#state = new NewestState(setting, path, log)
    this.#scrub = new Scrub({
      log,
      path: () => this.#state.snapshot.path,
      onSound: (read) => {
        if (this.#unread === read) this.#unread = undefined
      },
      onDamage: (read, sentence) => this.#tell(read, { message: sentence }),
    })
    if (statSync(path).size <= (setting.readThroughMaxBytes ?? READ_THROUGH_MAX_BYTES)) return
    this.#unread = path
    this.#scrub.readNow()
  }

  about(): CatalogAbout {
    const { about, path } = this.#state.snapshot
    return path === this.#damaged?.path ? { ...about, damage: this.#damaged.sentence } : about
  }

  async get<N extends Noun>(noun: N, id: IdOf<N>) {
    const record = this.#find((state) => state.get(noun, id))
    return shows(noun, record, this.#withheld) ? record : undefined
  }

  async peopleAt(houseNumber: string, street: string) {
    return this.#find((state) => {
      const shown = (personId: string) => shows('person', state.get('person', personId), this.#withheld)
      return state.peopleAt(houseNumber, street).filter(({ id }) => shown(String(id)))
    })
  }

  async addressesAt(houseNumber: string, street: string) {
    return this.#find((state) => state.addressesAt(houseNumber, street))
  }

  async streetsBeginning(houseNumber: string, beginning: string, limit: number) {
    return this.#ask((state) => state.streetsBeginning(houseNumber, beginning, limit))
  }

  async addressLineFrom(text: string) {
    return this.#ask((state) => state.addressLineFrom(text))
  }

  async addressesBeginning(line: string, limit: number) {
    return this.#ask((state) => state.addressesBeginning(line, limit))
  }

  async homesNear(point: Point, limit: number) {
    return this.#ask((state) => state.homesNear(point, limit))
  }

  async placesNear(point: Point, limit: number) {
    return this.#ask((state) => state.placesNear(point, limit))
  }

  async briefs(zpids: readonly number[]) {
    return this.#ask((state) => state.briefs(zpids))
  }

  async schoolsNear(point: Point, limit: number) {
    return this.#ask((state) => state.schoolsNear(point, limit))
  }

  regions() {
    return this.#ask((state) => state.regions)
  }

  async homesWithMlsId(mlsId: string) {
    return this.#ask((state) => state.search.homesWithMlsId(mlsId))
  }

  async search(query: Query) {
    return this.#search((state, work) => state.search.page(query, work))
  }

  async searchCards(query: Query) {
    return this.#search((state, work) => state.encoder.page(query, work))
  }

  async explain(selection: Selection) {
    return this.#search((state, work) => state.search.explain(selection, work))
  }

  async countBy(selection: Selection, by: HomeColumnName | 'zipcode') {
    return this.#search((state, work) => state.search.countBy(selection, by, work))
  }

  async selectNear<C extends HomeValueName>(near: NearSelection, columns: readonly C[]) {
    return this.#search((state, work) => state.search.selectNear(near, columns, work))
  }

  async selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[]) {
    return this.#search((state, work) => state.search.selectAll(selection, columns, work))
  }

  async climateOf(areas: readonly ClimateArea[]) {
    return this.#ask((state) => state.climateOf(areas))
  }

  async searchAgents(query: AgentQuery) {
    return this.#ask((state) => state.agents.page(query))
  }

  async agentFigures(agentId: string, today: number) {
    return this.#ask((state) => state.agents.figuresOf(agentId, today))
  }

  async agentListings(agentId: string, kind: 'sale' | 'lease', span: Span) {
    return this.#ask((state) => state.agents.listingsOf(agentId, kind, span))
  }

  async agentSales(agentId: string, span: Span) {
    return this.#ask((state) => state.agents.salesOf(agentId, span))
  }

  async agentCities(agentId: string) {
    return this.#ask((state) => state.agents.citiesOf(agentId))
  }

  async agentNamed(username: string) {
    return this.#find((state) => {
      const agentId = state.agents.idOf(username)
      return agentId === undefined ? undefined : state.get('agent', agentId)
    })
  }

  searchOf<N extends OtherNoun>(noun: N): NounSearch<N> {
    return {
      search: (query) => this.#search((state, work) => state.searches[noun].search(query, work)),
      searchCards: (query) => this.#search((state, work) => state.searches[noun].searchCards(query, work)),
      explain: (selection) => this.#search((state, work) => state.searches[noun].explain(selection, work)),
      places: () => this.#ask((state) => state.searches[noun].places),
    }
  }

  seal(text: string): string {
    return this.#ask((state) => state.seal(text))
  }

  async latestRates() {
    return this.#ask((state) => state.latestRates())
  }

  async marketFacts<K extends FactKind>(kind: K, region: string, from = 0): Promise<FactPage<K>> {
    return this.#ask((state) => state.marketFacts(kind, region, from))
  }

  async regionsWithin(region: string, type: RegionType) {
    return this.#ask((state) => state.regionsWithin(region, type))
  }

  /** Takes up a newer state of the catalogue now, if there is one, rather than after a moment. */
  refresh(): Promise<void> {
    return this.#state.refresh()
  }

  close(): void {
    this.#scrub.close()
    this.#state.close()
  }

  /** Every question goes through here or `#search`, so that a file that cannot be read is told of once, however many calls meet it. */
  #ask<T>(question: (state: Snapshot) => T): T {
    const state = this.#state.snapshot
    try {
      return question(state)
    } catch (error) {
      throw this.#meant(error, state)
    }
  }

  /**
   * Likewise for what a call names and the file may not have. A row is checked when it is found; that there is none is
   * sure only in a file that was read through, and in no damaged one.
   */
  #find<T extends object | undefined>(question: (state: Snapshot) => T): T {
    const found = this.#ask(question)
    if (found !== undefined && !(Array.isArray(found) && found.length === 0)) return found
    const { path } = this.#state.snapshot
    if (path === this.#damaged?.path) throw new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
    if (path === this.#unread) throw new Fault('server.busy', STILL_READING, { retryAfterS: READING_RETRY_S })
    return found
  }

  /** A question that may take more than a turn of the event loop: it is answered from one state, whatever follows it meanwhile. */
  async #search<T>(question: (state: Snapshot, work: Work) => Steps<T>): Promise<T> {
    const state = this.#state.snapshot
    const letGo = state.hold()
    try {
      const found = this.#turns.run((work) => question(state, work))
      return found instanceof Promise ? await found : found
    } catch (error) {
      throw this.#meant(error, state)
    } finally {
      letGo()
    }
  }

  /** What a caller is told of an error, as far as that is known. */
  #meant(error: unknown, { path }: Snapshot): unknown {
    if (error instanceof TooMuchWork) return new Fault('search.too_costly')
    const damage = damageOf(error, path, CATALOG_FORMAT)
    if (damage === undefined) return error
    this.#tell(path, damage)
    return new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
  }

  #tell(path: string, { message, cause }: Pick<CommandFault, 'message' | 'cause'>): void {
    if (this.#damaged?.path === path) return
    this.#damaged = { path, sentence: message }
    this.#log.error(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }, message)
  }
}
