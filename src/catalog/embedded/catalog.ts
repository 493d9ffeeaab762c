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
import type { OwnerLookup } from '../ports/owner-lookup.ts'
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
  owners,
  placeSearch,
  propertySearch,
  recordLookup,
  recordPages,
} from './ports.ts'
import { type CurrentState, SnapshotReader } from './snapshot-reader.ts'
import { ReportedSoundness } from './soundness.ts'

/** A catalog that reads the current snapshot. */
export class SnapshotCatalog implements Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly owners: OwnerLookup
  readonly market: MarketLookup
  readonly estimators: EstimatorLookup
  readonly pages: RecordPages
  readonly properties: PropertySearch
  readonly log: ChangeLog
  readonly #searches: Searches
  readonly #state: CurrentState
  readonly #snapshots: SnapshotReader
  readonly #withheld: Withheld

  constructor(state: CurrentState, snapshots: SnapshotReader, withheld: Withheld) {
    this.#state = state
    this.#snapshots = snapshots
    this.#withheld = withheld
    this.records = recordLookup(snapshots, withheld)
    this.addresses = addressLookup(snapshots, withheld)
    this.near = nearLookup(snapshots)
    this.agents = agents(snapshots)
    this.owners = owners(snapshots, withheld)
    this.market = marketLookup(snapshots)
    this.estimators = estimatorLookup(snapshots)
    this.pages = recordPages(snapshots)
    this.properties = propertySearch(snapshots)
    this.log = changeLog(snapshots)
    this.#searches = {
      home: homeSearch(snapshots),
      offer: placeSearch(snapshots, 'offer'),
      experience: placeSearch(snapshots, 'experience'),
    }
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return this.#searches[noun]
  }

  about(): CatalogAbout {
    const { about } = this.#state.snapshot
    const { damage } = this.#snapshots
    return damage === undefined ? about : { ...about, damage }
  }

  version(): string {
    const { catalogId, dataVersion } = this.#state.snapshot.about
    return `${catalogId} ${dataVersion} ${this.#withheld.version}`
  }

  newestDay(noun: SearchedNoun, last: number) {
    return this.#snapshots.read((state) => state.newestDay(noun, last))
  }

  regions() {
    return this.#snapshots.read((state) => state.regions)
  }

  regionIndex() {
    return this.#snapshots.read((state) => state.regionIndex)
  }

  seal(text: string): string {
    return this.#snapshots.read((state) => state.seal(text))
  }

  path(): string {
    return this.#state.snapshot.path
  }

  close(): void {
    this.#snapshots.close()
    this.#state.close()
  }
}

export interface CatalogOptions {
  readonly dataDir: string
  /** Path of the folder's current catalog file. */
  readonly path: string
  readonly log: Log
  readonly cards: CardMaker
  readonly withheld: Withheld
  /** The catalog state that `loadCatalog` returned, if a thread has already loaded the state. */
  readonly loaded?: Loaded | undefined
  /** Maximum work of one search in nanoseconds; see `Turns` for the default. */
  readonly maxSearchNs?: number
}

/**
 * The catalog of a data folder. It serves the newest commit, and switches to a later commit after a moment. Other
 * threads may share its memory.
 */
export class EmbeddedCatalog extends SnapshotCatalog implements KeptCatalog {
  readonly #newest: NewestState
  readonly #soundness: ReportedSoundness
  readonly #dataDir: string

  /** Throws a CommandFault if the catalog cannot be opened. */
  constructor({ dataDir, path, log, cards, withheld, loaded, maxSearchNs }: CatalogOptions) {
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
    const setting = { dataDir, cards }
    const newest: NewestState = new NewestState(
      setting,
      path,
      log,
      { followers, damaged: () => soundness.damaged },
      loaded,
    )
    super(newest, new SnapshotReader(newest, soundness, maxSearchNs), withheld)
    this.#newest = newest
    this.#soundness = soundness
    soundness.begin()
    this.#dataDir = dataDir
  }

  changedMs(): number | undefined {
    return changedMs(this.#dataDir)
  }

  /** Switches to a newer catalog state now, if there is one. */
  refresh(): Promise<void> {
    this.#soundness.look()
    return this.#newest.refresh()
  }

  /** Resolves when no training of estimators is running. The next refresh switches to the trained estimators. */
  settled(): Promise<void> {
    return this.#newest.settled()
  }

  lendTo(port: MessagePort): Promise<void> {
    return this.#newest.lendTo(port)
  }
}
