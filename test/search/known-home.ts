import type { Home } from '../../src/model/home.ts'
import {
  flagsOf,
  HOME_COLUMNS,
  HOME_FLAGS,
  type HomeColumn,
  type HomeColumnName,
  type HomeFlag,
  type ListingClass,
  listingClassOf,
  storedValue,
} from '../../src/model/home-columns.ts'
import { HOME_ORDERS, type HomeOrder } from '../../src/model/home-orders.ts'
import { searchTexts, wordsOf } from '../../src/model/search-text.ts'
import { regionKeysOf } from '../../src/places/region-keys.ts'

/** Everything that a query may ask of a home, worked out once. */
export interface KnownHome {
  readonly home: Home
  readonly listingClass: ListingClass | undefined
  /** In the column's own unit, as exactly as the column keeps it; a code as its name. What is missing is not in it. */
  readonly values: ReadonlyMap<HomeColumnName, number | string>
  /** What the home is ranked by in each order. */
  readonly ranks: ReadonlyMap<HomeOrder, number | undefined>
  readonly flags: ReadonlySet<HomeFlag>
  readonly regions: ReadonlySet<string>
  /** The words of each text, one after the other. */
  readonly texts: readonly (readonly string[])[]
  readonly words: ReadonlySet<string>
}

export const COLUMN_NAMES = Object.keys(HOME_COLUMNS) as HomeColumnName[]
export const ORDER_NAMES = Object.keys(HOME_ORDERS) as HomeOrder[]

const known = new WeakMap<Home, KnownHome>()

export function knownHome(home: Home): KnownHome {
  const before = known.get(home)
  if (before) return before
  const now = know(home)
  known.set(home, now)
  return now
}

function know(home: Home): KnownHome {
  const texts = searchTexts(home).map(wordsOf)
  const bits = flagsOf(home)
  return {
    home,
    listingClass: listingClassOf(home),
    values: new Map(
      COLUMN_NAMES.flatMap((name) => {
        const value = keptValue(home, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ranks: new Map(ORDER_NAMES.map((name) => [name, HOME_ORDERS[name].of(home)])),
    flags: new Set(HOME_FLAGS.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1)),
    regions: new Set(Object.values(regionKeysOf(home.address))),
    texts,
    words: new Set(texts.flat()),
  }
}

function keptValue(home: Home, name: HomeColumnName): number | string | undefined {
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[name]
  const stored = storedValue(name, home)
  if (stored === undefined) return undefined
  return values ? values[stored] : stored / scale
}
