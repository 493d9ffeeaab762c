import type { FoundHome, SortKeys } from './search-page.ts'

interface Order {
  readonly key: keyof SortKeys
  readonly highestFirst: boolean
}

/** Orders that this page can compute from results. Other orders use scores that only the service knows. */
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
 * Sorts the combined results of several searches in their common order. Unknown values come last. Ties are sorted by
 * id, as the service does. Undefined if the results lack the sort key.
 */
export function inOrder(
  homes: readonly FoundHome[],
  { sortOrder = '', listingStatus }: Readonly<Record<string, unknown>>,
): readonly FoundHome[] | undefined {
  const name = String(sortOrder).trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined
  if (order === undefined) return undefined
  const { key, highestFirst } = order
  // sold homes are sorted by day of sale, but results do not contain it
  if (key === 'listedMs' && listingStatus === 'Sold') return undefined
  if (homes.some(({ isBuilding, keys }) => isBuilding && keys[key] === undefined)) return undefined
  const last = highestFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const of = (home: FoundHome) => home.keys[key] ?? last
  return [...homes].sort((a, b) => {
    const [left, right] = [of(a), of(b)]
    if (left === right) return a.zpid - b.zpid
    return left < right === highestFirst ? 1 : -1
  })
}

/** Sorts results by ZIP code, then by price. For results whose requested order this page cannot compute. */
export function byZipAndPrice(homes: readonly FoundHome[]): readonly FoundHome[] {
  return homes.toSorted(
    (a, b) => a.zipcode.localeCompare(b.zipcode, 'en-US') || priceOf(a) - priceOf(b) || a.zpid - b.zpid,
  )
}

function priceOf({ keys }: FoundHome): number {
  return keys.leastPrice ?? Number.MAX_VALUE
}
