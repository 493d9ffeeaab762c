import type { CatalogWriter } from '../src/catalog/ports/catalog-writer.ts'
import { dayOf, startOfDay } from '../src/kit/base/clock.ts'
import type { Home } from '../src/model/home.ts'
import { homeKeys, parcelOf } from '../src/places/addresses/home-keys.ts'
import { loadGazetteer } from '../src/places/regions/gazetteer.ts'
import { AgentRoster } from './agents.ts'
import { type Atlas, drawAtlas } from './atlas.ts'
import { type Block, BlockPlanner, isBuilding } from './block.ts'
import { buildingOf, drawHouse } from './building.ts'
import { Calendar } from './calendar.ts'
import { climateScores } from './climate.ts'
import { putDistricts } from './districts.ts'
import { makeExperience } from './experiences.ts'
import { HomeMaker } from './home.ts'
import { MarketTally, ON_MARKET } from './market-tally.ts'
import type { NextDay } from './next-day.ts'
import { makeOffer } from './offers.ts'
import { PeopleMaker } from './people.ts'
import { mortgageRates } from './rates.ts'
import { SchoolMap } from './schools.ts'
import { marketSeries } from './series.ts'

export interface SampleOptions {
  readonly homes: number
  /** The same seed and day give the same catalog. Home `i` does not depend on the number of homes. */
  readonly seed: number
  /** All dates are relative to the last midnight, and all events are before it. */
  readonly nowMs: number
  /** Called after every few hundred homes. */
  readonly onProgress?: (made: number, total: number) => void
  /** Called before the commit, which takes as long as the last fifth of the homes. */
  readonly onCommit?: () => void
  /** If set, collects the changes of the first day while the records are made, so that no record is read again. */
  readonly nextDay?: NextDay | undefined
  /** Aborting rolls the writer back and throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** Number of records by type. */
export interface SampleReport {
  readonly homes: number
  readonly forSale: number
  readonly forRent: number
  /** Homes sold within the last three years. */
  readonly sold: number
  readonly offMarket: number
  readonly metros: number
  readonly states: number
  readonly buildings: number
  readonly agents: number
  readonly people: number
  readonly offers: number
  readonly experiences: number
}

const HOMES_PER_OFFER = 10
const HOMES_PER_EXPERIENCE = 50

/** Number of homes per turn of the event loop, so that Ctrl-C is handled. */
const HOMES_PER_TURN = 250

/**
 * Makes a sample: writes all records and commits. Yields to the event loop regularly, so that a signal can stop it. If
 * it throws, the writer was rolled back.
 */
export async function makeSample(writer: CatalogWriter, options: SampleOptions): Promise<SampleReport> {
  try {
    const report = await new SampleRun(writer, options).run()
    options.onCommit?.()
    writer.commit()
    return report
  } catch (error) {
    writer.rollback()
    throw error
  }
}

type Tally = { -readonly [K in keyof SampleReport]: SampleReport[K] }

class SampleRun {
  readonly #writer: CatalogWriter
  readonly #options: SampleOptions
  readonly #calendar: Calendar
  readonly #atlas: Atlas
  readonly #roster = new AgentRoster()
  readonly #market: MarketTally
  readonly #tally: Tally

  constructor(writer: CatalogWriter, options: SampleOptions) {
    this.#writer = writer
    this.#options = options
    this.#calendar = new Calendar(startOfDay(dayOf(options.nowMs)) - 1)
    this.#market = new MarketTally(this.#calendar)
    this.#atlas = drawAtlas(loadGazetteer(), options.seed, this.#calendar)
    this.#tally = {
      homes: 0,
      forSale: 0,
      forRent: 0,
      sold: 0,
      offMarket: 0,
      metros: this.#atlas.metros.length,
      states: new Set(this.#atlas.zips.map((zip) => zip.place.state)).size,
      buildings: 0,
      agents: 0,
      people: 0,
      offers: Math.ceil(options.homes / HOMES_PER_OFFER),
      experiences: Math.ceil(options.homes / HOMES_PER_EXPERIENCE),
    }
  }

  async run(): Promise<SampleReport> {
    const schools = new SchoolMap(this.#atlas, this.#options.seed)
    putDistricts(this.#writer, this.#atlas)
    await this.#putHomes(schools)
    await this.#putSurroundings(schools)
    await this.#putOtherAreas()
    return this.#tally
  }

  async #putHomes(schools: SchoolMap): Promise<void> {
    const { homes, seed } = this.#options
    const planner = new BlockPlanner(this.#atlas, seed, this.#calendar)
    const maker = new HomeMaker(seed, this.#calendar, schools, this.#roster)
    const people = new PeopleMaker(seed, this.#calendar)
    let nextTurn = HOMES_PER_TURN
    while (this.#tally.homes < homes) {
      const block = planner.next()
      const house = isBuilding(block) ? drawHouse(seed, block) : undefined
      const slots = Math.min(block.size, homes - block.firstIndex)
      for (let slot = 0; slot < slots; slot++) {
        const made = maker.make(block, slot, house)
        this.#putNewcomers(block)
        const layers = this.#writer.layersOf(made)
        const home = layers.length === 0 ? made : { ...made, layers }
        this.#writer.put('home', home)
        this.#writer.sourceHomes.file(home.zpid, homeKeys(undefined, parcelOf(home), 0))
        this.#options.nextDay?.takeHome(home)
        this.#count(home)
        this.#market.count(block.zip, home)
        this.#putPeople(people.meet(block.firstIndex + slot, home))
      }
      if (house) {
        this.#writer.put('building', buildingOf(block, house, slots))
        this.#tally.buildings++
      }
      if (this.#tally.homes >= nextTurn) {
        nextTurn = this.#tally.homes + HOMES_PER_TURN
        await this.#turn()
      }
    }
    this.#putPeople(people.rest())
  }

  #putNewcomers({ zip }: Block): void {
    for (const newcomer of this.#roster.newcomers(zip, this.#atlas, this.#options.seed, this.#calendar)) {
      if (newcomer.noun === 'agent') this.#tally.agents++
      this.#writer.put(newcomer.noun, newcomer.record)
    }
  }

  async #putSurroundings(schools: SchoolMap): Promise<void> {
    const { seed } = this.#options
    for (const zip of this.#atlas.zips) for (const school of schools.schoolsIn(zip)) this.#writer.put('school', school)
    await this.#turn()
    for (const series of marketSeries(this.#atlas, this.#market, seed, this.#calendar))
      this.#writer.put('series', series)
    for (const rate of mortgageRates(seed, this.#calendar)) this.#writer.put('rate', rate)
    for (const score of climateScores(this.#atlas, seed, this.#calendar)) this.#writer.put('climate', score)
    await this.#turn()
  }

  async #putOtherAreas(): Promise<void> {
    const { seed } = this.#options
    const { offers, experiences } = this.#tally
    for (let index = 0; index < offers; index++) {
      const offer = makeOffer(seed, index, this.#calendar)
      this.#writer.put('offer', offer)
      this.#options.nextDay?.takeOffer(offer)
      if (index % HOMES_PER_TURN === 0) await this.#turn()
    }
    for (let index = 0; index < experiences; index++) {
      this.#writer.put('experience', makeExperience(seed, index, this.#calendar))
    }
    await this.#turn()
  }

  #putPeople(people: ReturnType<PeopleMaker['rest']>): void {
    for (const person of people) this.#writer.put('person', person)
    this.#tally.people += people.length
  }

  #count({ listing }: Home): void {
    const tally = this.#tally
    tally.homes++
    const onMarket = listing !== undefined && ON_MARKET.has(listing.status)
    if (onMarket && listing.kind === 'sale') tally.forSale++
    else if (onMarket) tally.forRent++
    else if (listing?.kind === 'sale' && listing.status === 'Closed') tally.sold++
    else tally.offMarket++
  }

  async #turn(): Promise<void> {
    this.#options.onProgress?.(this.#tally.homes, this.#options.homes)
    await new Promise((resolve) => setImmediate(resolve))
    this.#options.signal?.throwIfAborted()
  }
}
