import type { ColumnKind } from '../../../engine/column.ts'
import type { TableShape } from '../../../engine/table-builder.ts'
import { wordsOf } from '../../../model/search-text.ts'
import { type SearchColumn, type SearchOrder, storedAs } from '../../../model/searchable.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { NounDescription } from '../../searched.ts'

/** Columns of the table beside those of the noun. */
export const KEY = 'key'
export const CLASS = 'listingClass'
export const FLAGS = 'flags'
/** Number of the building, an index into the list of buildings. */
export const BUILDING = 'building'
/** Posting lists by place and class, see `placeKey`. */
export const PLACES = 'places'
/** Posting lists of the tags that have no bit. */
export const TAGS = 'tags'
/** Bits of the tags that came first, which most records carry: testing a bit is several times as quick as walking a list. */
export const TAG_BITS = ['tags0', 'tags1'] as const
const BITS = 32
/** Tags with these numbers and above have posting lists. */
export const FIRST_LISTED_TAG = TAG_BITS.length * BITS
export const TEXT = 'text'
export const DAYS = 'days'

/** What the value says of its kind alone, whatever the noun. */
export function kindOf({ values, type }: Pick<SearchColumn<never>, 'values' | 'type'>): ColumnKind {
  return values ? 'codes' : type
}

/** What the engine keeps for every record: rows of one class stand together, along a curve through their places. */
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
      ...orders.map(([name]) => ({ name: orderColumn(name), kind: 'f64' as const, kept: false })),
    ],
    id: KEY,
    orders: orders.map(([name, { highestFirst }]) => ({
      name,
      column: orderColumn(name),
      direction: highestFirst ? 'descending' : 'ascending',
    })),
    lists: noun.tagsOf ? [PLACES, TAGS] : [PLACES],
    words: noun.textsOf ? [TEXT] : [],
    days: noun.daysOf ? [DAYS] : [],
    clusterBy: CLASS,
    normalise: (text) => wordsOf(text).join(' '),
  }
}

function columnsOf<N extends SearchedNoun>({ columns }: NounDescription<N>): [string, SearchColumn<RecordOf<N>>][] {
  return Object.entries(columns)
}

function ordersOf<N extends SearchedNoun>({ orders }: NounDescription<N>): [string, SearchOrder<RecordOf<N>>][] {
  return Object.entries(orders)
}

function orderColumn(order: string): string {
  return `by ${order}`
}

/** Key of the posting list of a place and a class, which the noun numbers from 0. */
export function placeKey(place: number, classes: readonly string[], listingClass: string): number {
  return place * classes.length + classes.indexOf(listingClass)
}

/** For each column of TAG_BITS the bits of those of the tags, given by number, that have one there. */
export function tagBits(tags: readonly number[]): number[] {
  return TAG_BITS.map((_, column) =>
    tags.reduce((bits, tag) => (Math.floor(tag / BITS) === column ? (bits | (1 << (tag % BITS))) >>> 0 : bits), 0),
  )
}

/** What a row says that its record alone does not tell. */
export interface Numbered {
  readonly listingClass: string
  readonly building: number | undefined
  /** As `tagBits` answers; none for a noun without tags. */
  readonly bits: readonly number[]
}

/**
 * Makes the row of a record in numbers, in the order of the columns of `shapeOf`. Several orders go by a column's own
 * value: it is read from the record once. The next row overwrites the answer.
 */
export function rowReader<N extends SearchedNoun>(
  noun: NounDescription<N>,
): (record: RecordOf<N>, numbered: Numbered) => readonly (number | undefined)[] {
  const columns = columnsOf(noun).map(([, column]) => column)
  const orders = ordersOf(noun).map(([, { of }]) => ({ of, column: columns.findIndex((column) => column.of === of) }))
  const counted = Object.values(noun.counted ?? {})
  const classes: readonly string[] = noun.classes
  const values: (number | undefined)[] = []
  const row: (number | undefined)[] = []
  return (record, { listingClass, building, bits }) => {
    row[0] = noun.keyOf(record)
    row[1] = classes.indexOf(listingClass)
    row[2] = noun.flagsOf(record)
    let next = 3
    if (noun.buildingOf) row[next++] = building
    for (const word of bits) row[next++] = word
    for (const of of counted) row[next++] = of(record)
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as SearchColumn<RecordOf<N>>
      values[i] = column.of(record)
      row[next++] = storedAs(column, values[i])
    }
    for (const { of, column } of orders) row[next++] = column < 0 ? of(record) : values[column]
    return row
  }
}
