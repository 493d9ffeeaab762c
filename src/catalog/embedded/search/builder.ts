import type { Table } from '../../../engine/table.ts'
import { TableBuilder } from '../../../engine/table-builder.ts'
import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import { listingClassOf, searchPoint } from '../../../model/home-columns.ts'
import { searchWords } from '../../../model/search-text.ts'
import { regionKeysOf } from '../../../places/region-keys.ts'
import type { CardMaker, CardPeople } from '../../cards.ts'
import { CardPile } from './card-pile.ts'
import { BUILDING, PLACES, placeKey, rowValues, SEARCH_SHAPE, TEXT } from './shape.ts'

/** Numbers things in the order in which they first come. */
class Numbering {
  readonly #numbers = new Map<string, number>()

  of(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#numbers.size)
    return this.#numbers.size - 1
  }

  keys(): string[] {
    return [...this.#numbers.keys()]
  }
}

/** What searches need of a catalogue, before it is stored. */
export interface BuiltSearch {
  readonly table: Table
  /** For each listing in the order of adding, its row in the table. */
  readonly rowOf: Uint32Array
  readonly pile: CardPile
  /** Region keys by the numbers that posting lists know them by. */
  readonly places: readonly string[]
  /** lotids by the numbers in the column BUILDING. */
  readonly buildings: readonly string[]
  /** Somebody was named by a card before the catalogue knew them: the cards have to be made again. */
  readonly stale: boolean
}

/** The records that searches are made of. */
export type SearchNoun = 'home' | 'agent' | 'office'

/** Gathers the listings of homes: rows for the engine, and their cards. */
export class SearchBuilder {
  readonly #cards: CardMaker
  readonly #table = new TableBuilder(SEARCH_SHAPE)
  readonly #pile = new CardPile()
  readonly #places = new Numbering()
  readonly #buildings = new Numbering()
  readonly #agents = new Map<string, Agent>()
  readonly #offices = new Map<string, Office>()
  readonly #missed = new Set<string>()
  #stale = false

  constructor(cards: CardMaker) {
    this.#cards = cards
  }

  /** Takes a record as the catalogue stores it. People come before the homes that name them. */
  take(noun: SearchNoun, json: string): void {
    if (noun === 'home') this.#takeHome(JSON.parse(json))
    else if (noun === 'agent') this.#takeAgent(JSON.parse(json))
    else this.#takeOffice(JSON.parse(json))
  }

  build(): BuiltSearch {
    const { table, rowOf } = this.#table.build()
    const [places, buildings] = [this.#places.keys(), this.#buildings.keys()]
    return { table, rowOf, pile: this.#pile, places, buildings, stale: this.#stale }
  }

  #takeAgent(agent: Agent): void {
    this.#agents.set(agent.agentId, agent)
    this.#stale ||= this.#missed.has(agent.agentId)
  }

  #takeOffice(office: Office): void {
    this.#offices.set(office.officeId, office)
    this.#stale ||= this.#missed.has(office.officeId)
  }

  #takeHome(home: Home): void {
    const listingClass = listingClassOf(home)
    if (listingClass === undefined) return
    const { country: _, ...regions } = regionKeysOf(home.address)
    const values = rowValues(home, listingClass)
    if (listingClass === 'For_Rent' && home.lotId !== undefined) values[BUILDING] = this.#buildings.of(home.lotId)
    this.#table.add({
      values,
      ...searchPoint(home),
      lists: { [PLACES]: Object.values(regions).map((key) => placeKey(this.#places.of(key), listingClass)) },
      words: { [TEXT]: searchWords(home) },
    })
    this.#pile.add(this.#cards.card(home, this.#peopleOf(home)))
  }

  #peopleOf({ listing }: Home): CardPeople {
    const agent = this.#known(this.#agents, listing?.listAgentId)
    return { agent, office: this.#known(this.#offices, agent?.officeId) }
  }

  #known<T>(people: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
    if (id === undefined) return undefined
    const known = people.get(id)
    if (known === undefined) this.#missed.add(id)
    return known
  }
}
