import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Query, Selection, ValueCount } from '../../../catalog/ports/query.ts'
import type { HomeType } from '../../../model/home.ts'
import { isZipcode, MAX_ZIPCODES, type Part, partConditions } from './part.ts'
import { isGrouped, MAX_RESULTS } from './resolved-search.ts'

/** A part of a search and its number of results. */
export interface PlannedPart {
  readonly part: Part
  readonly total: number
  /** Set if the part has more results than a search can show but cannot be split further. */
  readonly indivisible: boolean
}

/**
 * A part of a search and its number of homes. Its number of results may be smaller, because a building is one result.
 */
interface Piece {
  readonly part: Part
  readonly homes: number
}

/** Splits a part of a search, or returns it whole. Each home of the part is in exactly one of the smaller parts. */
type Split = (piece: Piece, selection: Selection, catalog: Catalog) => Promise<readonly Piece[]>

/**
 * Splits a search into parts of at most 1,000 results each, as far as ZIP code, price and type allow. Every home is in
 * exactly one part. A search without results has no parts.
 * @param homes Number of homes that the search finds.
 */
export async function partsOf(
  selection: Selection,
  query: Query,
  homes: number,
  catalog: Catalog,
): Promise<readonly PlannedPart[]> {
  const parts: PlannedPart[] = []
  const divide = async (piece: Piece, [first, ...rest]: readonly Split[]): Promise<void> => {
    const total = await resultsIn(piece, query, catalog)
    if (total <= MAX_RESULTS || !first) {
      if (total > 0) parts.push({ part: piece.part, total, indivisible: total > MAX_RESULTS })
      return
    }
    for (const smaller of await first(piece, within(selection, piece.part), catalog)) await divide(smaller, rest)
  }
  await divide({ part: {}, homes }, [byZipcode, byPrice, byType])
  return parts
}

/** Returns the number of results in a part: its number of homes, unless results are grouped by building. */
async function resultsIn({ part, homes }: Piece, query: Query, catalog: Catalog): Promise<number> {
  if (!isGrouped(query.listingClass)) return homes
  const { total } = await catalog.search('home').page({ ...query, ...within(query, part), limit: 0 })
  return total
}

function within({ listingClass, where }: Selection, part: Part): Selection {
  return { listingClass, where: [...where, ...partConditions(part)] }
}

/**
 * Splits a part by ZIP code. A part with homes whose ZIP code is missing or invalid stays whole, because no query can
 * select these homes.
 */
const byZipcode: Split = async (piece, selection, catalog) => {
  const counts = await catalog.search('home').countBy(selection, 'zipcode')
  if (sumOf(counts) < piece.homes || !counts.every(({ value }) => isZipcode(String(value)))) return [piece]
  return packed(counts, MAX_ZIPCODES).map((pack) => ({
    part: { ...piece.part, zipcodes: pack.map(({ value }) => String(value)) },
    homes: sumOf(pack),
  }))
}

/**
 * Splits a part into price ranges that start at existing prices. The first and the last range are open. Homes without a
 * price form a part of their own.
 */
const byPrice: Split = async (piece, selection, catalog) => {
  const counts = [...(await catalog.search('home').countBy(selection, 'price'))].sort(
    (a, b) => Number(a.value) - Number(b.value),
  )
  const packs = packed(counts, Number.POSITIVE_INFINITY)
  const unpriced = piece.homes - sumOf(counts)
  if (packs.length + Number(unpriced > 0) < 2) return [piece]
  const pieces: Piece[] = packs.map((pack, index) => {
    const next = packs[index + 1]?.[0]
    const price = {
      min: index === 0 ? Number.NEGATIVE_INFINITY : Number(pack[0]?.value),
      max: next === undefined ? Number.POSITIVE_INFINITY : Number(next.value) - 1,
    }
    return { part: { ...piece.part, price: isOpen(price) ? ALL_PRICES : price }, homes: sumOf(pack) }
  })
  return unpriced === 0 ? pieces : [...pieces, { part: { ...piece.part, price: 'none' }, homes: unpriced }]
}

const ALL_PRICES = { min: 0, max: Number.POSITIVE_INFINITY }

function isOpen({ min, max }: { readonly min: number; readonly max: number }): boolean {
  return !Number.isFinite(min) && !Number.isFinite(max)
}

const byType: Split = async (piece, selection, catalog) => {
  const packs = packed(await catalog.search('home').countBy(selection, 'homeType'), Number.POSITIVE_INFINITY)
  if (packs.length < 2) return [piece]
  return packs.map((pack) => ({
    // the codes of this column are home types
    part: { ...piece.part, homeTypes: pack.map(({ value }) => value as HomeType) },
    homes: sumOf(pack),
  }))
}

/**
 * Groups neighboring values. A group has at most `maxValues` values, and at most as many homes as a search can show,
 * unless a single value has more.
 */
function packed(counts: readonly ValueCount[], maxValues: number): ValueCount[][] {
  const packs: ValueCount[][] = []
  let room = 0
  for (const count of counts) {
    const last = packs.at(-1)
    if (last && count.homes <= room && last.length < maxValues) {
      last.push(count)
      room -= count.homes
    } else {
      packs.push([count])
      room = MAX_RESULTS - count.homes
    }
  }
  return packs
}

function sumOf(counts: readonly ValueCount[]): number {
  return counts.reduce((sum, { homes }) => sum + homes, 0)
}
