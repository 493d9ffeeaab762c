import type { Catalog } from '../../catalog/catalog.ts'
import type { Query, Selection, ValueCount } from '../../catalog/query.ts'
import type { HomeType } from '../../model/home.ts'
import { isGrouped, MOST_RESULTS } from './asked.ts'
import { isZipcode, MOST_ZIPCODES, Part, partConditions } from './part.ts'

/** A part of a search, with how many results it has. */
export interface PlannedPart {
  readonly part: Part
  readonly total: number
  /** It has more results than a search shows, and nothing left to cut it by. */
  readonly indivisible: boolean
}

/** A part, and how many homes it holds: at least as many as results. */
interface Piece {
  readonly part: Part
  readonly homes: number
}

/** Cuts a piece into pieces that together hold each of its homes once, or leaves it whole. */
type Cut = (piece: Piece, selection: Selection, catalog: Catalog) => Promise<readonly Piece[]>

/**
 * Parts of a search with at most 1,000 results each, as long as ZIP code, price and type tell homes apart; together
 * they hold every home exactly once. None for a search without results.
 * @param homes How many homes the search finds.
 */
export async function partsOf(
  selection: Selection,
  query: Query,
  homes: number,
  catalog: Catalog,
): Promise<readonly PlannedPart[]> {
  const parts: PlannedPart[] = []
  const cut = async (piece: Piece, [first, ...rest]: readonly Cut[]): Promise<void> => {
    const total = await resultsIn(piece, query, catalog)
    if (total <= MOST_RESULTS || !first) {
      if (total > 0) parts.push({ part: piece.part, total, indivisible: total > MOST_RESULTS })
      return
    }
    for (const smaller of await first(piece, within(selection, piece.part), catalog)) await cut(smaller, rest)
  }
  await cut({ part: new Part({}), homes }, [byZipcode, byPrice, byType])
  return parts
}

/** Homes are results where no buildings stand for them. */
async function resultsIn({ part, homes }: Piece, query: Query, catalog: Catalog): Promise<number> {
  if (!isGrouped(query.listingClass)) return homes
  const { total } = await catalog.search('home').page({ ...query, ...within(query, part), limit: 0 })
  return total
}

function within({ listingClass, where }: Selection, part: Part): Selection {
  return { listingClass, where: [...where, ...partConditions(part)] }
}

/**
 * No query names the homes without a ZIP code, or with one that is none: where there are any, the piece stays whole.
 */
const byZipcode: Cut = async (piece, selection, catalog) => {
  const counts = await catalog.search('home').countBy(selection, 'zipcode')
  if (sumOf(counts) < piece.homes || !counts.every(({ value }) => isZipcode(String(value)))) return [piece]
  return packed(counts, MOST_ZIPCODES).map((pack) => ({
    part: piece.part.with({ zipcodes: pack.map(({ value }) => String(value)) }),
    homes: sumOf(pack),
  }))
}

/** Ranges between two prices that occur, the first and the last one open; homes without a price stand apart. */
const byPrice: Cut = async (piece, selection, catalog) => {
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
    return { part: piece.part.with({ price: isOpen(price) ? ALL_PRICES : price }), homes: sumOf(pack) }
  })
  return unpriced === 0 ? pieces : [...pieces, { part: piece.part.with({ price: 'none' }), homes: unpriced }]
}

/** Every price, as against none. */
const ALL_PRICES = { min: 0, max: Number.POSITIVE_INFINITY }

function isOpen({ min, max }: { readonly min: number; readonly max: number }): boolean {
  return !Number.isFinite(min) && !Number.isFinite(max)
}

const byType: Cut = async (piece, selection, catalog) => {
  const packs = packed(await catalog.search('home').countBy(selection, 'homeType'), Number.POSITIVE_INFINITY)
  if (packs.length < 2) return [piece]
  return packs.map((pack) => ({
    part: piece.part.with({ homeTypes: pack.map(({ value }) => value as HomeType) }), // the column's codes
    homes: sumOf(pack),
  }))
}

/** Neighbouring values together as long as they hold no more homes than a search shows, and are no more than `most`. */
function packed(counts: readonly ValueCount[], most: number): ValueCount[][] {
  const packs: ValueCount[][] = []
  let room = 0
  for (const count of counts) {
    const last = packs.at(-1)
    if (last && count.homes <= room && last.length < most) {
      last.push(count)
      room -= count.homes
    } else {
      packs.push([count])
      room = MOST_RESULTS - count.homes
    }
  }
  return packs
}

function sumOf(counts: readonly ValueCount[]): number {
  return counts.reduce((sum, { homes }) => sum + homes, 0)
}
