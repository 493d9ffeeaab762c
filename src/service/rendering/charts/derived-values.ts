import { dayNumber, startOfDay } from '../../../kit/base/clock.ts'
import type { HistoryEvent, Home } from '../../../model/home.ts'
import { MIN_PRICE, MIN_RENT } from '../../../model/real-sale.ts'
import type { ValueIndex } from '../../../worth/valuation/value-index.ts'
import type { ChartMonth } from './chart-months.ts'

/** A known price of a home, and its day in days since 1970-01-01. */
export interface KnownPrice {
  readonly day: number
  readonly price: number
}

/** Maximum age of a figure at the end of the month that uses it: a quarter, plus some days until publication. */
export const MAX_STALE_DAYS = 120

export function sales({ history }: Home): readonly KnownPrice[] {
  return knownPrices(history, MIN_PRICE, (event) => event.event === 'Sold' && event.rental !== true)
}

export function askingRents({ history }: Home): readonly KnownPrice[] {
  return knownPrices(history, MIN_RENT, (event) => event.rental === true && event.event !== 'Listing removed')
}

function knownPrices(
  history: readonly HistoryEvent[],
  minPrice: number,
  counts: (event: HistoryEvent) => boolean,
): KnownPrice[] {
  return history.flatMap((event) => {
    const day = dayNumber(startOfDay(event.date))
    const { price = 0 } = event
    return counts(event) && price >= minPrice && !Number.isNaN(day) ? [{ day, price }] : []
  })
}

/**
 * Returns the first day for which a chart that begins on `beginDay` needs the index of home values. Undefined without a
 * known price.
 */
export function sinceDay(prices: readonly KnownPrice[], beginDay: number): number | undefined {
  return (prices.findLast(({ day }) => day <= beginDay) ?? prices[0])?.day
}

/** A home's value in a month, and what it was derived from. */
export interface DerivedValue {
  readonly value: number
  /**
   * The region whose values adjusted the price, and the source of these values. Absent in the month of the price
   * itself.
   */
  readonly followed?: { readonly region: string; readonly source: string }
}

/**
 * Returns the last known price, adjusted by the later change of values in the area. Uses nothing after the month's last
 * day. Undefined before the first price, or if the change is unknown.
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
  if (change === undefined || lastDay - change.newestDay > MAX_STALE_DAYS) return undefined
  return { value: Math.round(last.price * change.factor), followed: { region: change.region, source: change.source } }
}

/** `home values of its ZIP code (survey)` */
export function followedWords(index: string, { region, source }: NonNullable<DerivedValue['followed']>): string {
  const type = region.slice(0, region.indexOf('/'))
  return `${index} of its ${type === 'zipcode' ? 'ZIP code' : type} (${source})`
}

/** Lists the indexes that adjusted the values. */
export function movedOn(followed: ReadonlySet<string>): string {
  return followed.size > 0 ? `, updated with the ${[...followed].join(', then the ')}` : ''
}
