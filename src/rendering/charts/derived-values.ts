import { dayNumber, startOfDay } from '../../base/clock.ts'
import type { HistoryEvent, Home } from '../../model/home.ts'
import type { ValueIndex } from '../../valuation/value-index.ts'
import type { ChartMonth } from './chart-months.ts'

/** A price that a home is known to have had, with its day number. */
export interface KnownPrice {
  readonly day: number
  readonly price: number
}

/** Dollars; homes that pass on for less were not sold on the market. */
const LEAST_SALE_PRICE = 1000

/**
 * Data that is older than this when a month ends says nothing of that month: a quarter, and some days to publish it.
 */
const MOST_STALE_DAYS = 120

export function sales({ history }: Home): readonly KnownPrice[] {
  return knownPrices(history, LEAST_SALE_PRICE, (event) => event.event === 'Sold' && event.rental !== true)
}

/** What a home was offered for rent at. */
export function askedRents({ history }: Home): readonly KnownPrice[] {
  return knownPrices(history, 1, (event) => event.rental === true && event.event !== 'Listing removed')
}

function knownPrices(
  history: readonly HistoryEvent[],
  least: number,
  counts: (event: HistoryEvent) => boolean,
): KnownPrice[] {
  return history.flatMap((event) => {
    const day = dayNumber(startOfDay(event.date))
    const { price = 0 } = event
    return counts(event) && price >= least && !Number.isNaN(day) ? [{ day, price }] : []
  })
}

/**
 * The earliest day of which a chart that begins on a day must know the index; undefined when there is no price to go
 * by.
 */
export function sinceDay(prices: readonly KnownPrice[], beginDay: number): number | undefined {
  return (prices.findLast(({ day }) => day <= beginDay) ?? prices[0])?.day
}

/** What a home was worth in a month, and what that follows from. */
export interface DerivedValue {
  readonly value: number
  /** The region whose values it followed, and who says so; absent in the month of the price itself. */
  readonly followed?: { readonly region: string; readonly source: string }
}

/**
 * The last known price, moved on as the values around have moved since. Rests on nothing later than the month's last
 * day. Undefined before the first price, and where nothing tells how values have moved.
 */
export function derivedValue(
  prices: readonly KnownPrice[],
  index: ValueIndex,
  { firstDay, lastDay }: ChartMonth,
): DerivedValue | undefined {
  const last = prices.findLast(({ day }) => day <= lastDay)
  if (last === undefined) return undefined
  if (last.day >= firstDay) return { value: last.price }
  const change = index.change(last.day, lastDay)
  if (change === undefined || lastDay - change.newestDay > MOST_STALE_DAYS) return undefined
  return { value: Math.round(last.price * change.factor), followed: { region: change.region, source: change.source } }
}
