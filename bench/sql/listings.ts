import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { CardMaker, CardPeople } from '../../src/catalog/cards.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { hilbertDistance } from '../../src/engine/hilbert.ts'
import type { Agent, Office } from '../../src/model/agent.ts'
import type { Building } from '../../src/model/building.ts'
import type { Home } from '../../src/model/home.ts'
import { LISTING_CLASSES, type ListingClass, listingClassOf } from '../../src/model/home-columns.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'

/** A listing as inserted into tables. */
export interface Listing {
  readonly home: Home
  readonly listingClass: ListingClass
  /** The words of its texts, text by text. */
  readonly words: readonly (readonly string[])[]
  /** For a rental in a building, the building's number. */
  readonly building: number | undefined
  /** As in an answer of that day. */
  readonly card: string
}

/** A rental building: its number, and its part of a card where the catalogue has the building. */
export interface NumberedBuilding {
  readonly number: number
  readonly part: string | undefined
}

/** Reads the listings of a catalogue's file, so that a database can be filled with the same. */
export class ListingReader {
  readonly #cards: CardMaker
  readonly #today: number
  readonly #database: DatabaseSync
  readonly #homeById: StatementSync
  readonly #agents: ReadonlyMap<string, Agent>
  readonly #offices: ReadonlyMap<string, Office>
  readonly #buildings = new Map<string, number>()

  constructor(dataDir: string, cards: CardMaker, today: number) {
    const path = currentPath(dataDir)
    if (path === undefined) throw new Error(`there is no catalogue in ${dataDir}`)
    this.#cards = cards
    this.#today = today
    this.#database = new DatabaseSync(path, { readOnly: true })
    this.#homeById = this.#database.prepare('SELECT record FROM home WHERE id = ?')
    this.#agents = this.#all<Agent>('agent')
    this.#offices = this.#all<Office>('office')
  }

  /** By class, then along a space-filling curve, so that neighbours on the ground are close in the table. */
  *listings(): Generator<Listing> {
    for (const zpid of this.#inOrder()) {
      const home: Home = JSON.parse(String(this.#homeById.get(zpid)?.record))
      const listingClass = listingClassOf(home)
      if (listingClass === undefined) continue
      yield {
        home,
        listingClass,
        words: searchTexts(home).map(wordsOf),
        building: listingClass === 'For_Rent' ? this.#buildingOf(home) : undefined,
        card: this.#card(home),
      }
    }
  }

  /** The buildings of the listings read so far. */
  *buildings(): Generator<NumberedBuilding> {
    const select = this.#database.prepare('SELECT record FROM building WHERE id = ?')
    for (const [lotId, number] of this.#buildings) {
      const row = select.get(lotId)
      const building: Building | undefined = row && JSON.parse(String(row.record))
      yield { number, part: building && this.#cards.buildingPart(building) }
    }
  }

  close(): void {
    this.#database.close()
  }

  #inOrder(): number[] {
    const found: { readonly zpid: number; readonly place: number }[] = []
    for (const { record } of this.#database.prepare('SELECT record FROM home').iterate()) {
      const home: Home = JSON.parse(String(record))
      const listingClass = listingClassOf(home)
      if (listingClass === undefined) continue
      const along = home.point === undefined ? 0 : hilbertDistance(home.point.longitude, home.point.latitude)
      found.push({ zpid: home.zpid, place: LISTING_CLASSES.indexOf(listingClass) * 2 ** 48 + along })
    }
    return found.sort((a, b) => a.place - b.place).map(({ zpid }) => zpid)
  }

  #buildingOf({ lotId }: Home): number | undefined {
    if (lotId === undefined) return undefined
    const number = this.#buildings.get(lotId) ?? this.#buildings.size
    this.#buildings.set(lotId, number)
    return number
  }

  #card(home: Home): string {
    const bytes = Buffer.from(this.#cards.card(home, this.#peopleOf(home)))
    this.#cards.date(bytes, 0, this.#today)
    return bytes.toString()
  }

  #peopleOf({ listing }: Home): CardPeople {
    const agent = this.#agents.get(listing?.listAgentId ?? '')
    return { agent, office: this.#offices.get(agent?.officeId ?? '') }
  }

  #all<R>(noun: 'agent' | 'office'): Map<string, R> {
    const rows = this.#database.prepare(`SELECT id, record FROM ${noun}`).all()
    return new Map(rows.map(({ id, record }) => [String(id), JSON.parse(String(record))]))
  }
}
