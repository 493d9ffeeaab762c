import { storageOf } from '../../../engine/column.ts'
import type { Steps, Work } from '../../../engine/work.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import type {
  Hit,
  HomeValueName,
  HomeValues,
  NearHomes,
  NearSelection,
  Query,
  SearchPage,
  Selection,
  ValueCount,
} from '../../query.ts'
import { SEARCHED } from '../../searched.ts'
import { NumberList } from './number-list.ts'
import { RowSearch, type Rows } from './row-search.ts'
import { BUILDING, KEY } from './shape.ts'
import type { OpenSearch } from './stored.ts'
import { UnitColumns } from './unit-columns.ts'
import { valuesOfRows } from './values.ts'

/** Answers searches of homes over one state of a catalogue, including what only homes have. */
export class Search {
  readonly #open: OpenSearch
  readonly #rows: RowSearch<'home'>
  readonly #numbers: NumberList
  readonly #zpids: Float64Array
  readonly #buildings: Uint32Array
  readonly units: UnitColumns

  constructor(open: OpenSearch) {
    this.#open = open
    this.#rows = new RowSearch(SEARCHED.home, open)
    this.#numbers = new NumberList(open.numbers)
    this.#zpids = this.#rows.keys
    this.units = new UnitColumns(open.table)
    this.#buildings = open.table.columnOf('u32', BUILDING).values as Uint32Array // u32, as its kind says
  }

  find(query: Query, work: Work): Steps<Rows> {
    return this.#rows.find(query, work)
  }

  get keys(): Float64Array {
    return this.#zpids
  }

  *page(query: Query, work: Work): Steps<SearchPage> {
    const { total, ungrouped, rows, members } = yield* this.find(query, work)
    const ranks = this.#open.table.order(query.order)
    const membersOf = (place: number) =>
      members?.rows
        .slice(members.starts[place], members.starts[place + 1])
        .sort((one, other) => (ranks[one] as number) - (ranks[other] as number))
    return { total, ungrouped, hits: Array.from(rows, (row, place) => this.#hit(row, membersOf(place))) }
  }

  /** The building that a row of a grouped search represents; undefined for a single home. */
  buildingOf(row: number): number | undefined {
    const number = this.#buildings[row] as number
    return number === NO_BUILDING ? undefined : number
  }

  lotIdOf(building: number): string {
    return this.#open.buildings[building] ?? ''
  }

  explain(selection: Selection, work: Work): Steps<readonly number[]> {
    return this.#rows.explain(selection, work)
  }

  *countBy(selection: Selection, by: HomeColumnName | 'zipcode', work: Work): Steps<ValueCount[]> {
    const where = this.#rows.predicates(selection)
    const counts = yield* this.#rows.with((searcher) => searcher.countBy(where, by, work))
    return counts.flatMap(({ key, count }) => (key === undefined ? [] : [{ value: namedValue(by, key), homes: count }]))
  }

  *selectNear<C extends HomeValueName>(near: NearSelection, columns: readonly C[], work: Work): Steps<NearHomes<C>> {
    const where = this.#rows.predicates(near)
    const place = { ...near.point, limit: near.limit, id: KEY }
    const { rows, distancesM } = yield* this.#rows.with((searcher) => searcher.nearest(where, place, work))
    return { ...valuesOfRows(this.#open.table, rows, columns), distancesM }
  }

  *selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[], work: Work): Steps<HomeValues<C>> {
    const where = this.#rows.predicates(selection)
    const rows = yield* this.#rows.with((searcher) => searcher.matches(where, work))
    work.spend(rows.length * columns.length * VALUE_NS)
    return valuesOfRows(this.#open.table, rows, columns)
  }

  homesWithMlsId(mlsId: string): number[] {
    return this.#numbers.keysOf(mlsId)
  }

  #hit(row: number, members: Uint32Array | undefined): Hit {
    const lotId = this.#open.buildings[this.#buildings[row] as number]
    if (lotId === undefined || members === undefined) return { kind: 'home', zpid: this.#zpids[row] as number }
    return { kind: 'building', lotId, units: Array.from(members, (member) => this.units.hitOf(member)) }
  }
}

/** Cost of copying one value of a row. */
const VALUE_NS = 4

const NO_BUILDING = storageOf('u32').missing

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
