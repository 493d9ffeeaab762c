import { nextSlot } from '../../kit/base/slots.ts'
import type { Home } from '../../model/home.ts'
import { changeDays, homeAsOf } from '../../model/home-as-of.ts'
import { CardWords } from '../facts/card-words.ts'
import { encodedCards } from '../facts/encoded-cards.ts'
import { type CardMaker, datedCard, summaryOf } from '../ports/cards.ts'
import type { EncodedPage, Hit } from '../ports/query.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'

/** Maximum total size of cached cards, in characters: enough for about 7,000 cards. */
const MAX_CHARACTERS = 16 * 1024 * 1024

/** Number of cards to make before other calls may run. Making them takes some milliseconds. */
const MADE_PER_SLOT = 5

interface PageCard {
  /** The stored card of a home (see `Dating`) or of a building, with the operator's names and URLs filled in. */
  readonly stored: string
  readonly isHome: boolean
}

/** A home's card for the days from `fromDay` to `untilDay`, in which nothing new became known. */
interface CachedCard extends PageCard {
  readonly fromDay: number
  readonly untilDay: number
}

/** Makes the cards (JSON of search results) of homes as they were known on a day. Caches recent cards. */
export class DatedCards {
  readonly #records: RecordLookup
  readonly #cards: CardMaker
  readonly #words: CardWords
  /** The cached cards of each home, by zpid. The most recently added home comes last. */
  readonly #cardsById = new Map<number, CachedCard[]>()
  #characters = 0

  constructor(records: RecordLookup, cards: CardMaker) {
    this.#records = records
    this.#cards = cards
    this.#words = new CardWords(cards.words)
  }

  /** Returns the cards of results on a day. Leaves out homes that were removed after the search. */
  async page(hits: readonly Hit[], day: number): Promise<Pick<EncodedPage, 'cardBytes' | 'json'>> {
    const cards: PageCard[] = []
    let made = 0
    for (const hit of hits) {
      const cached = this.#cachedCard(hit, day)
      if (cached === undefined && made++ % MADE_PER_SLOT === 0) await nextSlot()
      const card = cached ?? (await this.#made(hit, day))
      if (card !== undefined) cards.push(card)
    }
    return encodedCards(cards.map(({ stored, isHome }) => (isHome ? datedCard(stored, this.#cards, day) : stored)))
  }

  #cachedCard(hit: Hit, day: number): PageCard | undefined {
    const cards = hit.kind === 'home' ? this.#cardsById.get(hit.zpid) : undefined
    return cards?.find(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay)
  }

  /** Makes one card. If a building has no record, makes the card of its best unit. */
  async #made(hit: Hit, day: number): Promise<PageCard | undefined> {
    const building = hit.kind === 'building' ? await this.#records.get('building', hit.lotId) : undefined
    if (building !== undefined && hit.kind === 'building') {
      const units = this.#cards.unitsPart(summaryOf(hit.units))
      return { stored: this.#words.put(this.#cards.buildingPart(building)) + units, isHome: false }
    }
    const zpid = hit.kind === 'home' ? hit.zpid : (hit.units[0]?.zpid ?? Number.NaN)
    const record = await this.#records.get('home', zpid)
    if (record === undefined) return undefined
    const home = homeAsOf(record, day)
    const stored = this.#words.put(this.#cards.card(home, await this.#listersOf(home)))
    this.#cache(record, day, stored)
    return { stored, isHome: true }
  }

  #cache(record: Home, day: number, stored: string): void {
    const days = changeDays(record)
    const fromDay = Math.max(Number.NEGATIVE_INFINITY, ...days.filter((each) => each <= day))
    const untilDay = Math.min(Number.POSITIVE_INFINITY, ...days.filter((each) => each > day)) - 1
    const cardsOfHome = this.#cardsById.get(record.zpid) ?? []
    cardsOfHome.push({ fromDay, untilDay, stored, isHome: true })
    this.#cardsById.set(record.zpid, cardsOfHome)
    this.#characters += stored.length
    for (const [oldest, cards] of this.#cardsById) {
      if (this.#characters <= MAX_CHARACTERS) break
      this.#cardsById.delete(oldest)
      for (const card of cards) this.#characters -= card.stored.length
    }
  }

  async #listersOf({ listing }: Home) {
    const agent = listing?.listAgentId === undefined ? undefined : await this.#records.get('agent', listing.listAgentId)
    const office = agent?.officeId === undefined ? undefined : await this.#records.get('office', agent.officeId)
    return { agent, office }
  }
}
