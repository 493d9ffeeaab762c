import type { FoundHome, SortKeys } from './found.ts'

interface Order {
  readonly key: keyof SortKeys
  readonly highestFirst: boolean
}

/** The orders that results themselves tell. The others are of scores that only the service knows. */
const ORDERS: Readonly<Record<string, Order>> = {
  price_high_to_low: { key: 'mostPrice', highestFirst: true },
  price_low_to_high: { key: 'leastPrice', highestFirst: false },
  newest: { key: 'listedMs', highestFirst: true },
  bedrooms: { key: 'bedrooms', highestFirst: true },
  bathrooms: { key: 'bathrooms', highestFirst: true },
  square_feet: { key: 'livingArea', highestFirst: true },
  lot_size: { key: 'lotSize', highestFirst: true },
  year_built: { key: 'yearBuilt', highestFirst: true },
}

/**
 * Results of several searches in the order that all of them were asked for: what is unknown comes last, and ties are in
 * order of id, as within one search. Undefined where the results do not tell by what they are ordered.
 */
export function inOrder(
  homes: readonly FoundHome[],
  { sortOrder = '', listingStatus }: Readonly<Record<string, unknown>>,
): readonly FoundHome[] | undefined {
  const name = String(sortOrder).trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined
  if (order === undefined) return undefined
  const { key, highestFirst } = order
  if (key === 'listedMs' && listingStatus === 'Sold') return undefined // by the day of the sale, which is not told
  if (homes.some(({ isBuilding, keys }) => isBuilding && keys[key] === undefined)) return undefined
  const last = highestFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const of = (home: FoundHome) => home.keys[key] ?? last
  return [...homes].sort((a, b) => {
    const [left, right] = [of(a), of(b)]
    if (left === right) return a.zpid - b.zpid
    return left < right === highestFirst ? 1 : -1
  })
}

/** Returns results by ZIP code and then from the lowest price, which they tell whatever order was asked for. */
export function byZipAndPrice(homes: readonly FoundHome[]): readonly FoundHome[] {
  return homes.toSorted(
    (a, b) => a.zipcode.localeCompare(b.zipcode, 'en-US') || priceOf(a) - priceOf(b) || a.zpid - b.zpid,
  )
}

function priceOf({ keys }: FoundHome): number {
  return keys.leastPrice ?? Number.MAX_VALUE
}
