import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { NearestIndex } from '../../engine/nearest.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Point } from '../../model/home.ts'
import type { MortgageRate } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import type { School } from '../../model/school.ts'
import type { CardMaker } from '../cards.ts'
import type { CatalogAbout, IdOf, Noun, OtherNoun, Records } from '../catalog.ts'
import { SEARCHED } from '../searched.ts'
import { AddressBookReader } from './address-book.ts'
import { NEAREST_ARRAYS, openNearest } from './points.ts'
import { NOUNS } from './schema.ts'
import { BuildingCards } from './search/building-cards.ts'
import { Encoder } from './search/encode.ts'
import { EmbeddedNounSearch } from './search/noun-search.ts'
import { Search } from './search/search.ts'
import { openSearch } from './search/stored.ts'

/** Records that one answer needs many of, and every answer the same ones: they stay parsed. */
const OFTEN_READ: ReadonlySet<Noun> = new Set(['agent', 'office'])
const MOST_KEPT = 20_000

/** 132 bits: more than anybody guesses. */
const SEAL_CHARACTERS = 22

/**
 * One committed state of a catalogue file: a read transaction holds it, whatever is written meanwhile, until `close`.
 * Small things that every look-up needs (regions, schools, where homes are) are read into memory at once.
 */
export class Snapshot {
  readonly about: CatalogAbout
  readonly regions: readonly Region[]
  readonly search: Search
  readonly encoder: Encoder<'home'>
  readonly searches: { readonly [N in OtherNoun]: EmbeddedNounSearch<N> }
  readonly #database: DatabaseSync
  readonly #get: Readonly<Record<Noun, StatementSync>>
  readonly #addressBook: AddressBookReader
  readonly #homes: NearestIndex
  readonly #schools: readonly School[]
  readonly #schoolIndex: NearestIndex
  readonly #latestRates: readonly MortgageRate[]
  readonly #secret: string
  readonly #kept = new Map<string, unknown>()

  constructor(database: DatabaseSync, cards: CardMaker) {
    this.#database = database
    database.exec('PRAGMA mmap_size = 17179869184; BEGIN')
    this.about = readAbout(database)
    this.#secret = meta(database, 'secret') ?? ''
    this.regions = JSON.parse(meta(database, 'regions') ?? '[]')
    this.#get = prepareGets(database)
    this.#addressBook = new AddressBookReader(database)
    this.#homes = readNearest(database)
    this.#schools = readAll(database, 'school')
    this.#schoolIndex = indexSchools(this.#schools)
    this.#latestRates = newestOfEach(readAll(database, 'rate'))
    const open = openSearch(database, 'home')
    this.search = new Search(open, (zpid) => this.get('home', zpid))
    const buildings = new BuildingCards(this.search, cards, (lotId) => this.get('building', lotId))
    this.encoder = new Encoder(open, this.search, cards, buildings)
    this.searches = {
      offer: new EmbeddedNounSearch(SEARCHED.offer, openSearch(database, 'offer'), cards.offer),
      experience: new EmbeddedNounSearch(SEARCHED.experience, openSearch(database, 'experience'), cards.experience),
    }
  }

  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    return OFTEN_READ.has(noun) ? this.#keep(noun, id) : this.#read(noun, id)
  }

  #read<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const row = this.#get[noun].get(id)
    return row === undefined ? undefined : JSON.parse(String(row.record))
  }

  #keep<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined {
    const key = `${noun}/${id}`
    const kept = this.#kept.get(key) as Records[N] | undefined // kept under its own noun only
    if (kept !== undefined) return kept
    const record = this.#read(noun, id)
    if (this.#kept.size === MOST_KEPT) this.#kept.clear()
    if (record !== undefined) this.#kept.set(key, record)
    return record
  }

  addressesAt(houseNumber: string, street: string): readonly AddressEntry[] {
    return this.#addressBook.at(houseNumber, street)
  }

  addressesBeginning(line: string, limit: number): readonly AddressEntry[] {
    return this.#addressBook.beginning(line, limit)
  }

  homesNear(point: Point, limit: number): readonly number[] {
    return this.#homes.nearest(point.longitude, point.latitude, limit)
  }

  schoolsNear(point: Point, limit: number): readonly School[] {
    const slots = this.#schoolIndex.nearest(point.longitude, point.latitude, limit)
    return slots.flatMap((slot) => this.#schools[slot] ?? [])
  }

  seal(text: string): string {
    // The secret on both sides: nothing can be added to either. An HMAC of its own object takes ten times as long.
    return hash('sha256', `${this.#secret}\n${text}\n${this.#secret}`, 'base64url').slice(0, SEAL_CHARACTERS)
  }

  latestRates(): readonly MortgageRate[] {
    return this.#latestRates
  }

  close(): void {
    this.#database.close()
  }
}

function readAbout(database: DatabaseSync): CatalogAbout {
  const catalogId = meta(database, 'catalogId') ?? ''
  return {
    catalogId,
    dataVersion: `${catalogId}-${meta(database, 'revision') ?? '0'}`,
    sample: meta(database, 'kind') === 'sample',
    counts: JSON.parse(meta(database, 'counts') ?? '{}'),
  }
}

/** One line of what the catalogue says of itself. */
export function meta(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}

function prepareGets(database: DatabaseSync): Readonly<Record<Noun, StatementSync>> {
  const entries = NOUNS.map((noun) => [noun, database.prepare(`SELECT record FROM ${noun} WHERE id = ?`)])
  return Object.fromEntries(entries) as Record<Noun, StatementSync> // NOUNS holds each noun
}

function readNearest(database: DatabaseSync): NearestIndex {
  const select = database.prepare('SELECT bytes FROM arrays WHERE name = ?')
  const stored = NEAREST_ARRAYS.flatMap((name) => (select.get(name)?.bytes as Uint8Array | undefined) ?? [])
  if (stored.length < NEAREST_ARRAYS.length)
    return NearestIndex.build(new Float64Array(), new Float64Array(), new Float64Array())
  return openNearest(stored)
}

function readAll<N extends Noun>(database: DatabaseSync, noun: N): Records[N][] {
  return database
    .prepare(`SELECT record FROM ${noun} ORDER BY id`)
    .all()
    .map((row) => JSON.parse(String(row.record)))
}

/** Its ids are places in the list. */
function indexSchools(schools: readonly School[]): NearestIndex {
  return NearestIndex.build(
    Float64Array.from(schools, (_, slot) => slot),
    Float64Array.from(schools, (school) => school.point.longitude),
    Float64Array.from(schools, (school) => school.point.latitude),
  )
}

function newestOfEach(rates: readonly MortgageRate[]): MortgageRate[] {
  const newest = new Map<string, MortgageRate>()
  for (const rate of rates) {
    const known = newest.get(rate.product)
    if (!known || known.date < rate.date) newest.set(rate.product, rate)
  }
  return [...newest.values()].sort((a, b) => (a.product < b.product ? -1 : 1))
}
