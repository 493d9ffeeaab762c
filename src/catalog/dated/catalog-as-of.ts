import { setImmediate as nextTurn, setTimeout as waitMs } from 'node:timers/promises'
import { DAY_MS, dayNumber, startOfDay } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { grouped } from '../../kit/base/figures.ts'
import { oncePer } from '../../kit/base/once-per.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { Recent } from '../../kit/base/recent.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { Home } from '../../model/home.ts'
import { datedDays, homeAsLogged, homeAsOf } from '../../model/home-as-of.ts'
import type { MarketSeries } from '../../model/market.ts'
import type { FactKind, MarketFacts } from '../../model/market-facts.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { dataCache } from '../facts/data-cache.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog } from '../ports/catalog.ts'
import type { ChangeLog } from '../ports/change-log.ts'
import type { EstimatorLookup } from '../ports/estimator-lookup.ts'
import type { FactPage, MarketLookup } from '../ports/market-lookup.ts'
import type { NearLookup } from '../ports/near-lookup.ts'
import type { HomeSearch, Searches } from '../ports/noun-search.ts'
import type { IdOf, Noun, Records } from '../ports/nouns.ts'
import type { Condition, Selection } from '../ports/query.ts'
import type { RecordLookup } from '../ports/record-lookup.ts'
import { DatedCards } from './dated-cards.ts'
import { rentFactsOn, saleFactsOn } from './dated-facts.ts'
import { type BuiltDatedRows, DatedRows } from './dated-rows.ts'
import type { DatedRowsRequest } from './dated-rows-thread.ts'
import { type DatedHomes, datedSearch } from './dated-search.ts'

/** More homes would take too much memory and block a thread for too long; see docs/as-of.md. */
const MAX_HOMES = 250_000

/** Number of homes to read before other calls may run. Reading them takes some milliseconds. */
const HOMES_PER_TURN = 100

/** Maximum number of unprocessed pages in the other thread. With several pages, neither thread waits for the other. */
const PAGES_SENT_MAX = 20

/** Maximum time that a call waits until all homes are read. After that, the call fails but reading continues. */
const MAX_WAIT_S = 10

/** Maximum number of past days to cache per catalog, with the figures computed for each day. */
const MAX_DAYS = 4

const UNREF = { ref: false }

/** No limit: reads the whole log of a home. */
const ALL_EVENTS = Number.MAX_SAFE_INTEGER

const daysOf = oncePer<Catalog, Recent<number, CatalogAsOf>>(() => new Recent(MAX_DAYS))

/** Returns the catalog as it was known at the end of the day with this number. */
export function catalogAsOf(catalog: Catalog, day: number, cards: () => CardMaker): CatalogAsOf {
  return daysOf(catalog).of(day, () => new CatalogAsOf(catalog, day, cards()))
}

/** A home whose dated facts are all later than `day`. `first` is the day of its first dated fact. */
interface UnknownHome {
  readonly day: number
  readonly first: number
}

const unknownHomes = new WeakMap<object, UnknownHome>()

/**
 * Returns the requested day and the day of the first dated fact, if nothing was known about the home on the requested
 * day. The home must come from `CatalogAsOf`.
 */
export function notYetKnown(home: object): UnknownHome | undefined {
  return unknownHomes.get(home)
}

const keep = dataCache(1)

/** Reads all homes again whenever the data or the list of hidden people has changed. */
function homesOf(catalog: Catalog, cards: CardMaker): Promise<DatedHomes> {
  return keep(catalog, catalog.version(), async () => {
    const homes = catalog.about().counts.home
    if (homes > MAX_HOMES) {
      const sentence = `Cannot use as_of: it works for catalogs with at most ${grouped(MAX_HOMES)} homes, and this one has ${grouped(homes)}.`
      throw new Fault('search.too_costly', sentence)
    }
    const make = () => builtRows(catalog)
    const built = await (catalog.shared?.(make) ?? make())
    await nextTurn() // receiving the rows took some milliseconds, so other calls run first
    return { rows: new DatedRows(built), cards: new DatedCards(catalog.records, cards) }
  })
}

/** Makes the rows for past days in another thread. If the catalog is a file, that thread also reads the homes. */
async function builtRows(catalog: Catalog): Promise<BuiltDatedRows> {
  const thread = new Thread<DatedRowsRequest>(moduleFile('catalog/dated/dated-rows-thread'), {})
  try {
    const path = catalog.path?.()
    if (path === undefined) await sendHomes(thread, catalog)
    else await thread.ask({ kind: 'read', path }).catch(() => sendHomes(thread, catalog)) // `sendHomes` reports damage
    return (await thread.ask({ kind: 'build' })) as BuiltDatedRows // `dated-rows-thread.ts` returns this type
  } finally {
    void thread.terminate()
  }
}

/** Reads all homes page by page and sends them to the thread. */
async function sendHomes(thread: Thread<DatedRowsRequest>, catalog: Catalog): Promise<void> {
  const requests: Promise<unknown>[] = []
  for (let from = 0; ; ) {
    const page = await catalog.pages.texts('home', { from, to: Number.MAX_SAFE_INTEGER }, HOMES_PER_TURN)
    const last = page.at(-1)
    if (last === undefined) return
    const sent = thread.ask({ kind: 'take', homes: page.map(({ json }) => json) })
    sent.catch(() => {}) // a later request reports the failure
    requests.push(sent)
    if (requests.length > PAGES_SENT_MAX) await requests.shift()
    from = last.id + 1
    await nextTurn()
  }
}

/**
 * A catalog as it was known on a day, as far as its facts have dates. Homes come from the log or, for days before the
 * log begins, from `homeAsOf`. Series, rates and sales end on that day, and estimators use no later sales. Places,
 * people, buildings and schools are today's.
 */
export class CatalogAsOf implements Catalog {
  readonly day: number
  readonly records: RecordLookup
  readonly near: NearLookup
  readonly market: MarketLookup
  readonly estimators: EstimatorLookup
  readonly addresses: Catalog['addresses']
  readonly agents: Catalog['agents']
  readonly owners: Catalog['owners']
  readonly log: ChangeLog
  readonly pages: Catalog['pages']
  readonly properties: Catalog['properties']
  readonly #inner: Catalog
  readonly #cards: CardMaker
  readonly #search: HomeSearch

  constructor(inner: Catalog, day: number, cards: CardMaker) {
    const { addresses, agents, owners, log, pages, properties } = inner
    this.#inner = inner
    this.#cards = cards
    this.day = day
    this.addresses = addresses
    this.agents = agents
    this.owners = owners
    this.log = logUntil(this.#endUs, log)
    this.pages = pages
    this.properties = properties
    this.records = this.#recordsOf(inner.records)
    this.near = { ...nearPorts(inner.near), select: (near, columns) => inner.near.select(this.#sold(near), columns) }
    this.market = this.#marketOf(inner.market)
    this.estimators = estimatorsUntil(day, inner.estimators)
    const search = datedSearch(day, () => this.#homes(), inner.search('home'))
    this.#search = {
      ...search,
      selectAll: (selection, columns) =>
        selection.listingClass === 'Sold'
          ? inner.search('home').selectAll(this.#sold(selection), columns)
          : search.selectAll(selection, columns),
    }
  }

  /** Whether the log goes back to the day, so that every fact of a home has a date. */
  async isLogged(): Promise<boolean> {
    const { after } = await this.#inner.log.bounds()
    return after > 0 && after <= this.#endUs
  }

  /** The last possible sequence number of this day. */
  get #endUs(): number {
    return (this.day + 1) * DAY_MS * 1000 - 1
  }

  /**
   * Returns the first day with data for searches and market figures: -Infinity if there are market series, Infinity
   * without data.
   */
  async firstDay(): Promise<number> {
    return this.about().counts.series > 0 ? Number.NEGATIVE_INFINITY : (await this.#homes()).rows.firstDay
  }

  search<N extends SearchedNoun>(noun: N): Searches[N] {
    return noun === 'home' ? (this.#search as Searches[N]) : this.#inner.search(noun) // `noun` is 'home'
  }

  about() {
    return this.#inner.about()
  }

  version() {
    return this.#inner.version()
  }

  newestDay(noun: SearchedNoun, last: number) {
    return this.#inner.newestDay(noun, Math.min(last, this.day))
  }

  regions() {
    return this.#inner.regions()
  }

  regionIndex() {
    return this.#inner.regionIndex()
  }

  seal(text: string) {
    return this.#inner.seal(text)
  }

  close(): void {
    // Closes nothing, because other callers still use the underlying catalog.
  }

  /** Limits the selection to homes that were sold by this day and have not been listed again. */
  #sold<S extends Selection>(selection: S): S {
    const isSold = selection.listingClass === 'Sold'
    const max = isSold ? this.day : Number.NEGATIVE_INFINITY // Other classes are only known for today, so their homes never match.
    const node = { kind: 'range', column: 'soldDay', min: Number.NEGATIVE_INFINITY, max, orMissing: false } as const
    const soldBy: Condition = { parameter: 'as_of', node }
    return { ...selection, where: [soldBy, ...selection.where] }
  }

  async #homes(): Promise<DatedHomes> {
    const homes = await Promise.race([homesOf(this.#inner, this.#cards), waitMs(MAX_WAIT_S * 1000, undefined, UNREF)])
    if (homes !== undefined) return homes
    const sentence =
      'Plat is still reading the homes for the first search with as_of: try again after the time in Retry-After.'
    throw new Fault('server.busy', sentence, { retryAfterS: MAX_WAIT_S })
  }

  #recordsOf(records: RecordLookup): RecordLookup {
    const home = async (zpid: number) => {
      const now = await records.get('home', zpid)
      return now && this.#home(now)
    }
    return {
      get: async <N extends Noun>(noun: N, id: IdOf<N>) => {
        if (noun === 'home') return (await home(Number(id))) as Records[N] | undefined // `noun` is 'home'
        const record = await records.get(noun, id)
        if (noun !== 'series' || record === undefined) return record
        return this.#seriesBy(record as MarketSeries) as Records[N] // `noun` is 'series'
      },
      outline: home,
      briefs: async (zpids) => (await Promise.all(zpids.map(home))).filter((each) => each !== undefined),
      climateOf: (areas) => records.climateOf(areas),
      latestRates: async () => (await records.latestRates()).filter(({ date }) => this.#isBy(date)),
    }
  }

  /** Returns a home as it was known on this day. A home that was added to the catalog later has no history then. */
  async #home(now: Home): Promise<Home> {
    if (!(await this.isLogged())) return this.#datedHome(now)
    const { log } = this.#inner
    const [then] = await log.recordsAt('home', [now.zpid], this.#endUs)
    if (then !== undefined) return homeAsLogged(then, now)
    const came = (await log.ofRecord('home', now.zpid, ALL_EVENTS)).findLast(({ sequence }) => sequence > this.#endUs)
    const { recorded: _recorded, ...known } = now
    const nothing: Home = { ...known, history: [], taxes: [] }
    if (came) unknownHomes.set(nothing, { day: this.day, first: dayNumber(came.sequence / 1000) })
    return nothing
  }

  #datedHome(home: Home): Home {
    const asKnown = homeAsOf(home, this.day)
    const days = datedDays(home)
    if (days.length > 0 && days.every((day) => day > this.day))
      unknownHomes.set(asKnown, { day: this.day, first: Math.min(...days) })
    return asKnown
  }

  #seriesBy(series: MarketSeries): MarketSeries {
    return { ...series, points: series.points.filter(([end]) => this.#isBy(end)) }
  }

  #isBy(date: string): boolean {
    return dayNumber(startOfDay(date)) <= this.day
  }

  #marketOf(market: MarketLookup): MarketLookup {
    return {
      regionsWithin: (region, type) => market.regionsWithin(region, type),
      placesIn: (region, type) => market.placesIn(region, type),
      facts: async (kind, region) => {
        const { dataVersion } = this.about()
        return { parts: await this.#facts(kind, region), dataVersion, next: undefined }
      },
    }
  }

  /** Sources' home values are only summed for today, so other days have none. */
  async #facts<K extends FactKind>(kind: K, region: string): Promise<FactPage<K>['parts']> {
    const { rows } = await this.#homes()
    const facts: { readonly [F in FactKind]: () => Promise<readonly MarketFacts[F][]> } = {
      sales: async () => [await saleFactsOn(this.day, region, rows)],
      rents: async () => [await rentFactsOn(this.day, region, rows)],
      values: async () => [],
    }
    return facts[kind]()
  }
}

function logUntil(endUs: number, log: ChangeLog): ChangeLog {
  return {
    bounds: async () => {
      const { after, upTo } = await log.bounds()
      return { after, upTo: Math.min(upTo, endUs) }
    },
    between: (nouns, { after, upTo }, limit) => log.between(nouns, { after, upTo: Math.min(upTo, endUs) }, limit),
    ofRecord: async (noun, id, limit) => {
      const events = await log.ofRecord(noun, id, ALL_EVENTS)
      return events.filter(({ sequence }) => sequence <= endUs).slice(0, limit)
    },
    recordsAt: (noun, ids, sequence) => log.recordsAt(noun, ids, Math.min(sequence, endUs)),
  }
}

function nearPorts({ homes, places, schools }: NearLookup): Omit<NearLookup, 'select'> {
  return { homes, places, schools }
}

function estimatorsUntil(day: number, estimators: EstimatorLookup): EstimatorLookup {
  return {
    all: async () => (await estimators.all()).filter((market) => market.day <= day),
    days: async (kind, state) => (await estimators.days(kind, state)).filter((each) => each <= day),
    of: (kind, state, until) => estimators.of(kind, state, Math.min(day, until)),
    backtest: (kind, market) => estimators.backtest(kind, market),
  }
}
