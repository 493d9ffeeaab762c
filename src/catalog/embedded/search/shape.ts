import type { ColumnKind } from '../../../engine/column.ts'
import type { TableShape } from '../../../engine/table-builder.ts'
import { type SearchColumn, type SearchOrder, storedIn } from '../../../model/searchable.ts'
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
    words: noun.text ? [TEXT] : [],
    days: noun.daysOf ? [DAYS] : [],
    clusterBy: CLASS,
    normalise: (words) => words, // model/search-text.ts has done it
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

/** Makes the row of a record in numbers. */
export function rowReader<N extends SearchedNoun>(
  noun: NounDescription<N>,
): (record: RecordOf<N>, listingClass: string) => Record<string, number | undefined> {
  const [columns, orders, counted] = [columnsOf(noun), ordersOf(noun), Object.entries(noun.counted ?? {})]
  const orderNames = orders.map(([name]) => orderColumn(name))
  const classes: readonly string[] = noun.classes
  return (record, listingClass) => {
    const values: Record<string, number | undefined> = {
      [KEY]: noun.keyOf(record),
      [CLASS]: classes.indexOf(listingClass),
      [FLAGS]: noun.flagsOf(record),
    }
    for (const [name, of] of counted) values[name] = of(record)
    for (const [name, column] of columns) values[name] = storedIn(column, record)
    for (let i = 0; i < orders.length; i++) values[orderNames[i] as string] = orders[i]?.[1].of(record)
    return values
  }
}
