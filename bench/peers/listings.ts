import { hilbertDistance } from '../../src/catalog/engine/hilbert.ts'
import { CardWords } from '../../src/catalog/facts/card-words.ts'
import { openRecords } from '../../src/catalog/opening/open.ts'
import { datedCard } from '../../src/catalog/ports/cards.ts'
import type { Home } from '../../src/model/home.ts'
import { LISTING_CLASSES, type ListingClass, listingClassOf } from '../../src/model/home-columns.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'
import { CARDS, TODAY, WORDS } from '../harness/setting.ts'

/** A listing, as it is inserted into tables. */
export interface Listing {
  /**
   * The position of the listing, by class, then along a space-filling curve. Homes near each other are therefore near
   * each other in the table.
   */
  readonly nth: number
  readonly home: Home
  readonly listingClass: ListingClass
  readonly longitude: number | undefined
  readonly latitude: number | undefined
  /** The words of the listing, as one list per text field. */
  readonly words: readonly (readonly string[])[]
  /** The number of a rental unit's building; undefined for other homes. */
  readonly building: number | undefined
  /** The JSON of the listing in search results, on the day of the benches. */
  readonly card: string
}

/**
 * The part of a building's search result that does not depend on its units. Undefined if the catalog does not have the
 * building.
 */
export interface NumberedBuilding {
  readonly number: number
  readonly part: string | undefined
}

/** Reads the listings of a catalog, and the buildings of its rentals. */
export function readListings(dataDir: string): { listings: Iterable<Listing>; buildings: Iterable<NumberedBuilding> } {
  const words = new CardWords(WORDS)
  const records = openRecords(dataDir)
  const agents = new Map(Array.from(records.each('agent'), (agent) => [agent.agentId, agent]))
  const offices = new Map(Array.from(records.each('office'), (office) => [office.officeId, office]))
  const parts = new Map(
    Array.from(records.each('building'), (building) => [building.lotId, words.put(CARDS.buildingPart(building))]),
  )
  const numbers = new Map<string, number>()
  const numberOf = (lotId: string | undefined) => {
    if (lotId === undefined) return undefined
    const number = numbers.get(lotId) ?? numbers.size
    numbers.set(lotId, number)
    return number
  }
  const cardOf = (home: Home) => {
    const agent = agents.get(home.listing?.listAgentId ?? '')
    const stored = CARDS.card(home, { agent, office: offices.get(agent?.officeId ?? '') })
    return datedCard(words.put(stored), CARDS, TODAY)
  }
  function* listings(): Generator<Listing> {
    for (const [nth, zpid] of inOrder(records.each('home')).entries()) {
      const home = records.get('home', zpid)
      const listingClass = home && listingClassOf(home)
      if (home === undefined || listingClass === undefined) continue
      const { longitude, latitude } = home.point ?? {}
      const building = listingClass === 'For_Rent' ? numberOf(home.lotId) : undefined
      const textWords = searchTexts(home).map(wordsOf)
      yield { nth, home, listingClass, longitude, latitude, words: textWords, building, card: cardOf(home) }
    }
    records.close()
  }
  function* buildings(): Generator<NumberedBuilding> {
    for (const [lotId, number] of numbers) yield { number, part: parts.get(lotId) }
  }
  return { listings: listings(), buildings: buildings() }
}

/** Returns the ids of all listed homes, sorted by class, then along a space-filling curve. */
function inOrder(homes: Iterable<Home>): number[] {
  const placed: { readonly zpid: number; readonly place: number }[] = []
  for (const home of homes) {
    const listingClass = listingClassOf(home)
    if (listingClass === undefined) continue
    const along = home.point === undefined ? 0 : hilbertDistance(home.point.longitude, home.point.latitude)
    placed.push({ zpid: home.zpid, place: LISTING_CLASSES.indexOf(listingClass) * 2 ** 48 + along })
  }
  return placed.sort((one, other) => one.place - other.place).map(({ zpid }) => zpid)
}
