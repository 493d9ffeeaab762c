import type { SearchedNoun } from '../../model/searched.ts'
import type { AddressLookup } from '../address-lookup.ts'
import type { AgentLookup } from '../agent-lookup.ts'
import type { CardMaker } from '../cards.ts'
import type { Catalog, CatalogAbout } from '../catalog.ts'
import type { MarketLookup } from '../market-lookup.ts'
import type { NearLookup } from '../near-lookup.ts'
import type { Searches } from '../noun-search.ts'
import type { RecordLookup } from '../record-lookup.ts'
import type { Withheld } from '../withheld.ts'
import { NewestState } from './newest-state.ts'
import { addressLookup, agentLookup, homeSearch, marketLookup, nearLookup, placeSearch, recordLookup } from './ports.ts'
import { type QuestionSetting, Questions } from './questions.ts'

export interface CatalogOptions extends QuestionSetting {
  readonly dataDir: string
  /** The catalogue file that is current in the folder. */
  readonly path: string
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/** The catalogue of a data folder: serves the newest snapshot, and switches to the next one soon after its commit. */
export class EmbeddedCatalog implements Catalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly agents: AgentLookup
  readonly market: MarketLookup
  readonly #searches: Searches
  readonly #state: NewestState
  readonly #questions: Questions
  readonly #withheld: Withheld

  /** Throws a CommandFault when the catalogue cannot be opened. */
  constructor({ dataDir, path, cards, withheld, ...setting }: CatalogOptions) {
    this.#state = new NewestState(
      { dataDir, cards, readThroughMaxBytes: setting.readThroughMaxBytes },
      path,
      setting.log,
    )
    const questions = new Questions(this.#state, setting)
    this.#questions = questions
    this.#withheld = withheld
    this.records = recordLookup(questions, withheld)
    this.addresses = addressLookup(questions, withheld)
    this.near = nearLookup(questions)
    this.agents = agentLookup(questions)
    this.market = marketLookup(questions)
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

  regions() {
    return this.#questions.ask((state) => state.regions)
  }

  seal(text: string): string {
    return this.#questions.ask((state) => state.seal(text))
  }

  /** Switches to a newer state now, if there is one, instead of after a moment. */
  refresh(): Promise<void> {
    return this.#state.refresh()
  }

  close(): void {
    this.#questions.close()
    this.#state.close()
  }
}
