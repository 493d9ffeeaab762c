import { hash } from 'node:crypto'
import type { Database } from '../../base/postgres/database.ts'
import { WordList, type WordSource, wordArrays } from '../../completion/word-list.ts'
import type { AddressLookup } from '../address-lookup.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogAbout } from '../catalog.ts'
import { holdsArea } from '../home-areas.ts'
import type { NearLookup } from '../near-lookup.ts'
import type { HomeSearch } from '../noun-search.ts'
import type { RecordLookup } from '../record-lookup.ts'
import type { Withheld } from '../withheld.ts'
import { addressLookup } from './address-lookup.ts'
import { postgresDialect } from './dialect.ts'
import { homeSearch } from './home-search.ts'
import { nearLookup } from './near-lookup.ts'
import { recordLookup } from './record-lookup.ts'
import { KnownWhereabouts, NEWER_WHEREABOUTS, type WhereaboutsRow } from './whereabouts.ts'

/** What every call needs of a committed state, and is small enough for each node to hold. */
interface State {
  readonly about: CatalogAbout
  readonly secret: string
  readonly revision: number
  readonly whereabouts: KnownWhereabouts
  readonly words: WordSource
}

export interface PostgresCatalogOptions {
  /** Whose tables are up to date; see `migrate`. Closed with the catalogue. */
  readonly database: Database
  readonly cards: CardMaker
  readonly withheld: Withheld
}

/** 132 bits: beyond guessing. */
const SEAL_CHARACTERS = 22

/**
 * A catalogue in PostgreSQL. Each call is one statement, and so sees one committed state; what is held in memory is read
 * again by `refresh`.
 */
export class PostgresCatalog {
  readonly records: RecordLookup
  readonly addresses: AddressLookup
  readonly near: NearLookup
  readonly homes: HomeSearch
  readonly #database: Database
  readonly #withheld: Withheld
  #state: State

  static async open(options: PostgresCatalogOptions): Promise<PostgresCatalog> {
    return new PostgresCatalog(options, await readState(options.database))
  }

  private constructor({ database, cards, withheld }: PostgresCatalogOptions, state: State) {
    this.#database = database
    this.#withheld = withheld
    this.#state = state
    const dialect = postgresDialect(
      (shape) => [...this.#state.whereabouts.areas].filter(([, area]) => holdsArea(shape, area)).map(([key]) => key),
      { bucketsOf: (code) => this.#state.whereabouts.bucketsOf(code) },
    )
    this.records = recordLookup(database, withheld)
    this.addresses = addressLookup(database, withheld, () => this.#state.words)
    this.near = nearLookup(database, dialect)
    this.homes = homeSearch(database, cards, dialect)
  }

  about(): CatalogAbout {
    return this.#state.about
  }

  /** Changes whenever an answer may, as soon as `refresh` has noticed. */
  version(): string {
    const { catalogId, dataVersion } = this.#state.about
    return `${catalogId} ${dataVersion} ${this.#withheld.version}`
  }

  seal(text: string): string {
    const { secret } = this.#state
    return hash('sha256', `${secret}\n${text}\n${secret}`, 'base64url').slice(0, SEAL_CHARACTERS)
  }

  /** Takes up the newest committed state. */
  async refresh(): Promise<void> {
    this.#state = await readState(this.#database, this.#state)
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** Of whereabouts, only what is newer than `known` is read. */
async function readState(database: Database, known?: State): Promise<State> {
  const { rows, words, places } = await database.inTransaction(async (connection) => {
    await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return {
      rows: await connection.query<{ name: string; value: string }>({ name: 'state', text: STATE }),
      places: await connection.query<WhereaboutsRow>({
        name: 'whereabouts',
        text: NEWER_WHEREABOUTS,
        values: [known?.revision ?? -1],
      }),
      words: await connection.query<{ word: string; uses: number }>({ name: 'words', text: WORDS }),
    }
  })
  const meta = new Map(rows.map(({ name, value }) => [name, value]))
  const catalogId = meta.get('catalogId') ?? ''
  const whereabouts = known?.whereabouts ?? new KnownWhereabouts()
  whereabouts.add(places)
  return {
    about: {
      catalogId,
      dataVersion: `${catalogId}-${meta.get('revision') ?? '0'}`,
      sample: meta.get('kind') === 'sample',
      counts: JSON.parse(meta.get('counts') ?? '{}'),
      attributions: new Map(Object.entries(JSON.parse(meta.get('attributions') ?? '{}'))),
    },
    secret: meta.get('secret') ?? '',
    revision: Number(meta.get('revision') ?? '0'),
    whereabouts,
    words: new WordList(wordArrays(words.map(({ word, uses }) => [word, uses] as const))),
  }
}

const WORDS = 'SELECT word, uses FROM catalog.address_word'

const STATE = `SELECT name, value FROM catalog.meta WHERE name NOT LIKE 'note %'`
