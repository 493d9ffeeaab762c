import { wordsOf } from '../../../model/search-text.ts'
import { type SearchColumn, type SearchOrder, storedIn } from '../../../model/searchable.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { ColumnKind } from '../../engine/column.ts'
import type { TableShape } from '../../engine/table-builder.ts'
import type { NounDescription } from '../../facts/searched.ts'

/** Columns that the table of every record type has. */
export const KEY = 'key'
export const CLASS = 'listingClass'
export const FLAGS = 'flags'
/** The building of a row, as an index into the list of buildings. */
export const BUILDING = 'building'
/** Posting lists by place and listing class; see `placeKey`. */
export const PLACES = 'places'
/** Posting lists of the tags that have no bit in TAG_BITS. */
export const TAGS = 'tags'
/**
 * Columns with one bit per tag, for the tags seen first, which are usually common. Testing a bit is several times as
 * fast as reading a list.
 */
export const TAG_BITS = ['tags0', 'tags1'] as const
const BITS = 32
/** Tags with at least this number have posting lists. */
export const FIRST_LISTED_TAG = TAG_BITS.length * BITS
export const TEXT = 'text'
export const DAYS = 'days'

/** Returns the engine's kind for a column. */
export function kindOf({ values, type }: Pick<SearchColumn<never>, 'values' | 'type'>): ColumnKind {
  return values ? 'codes' : type
}

/**
 * The shape of a record type's table. Rows are sorted by listing class, then along a curve through their coordinates.
 */
export function shapeOf<N extends SearchedNoun>(noun: NounDescription<N>): TableShape {
  const columns = columnsOf(noun)
  const orders = ordersOf(noun)
  return {
    columns: [
      { name: KEY, kind: 'f64' },
      { name: CLASS, kind: 'codes' },
      { name: FLAGS, kind: 'flags' },
      ...(noun.buildingOf ? [{ name: BUILDING, kind: 'u32' as const }] : []),
      ...(noun.tagsOf ? TAG_BITS.map((name) => ({ name, kind: 'flags' as const })) : []),
      ...Object.keys(noun.counted ?? {}).map((name) => ({ name, kind: 'u32' as const })),
      ...columns.map(([name, column]) => ({ name, kind: kindOf(column) })),
      ...ownOrdersOf(noun).map(([name]) => ({ name: orderColumn(name), kind: 'f64' as const })),
    ],
    id: KEY,
    orders: orders.map(([name, order]) => ({
      name,
      column: columnOf(order, columns) ?? orderColumn(name),
      direction: order.highestFirst ? 'descending' : 'ascending',
    })),
    lists: noun.tagsOf ? [PLACES, TAGS] : [PLACES],
    words: noun.textsOf ? [TEXT] : [],
    days: noun.daysOf ? [DAYS] : [],
    clusterBy: CLASS,
    normalize: (text) => wordsOf(text).join(' '),
  }
}

function columnsOf<N extends SearchedNoun>({ columns }: NounDescription<N>): [string, SearchColumn<RecordOf<N>>][] {
  return Object.entries(columns)
}

function ordersOf<N extends SearchedNoun>({ orders }: NounDescription<N>): [string, SearchOrder<RecordOf<N>>][] {
  return Object.entries(orders)
}

/** Returns the column by which an order sorts; undefined if the order sorts by other numbers. */
function columnOf<R>(
  { of }: SearchOrder<R>,
  columns: readonly (readonly [name: string, column: SearchColumn<R>])[],
): string | undefined {
  return columns.find(([, column]) => column.of === of)?.[0]
}

/** Returns the orders that sort by numbers that are not in any column. */
function ownOrdersOf<N extends SearchedNoun>(noun: NounDescription<N>): [string, SearchOrder<RecordOf<N>>][] {
  const columns = columnsOf(noun)
  return ordersOf(noun).filter(([, order]) => columnOf(order, columns) === undefined)
}

function orderColumn(order: string): string {
  return `by ${order}`
}

/** Returns the key of the posting list for a place and a listing class. */
export function placeKey(place: number, classes: readonly string[], listingClass: string): number {
  return place * classes.length + classes.indexOf(listingClass)
}

/** Returns the bits of these tags in each column of TAG_BITS. */
export function tagBits(tags: readonly number[]): number[] {
  return TAG_BITS.map((_, column) =>
    tags.reduce((bits, tag) => (Math.floor(tag / BITS) === column ? (bits | (1 << (tag % BITS))) >>> 0 : bits), 0),
  )
}

/** Values of a row that are not fields of its record. */
interface Numbered {
  readonly listingClass: string
  readonly building: number | undefined
  /** The result of `tagBits`; empty for record types without tags. */
  readonly bits: readonly number[]
}

/**
 * Turns records into rows of numbers, in the column order of `shapeOf`. The next call overwrites the returned array.
 */
export function rowReader<N extends SearchedNoun>(
  noun: NounDescription<N>,
): (record: RecordOf<N>, numbered: Numbered) => readonly (number | undefined)[] {
  const columns = columnsOf(noun).map(([, column]) => column)
  const orders = ownOrdersOf(noun).map(([, order]) => order)
  const counted = Object.values(noun.counted ?? {})
  const classes: readonly string[] = noun.classes
  const row: (number | undefined)[] = []
  return (record, { listingClass, building, bits }) => {
    row[0] = noun.keyOf(record)
    row[1] = classes.indexOf(listingClass)
    row[2] = noun.flagsOf(record)
    let next = 3
    if (noun.buildingOf) row[next++] = building
    for (const word of bits) row[next++] = word
    for (const of of counted) row[next++] = of(record)
    for (const column of columns) row[next++] = storedIn(column, record)
    for (const { of } of orders) row[next++] = of(record)
    return row
  }
}
