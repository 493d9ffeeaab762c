import { hash } from 'node:crypto'
import type { Database } from '../../base/postgres/database.ts'
import { WordList, type WordSource, wordArrays } from '../../completion/word-list.ts'
import { LISTING_CLASSES } from '../../model/home-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { AddressLookup } from '../address-lookup.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogAbout } from '../catalog.ts'
import { areaOfCity, areaOfZip, type HomeArea, holdsArea } from '../home-areas.ts'
import type { NearLookup } from '../near-lookup.ts'
import type { OtherNoun, Searches } from '../noun-search.ts'
import type { RecordLookup } from '../record-lookup.ts'
import type { Withheld } from '../withheld.ts'
import { addressLookup } from './address-lookup.ts'
import { type BlobKind, HeldBlobs } from './blobs.ts'
import { tableOf } from './columns.ts'
import { NAMED_PLACES } from './derive-searched.ts'
import { postgresDialect } from './dialect.ts'
import { homeSearch } from './home-search.ts'
import { nearLookup } from './near-lookup.ts'
import { placeSearch } from './place-search.ts'
import { recordLookup } from './record-lookup.ts'

/** What every call needs of a committed state, and is small enough for each node to hold. */
interface State {
  readonly about: CatalogAbout
  readonly secret: string
  /** Where listings without coordinates are known to be, by key of the area. */
  readonly areas: ReadonlyMap<string, HomeArea>
  readonly words: WordSource
  readonly blobs: HeldBlobs
}

/** What each node holds of what the writer stored as blobs. */
const BLOBS: readonly BlobKind<unknown>[] = [...Object.values(NAMED_PLACES)]

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
  readonly #searches: Searches
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
    const dialect = postgresDialect((shape) =>
      [...this.#state.areas].filter(([, area]) => holdsArea(shape, area)).map(([key]) => key),
    )
    this.records = recordLookup(database, withheld)
    this.addresses = addressLookup(database, withheld, () => this.#state.words)
    this.near = nearLookup(database, dialect)
    const placesOf = (noun: OtherNoun) => () => this.#state.blobs.get(NAMED_PLACES[noun])
    this.#searches = {
      home: homeSearch(database, cards, dialect),
      offer: placeSearch(database, 'offer', cards, placesOf('offer')),
      experience: placeSearch(database, 'experience', cards, placesOf('experience')),
    }
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return this.#searches[noun]
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

async function readState(database: Database, before?: State): Promise<State> {
  const { rows, words, blobs } = await database.inTransaction(async (connection) => {
    await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return {
      rows: await connection.query<{ name: string; value: string }>({ name: 'state', text: STATE }),
      words: await connection.query<{ word: string; uses: number }>({ name: 'words', text: WORDS }),
      blobs: await HeldBlobs.read(connection, BLOBS, before?.blobs),
    }
  })
  const meta = new Map(rows.map(({ name, value }) => [name, value]))
  const catalogId = meta.get('catalogId') ?? ''
  const keys: readonly string[] = JSON.parse(meta.get('areas') ?? '[]')
  return {
    about: {
      catalogId,
      dataVersion: `${catalogId}-${meta.get('revision') ?? '0'}`,
      sample: meta.get('kind') === 'sample',
      counts: JSON.parse(meta.get('counts') ?? '{}'),
      attributions: new Map(Object.entries(JSON.parse(meta.get('attributions') ?? '{}'))),
    },
    secret: meta.get('secret') ?? '',
    areas: new Map(keys.flatMap((key) => areaOf(key))),
    words: new WordList(wordArrays(words.map(({ word, uses }) => [word, uses] as const))),
    blobs,
  }
}

const WORDS = 'SELECT word, uses FROM catalog.address_word'

/** The areas are few, and have an index of their own. */
const STATE = `SELECT name, value FROM catalog.meta WHERE name NOT LIKE 'note %'
  UNION ALL SELECT 'areas', coalesce(json_agg(area), '[]')::text FROM (
    ${LISTING_CLASSES.map((name) => `SELECT area FROM catalog.${tableOf(name)} WHERE area IS NOT NULL`).join(' UNION ')}
  ) areas`

function areaOf(key: string): [key: string, area: HomeArea][] {
  const [type, state = '', slug = ''] = key.split('/')
  const area = type === 'zipcode' ? areaOfZip(state) : areaOfCity(slug.replaceAll('-', ' '), state.toUpperCase())
  return area === undefined ? [] : [[key, area]]
}
