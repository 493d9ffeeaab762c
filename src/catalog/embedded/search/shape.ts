import type { ColumnKind } from '../../../engine/column.ts'
import type { TableShape } from '../../../engine/table-builder.ts'
import type { Home } from '../../../model/home.ts'
import {
  flagsOf,
  HOME_COLUMNS,
  type HomeColumn,
  type HomeColumnName,
  LISTING_CLASSES,
  type ListingClass,
  storedValue,
} from '../../../model/home-columns.ts'
import { HOME_ORDERS, type HomeOrder } from '../../../model/home-orders.ts'

const COLUMN_NAMES = Object.keys(HOME_COLUMNS) as HomeColumnName[]
const ORDER_NAMES = Object.keys(HOME_ORDERS) as HomeOrder[]

/** Columns of the table beside those of `model/home-columns.ts`. */
export const ZPID = 'zpid'
export const CLASS = 'listingClass'
export const FLAGS = 'flags'
/** Number of the rental building, an index into the list of buildings. */
export const BUILDING = 'building'
/** The ZIP code as a number. */
export const ZIPCODE = 'zipcode'
/** Posting lists by place and class, see `placeKey`. */
export const PLACES = 'places'
export const TEXT = 'text'

export function kindOf(column: HomeColumn): ColumnKind {
  return column.values ? 'codes' : column.type
}

/** What the engine keeps for every listing: rows of one class stand together, along a curve through their places. */
export const SEARCH_SHAPE: TableShape = {
  columns: [
    { name: ZPID, kind: 'f64' },
    { name: CLASS, kind: 'codes' },
    { name: FLAGS, kind: 'flags' },
    { name: BUILDING, kind: 'u32' },
    { name: ZIPCODE, kind: 'u32' },
    ...COLUMN_NAMES.map((name) => ({ name, kind: kindOf(HOME_COLUMNS[name]) })),
    ...ORDER_NAMES.map((name) => ({ name: orderColumn(name), kind: 'f64' as const, kept: false })),
  ],
  id: ZPID,
  orders: ORDER_NAMES.map((name) => ({
    name,
    column: orderColumn(name),
    direction: HOME_ORDERS[name].highestFirst ? 'descending' : 'ascending',
  })),
  lists: [PLACES],
  words: [TEXT],
  clusterBy: CLASS,
  normalise: (words) => words, // model/search-text.ts has done it
}

function orderColumn(order: HomeOrder): string {
  return `by ${order}`
}

/** Key of the posting list of a place and a class. */
export function placeKey(place: number, listingClass: ListingClass): number {
  return place * LISTING_CLASSES.length + LISTING_CLASSES.indexOf(listingClass)
}

/** The row of a home in numbers. */
export function rowValues(home: Home, listingClass: ListingClass): Record<string, number | undefined> {
  const values: Record<string, number | undefined> = {
    [ZPID]: home.zpid,
    [CLASS]: LISTING_CLASSES.indexOf(listingClass),
    [FLAGS]: flagsOf(home),
    [ZIPCODE]: /^\d{5}$/.test(home.address.zipcode) ? Number(home.address.zipcode) : undefined,
  }
  for (const name of COLUMN_NAMES) values[name] = storedValue(name, home)
  for (const name of ORDER_NAMES) values[orderColumn(name)] = HOME_ORDERS[name].of(home)
  return values
}
