import { dayOf } from '../../kit/base/clock.ts'
import type { HistoryEvent, Home, Listing } from '../../model/home.ts'
import { inOrder } from '../../model/home-history.ts'
import { asOfMs } from '../../model/home-record.ts'
import type { FileContext } from './noun.ts'

const ON_MARKET: ReadonlySet<Listing['status']> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

/**
 * Returns what remains of a home that is missing from a complete list of its source. Sales, taxes and recorded
 * events are public records: a home that has them loses only its listing. Undefined: the home is deleted.
 */
export function unlistedHome(home: Home, { asOfMs: listMs, nowMs, source, reporter = source }: FileContext) {
  if (!hasPublicRecords(home)) return undefined
  const { listing, ...rest } = home
  if (listing === undefined || listing.status === 'Closed') return home
  if (!ON_MARKET.has(listing.status)) return rest
  const { kind, listPrice, mlsId } = listing
  const removed: HistoryEvent = {
    date: dayOf(listMs ?? nowMs),
    event: 'Listing removed',
    ...(listPrice !== undefined && { price: listPrice }),
    ...(kind === 'lease' && { rental: true }),
    source: reporter,
    ...(mlsId !== undefined && { mlsId }),
  }
  return { ...rest, history: inOrder([...home.history, removed]) }
}

function hasPublicRecords({ history, taxes, recorded, listing }: Home): boolean {
  const isSale = listing?.kind === 'sale' && listing.status === 'Closed'
  return isSale || taxes.length > 0 || recorded !== undefined || history.some(({ event }) => event === 'Sold')
}

/** A home whose listing has no modification time gets the moment of the newest complete list that names it. */
export function confirmedHome(home: Home, listedMs: number): Home {
  if (home.listing?.modifiedMs !== undefined || asOfMs(home) >= listedMs) return home
  return { ...home, toldMs: listedMs }
}

export function withMomentOf(merged: Home, { toldMs }: Home): Home {
  const { toldMs: _fresh, ...rest } = merged
  return toldMs === undefined ? rest : { ...rest, toldMs }
}
