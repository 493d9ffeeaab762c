import type { Home, PlaceAddress } from '../../../model/home.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import type { HomeOrder } from '../../../model/home-orders.ts'
import { derivedKey } from '../../../model/identity.ts'
import type { RegionType } from '../../../model/region.ts'
import { type SearchColumn, type SearchOrder, storedIn } from '../../../model/searchable.ts'
import type { OrderOf, RecordOf, SearchedNoun } from '../../../model/searched.ts'
import { regionKeysOf, stateRegionKey } from '../../../places/regions/region-keys.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import { unitVector } from './points.ts'

/** The types in which tables store numbers. */
type SqlType = 'int2' | 'int4' | 'int8' | 'float8'

/** A column of a search table. Each listing class of a record type has its own table. */
interface SqlColumn<R = Home> {
  readonly name: string
  readonly type: SqlType
  /** Returns undefined for NULL. */
  of(record: R): number | undefined
}

/** The smallest and the largest number that each type can store. */
export const BOUNDS: Readonly<Record<SqlType, readonly [least: number, greatest: number]>> = {
  int2: [-0x8000, 0x7fff],
  int4: [-0x8000_0000, 0x7fff_ffff],
  int8: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  float8: [-Number.MAX_VALUE, Number.MAX_VALUE],
}

const TYPES = { u8: 'int2', u16: 'int4', u32: 'int8', i32: 'int4', f64: 'float8' } as const

/** The types of regions with a column in search tables. The country has none, since it contains all listings. */
export const REGION_COLUMNS = [
  'state',
  'metro',
  'county',
  'city',
  'neighborhood',
  'zipcode',
] as const satisfies readonly RegionType[]
type RegionColumn = (typeof REGION_COLUMNS)[number]

export function tableOf(listingClass: ListingClass): string {
  return listingClass.toLowerCase()
}

/** The column by which an order sorts homes. */
export function orderColumn(order: HomeOrder): string {
  return columnOfOrder(SEARCHED.home, order)
}

/** The column by which an order sorts: a column of the record type, or an additional column. */
export function columnOfOrder<N extends SearchedNoun>(noun: NounDescription<N>, order: OrderOf<N>): string {
  const { of } = noun.orders[order]
  const same = Object.entries<SearchColumn<RecordOf<N>>>(noun.columns).find(([, column]) => column.of === of)
  return same?.[0] ?? `by${order}`
}

/**
 * Returns the number that represents a region in tables. It has 52 bits, so that collisions are practically impossible.
 */
export function regionCode(key: string): number {
  const cached = codes.get(key)
  if (cached !== undefined) return cached
  if (codes.size === MAX_CODES) codes.clear()
  const code = derivedKey('place', key)
  codes.set(key, code)
  return code
}

const MAX_CODES = 50_000
const codes = new Map<string, number>()

/**
 * Returns the code of an address's state, or 0 if it has none. Each table of homes has it as a column and in its primary
 * key, so that a distributed database can store each state on one server.
 */
export function stateCode({ state }: Pick<PlaceAddress, 'state'>): number {
  return state === '' ? 0 : regionCode(stateRegionKey(state))
}

export function sqlTypeOf({ type }: Pick<SearchColumn<never>, 'type'>): SqlType {
  return TYPES[type]
}

function unitColumn<N extends SearchedNoun>(
  { pointOf }: NounDescription<N>,
  name: string,
  axis: 0 | 1 | 2,
): SqlColumn<RecordOf<N>> {
  return {
    name,
    type: 'float8',
    of: (record) => {
      const point = pointOf(record)
      return point === undefined ? undefined : unitVector(point.latitude, point.longitude)[axis]
    },
  }
}

/** The additional columns of orders that sort by no column of the record type. */
function orderColumns<N extends SearchedNoun>(noun: NounDescription<N>): SqlColumn<RecordOf<N>>[] {
  return Object.entries<SearchOrder<RecordOf<N>>>(noun.orders).flatMap(([order, { of }]) => {
    const name = columnOfOrder(noun, order as OrderOf<N>) // the keys of `orders` are its names
    return name === `by${order}` ? [{ name, type: 'float8', of }] : []
  })
}

const WIDTHS = { float8: 0, int8: 0, int4: 1, int2: 2 }

/**
 * The columns of a search table: the columns of every record type, and of this type. Wide columns come first, so that
 * PostgreSQL needs no padding.
 */
export function searchColumns<N extends SearchedNoun>(
  noun: NounDescription<N>,
  besides: readonly SqlColumn<RecordOf<N>>[] = [],
): readonly SqlColumn<RecordOf<N>>[] {
  const own = Object.entries<SearchColumn<RecordOf<N>>>(noun.columns).map(
    ([name, column]): SqlColumn<RecordOf<N>> => ({
      name,
      type: sqlTypeOf(column),
      of: (record) => storedIn(column, record),
    }),
  )
  return [
    unitColumn(noun, 'unitX', 0),
    unitColumn(noun, 'unitY', 1),
    unitColumn(noun, 'unitZ', 2),
    { name: 'flags', type: 'int4' as const, of: noun.flagsOf },
    ...besides,
    ...own,
    ...orderColumns(noun),
  ].sort((a, b) => WIDTHS[a.type] - WIDTHS[b.type])
}

function regionColumn(name: RegionColumn): SqlColumn {
  return {
    name,
    type: 'int8',
    of: ({ address }) => {
      if (name === 'state') return stateCode(address)
      const key = regionKeysOf(address)[name]
      return key === undefined ? undefined : regionCode(key)
    },
  }
}

/** Every column of the tables of homes, except `zpid`, the building and the place. */
export const SQL_COLUMNS: readonly SqlColumn[] = searchColumns(SEARCHED.home, REGION_COLUMNS.map(regionColumn))

export function quoted(column: string): string {
  return `"${column}"`
}
