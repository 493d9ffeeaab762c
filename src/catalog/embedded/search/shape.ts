import type { ColumnKind } from '../../../engine/column.ts'
import type { TableShape } from '../../../engine/table-builder.ts'
import { wordsOf } from '../../../model/search-text.ts'
import { type SearchColumn, type SearchOrder, storedAs } from '../../../model/searchable.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { NounDescription } from '../../searched.ts'

/** Columns of the table besides those of the noun. */
export const KEY = 'key'
export const CLASS = 'listingClass'
export const FLAGS = 'flags'
/** The building as an index into the list of buildings. */
export const BUILDING = 'building'
/** Posting lists by place and class, see `placeKey`. */
export const PLACES = 'places'
/** Posting lists of tags without a bit. */
export const TAGS = 'tags'
/** Bits of the first tags seen, which tend to be the common ones: a bit test is several times as fast as a list. */
export const TAG_BITS = ['tags0', 'tags1'] as const
const BITS = 32
/** Tags from this number on have posting lists. */
export const FIRST_LISTED_TAG = TAG_BITS.length * BITS
export const TEXT = 'text'
export const DAYS = 'days'

/** The engine's kind for a column of any noun. */
export function kindOf({ values, type }: Pick<SearchColumn<never>, 'values' | 'type'>): ColumnKind {
  return values ? 'codes' : type
}

/** The table's shape: rows are clustered by class, then along a curve through their coordinates. */
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

/** Key of the posting list of a place and a class. */
export function placeKey(place: number, classes: readonly string[], listingClass: string): number {
  return place * classes.length + classes.indexOf(listingClass)
}

/** The bits of the given tags in each column of TAG_BITS. */
export function tagBits(tags: readonly number[]): number[] {
  return TAG_BITS.map((_, column) =>
    tags.reduce((bits, tag) => (Math.floor(tag / BITS) === column ? (bits | (1 << (tag % BITS))) >>> 0 : bits), 0),
  )
}

/** Values of a row that its record alone does not give. */
export interface Numbered {
  readonly listingClass: string
  readonly building: number | undefined
  /** From `tagBits`; empty for a noun without tags. */
  readonly bits: readonly number[]
}

/**
 * Turns records into rows of numbers, in the column order of `shapeOf`. A column that orders use too is read only
 * once. The returned array is overwritten by the next call.
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
