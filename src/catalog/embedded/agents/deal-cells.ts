import type { AgentSide } from '../../../model/agent-deals.ts'
import type { TalliedDeal } from '../../facts/tallied-deals.ts'

/** Cells of one listing: zpid, milliseconds since 1970, place of the home. */
export const LISTING_CELLS = 3

/** Cells of one sale: zpid, milliseconds since 1970, price (NaN if unknown), index in `SIDES`, place of the home. */
export const SALE_CELLS = 5
export const SIDES: readonly AgentSide[] = ['Buyer', 'Seller', 'Buyer and Seller']

/** The deals of an agent as they are stored, with the number of homes for sale that the listings begin with. */
export interface DealCells {
  /** Homes for sale, then homes for rent. */
  readonly listings: Uint8Array
  readonly sales: Uint8Array
  readonly forSale: number
}

/** In the order of `TalliedDeal`s: latest first. */
export function cellsOfDeals(deals: readonly TalliedDeal[]): DealCells {
  const forSale = deals.filter(({ kind }) => kind === 'sale')
  const forRent = deals.filter(({ kind }) => kind === 'lease')
  const listings = [...forSale, ...forRent].flatMap(({ zpid, atMs, group }) => [zpid, atMs, group])
  const sales: number[] = []
  for (const { kind, zpid, atMs, price, group } of deals) {
    if (kind !== 'sale' && kind !== 'lease') sales.push(zpid, atMs, price, SIDES.indexOf(kind), group)
  }
  return { listings: bytesOf(listings), sales: bytesOf(sales), forSale: forSale.length }
}

/** In no order. */
export function dealsOfCells({ listings, sales, forSale }: DealCells): TalliedDeal[] {
  const deals: TalliedDeal[] = []
  const listed = numbersOf(listings)
  for (let at = 0; at < listed.length; at += LISTING_CELLS) {
    const [zpid = 0, atMs = 0, group = 0] = listed.subarray(at, at + LISTING_CELLS)
    deals.push({ kind: at / LISTING_CELLS < forSale ? 'sale' : 'lease', zpid, atMs, price: Number.NaN, group })
  }
  const sold = numbersOf(sales)
  for (let at = 0; at < sold.length; at += SALE_CELLS) {
    const [zpid = 0, atMs = 0, price = Number.NaN, side = 0, group = 0] = sold.subarray(at, at + SALE_CELLS)
    deals.push({ kind: SIDES[side] ?? 'Buyer', zpid, atMs, price, group })
  }
  return deals
}

function bytesOf(cells: readonly number[]): Uint8Array {
  return new Uint8Array(new Float64Array(cells).buffer)
}

/** Stored bytes may lie at any offset. */
function numbersOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer)
}
