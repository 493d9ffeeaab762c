import { type Day, dayOf } from '../kit/base/clock.ts'
import type { HistoryEvent, HistoryEventName, ListingStatus } from './home.ts'
import type { HomeRecord } from './home-fields.ts'

interface Reporter {
  readonly source: string
  readonly reporter?: string
}

/** Returns the events that a flat record implies, oldest first. Prices are copied unchanged. */
export function historyOf(record: HomeRecord, { source, reporter = source }: Reporter): readonly HistoryEvent[] {
  const rental = record.ListingKind === 'lease'
  const events: HistoryEvent[] = []
  const add = (event: HistoryEventName, date: Day | undefined, price?: number) => {
    if (date === undefined) return
    events.push({
      date,
      event,
      ...(price !== undefined && { price }),
      ...(rental && { rental }),
      source: reporter,
      ...(record.ListingId !== undefined && { mlsId: record.ListingId }),
    })
  }
  add(rental ? 'Listed for rent' : 'Listed for sale', onMarketDay(record), record.OriginalListPrice ?? record.ListPrice)
  add('Price change', priceChangeDay(record), record.ListPrice)
  if (!rental) add('Pending sale', record.PurchaseContractDate, record.ListPrice)
  if (record.StandardStatus === 'Closed') add(rental ? 'Listing removed' : 'Sold', record.CloseDate, record.ClosePrice)
  if (hasLeftTheMarket(record.StandardStatus)) add('Listing removed', record.OffMarketDate, record.ListPrice)
  return inOrder(events)
}

function onMarketDay({ OnMarketTimestamp, OnMarketDate }: HomeRecord): Day | undefined {
  return OnMarketDate ?? (OnMarketTimestamp === undefined ? undefined : dayOf(OnMarketTimestamp))
}

function priceChangeDay({ PriceChangeTimestamp, OriginalListPrice, ListPrice }: HomeRecord): Day | undefined {
  const changed = OriginalListPrice !== undefined && OriginalListPrice !== ListPrice
  return changed && PriceChangeTimestamp !== undefined ? dayOf(PriceChangeTimestamp) : undefined
}

function hasLeftTheMarket(status: ListingStatus | undefined): boolean {
  return status === 'Canceled' || status === 'Expired' || status === 'Withdrawn'
}

/** The order of events within a day: the life cycle of a listing. */
const STAGE: Readonly<Record<HistoryEventName, number>> = {
  'Listed for sale': 0,
  'Listed for rent': 0,
  'Price change': 1,
  'Pending sale': 2,
  Sold: 3,
  'Listing removed': 4,
}

/** Events with equal keys are duplicates: same day, kind and price. Sources repeat events in every file. */
export function eventKey({ date, event, price, rental }: HistoryEvent): string {
  return `${date} ${event} ${price ?? ''} ${rental ?? ''}`
}

/** Identifies an event whose price its reporter may correct: reporter, kind, day and listing. */
export function eventSlot({ date, event, rental, source, mlsId }: HistoryEvent): string {
  return JSON.stringify([date, event, rental ?? false, source, mlsId ?? ''])
}

/** Sorts events, oldest first. Within a day: life cycle of a listing, then price. */
export function inOrder(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  return events.toSorted(
    (a, b) =>
      compareText(a.date, b.date) ||
      STAGE[a.event] - STAGE[b.event] ||
      (a.price ?? 0) - (b.price ?? 0) ||
      compareText(eventKey(a), eventKey(b)),
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
