import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { joined } from '../../kit/algorithms/joined.ts'
import { damageOf } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Point } from '../../model/home.ts'
import type { HomeBrief, HomeOutline } from '../../model/home-brief.ts'
import { LISTING_CLASSES } from '../../model/home-columns.ts'
import { type ClimateArea, type ClimateScore, climateAreaPrefix, type MortgageRate } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import type { School } from '../../model/school.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { RegionIndex } from '../../places/completion/region-index.ts'
import { WordList } from '../../places/completion/word-list.ts'
import { NearestIndex } from '../engine/nearest.ts'
import type { Steps, Work } from '../engine/work.ts'
import { CardWords } from '../facts/card-words.ts'
import { aboutIn } from '../facts/catalog-meta.ts'
import { SEARCHED } from '../facts/searched.ts'
import { outlineOf } from '../facts/stored-home.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { CatalogAbout } from '../ports/catalog.ts'
import type { OtherNoun } from '../ports/noun-search.ts'
import { type IdOf, NOUNS, type Noun, type Records } from '../ports/nouns.ts'
import type { WordsNode } from '../ports/query.ts'
import { AddressBookReader } from './address-book.ts'
import { agentReader } from './agents.ts'
import { EstimatorReader } from './estimators/stored.ts'
import { CATALOG_FORMAT } from './format.ts'
import { HeldRecords, type HeldTables } from './held-records.ts'
import { HomeBriefs } from './home-briefs.ts'
import { AddressLines } from './home-lines.ts'
import type { Loaded } from './loaded.ts'
import { LogReader } from './log-reader.ts'
import { FactReader } from './market/fact-reader.ts'
import { dataVersionOf, meta, metaRows } from './meta.ts'
import { PersonBookReader } from './person-book.ts'
import { HomePoints } from './points.ts'
import { PropertyIndex } from './properties/search.ts'
import { PageReader } from './record-pages.ts'
import { HomeReader, RecordReader, recordIn } from './records.ts'
import { BuildingCards } from './search/building-cards.ts'
import { Encoder } from './search/encode.ts'
import { newestDayIn } from './search/newest-day.ts'
import { EmbeddedNounSearch } from './search/noun-search.ts'
import { Search } from './search/search.ts'
import { type OpenSegments, openSegments } from './search/stored.ts'
import { stateVersionOf } from './segments.ts'

/**
 * Record types whose parsed records are cached, because an answer names many of these records, and many answers name
 * the same ones.
 */
const OFTEN_READ: ReadonlySet<Noun> = new Set(['agent', 'office'])
const CACHED_MAX = 20_000

/** Characters in a signature: 132 bits in base64, too many to guess. */
const SEAL_CHARACTERS = 22

/**
 * Begins a read transaction on the newest commit. The file is never memory-mapped: if the file is truncated or the disk
 * fails, a read then returns an error, while a mapping would crash the process.
 */
export function beginReading(database: DatabaseSync): void {
  database.exec(`PRAGMA mmap_size = 0; PRAGMA cache_size = -${CACHED_KIB}; BEGIN`)
  dataVersionOf(database) // the transaction starts with the first read
}

/** Size of the page cache in KiB: room for the upper pages of all B-trees of a million homes. */
const CACHED_KIB = 32 * 1024

/**
 * One committed state of a catalog file. A read transaction preserves it until `close`, whatever is written later.
 * Search indexes, regions, schools and coordinates of homes are in memory.
 */
export class Snapshot {
  readonly path: string
  readonly about: CatalogAbout
  /** See `stateVersionOf`. */
  readonly stateVersion: string
  readonly regions: readonly Region[]
  readonly regionIndex: RegionIndex
  readonly addressWords: WordList
  readonly search: Search
  /** Runs an SQL statement of `catalog/agents`. */
  readonly agents: ReturnType<typeof agentReader>
  readonly encoder: Encoder<'home'>
  readonly searches: { readonly [N in OtherNoun]: EmbeddedNounSearch<N> }
  readonly estimators: EstimatorReader
  readonly pages: PageReader
  readonly log: LogReader
  readonly properties: PropertyIndex
  readonly addressBook: AddressBookReader
  readonly addressLines: AddressLines
  readonly personBook: PersonBookReader
  readonly points: HomePoints
  readonly facts: FactReader
  readonly latestRates: readonly MortgageRate[]
  readonly #segments: AllSegments
  readonly #database: DatabaseSync
  readonly #records: Readonly<Record<Noun, JsonReader>>
  readonly #between: StatementSync
  readonly #briefs: HomeBriefs
  readonly #schools: readonly School[]
  readonly #schoolIndex: NearestIndex
  readonly #secret: string
  readonly #cachedRecords = new Map<Noun, Map<unknown, unknown>>()
  #holders = 0
  #isLeft = false

  /**
   * Opens a file. Returns undefined if a commit has replaced the loaded state.
   *
   * @param before A snapshot of an earlier state of the same file, whose segments and decoded data are reused.
   */
  static open(path: string, loaded: Loaded, cards: CardMaker, before?: Snapshot): Snapshot | undefined {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      beginReading(database)
      const segments = openAll(loaded, before === undefined ? undefined : before.#segments)
      if (stateVersionOf(database) === loaded.stateVersion) {
        const { estimators, properties } = before ?? {}
        return new Snapshot(path, database, { loaded, segments, estimators, properties }, cards)
      }
    } catch (error) {
      database.close()
      throw damageOf(error, path, CATALOG_FORMAT) ?? error
    }
    database.close()
    return undefined
  }

  /**
   * Does not receive the earlier snapshot itself, because functions created here would keep it in memory as long as
   * this snapshot exists.
   */
  private constructor(
    path: string,
    database: DatabaseSync,
    { loaded, segments, estimators, properties }: Parts,
    cards: CardMaker,
  ) {
    this.path = path
    this.#database = database
    this.about = readAbout(database)
    this.stateVersion = loaded.stateVersion
    this.#secret = meta(database, 'secret') ?? ''
    this.regions = loaded.regions
    this.regionIndex = new RegionIndex(loaded.regions, loaded.regionArrays)
    this.addressWords = new WordList(loaded.addressWords)
    this.#records = recordReaders(database, loaded.heldTables)
    this.#between = database.prepare('SELECT id, record, sum FROM climate WHERE id > ? AND id < ? ORDER BY id')
    this.addressBook = new AddressBookReader(database)
    this.addressLines = new AddressLines(loaded.homePoints, loaded.buildingLines, (lotId) =>
      this.get('building', lotId),
    )
    this.points = new HomePoints(loaded.homePoints)
    this.#briefs = new HomeBriefs(loaded.homePoints)
    this.personBook = new PersonBookReader(database)
    this.agents = agentReader(database)
    this.#schools = loaded.schools
    this.#schoolIndex = NearestIndex.open(loaded.schoolIndex)
    this.latestRates = loaded.rates
    this.facts = new FactReader(database)
    this.estimators = new EstimatorReader(database, estimators)
    this.pages = new PageReader(database)
    this.log = new LogReader(database)
    this.properties = new PropertyIndex(database, (node, work) => this.#idsByWords(node, work), properties)
    this.#segments = segments
    this.search = new Search(segments.home)
    const words = new CardWords(cards.words)
    const buildings = new BuildingCards(this.search, cards, words, (lotId) => this.get('building', lotId))
    this.encoder = new Encoder(segments.home, this.search, cards, buildings)
    this.searches = {
      offer: new EmbeddedNounSearch(SEARCHED.offer, segments.offer, cards.offer),
      experience: new EmbeddedNounSearch(SEARCHED.experience, segments.experience, cards.experience),
    }
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    return OFTEN_READ.has(noun) ? this.#readCached(noun, id) : this.#read(noun, id)
  }

  #read<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const json = this.#records[noun].json(id)
    return json === undefined ? undefined : JSON.parse(json)
  }

  #readCached<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    let cachedById = this.#cachedRecords.get(noun)
    if (cachedById === undefined) {
      cachedById = new Map()
      this.#cachedRecords.set(noun, cachedById)
    }
    const readBefore = cachedById.get(id) as Records[N] | undefined // each record type has its own map
    if (readBefore !== undefined) return readBefore
    const record = this.#read(noun, id)
    if (cachedById.size === CACHED_MAX) cachedById.clear()
    if (record !== undefined) cachedById.set(id, record)
    return record
  }

  newestDay(noun: SearchedNoun, last: number): number | undefined {
    switch (noun) {
      case 'home':
        return newestDayIn(tablesOf(this.#segments.home), SEARCHED.home, last)
      case 'offer':
        return newestDayIn(tablesOf(this.#segments.offer), SEARCHED.offer, last)
      case 'experience':
        return newestDayIn(tablesOf(this.#segments.experience), SEARCHED.experience, last)
    }
  }

  outline(zpid: number): HomeOutline | undefined {
    const json = this.#records.home.json(zpid)
    return json === undefined ? undefined : outlineOf(json)
  }

  briefs(zpids: readonly number[]): readonly HomeBrief[] {
    return zpids.flatMap((zpid) => this.#briefs.of(zpid) ?? this.get('home', zpid) ?? [])
  }

  schoolsNear(point: Point, limit: number): readonly School[] {
    const slots = this.#schoolIndex.nearest(point.longitude, point.latitude, limit)
    return slots.flatMap((slot) => this.#schools[slot] ?? [])
  }

  climateOf(areas: readonly ClimateArea[]): readonly ClimateScore[] {
    return areas.flatMap((area) => {
      const prefix = climateAreaPrefix(area)
      const rows = this.#between.all(prefix, prefixEnd(prefix))
      return rows.map((row): ClimateScore => JSON.parse(recordIn('climate', row)))
    })
  }

  seal(text: string): string {
    // The secret is on both sides, so that nobody can extend a signed string. createHmac would take ten times as long.
    return hash('sha256', `${this.#secret}\n${text}\n${this.#secret}`, 'base64url').slice(0, SEAL_CHARACTERS)
  }

  /** Returns the ids of the listed homes that match words of a text search. */
  *#idsByWords(node: WordsNode, work: Work): Steps<Float64Array> {
    const where = [{ parameter: '$search', node }]
    const idsByClass: Float64Array[] = []
    for (const listingClass of LISTING_CLASSES)
      idsByClass.push((yield* this.search.selectAll({ listingClass, where }, [], work)).zpids)
    return joined(idsByClass)
  }

  /** Whether a connection sees the same state as this snapshot. */
  isOf(database: DatabaseSync): boolean {
    return stateVersionOf(database) === this.stateVersion
  }

  /**
   * Replaces the read transaction with a new transaction on the same state. The caller must prevent commits, and must
   * have checked that this state is the newest.
   */
  renewTransaction(): void {
    this.#database.exec('COMMIT; BEGIN')
    dataVersionOf(this.#database)
  }

  /**
   * Delays `close` until the returned function is called (only once), so that a search reads the same state from start
   * to end.
   */
  hold(): () => void {
    this.#holders++
    return () => {
      if (--this.#holders === 0 && this.#isLeft) this.#database.close()
    }
  }

  close(): void {
    this.#isLeft = true
    if (this.#holders === 0) this.#database.close()
  }
}

/** The parts of a snapshot, besides its file. */
interface Parts {
  readonly loaded: Loaded
  readonly segments: AllSegments
  /** The estimator reader of an earlier state of the same file, whose decoded estimators are reused. */
  readonly estimators: EstimatorReader | undefined
  /** The property index of an earlier state of the same file, whose columns are reused. */
  readonly properties: PropertyIndex | undefined
}

type AllSegments = Readonly<Record<SearchedNoun, OpenSegments>>

function tablesOf(segments: OpenSegments) {
  return segments.map(({ table }) => table)
}

/** @param before The segments of an earlier state of the same file. */
function openAll({ searches }: Loaded, before: AllSegments | undefined): AllSegments {
  const open = (noun: SearchedNoun) => openSegments(searches[noun], before?.[noun])
  return { home: open('home'), offer: open('offer'), experience: open('experience') }
}

export function readAbout(database: DatabaseSync): CatalogAbout {
  return aboutIn(metaRows(database), dataVersionOf(database))
}

/** Returns the smallest string that sorts after all strings with the prefix. */
function prefixEnd(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}

type JsonReader = Pick<RecordReader, 'json'>

function recordReaders(
  database: DatabaseSync,
  { agent, office, building, series }: HeldTables,
): Record<Noun, JsonReader> {
  const entries = NOUNS.map((noun) => [noun, new RecordReader(database, noun)])
  const fromFile = Object.fromEntries(entries) as Record<Noun, JsonReader> // `NOUNS` has every record type
  return {
    ...fromFile,
    home: new HomeReader(database, true),
    agent: new HeldRecords(agent),
    office: new HeldRecords(office),
    building: new HeldRecords(building),
    series: new HeldRecords(series),
  }
}
