import type { MessagePort } from 'node:worker_threads'
import type { Log } from '../../kit/base/log.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { AddressLookup } from '../ports/address-lookup.ts'
import type { AgentLookup } from '../ports/agent-lookup.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog, CatalogAbout, KeptCatalog } from '../ports/catalog.ts'
import type { ChangeLog } from '../ports/change-log.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { MarketLookup } from '../ports/market-lookup.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { Searches } from '../ports/noun-search.ts'
import type { PropertySearch } from '../ports/property-search.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'
import type { RecordPages } from '../ports/record-pages.ts'
import type { Withheld } from '../ports/withheld.ts'
import { changedMs, notedDamage } from './folder.ts'
import { Followers } from './followers.ts'
import type { Loaded } from './loaded.ts'
import { NewestState } from './newest-state.ts'
import {
  addressLookup,
  agents,
  changeLog,
  estimatorLookup,
  homeSearch,
  marketLookup,
  nearLookup,
  placeSearch,
  propertySearch,
  recordLookup,
  recordPages,
} from './ports.ts'
import { type CurrentState, Questions } from './questions.ts'
import { ReportedSoundness } from './soundness.ts'

/** A catalogue over whichever snapshot is current. */
export class SnapshotCatalog implements Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly market: MarketLookup
  readonly estimators: EstimatorLookup
  readonly pages: RecordPages
  readonly properties: PropertySearch
  readonly log: ChangeLog
  readonly #searches: Searches
  readonly #state: CurrentState
  readonly #questions: Questions
  readonly #withheld: Withheld

  constructor(state: CurrentState, questions: Questions, withheld: Withheld) {
    this.#state = state
    this.#questions = questions
    this.#withheld = withheld
    this.records = recordLookup(questions, withheld)
    this.addresses = addressLookup(questions, withheld)
    this.near = nearLookup(questions)
    this.agents = agents(questions)
    this.market = marketLookup(questions)
    this.estimators = estimatorLookup(questions)
    this.pages = recordPages(questions)
    this.properties = propertySearch(questions)
    this.log = changeLog(questions)
    this.#searches = {
      home: homeSearch(questions),
      offer: placeSearch(questions, 'offer'),
      experience: placeSearch(questions, 'experience'),
    }
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return this.#searches[noun]
  }

  about(): CatalogAbout {
    const { about } = this.#state.snapshot
    const { damage } = this.#questions
    return damage === undefined ? about : { ...about, damage }
  }

  version(): string {
    const { catalogId, dataVersion } = this.#state.snapshot.about
    return `${catalogId} ${dataVersion} ${this.#withheld.version}`
  }

  newestDay(noun: SearchedNoun, last: number) {
    return this.#questions.ask((state) => state.newestDay(noun, last))
  }

  regions() {
    return this.#questions.ask((state) => state.regions)
  }

  regionIndex() {
    return this.#questions.ask((state) => state.regionIndex)
  }

  seal(text: string): string {
    return this.#questions.ask((state) => state.seal(text))
  }

  path(): string {
    return this.#state.snapshot.path
  }

  close(): void {
    this.#questions.close()
    this.#state.close()
  }
}

export interface CatalogOptions {
  readonly dataDir: string
  /** The catalogue file that is current in the folder. */
  readonly path: string
  readonly log: Log
  readonly cards: CardMaker
  readonly withheld: Withheld
  /** The state of `loadCatalog`, if a thread has read it already. */
  readonly loaded?: Loaded | undefined
  /** For tests; see `StateSetting`. */
  readonly cardBytesMax?: number
  /** Limits the work of one search, in place of the default; see `Turns`. */
  readonly maxSearchNs?: number
}

/**
 * The catalogue of a data folder: serves the newest snapshot, and switches to the next one soon after its commit.
 * Other threads may borrow it.
 */
export class EmbeddedCatalog extends SnapshotCatalog implements KeptCatalog {
  readonly #newest: NewestState
  readonly #soundness: ReportedSoundness
  readonly #dataDir: string

  /** Throws a CommandFault when the catalogue cannot be opened. */
  constructor({ dataDir, path, log, cards, withheld, loaded, cardBytesMax, maxSearchNs }: CatalogOptions) {
    const followers: Followers = new Followers((report) => soundness.report(report.path, report))
    const soundness = new ReportedSoundness({
      log,
      checked: () => {
        const { path: current } = newest.snapshot
        const sentence = notedDamage(dataDir, current)
        return sentence === undefined ? undefined : { path: current, sentence }
      },
      onChange: (damaged) => followers.reportDamage(damaged),
    })
    const setting = { dataDir, cards, cardBytesMax }
    const newest: NewestState = new NewestState(
      setting,
      path,
      log,
      { followers, damaged: () => soundness.damaged },
      loaded,
    )
    super(newest, new Questions(newest, soundness, maxSearchNs), withheld)
    this.#newest = newest
    this.#soundness = soundness
    soundness.begin()
    this.#dataDir = dataDir
  }

  changedMs(): number | undefined {
    return changedMs(this.#dataDir)
  }

  /** Switches to a newer state now, if there is one, instead of after a moment. */
  refresh(): Promise<void> {
    this.#soundness.look()
    return this.#newest.refresh()
  }

  /** Settles once nothing is being learnt; the next refresh takes up what was. */
  settled(): Promise<void> {
    return this.#newest.settled()
  }

  lendTo(port: MessagePort): Promise<void> {
    return this.#newest.lendTo(port)
  }
}
