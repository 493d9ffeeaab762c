import { type Day, dayOf, startOfDay } from '../../kit/base/clock.ts'
import type { HistoryEvent, Home } from '../../model/home.ts'
import { eventSlot } from '../../model/home-history.ts'
import { asOfMs } from '../../model/home-record.ts'
import { isOneListing, isOver } from './home-kept.ts'

/** Returns the price changes between successive statements about a home. Each has the day of the later statement. */
export function priceChangesIn(statements: readonly Home[]): readonly HistoryEvent[] {
  return statements.flatMap((after, i) => {
    const before = statements[i - 1]
    return before === undefined ? [] : (priceChange(before, after) ?? [])
  })
}

/** Two prices of one day are a correction, not a change. Changes that the source reports itself are not repeated. */
function priceChange(before: Home, after: Home): HistoryEvent | undefined {
  const [known, told, date] = [before.listing, after.listing, dayTold(after)]
  if (known?.listPrice === undefined || told?.listPrice === undefined || date === undefined) return undefined
  const isOneOffer = known.kind === told.kind && !isOver(known) && !isOver(told) && isOneListing(told, known)
  if (!isOneOffer || known.listPrice === told.listPrice || asOfMs(before) >= startOfDay(date)) return undefined
  if (after.history.some(({ event, price }) => event === 'Price change' && price === told.listPrice)) return undefined
  return {
    date,
    event: 'Price change',
    price: told.listPrice,
    ...(told.kind === 'lease' && { rental: true }),
    source: after.history[0]?.source ?? after.source,
    ...(told.mlsId !== undefined && { mlsId: told.mlsId }),
  }
}

/**
 * Returns a home's events without a wrong "listed" event. If a row has no original price, the event gets the current
 * price. That is wrong if the history has price changes after the listing.
 */
export function withoutLatePrice(home: Home, history: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const isRepeated = (told: HistoryEvent) =>
    told.event.startsWith('Listed') &&
    told.price === home.listing?.listPrice &&
    told.date !== dayTold(home) &&
    history.some((event) => eventSlot(event) === eventSlot(told)) &&
    history.some((event) => eventSlot({ ...event, date: told.date }) === eventSlot({ ...told, event: 'Price change' }))
  return home.history.filter((event) => !isRepeated(event))
}

/** Returns the day of a source's statement, if known. */
function dayTold({ listing, toldMs }: Home): Day | undefined {
  const momentMs = listing?.modifiedMs ?? toldMs
  return momentMs === undefined ? undefined : dayOf(momentMs)
}
