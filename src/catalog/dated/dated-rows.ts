import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Home } from '../../model/home.ts'
import { homeAsOf, recordedDays } from '../../model/home-as-of.ts'
import { dayNumberOf, HOME_COLUMNS, type HomeColumnName, listingClassOf } from '../../model/home-columns.ts'
import { listingRuns } from '../../model/listing-runs.ts'
import type { SearchColumn } from '../../model/searchable.ts'
import { type BuiltSearch, SearchBuilder } from '../embedded/search/builder.ts'
import { NOBODY } from '../embedded/search/people.ts'
import { Search } from '../embedded/search/search.ts'
import { Turns } from '../embedded/search/turns.ts'
import { allocate } from '../engine/column.ts'
import { grown } from '../engine/growing.ts'
import { Table } from '../engine/table.ts'
import { type Steps, TooMuchWork, type Work } from '../engine/work.ts'
import { type NounDescription, SEARCHED } from '../facts/searched.ts'
import type { CardMaker } from '../ports/cards.ts'
import type {
  Condition,
  Hit,
  HomeValueName,
  HomeValues,
  Query,
  QueryNode,
  SearchPage,
  Selection,
  ValueCount,
} from '../ports/query.ts'

/**
 * A home with one run: a period in which the known facts of its listing, and its recorded events, stayed the same.
 * First and last day are inclusive.
 */
interface HomeRun extends Home {
  readonly run: { readonly id: number; readonly fromDay: number; readonly untilDay: number }
}

function runOf(home: Home): HomeRun['run'] {
  return (home as HomeRun).run // the builder receives only homes with runs
}

/** Later than any day of a listing, and small enough for an i32 column. */
const FOR_EVER = 0x3fff_ffff

function days(doc: string, of: (home: Home) => number | undefined): SearchColumn<Home> {
  return { type: 'i32', unit: 'day number', doc, of }
}

/** Columns that runs have in addition to the columns of homes. */
const RUN_COLUMNS = {
  fromDay: days('First day of the run.', (home) => runOf(home).fromDay),
  untilDay: days('Last day of the run.', (home) => runOf(home).untilDay),
  pendingDay: days('Day of the contract.', ({ listing }) => dayNumberOf(listing?.pendingDate)),
}
type RunColumn = keyof typeof RUN_COLUMNS

/** The values of the additional columns of runs, laid out as in `HomeValues`. */
export interface RunValues<C extends string> {
  /** The number of each run. Numbers ascend by the home's id, and by time within a home. */
  readonly runs: Float64Array
  readonly flags: Uint32Array
  readonly values: Readonly<Record<C | RunColumn, Float64Array>>
}

const RUNS: NounDescription<'home'> = {
  ...SEARCHED.home,
  columns: { ...HOME_COLUMNS, ...RUN_COLUMNS },
  keyOf: (home) => runOf(home).id,
  card: () => '',
}

/**
 * Builds a search over the periods in which listings stayed the same; see `listingRuns`. Homes must come in order of
 * id.
 */
export class DatedRowsBuilder {
  readonly #rows = new SearchBuilder(RUNS, undefined as unknown as CardMaker) // no results are made for `RUNS`
  #zpids = allocate('f64', 1024)
  #count = 0
  #firstDay = Number.POSITIVE_INFINITY

  take(home: Home): void {
    const runs = listingRuns(home)
    const eventDays = recordedDays(home.recorded)
    runs.forEach(({ fromDay, listing }, at) => {
      if (listing === undefined) return
      const endDay = runs[at + 1]?.fromDay ?? FOR_EVER
      const starts = [fromDay, ...eventDays.filter((day) => day > fromDay && day < endDay), endDay]
      for (let i = 1; i < starts.length; i++)
        this.#takeRun(home, runs, starts[i - 1] ?? fromDay, (starts[i] ?? endDay) - 1)
    })
  }

  #takeRun(home: Home, runs: ReturnType<typeof listingRuns>, fromDay: number, untilDay: number): void {
    const run: HomeRun = { ...homeAsOf(home, fromDay, runs), run: { id: this.#count, fromDay, untilDay } }
    if (listingClassOf(run) === undefined) return
    this.#rows.take(run, NOBODY)
    this.#zpids = grown(this.#zpids, this.#count + 1)
    this.#zpids[this.#count++] = home.zpid
    this.#firstDay = Math.min(this.#firstDay, fromDay)
  }

  build(): BuiltDatedRows {
    const { table, places, tags, buildings, numbers } = this.#rows.build()
    const { manifest, arrays } = table
    const zpids = this.#zpids.slice(0, this.#count)
    return { manifest, arrays, places, tags, buildings, numbers, zpids, firstDay: this.#firstDay }
  }
}

/** Results of past days are made from records. */
const NO_CARDS = {
  packed: new Uint8Array(),
  starts: new Float64Array(),
  dictionary: new Uint8Array(),
  offsets: new Uint32Array(),
}

/** The rows of past days as plain data, which threads can post to each other. */
export interface BuiltDatedRows
  extends Pick<Table, 'manifest' | 'arrays'>,
    Pick<BuiltSearch, 'places' | 'tags' | 'buildings' | 'numbers'> {
  /** The zpid of each run's home, ascending. */
  readonly zpids: Float64Array
  readonly firstDay: number
}

/**
 * Finds homes by what was known about their listings on a day. Taxes and the year built are as of the listing's last
 * change or recorded event up to that day; all other facts are current.
 */
export class DatedRows {
  /** The first day for which anything is known; Infinity if nothing is known. */
  readonly firstDay: number
  readonly #search: Search
  /** The zpid of each run's home, ascending. */
  readonly #zpids: Float64Array
  readonly #turns = new Turns()

  constructor({ manifest, arrays, places, tags, buildings, numbers, zpids, firstDay }: BuiltDatedRows) {
    this.firstDay = firstDay
    const table = Table.open(manifest, arrays)
    this.#search = new Search(
      [{ name: 'dated', cards: NO_CARDS, namedPlaces: [], table, places, tags, buildings, numbers }],
      RUNS,
    )
    this.#zpids = zpids
  }

  zpidOf(run: number): number {
    return this.#zpids[run] as number // every run has an entry
  }

  async page(query: Query, day: number): Promise<SearchPage> {
    const standing = this.#standing(query, day)
    const before = standing.where.length - query.where.length
    const measures = query.measures?.map((each) => ({ ...each, ignores: each.ignores.map((i) => i + before) }))
    const datedQuery = { ...query, ...standing, ...(measures && { measures }) }
    const page = await this.#run((work) => this.#search.page(datedQuery, work))
    return { ...page, hits: page.hits.map((hit) => this.#named(hit)) }
  }

  /** Returns how many of a day's rows each condition excludes. */
  async explain(selection: Selection, day: number): Promise<readonly number[]> {
    const standing = this.#standing(selection, day)
    const removed = await this.#run((work) => this.#search.explain(standing, work))
    return removed.slice(standing.where.length - selection.where.length)
  }

  countBy(selection: Selection, by: HomeColumnName | 'zipcode', day: number): Promise<readonly ValueCount[]> {
    return this.#run((work) => this.#search.countBy(this.#standing(selection, day), by, work))
  }

  selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[], day: number): Promise<HomeValues<C>> {
    return this.#select(this.#standing(selection, day), columns)
  }

  /**
   * Returns all periods without changes that began on or before a day, even those that have ended, in no particular
   * order. A home may have several periods.
   */
  async runsUntil<C extends HomeValueName>(
    selection: Selection,
    columns: readonly C[],
    day: number,
  ): Promise<RunValues<C>> {
    const begun = this.#with(selection, [between('fromDay', Number.NEGATIVE_INFINITY, day)])
    const all = [...columns, ...RUN_NAMES] as C[] // the table has the columns of homes and of runs
    const { zpids: runs, flags, values } = await this.#run((work) => this.#search.selectAll(begun, all, work))
    return { runs, flags, values: values as RunValues<C>['values'] } // `all` contains each of these names
  }

  async #select<C extends HomeValueName>(selection: Selection, columns: readonly C[]): Promise<HomeValues<C>> {
    const selected = await this.#run((work) => this.#search.selectAll(selection, columns, work))
    return { ...selected, zpids: selected.zpids.map((run) => this.zpidOf(run)) }
  }

  /** Limits a selection to the periods that include a day. */
  #standing(selection: Selection, day: number): Selection {
    const [begun, going] = [
      between('fromDay', Number.NEGATIVE_INFINITY, day),
      between('untilDay', day, Number.POSITIVE_INFINITY),
    ]
    return this.#with(selection, [begun, going])
  }

  #with({ listingClass, where }: Selection, dated: readonly Condition[]): Selection {
    return { listingClass, where: [...dated, ...where.map((each) => ({ ...each, node: this.#ofRuns(each.node) }))] }
  }

  /** Replaces each home in a query node by the home's periods without changes. */
  #ofRuns(node: QueryNode): QueryNode {
    if (node.kind === 'homes') return { kind: 'homes', zpids: node.zpids.flatMap((zpid) => this.#runsOf(zpid)) }
    if (node.kind !== 'any' && node.kind !== 'none') return node
    return { kind: node.kind, alternatives: node.alternatives.map((nodes) => nodes.map((each) => this.#ofRuns(each))) }
  }

  #runsOf(zpid: number): number[] {
    const runs: number[] = []
    for (let run = firstFrom(this.#zpids, zpid); this.#zpids[run] === zpid; run++) runs.push(run)
    return runs
  }

  #named(hit: Hit): Hit {
    if (hit.kind === 'home') return { kind: 'home', zpid: this.zpidOf(hit.zpid) }
    return { ...hit, units: hit.units.map((unit) => ({ ...unit, zpid: this.zpidOf(unit.zpid) })) }
  }

  async #run<T>(search: (work: Work) => Steps<T>): Promise<T> {
    try {
      return await this.#turns.run(search)
    } catch (error) {
      throw error instanceof TooMuchWork ? new Fault('search.too_costly') : error
    }
  }
}

const RUN_NAMES = Object.keys(RUN_COLUMNS)

function between(column: RunColumn, min: number, max: number): Condition {
  const named = column as HomeColumnName // a column of runs, since only runs are in this table
  return { parameter: 'as_of', node: { kind: 'range', column: named, min, max, orMissing: false } }
}
