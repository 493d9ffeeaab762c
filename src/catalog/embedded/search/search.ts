import { HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import type { Segments } from '../../engine/segments.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { SEARCHED } from '../../facts/searched.ts'
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
} from '../../ports/query.ts'
import { Buildings } from './buildings.ts'
import { NumberList } from './number-list.ts'
import { RowSearch, type Rows } from './row-search.ts'
import type { OpenSegments } from './stored.ts'
import { UnitColumns } from './unit-columns.ts'
import { valuesOfRows } from './values.ts'

/** Searches homes in one committed state of a catalog. Includes searches that only homes have. */
export class Search {
  /** The buildings that rows represent when a search is grouped by building. */
  readonly buildings: Buildings
  readonly #rows: RowSearch<'home'>
  readonly segments: Segments
  /** This array and the next one have one entry per segment. */
  readonly #numbers: readonly NumberList[]
  readonly #units: readonly UnitColumns[]

  constructor(open: OpenSegments, noun = SEARCHED.home) {
    this.#rows = new RowSearch(noun, open)
    this.segments = this.#rows.segments
    this.buildings = new Buildings(open, this.segments)
    this.#numbers = open.map(({ numbers }) => new NumberList(numbers))
    this.#units = open.map(({ table }, i) => new UnitColumns(table, this.#startOf(i)))
  }

  find(query: Query, work: Work): Steps<Rows> {
    return this.#rows.find(query, work)
  }

  keyOf(row: number): number {
    return this.#rows.keyOf(row)
  }

  *page(query: Query, work: Work): Steps<SearchPage> {
    const { total, ungrouped, rows, members, measured } = yield* this.find(query, work)
    const unitsOf = (place: number) => members?.rows.slice(members.starts[place], members.starts[place + 1])
    const hits = Array.from(rows, (row, place) => this.#hit(row, unitsOf(place), query.order))
    return { total, ungrouped, hits, ...(measured && { measured }) }
  }

  /**
   * Returns the columns of the segment that contains the row. All units of the row's building are in the same segment.
   */
  unitsOf(row: number): UnitColumns {
    return this.#units[this.segments.of(row)] as UnitColumns // every row belongs to a segment
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
    const { limit, withinM } = near
    const place = { ...near.point, limit, ...(withinM !== undefined && { withinM }) }
    const { rows, distancesM } = yield* this.#rows.with((searcher) => searcher.nearest(where, place, work))
    return { ...(yield* valuesOfRows(this.segments, this.buildings, rows, columns, work)), distancesM }
  }

  *selectAll<C extends HomeValueName>(selection: Selection, columns: readonly C[], work: Work): Steps<HomeValues<C>> {
    const where = this.#rows.predicates(selection)
    const rows = yield* this.#rows.with((searcher) => searcher.matches(where, work))
    return yield* valuesOfRows(this.segments, this.buildings, rows, columns, work)
  }

  homesWithMlsId(mlsId: string): number[] {
    const zpids = this.segments.tables.flatMap(({ ids, removed }, i) => {
      const rows = this.#numbers[i]?.rowsOf(mlsId).filter((row) => !removed?.has(row)) ?? []
      return rows.map((row) => ids[row] as number)
    })
    return zpids.sort((one, other) => one - other)
  }

  #hit(row: number, units: Uint32Array | undefined, order: Query['order']): Hit {
    const building = this.buildings.of(row)
    if (building === undefined || units === undefined) return { kind: 'home', zpid: this.keyOf(row) }
    const i = this.segments.of(row)
    const ranks = this.segments.tables[i]?.order(order) ?? new Uint32Array()
    const rankOf = (unit: number) => ranks[unit - this.#startOf(i)] as number
    const bestFirst = units.sort((one, other) => rankOf(one) - rankOf(other))
    const columns = this.unitsOf(row)
    return {
      kind: 'building',
      lotId: this.buildings.lotIdOf(building),
      units: Array.from(bestFirst, (unit) => columns.hitOf(unit)),
    }
  }

  #startOf(segment: number): number {
    return this.segments.starts[segment] as number
  }
}

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
