import { storageOf } from '../../../engine/column.ts'
import type { Members } from '../../../engine/groups.ts'
import { sortRowsById } from '../../../engine/rank.ts'
import { Searcher } from '../../../engine/searcher.ts'
import type { Home } from '../../../model/home.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import { searchTexts, wordsOf } from '../../../model/search-text.ts'
import type { Hit, Query, SearchPage, Selection, ValueCount } from '../../query.ts'
import { type Compiling, classOf, compileNode, compileSelection } from './compile.ts'
import { BUILDING, TEXT, ZIPCODE, ZPID } from './shape.ts'
import type { OpenSearch } from './stored.ts'
import { UnitColumns } from './unit-columns.ts'

/** A page before it is put into words: rows of the table, and for a building the rows of its units. */
export interface Rows {
  readonly total: number
  readonly ungrouped: number
  readonly rows: Uint32Array
  readonly members: Members | undefined
}

/** Answers searches over one state of a catalogue. */
export class Search {
  readonly #open: OpenSearch
  readonly #searcher: Searcher
  readonly #homeOf: (zpid: number) => Home | undefined
  readonly #placeNumbers: ReadonlyMap<string, number>
  readonly #zpids: Float64Array
  readonly #buildings: Uint32Array
  readonly units: UnitColumns
  #rowsByZpid: Uint32Array | undefined

  /** `homeOf` reads a record: phrases are looked for in its texts. */
  constructor(open: OpenSearch, homeOf: (zpid: number) => Home | undefined) {
    this.#open = open
    this.#searcher = new Searcher(open.table)
    this.#homeOf = homeOf
    this.#placeNumbers = new Map(open.places.map((key, number) => [key, number]))
    this.#zpids = open.table.columnOf('f64', ZPID).values as Float64Array // f64, as its kind says
    this.units = new UnitColumns(open.table)
    this.#buildings = open.table.columnOf('u32', BUILDING).values as Uint32Array // u32, as its kind says
  }

  find(query: Query): Rows {
    const found = this.#searcher.search({
      where: compileSelection(query, this.#compiling(query)),
      order: query.order,
      offset: query.offset,
      limit: query.limit,
      ...(query.grouped && { groupBy: BUILDING }),
    })
    return { total: found.total, ungrouped: found.rowTotal, rows: found.rows, members: found.members }
  }

  page(query: Query): SearchPage {
    const { total, ungrouped, rows, members } = this.find(query)
    const ranks = this.#open.table.order(query.order)
    const membersOf = (place: number) =>
      members?.rows
        .slice(members.starts[place], members.starts[place + 1])
        .sort((one, other) => (ranks[one] as number) - (ranks[other] as number))
    return { total, ungrouped, hits: Array.from(rows, (row, place) => this.#hit(row, membersOf(place))) }
  }

  /** The number of the building that a row of a grouped search stands for; undefined for a home of its own. */
  buildingOf(row: number): number | undefined {
    const number = this.#buildings[row] as number
    return number === NO_BUILDING ? undefined : number
  }

  explain(selection: Selection): readonly number[] {
    const compiling = this.#compiling(selection)
    const each = selection.where.map(({ node }) => compileNode(node, compiling))
    const removed = this.#searcher.explain([classOf(selection.listingClass), ...each.flat()])
    let at = 1 // what the class removes is not told
    return each.map((predicates) => {
      const end = at + predicates.length
      const sum = removed.slice(at, end).reduce((one, other) => one + other, 0)
      at = end
      return sum
    })
  }

  countBy(selection: Selection, by: HomeColumnName | 'zipcode'): ValueCount[] {
    const where = compileSelection(selection, this.#compiling(selection))
    const counts = this.#searcher.countBy(where, by === 'zipcode' ? ZIPCODE : by)
    return counts.flatMap(({ key, count }) => (key === undefined ? [] : [{ value: namedValue(by, key), homes: count }]))
  }

  homesWithMlsId(mlsId: string): number[] {
    const terms = wordsOf(mlsId)
    if (terms.length === 0) return []
    const rows = this.#searcher.matches([{ kind: 'words', index: TEXT, terms }])
    const wanted = mlsId.trim().toLowerCase()
    return Array.from(rows, (row) => this.#zpids[row] as number)
      .filter((zpid) => this.#homeOf(zpid)?.listing?.mlsId?.trim().toLowerCase() === wanted)
      .sort((one, other) => one - other)
  }

  #hit(row: number, members: Uint32Array | undefined): Hit {
    const lotId = this.#open.buildings[this.#buildings[row] as number]
    if (lotId === undefined || members === undefined) return { kind: 'home', zpid: this.#zpids[row] as number }
    return { kind: 'building', lotId, units: Array.from(members, (member) => this.units.hitOf(member)) }
  }

  #compiling({ listingClass }: Selection): Compiling {
    return {
      table: this.#open.table,
      listingClass,
      placeNumber: (key) => this.#placeNumbers.get(key),
      rowsOfHomes: (zpids) => this.#rowsOf(zpids),
      holdsPhrase: (row, phrase) => this.#holdsPhrase(row, phrase),
    }
  }

  #rowsOf(zpids: readonly number[]): Uint32Array {
    const rows = zpids.map((zpid) => this.#rowOf(zpid)).filter((row) => row !== undefined)
    return Uint32Array.from(new Set(rows)).sort()
  }

  #rowOf(zpid: number): number | undefined {
    this.#rowsByZpid ??= sortRowsById(this.#zpids)
    const rows = this.#rowsByZpid
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#zpids[rows[middle] as number] as number) < zpid) low = middle + 1
      else high = middle
    }
    const row = rows[low]
    return row !== undefined && this.#zpids[row] === zpid ? row : undefined
  }

  #holdsPhrase(row: number, phrase: readonly string[]): boolean {
    const home = this.#homeOf(this.#zpids[row] as number)
    const wanted = ` ${phrase.join(' ')} `
    return home !== undefined && searchTexts(home).some((text) => ` ${wordsOf(text).join(' ')} `.includes(wanted))
  }
}

const NO_BUILDING = storageOf('u32').missing

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
