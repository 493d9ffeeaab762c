import { hash } from 'node:crypto'
import type { Database } from '../../kit/postgres/database.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import type { RecordOf } from '../../model/searched.ts'
import type { CardWords } from '../facts/card-words.ts'
import { encodedCards } from '../facts/encoded-cards.ts'
import { type CardMaker, type Dating, datedCard } from '../ports/cards.ts'
import type { OtherNoun } from '../ports/noun-search.ts'
import type { EncodedPage } from '../ports/query.ts'
import type { PageRow } from './read/statement.ts'
import type { CopyValue } from './tables/copy-lines.ts'

/**
 * The columns of a stored search result, in the order of `CardWriter.values`. `made` identifies the version that made
 * the result.
 */
export const CARD_COLUMNS = 'body text NOT NULL, made int4 NOT NULL'

/** Row of the table `meta`: the value of `made` that all stored search results have. */
export const CARDS_MADE = 'cardsMade'

/** A search result (JSON) as it is stored in the database. */
export interface StoredCard {
  /** JSON. For a building, only the part that is the same in every answer. */
  readonly body: string
  /** For a building, the part that depends on the matching units. */
  readonly units?: string
}

/**
 * Makes search results (JSON) for storage. They contain placeholders for the operator's names and URLs, so services
 * with different names share them.
 */
export class CardWriter {
  /** Identifies the results that this program makes. Programs that make different results have different values. */
  readonly made: number
  readonly #cards: CardMaker

  constructor(cards: CardMaker) {
    this.#cards = cards
    this.made = hash('sha256', cards.fingerprint, 'buffer').readInt32BE()
  }

  home(home: Home, people: ListingPeople): StoredCard {
    return { body: this.#cards.card(home, people) }
  }

  /** Returns the part of a building's search result that never changes. */
  building(building: Building): StoredCard {
    return { body: this.#cards.buildingPart(building) }
  }

  /** Makes the search result for an offer or an experience. */
  record<N extends OtherNoun>(noun: N, record: RecordOf<N>): StoredCard {
    const { card } = this.#cards[noun] as { card(record: RecordOf<N>): string } // by noun
    return { body: card(record) }
  }

  /** Returns values for COPY, in the order of `CARD_COLUMNS`. */
  values({ body }: StoredCard): CopyValue[] {
    return [body, this.made]
  }
}

/** Assembles the search results of a page as of a day. */
export function cardPage(
  cards: readonly StoredCard[],
  dating: Dating,
  today: number,
  words: CardWords,
): Pick<EncodedPage, 'cardBytes' | 'json'> {
  const dated = cards.map(({ body, units }) => (units === undefined ? datedCard(body, dating, today) : body + units))
  return encodedCards([words.put(dated.join(','))]) // replacing words in all results at once takes less time
}

const MAX_HEADS = 10_000

/** Caches the beginnings of results as of one day, since many results have the same facts. */
export function withCachedHeads(dating: Dating): Dating {
  const heads = new Map<string, string>()
  let day = Number.NaN
  return {
    head(facts, today) {
      if (today !== day || heads.size >= MAX_HEADS) heads.clear()
      day = today
      const head = heads.get(facts) ?? dating.head(facts, today)
      heads.set(facts, head)
      return head
    },
  }
}

/** A row of a page that is not empty, with its stored search result. */
export type ResultRow = PageRow & { readonly key: number }

export function isResult(row: PageRow): row is ResultRow {
  return row.key !== null
}

/** The lot id of a building, or the key of a record. */
type CardKey = number | string

/**
 * Returns the JSON of each result. `own` regenerates results that a different version of Plat stored. An entry is
 * undefined if the record was removed after the page was found.
 */
export async function cardsOf(
  rows: readonly ResultRow[],
  made: number,
  own: (keys: readonly CardKey[]) => Promise<ReadonlyMap<CardKey, StoredCard>>,
): Promise<readonly (StoredCard | undefined)[]> {
  const keyOf = ({ isPart, building, key }: ResultRow) => (isPart && building !== null ? building : key)
  const foreign = rows.filter((row) => row.made !== made).map(keyOf)
  const madeNow = foreign.length === 0 ? undefined : await own(foreign)
  return rows.map((row) => (row.made === made ? { body: row.body ?? '' } : madeNow?.get(keyOf(row))))
}

/** Makes the search results of homes from records, and the constant parts of buildings' results. */
export async function ownCards(database: Database, cardWriter: CardWriter, keys: readonly CardKey[]) {
  const cards = new Map<CardKey, StoredCard>()
  const zpids = keys.filter((key) => typeof key === 'number')
  const lotIds = keys.filter((key) => typeof key === 'string')
  if (zpids.length > 0)
    for (const { id, record, agent, office } of await database.query<HomeRow>({ ...HOMES, values: [zpids] }))
      cards.set(id, cardWriter.home(JSON.parse(record), { agent: parsed(agent), office: parsed(office) }))
  if (lotIds.length > 0)
    for (const { id, record } of await database.query<BuildingRow>({ ...BUILDINGS, values: [lotIds] }))
      cards.set(id, cardWriter.building(JSON.parse(record)))
  return cards
}

function parsed(json: string | null) {
  return json === null ? undefined : JSON.parse(json)
}

interface HomeRow {
  readonly id: number
  readonly record: string
  readonly agent: string | null
  readonly office: string | null
}

interface BuildingRow {
  readonly id: string
  readonly record: string
}

const HOMES = {
  name: 'own-cards',
  text: `SELECT home.id, home.record, agent.record AS agent, office.record AS office FROM catalog.home
    LEFT JOIN catalog.agent ON agent.id = catalog.as_json(home.record) #>> '{listing,listAgentId}'
    LEFT JOIN catalog.office ON office.id = catalog.as_json(agent.record) ->> 'officeId'
    WHERE home.id = ANY($1)`,
}

const BUILDINGS = { name: 'own-parts', text: 'SELECT id, record FROM catalog.building WHERE id = ANY($1)' }

/**
 * Returns a function that makes search results of one type from records. `table`: the table that stores these results.
 */
export function ownRecordCards(noun: OtherNoun, table: string) {
  const text = `SELECT card.key, record FROM catalog.${table} card JOIN catalog.${noun} USING (id) WHERE card.key = ANY($1)`
  return async (database: Database, cardWriter: CardWriter, keys: readonly CardKey[]) => {
    const rows = await database.query<{ key: number; record: string }>({ name: `own-${noun}s`, text, values: [keys] })
    return new Map<CardKey, StoredCard>(
      rows.map(({ key, record }) => [key, cardWriter.record(noun, JSON.parse(record))]),
    )
  }
}
